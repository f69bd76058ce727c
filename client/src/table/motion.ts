import type { News } from "../wire.gen";

/** Where the things of the table stood; by the name in `data-anchor`. */
export type Anchors = ReadonlyMap<string, DOMRect>;

const CHIPS_MS = 220;
const DEAL_MS = 60;
const FLY_MS = 240;

export function anchors(root: HTMLElement): Anchors {
  const found = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-anchor]")) {
    const name = element.dataset["anchor"] ?? "";
    const rect = element.getBoundingClientRect();
    if (rect.width > 0 && !found.has(name)) found.set(name, rect);
  }
  return found;
}

/** A way that chips take across the felt. */
export interface Flight {
  from: string;
  to: string;
}

/** Which ways the chips took in these events; `seatAt` says which seat a position is. */
export function flights(events: readonly News[], seatAt: (position: number) => number): Flight[] {
  const ways: Flight[] = [];
  let swept = false;
  const sweep = (): void => {
    if (!swept) ways.push({ from: "bet-*", to: "pot" });
    swept = true;
  };
  for (const event of events) {
    switch (event.type) {
      case "antes_posted":
        event.chips.forEach((chips, position) => {
          if (chips) ways.push({ from: `seat-${seatAt(position)}`, to: "pot" });
        });
        break;
      case "bring_in_posted":
      case "called":
      case "bet":
      case "raised":
        ways.push({ from: `seat-${seatAt(event.position)}`, to: `bet-${seatAt(event.position)}` });
        break;
      case "refunded":
        ways.push({ from: `bet-${seatAt(event.position)}`, to: `seat-${seatAt(event.position)}` });
        break;
      case "card_turned":
      case "hand_shown":
      case "deal_ended":
        sweep();
        break;
      default:
        break;
    }
  }
  return ways;
}

/** Lets a chip fly over `layer`, and takes it away when it has landed. */
export function fly(layer: HTMLElement, from: DOMRect, to: DOMRect, delay = 0): void {
  const home = layer.getBoundingClientRect();
  const chip = document.createElement("span");
  chip.className = "flying-chip";
  layer.append(chip);
  const at = (rect: DOMRect): string =>
    `translate(${rect.x + rect.width / 2 - home.x - 9}px, ${rect.y + rect.height / 2 - home.y - 9}px)`;
  const flight = chip.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration: CHIPS_MS,
    delay,
    easing: "ease-in-out",
    fill: "both",
  });
  flight.onfinish = () => chip.remove();
  flight.oncancel = () => chip.remove();
}

/** Plays all flights, from where things stood before to where they stand now. */
export function playFlights(
  layer: HTMLElement,
  ways: readonly Flight[],
  before: Anchors,
  now: Anchors,
): void {
  for (const { from, to } of ways) {
    const target = now.get(to) ?? before.get(to);
    if (!target) continue;
    const starts =
      from === "bet-*"
        ? [...before].filter(([name]) => name.startsWith("bet-")).map(([, rect]) => rect)
        : [before.get(from) ?? now.get(from)];
    for (const start of starts) if (start) fly(layer, start, target);
  }
}

/** Deals the cards out from the middle of the felt, round by round, as they lie in `root`. */
export function playDeal(root: HTMLElement, from: DOMRect, quick: boolean): void {
  const dealt = [...root.querySelectorAll<HTMLElement>("[data-deal]")];
  const order = dealt.sort(
    (one, other) => Number(one.dataset["deal"]) - Number(other.dataset["deal"]),
  );
  const step = quick ? DEAL_MS / 4 : DEAL_MS;
  // All are measured before the first one moves: else each would have the page laid out anew.
  const rects = order.map((card) => card.getBoundingClientRect());
  order.forEach((card, number) => {
    const rect = rects[number] ?? from;
    const x = from.x + from.width / 2 - rect.x - rect.width / 2;
    const y = from.y + from.height / 2 - rect.y - rect.height / 2;
    card.animate(
      [
        { transform: `translate(${x}px, ${y}px) rotate(-14deg)`, opacity: 0 },
        { opacity: 1, offset: 0.3 },
        { transform: "none", opacity: 1 },
      ],
      { duration: FLY_MS, delay: number * step, easing: "ease-out", fill: "backwards" },
    );
  });
}
