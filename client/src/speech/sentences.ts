/**
 * What has just happened, in short sentences for those who listen.
 *
 * The one idea: three levels. 1: my turn with its price, and results. 2: every action and card
 * too. 3: chips, pots and wild cards as well. Cards are said, not written as signs.
 */
import { nameOfPerson, nameOfSeat } from "../live/story";
import { contestants } from "../table/showing";
import type { Catalogue } from "../words/catalogue.svelte";
import { isSeen, type NameAt } from "../words/events";
import { handName, lowName } from "../words/hands";
import { newsLines, type Who } from "../words/news";
import { reason } from "../words/reasons";
import { spokenCard, spokenCards } from "../words/spoken";
import { CROSS } from "../words/telling";
import { wildIn } from "../words/wild";
import type { Card, HandShown, News, PotAwarded, TableView, View } from "../wire.gen";
import { aloud } from "./aloud";
import { potsAloud, stacksAloud, turnAloud } from "./answers";

export type Detail = 1 | 2 | 3;

/** A state that has come: the view, what happened, and the view before it. */
export interface Heard {
  view: TableView;
  events: readonly News[];
  before: TableView | null;
}

/** From which level on table news are said; those that are not here from the second. */
const SAID_FROM: Partial<Record<News["type"], Detail>> = {
  paused: 1,
  resumed: 1,
  table_ended: 1,
  session_ended: 1,
  chips_corrected: 1,
  bank_spent: 3,
};

/** Everything that is to be said of a state, in its order. */
export function sentences(w: Catalogue, heard: Heard, detail: Detail): string[] {
  const said = heard.events.flatMap((event, index) => {
    const [from, lines] = told(w, heard, event, index, detail);
    return detail >= from ? lines : [];
  });
  return [...said, ...myTurn(w, heard)].filter((line) => line !== "");
}

type Told = readonly [from: Detail, lines: readonly string[]];

function told(w: Catalogue, heard: Heard, event: News, index: number, detail: Detail): Told {
  const { view } = heard;
  const who = names(heard);
  switch (event.type) {
    case "deal_opened":
      return [3, []];
    case "deal_began":
      return [2, [w.t("browser.say.hand", { n: event.number })]];
    case "hands_received":
      return [2, [ownCards(w, event.hands[view.deal?.position ?? -1] ?? [])]];
    case "antes_posted":
      return [3, newsLines(w, event, who)];
    case "card_turned":
      return [
        2,
        [turned(w, heard, event.card, index), ...(detail === 3 ? after(w, heard, index) : [])],
      ];
    case "hand_shown":
      return [2, [shown(w, event, who.at)]];
    case "pot_awarded":
      return [1, won(w, heard, event, who.at)];
    case "deal_ended":
      return [3, [stacksAloud(w, view)]];
    case "seat_asked":
      return [view.host === view.you ? 1 : 2, newsLines(w, event, who)];
    default: {
      const lines = newsLines(w, event, who).map((line) => aloud(w, line));
      return [isSeen(event) ? 2 : (SAID_FROM[event.type] ?? 2), lines];
    }
  }
}

function names({ view, before }: Heard): Who {
  return {
    at: (position) => nameOfSeat(view, view.order[position] ?? 0),
    seat: (seat) => nameOfSeat(view, seat),
    person: (person) => {
      const here = view.people.some((one) => one.person === person);
      return nameOfPerson(here || before === null ? view : before, person);
    },
  };
}

function ownCards(w: Catalogue, cards: readonly (Card | null)[]): string {
  const known = cards.filter((card) => card !== null);
  return known.length
    ? w.t("browser.say.cards", { cards: spokenCards(w, known) })
    : w.t("event.dealt");
}

/** How many community cards came after the event at an index. */
const cardsAfter = (events: readonly News[], index: number): number =>
  events.slice(index + 1).filter((event) => event.type === "card_turned").length;

function turned(w: Catalogue, { view, events }: Heard, card: Card, index: number): string {
  const up = view.deal?.board.filter((one) => one !== null).length ?? 1;
  const place = CROSS[up - 1 - cardsAfter(events, index)];
  if (view.deal?.rules.layout !== "cross" || place === undefined)
    return w.capital(w.t("browser.say.turned", { card: spokenCard(w, card) }));
  const where = w.t(`browser.say.place.${place}`);
  return w.t("browser.say.turned.at", { place: where, card: spokenCard(w, card) });
}

/** The last card that was turned has made something wild, and a pot has been gathered. */
function after(w: Catalogue, { view, events }: Heard, index: number): string[] {
  if (!view.deal || view.deal.over || cardsAfter(events, index) > 0) return [];
  return [wildIn(w, view.deal), potsAloud(w, view)];
}

function shown(w: Catalogue, event: HandShown, at: NameAt): string {
  const high = handName(w, event.high);
  const hand = event.low === null ? high : w.all([high, lowName(w, event.low)]);
  return w.t("browser.say.shown", { name: at(event.position), hand });
}

function won(w: Catalogue, { view, events }: Heard, award: PotAwarded, at: NameAt): string[] {
  const side = award.pot ? (".side" as const) : "";
  const takes = award.winners.map((win) => {
    const chips = w.n("chips", win.chips);
    const text = w.t(`event.won.${award.share}${side}`, {
      name: at(win.position),
      chips,
      pot: award.pot,
    });
    return `${w.capital(text)}.`;
  });
  return [...takes, aloud(w, why(w, view.deal, events, award, at))];
}

function why(
  w: Catalogue,
  deal: View | null,
  events: readonly News[],
  award: PotAwarded,
  at: NameAt,
): string {
  if (!deal) return "";
  const there = contestants(deal, award.pot);
  const hands = events.filter((event) => event.type === "hand_shown");
  const shown = hands.filter((hand) => there.includes(hand.position));
  const board = deal.board.filter((card) => card !== null);
  return reason(w, award, { shown, at, rules: deal.rules, board });
}

const turnKey = (view: TableView | null): string | null =>
  view?.deal?.legal && view.phase === "playing"
    ? `${view.session}.${view.number}.${view.turn}.${view.deal.legal.call}`
    : null;

/** My turn, once: not again when the same turn is shown anew. */
function myTurn(w: Catalogue, { view, before }: Heard): string[] {
  const key = turnKey(view);
  return key === null || key === turnKey(before) ? [] : [turnAloud(w, view)];
}
