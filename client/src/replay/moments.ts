/**
 * A hand that is looked at again: its moments, its streets, what the felt shows, its story.
 *
 * The one idea: every moment comes from the server with its own view, so nothing is played here;
 * a moment only adds what the views before it said in passing (who bet last, who wins).
 */
import { sceneOfFrame, wordsAfter, type Scene, type SceneSeat, type Words } from "../table/scene";
import type { Catalogue } from "../words/catalogue.svelte";
import { Teller, wildRanks, type Line } from "../words/telling";
import type { Card, PotAwarded, Replay, Seen, View } from "../wire.gen";

/** How the viewer's own seat is called: "You", or by its name where somebody else played it. */
export type Hero = "you" | "named";

export interface Moment {
  readonly event: Seen;
  readonly view: View;
  /** What each position did last. */
  readonly words: Words;
  /** Whose hands have been shown. */
  readonly shown: ReadonlySet<number>;
  /** What is being given away at this moment: one share of a pot, at the end all of them. */
  readonly awards: readonly PotAwarded[];
}

/** Where a part of the hand begins: the deal, a community card, the showdown or the end. */
export interface Street {
  readonly at: number;
  readonly kind: "deal" | "card" | "showdown" | "end";
  readonly card: Card | null;
}

/** What the story says of one moment. */
export interface Entry {
  readonly at: number;
  readonly lines: readonly Line[];
}

export function momentsOf(deal: Replay): readonly Moment[] {
  let words: Words = new Map();
  let shown: ReadonlySet<number> = new Set();
  return deal.frames.map(({ event, view }) => {
    words = wordsAfter(words, event);
    if (event.type === "hand_shown") shown = new Set([...shown, event.position]);
    const awards =
      event.type === "pot_awarded" ? [event] : event.type === "deal_ended" ? view.awards : [];
    return { event, view, words, shown, awards };
  });
}

export function streetsOf(deal: Replay): readonly Street[] {
  const streets: Street[] = [];
  deal.frames.forEach(({ event }, at) => {
    const begun = streets.some(({ kind }) => kind === "showdown" || kind === "end");
    if (event.type === "hands_received") streets.push({ at, kind: "deal", card: null });
    if (event.type === "card_turned") streets.push({ at, kind: "card", card: event.card });
    if (event.type === "hand_shown" && !begun) streets.push({ at, kind: "showdown", card: null });
    if (event.type === "pot_awarded" && !begun) streets.push({ at, kind: "end", card: null });
  });
  return streets;
}

/** The street that a moment belongs to; what comes before the cards belongs to the deal. */
export function streetAt(streets: readonly Street[], at: number): number {
  return Math.max(
    0,
    streets.findLastIndex((street) => street.at <= at),
  );
}

/** The cards that make the viewer's hand at a moment; none once a pot is given. */
export function bestAt(moment: Moment): readonly Card[] {
  const { position, players } = moment.view;
  const player = position === null ? undefined : players[position];
  if (!player?.hand || !player.live || moment.awards.length) return [];
  return [...player.hand.high_cards, ...player.hand.low_cards];
}

export function sceneAt(deal: Replay, moment: Moment): Scene {
  const scene = sceneOfFrame(
    moment.view,
    deal.seats.map((seat) => seat.name),
    deal.seats.map((seat) => seat.seat),
    moment.words,
    `${deal.session}.${deal.number}`,
  );
  const wins = moment.awards.flatMap((award) => award.winners);
  const won = wins.flatMap((win) => win.cards);
  const seats = scene.seats.map((seat): SceneSeat => {
    const his = wins.filter((win) => win.position === seat.position);
    return { ...seat, lifted: his.flatMap((win) => win.cards), winner: his.length > 0 };
  });
  return {
    ...scene,
    seats,
    lifted: won.filter((card) => scene.board.includes(card)),
    dimmed: won.length > 0,
  };
}

/** The same with the hero called by name: his cards lie face down until all may see them. */
export function withNames(scene: Scene, moment: Moment): Scene {
  const seats = scene.seats.map((seat): SceneSeat => {
    if (!seat.you) return seat;
    const open = seat.position !== null && moment.shown.has(seat.position);
    const cards = open ? seat.cards : seat.cards.map(() => null);
    return { ...seat, you: false, cards, hand: open ? seat.hand : null };
  });
  return { ...scene, seats };
}

/** The whole story, moment by moment; a moment that has nothing to say is left out. */
export function storyOf(w: Catalogue, deal: Replay): readonly Entry[] {
  const teller = new Teller(w);
  const nameAt = (position: number): string => deal.seats[position]?.name ?? "";
  return deal.frames.flatMap(({ event, view }, at) => {
    const told = teller.tell(event, nameAt, wildRanks(view));
    // The second line of a card names the whole board, which lies beside the story.
    const lines = event.type === "card_turned" ? told.filter((_, line) => line !== 1) : told;
    return lines.length ? [{ at, lines }] : [];
  });
}

/** What is said of a moment; of the last one who won, and why, pot by pot. */
export function saidAt(
  story: readonly Entry[],
  moments: readonly Moment[],
  at: number,
): readonly Line[] {
  if (moments[at]?.event.type !== "deal_ended")
    return story.findLast((entry) => entry.at <= at)?.lines ?? [];
  return story.flatMap((entry) =>
    moments[entry.at]?.event.type === "pot_awarded" ? entry.lines : [],
  );
}

/** What each position has won or lost over the hand. */
export const gains = (deal: Replay): readonly number[] => {
  const [first, last] = [deal.frames[0]?.view, deal.frames.at(-1)?.view];
  return (last?.players ?? []).map(
    (player, position) => player.stack - (first?.players[position]?.stack ?? 0),
  );
};
