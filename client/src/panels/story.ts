/**
 * The story of the hands as the side tells it: hands, their parts, their lines.
 *
 * The one idea: the teller of words/telling.ts says everything; here its lines get their place.
 * A community card begins a part, checks in a row become one line, and what a row of cards
 * that were turned at once made wild is said of the last one only.
 */
import { nameOfPerson, nameOfSeat, type Told } from "../live/story";
import type { Catalogue } from "../words/catalogue.svelte";
import { isSeen } from "../words/events";
import { symbol } from "../words/hands";
import { newsLines } from "../words/news";
import { Teller, type Line as Tale, type WildRanks } from "../words/telling";
import type { Rank, TableView } from "../wire.gen";

export interface Line {
  key: string;
  kind: "line" | "wild" | "reason" | "won" | "table";
  text: string;
}

/** What follows a community card, or the showdown; the first part of a hand has no heading. */
export interface Part {
  key: string;
  heading: string;
  lines: Line[];
}

/** One hand, or what was at the table before the first one (`number` 0). */
export interface Hand {
  key: string;
  session: number;
  number: number;
  parts: Part[];
}

const CARDS = [1, 2, 3, 4, 5] as const;

export function handsOf(w: Catalogue, story: readonly Told[], view: TableView): Hand[] {
  const teller = new Teller(w);
  const hands: Hand[] = [];
  let session = view.session - story.filter(({ event }) => event.type === "session_started").length;
  let checks: string[] = [];
  for (const [index, one] of story.entries()) {
    if (one.event.type === "session_started") session += 1;
    const hand = handFor(hands, one, session);
    const add = (kind: Line["kind"], texts: readonly string[]): void => {
      texts.forEach((text, line) => {
        if (text) partOf(hand, one).lines.push({ key: `${one.key}.${line}`, kind, text });
      });
    };
    if (one.event.type !== "checked") checks = [];
    if (one.event.type === "deal_began") continue; // the heading says so
    if (!isSeen(one.event)) {
      add("table", newsLines(w, one.event, whoAt(view, one)));
      continue;
    }
    const at = (position: number): string => one.names[position] ?? "";
    const lines = teller.tell(one.event, at, wildAfter(story, index, view));
    switch (one.event.type) {
      case "card_turned":
        begin(hand, one, headingOf(w, one, lines[0]?.text ?? ""));
        add(
          "wild",
          lines.slice(2).map((line) => line.text),
        );
        break;
      case "checked": {
        checks.push(at(one.event.position));
        const last = partOf(hand, one).lines.at(-1);
        if (checks.length > 1 && last)
          last.text = w.t("browser.story.checks", { names: w.all(checks) });
        else
          add(
            "line",
            lines.map((line) => line.text),
          );
        break;
      }
      case "deal_ended":
        break;
      default:
        tell(w, hand, one, lines);
    }
  }
  return hands.filter((hand) => hand.parts.some((part) => part.heading || part.lines.length));
}

function tell(w: Catalogue, hand: Hand, one: Told, lines: readonly Tale[]): void {
  lines.forEach(({ kind, text }, line) => {
    if (kind === "showdown") {
      begin(hand, one, text);
      return;
    }
    const won = one.event.type === "pot_awarded" && kind === "line";
    const told = kind === "reason" ? "reason" : won ? "won" : "line";
    partOf(hand, one).lines.push({ key: `${one.key}.${line}`, kind: told, text: w.capital(text) });
  });
}

function handFor(hands: Hand[], { key, deal, event }: Told, session: number): Hand {
  const last = hands.at(-1);
  const number = event.type === "session_started" ? 0 : deal;
  const begins = event.type === "deal_began" || event.type === "session_started" || !last;
  if (!begins && last) return last;
  // Who takes the table back to this device is told the running deal again.
  const same = hands.findIndex((one) => one.session === session && one.number === number);
  if (same >= 0 && number > 0) hands.splice(same);
  const hand = { key: `${session}.${number}.${key}`, session, number, parts: [] };
  hands.push(hand);
  return hand;
}

function partOf(hand: Hand, { key }: Told): Part {
  return hand.parts.at(-1) ?? begin(hand, { key }, "");
}

function begin(hand: Hand, { key }: Pick<Told, "key">, heading: string): Part {
  const part: Part = { key: `${key}`, heading, lines: [] };
  hand.parts.push(part);
  return part;
}

/** "First card K♦"; in a cross its place, as the teller says it. */
function headingOf(w: Catalogue, { event, boardCards }: Told, told: string): string {
  const nth = CARDS[boardCards - 1];
  if (event.type !== "card_turned") return told;
  const plain = told === w.t("event.turned", { card: symbol(event.card) });
  if (!plain || nth === undefined) return told.replace(/\.$/, "");
  return w.t(`browser.story.card.${nth}`, { card: symbol(event.card) });
}

/** What was wild after an event. Of cards turned in one go only the state after the last is known. */
function wildAfter(story: readonly Told[], index: number, view: TableView): WildRanks {
  const one = story[index];
  if (!one) return { all: [], hands: [] };
  const running = one.deal === view.number && view.deal !== null;
  const hands = running ? (view.deal?.players.map((player) => player.hand?.wild ?? []) ?? []) : [];
  return { all: moreCardsAtOnce(story, index) ? earlier(story, index) : one.wild, hands };
}

function moreCardsAtOnce(story: readonly Told[], index: number): boolean {
  const next = story[index + 1];
  return story[index]?.event.type === "card_turned" && next?.event.type === "card_turned";
}

function earlier(story: readonly Told[], index: number): readonly Rank[] {
  let before = index;
  while (before > 0 && story[before]?.event.type === "card_turned") before -= 1;
  const one = story[before];
  return one && one.deal === story[index]?.deal && one.boardCards > 0 ? one.wild : [];
}

function whoAt(view: TableView, { names }: Told): Parameters<typeof newsLines>[2] {
  return {
    at: (position) => names[position] ?? "",
    seat: (seat) => nameOfSeat(view, seat),
    person: (person) => nameOfPerson(view, person),
  };
}
