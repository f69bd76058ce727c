/**
 * Why a share of a pot went where it went (R17, R18, R30, R31).
 *
 * The one idea: of all that lost, only the best matters. The winner is compared with the best
 * hand that did not win, first by its groups ("three aces beat three kings"), then by the
 * first card that differs. What each hand is worth stands in the events.
 */
import type { Card, HandShown, PotAwarded, Ruleset } from "../wire.gen";
import type { Catalogue } from "./catalogue.svelte";
import type { NameAt } from "./events";
import {
  byEachCard,
  codeOf,
  handName,
  type HandName,
  lowText,
  nameOf,
  placeOf,
  placeWord,
  shortName,
  suitOf,
  suitWord,
  symbol,
} from "./hands";
import { BOARD_CARDS } from "./wild";

/**
 * What is known when a pot is given out: the hands that contested it, names, rules, board.
 *
 * Without the rules and the board nothing is said of a half that had no taker.
 */
export interface Showdown {
  readonly shown: readonly HandShown[];
  readonly at: NameAt;
  readonly rules?: Ruleset;
  readonly board?: readonly Card[];
}

/** A sentence or two; empty if a winner's hand is not among those shown. */
export function reason(w: Catalogue, award: PotAwarded, showdown: Showdown): string {
  if (award.winners.every((win) => win.cards.length === 0)) return w.t("reason.unopposed");
  const known = new Set(showdown.shown.map((hand) => hand.position));
  if (!award.winners.every((win) => known.has(win.position))) return "";
  switch (award.share) {
    case "high":
      return high(w, award, showdown);
    case "low":
      return low(w, award, showdown);
    case "suit":
      return suit(w, award.winners[0]?.cards[0], showdown);
    case "whole":
      return [high(w, award, showdown), ...otherHalf(w, award, showdown)].join(" ");
  }
}

function high(w: Catalogue, award: PotAwarded, showdown: Showdown): string {
  const { even, lost } = field(award, showdown.shown, (hand) => hand.high);
  const best = even[0]?.high ?? 0;
  if (even.length > 1) {
    return w.t("reason.high.tie", { names: listed(w, even, showdown), hand: handName(w, best) });
  }
  if (lost.length === 0) return w.t("reason.alone");
  return w.capital(beats(w, nameOf(best), nameOf(Math.max(...lost.map((hand) => hand.high)))));
}

function beats(w: Catalogue, winner: HandName, loser: HandName): string {
  const hand = shortName(w, winner);
  if (!sameAtFirstSight(winner, loser)) {
    return w.t(`reason.beats.${codeOf(winner)}`, { hand, other: shortName(w, loser) });
  }
  const his = [...loser.ranks, ...loser.kickers];
  const mine = [...winner.ranks, ...winner.kickers];
  const differs = mine.findIndex((rank, index) => rank !== his[index]);
  return w.t("reason.next_card", {
    hand,
    winner: placeWord(w, mine[differs] ?? 0),
    loser: placeWord(w, his[differs] ?? 0),
  });
}

/** Whether both have the same short name, so that only a further card decides. */
function sameAtFirstSight(one: HandName, other: HandName): boolean {
  if (one.category !== other.category) return false;
  if (byEachCard(one)) return one.ranks[0] === other.ranks[0];
  return one.ranks.every((rank, index) => rank === other.ranks[index]);
}

/** Of two lows the smaller number is the better hand. */
function low(w: Catalogue, award: PotAwarded, showdown: Showdown): string {
  const qualified = showdown.shown.filter((hand) => hand.low !== null);
  const { even, lost } = field(award, qualified, (hand) => -(hand.low ?? 0));
  const ranks = lowText(even[0]?.low ?? 0);
  if (even.length > 1) {
    return w.t("reason.low.tie", { names: listed(w, even, showdown), ranks });
  }
  if (lost.length === 0) return w.t("reason.low.only", { ranks });
  const other = lowText(Math.min(...lost.map((hand) => hand.low ?? Infinity)));
  return w.t("reason.low", { ranks, other });
}

function suit(w: Catalogue, card: Card | undefined, showdown: Showdown): string {
  if (card === undefined) return "";
  const held = suited(
    showdown.shown.flatMap((hand) => hand.cards),
    card,
  );
  const best = Math.max(...held.map(placeOf));
  const kind = held.length === 1 ? "only" : placeOf(card) === best ? "highest" : "lowest";
  return w.t(`reason.suit.${kind}`, { card: symbol(card), suit: suitWord(w, card) });
}

/** Why a pot that might have been shared was not: one took both halves, or nobody the other. */
function otherHalf(w: Catalogue, award: PotAwarded, showdown: Showdown): string[] {
  const winner = showdown.shown.find((hand) => hand.position === award.winners[0]?.position);
  const lines: string[] = [];
  if (winner === undefined) return lines;
  if (winner.low !== null) lines.push(low(w, award, showdown));
  const { rules, board = [] } = showdown;
  if (rules?.split === "low8" && winner.low === null) lines.push(w.t("reason.no_low"));
  const last = board[BOARD_CARDS - 1];
  if (rules?.split === "last_suit" && last !== undefined) {
    const own = suited(winner.cards, last).sort((one, other) => placeOf(one) - placeOf(other));
    const card = own.at(rules.suit_share === "highest" ? -1 : 0);
    if (card === undefined) lines.push(w.t("reason.no_suit", { suit: suitWord(w, last) }));
    else lines.push(suit(w, card, showdown));
  }
  return lines;
}

function suited(cards: readonly Card[], like: Card): Card[] {
  return cards.filter((card) => suitOf(card) === suitOf(like));
}

/** The hands that share, and those that lost. */
function field(
  award: PotAwarded,
  shown: readonly HandShown[],
  score: (hand: HandShown) => number,
): { even: HandShown[]; lost: HandShown[] } {
  const winners = new Set(award.winners.map((win) => win.position));
  const best = Math.max(...shown.filter((hand) => winners.has(hand.position)).map(score));
  // R18: if there are fewer chips than equal hands, some of them get none.
  const short = award.chips === winners.size;
  return {
    even: shown.filter((hand) => winners.has(hand.position) || (short && score(hand) === best)),
    lost: shown.filter((hand) => score(hand) < best),
  };
}

function listed(w: Catalogue, hands: readonly HandShown[], { at }: Showdown): string {
  return w.all(hands.map((hand) => at(hand.position)));
}
