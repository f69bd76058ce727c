import type { News } from "../wire.gen";

/** Where the things of the table stood; by the name in `data-anchor`. */
export type Anchors = ReadonlyMap<string, DOMRect>;

const CHIPS_MS = 220;
const DEAL_MS = 60;
const FLY_MS = 240;
/** When each of the chips that a winner gets sets off. */
const AWARD_MS = [0, 70, 140] as const;

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

/** A way from here to there, after so many ms. */
type Way = readonly [from: DOMRect, to: DOMRect, delay: number];

/** Lets chips fly over `layer`, and takes each away when it has landed. */
function fly(layer: HTMLElement, ways: readonly Way[]): void {
  // Measured once, before the first chip lies there: else each would have the page laid out anew.
  const home = layer.getBoundingClientRect();
  const at = (rect: DOMRect): string =>
    `translate(${rect.x + rect.width / 2 - home.x - 9}px, ${rect.y + rect.height / 2 - home.y - 9}px)`;
  for (const [from, to, delay] of ways) {
    const chip = document.createElement("span");
    chip.className = "flying-chip";
    layer.append(chip);
    const flight = chip.animate([{ transform: at(from) }, { transform: at(to) }], {
      duration: CHIPS_MS,
      delay,
      easing: "ease-in-out",
      fill: "both",
    });
    flight.onfinish = () => chip.remove();
    flight.oncancel = () => chip.remove();
  }
}

/** Plays all flights, from where things stood before to where they stand now. */
export function playFlights(
  layer: HTMLElement,
  ways: readonly Flight[],
  before: Anchors,
  now: Anchors,
): void {
  const flying = ways.flatMap(({ from, to }): Way[] => {
    const target = now.get(to) ?? before.get(to);
    const starts =
      from === "bet-*"
        ? [...before].filter(([name]) => name.startsWith("bet-")).map(([, rect]) => rect)
        : [before.get(from) ?? now.get(from)];
    return target ? starts.flatMap((start): Way[] => (start ? [[start, target, 0]] : [])) : [];
  });
  if (flying.length) fly(layer, flying);
}

/** Three chips from the pot to each of the seats that win a share of it. */
export function playAward(layer: HTMLElement, seats: readonly number[], now: Anchors): void {
  const pot = now.get("pot");
  const targets = seats.flatMap((seat) => now.get(`seat-${seat}`) ?? []);
  if (pot)
    fly(
      layer,
      targets.flatMap((seat) => AWARD_MS.map((delay): Way => [pot, seat, delay])),
    );
}

interface Dealt {
  card: HTMLElement;
  /** Cards of the same round have the same tens. */
  place: number;
  rect: DOMRect;
}

/**
 * Deals the cards out from the middle of the felt, round by round, as they lie in `root`. A card
 * waits unseen until its round begins, so that it costs no frame. `done` is called when the last
 * one lies there. Returns how to lay out at once what has not been dealt yet.
 */
export function playDeal(
  root: HTMLElement,
  from: DOMRect,
  quick: boolean,
  done: () => void,
): () => void {
  const left = [...root.querySelectorAll<HTMLElement>("[data-deal]")]
    .map((card): Dealt => {
      const place = Number(card.dataset["deal"]);
      return { card, place, rect: card.getBoundingClientRect() };
    })
    .sort((one, other) => one.place - other.place);
  for (const { card } of left) card.style.opacity = "0";
  const step = quick ? DEAL_MS / 4 : DEAL_MS;
  const begin = performance.now();
  let dealt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function round(): void {
    const of = Math.floor((left[0]?.place ?? 0) / 10);
    const count = left.filter(({ place }) => Math.floor(place / 10) === of).length;
    left.splice(0, count).forEach((one, number) => deal(one, from, number * step));
    dealt += count;
    const next = left.length ? round : done;
    const after = left.length ? 0 : FLY_MS;
    timer = setTimeout(next, begin + dealt * step + after - performance.now());
  }
  round();
  return () => {
    clearTimeout(timer);
    for (const { card } of left.splice(0)) card.style.opacity = "";
    done();
  };
}

function deal({ card, rect }: Dealt, from: DOMRect, delay: number): void {
  const x = from.x + from.width / 2 - rect.x - rect.width / 2;
  const y = from.y + from.height / 2 - rect.y - rect.height / 2;
  card.style.opacity = "";
  card.animate(
    [
      { transform: `translate(${x}px, ${y}px) rotate(-14deg)`, opacity: 0 },
      { opacity: 1, offset: 0.3 },
      { transform: "none", opacity: 1 },
    ],
    { duration: FLY_MS, delay, easing: "ease-out", fill: "backwards" },
  );
}
