/**
 * Ranks, cards and hands in words, as src/cincinnati/words/hands.py tells them.
 *
 * A hand's value is read, not computed: its layout is part of the protocol (HandView in
 * docs/protocol.md).
 */
import type { Card, Rank } from "../wire.gen";
import type { Catalogue } from "./catalogue.svelte";

const RANKS = [
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "jack",
  "queen",
  "king",
  "ace",
] as const;
export type RankName = (typeof RANKS)[number];

/** The ten kinds of hands as the value counts them, the worst first. */
export const CATEGORIES = [
  "high-card",
  "pair",
  "two-pair",
  "three-of-a-kind",
  "straight",
  "flush",
  "full-house",
  "four-of-a-kind",
  "straight-flush",
  "five-of-a-kind",
] as const;
export type Category = (typeof CATEGORIES)[number];

/** A rank by its place from the deuce, 0, to the ace, 12: bit and word. */
type Place = number;

const SETS = 13;
const ACE: Place = 12;

/** What a hand is called; `ranks` make the category, `kickers` are compared after them. */
export interface HandName {
  readonly category: Category;
  readonly ranks: readonly Place[];
  readonly kickers: readonly Place[];
}

/** How a card is shown whose face one may not see. */
export const HIDDEN = "▒▒";

const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" } as const;
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" } as const;
const LETTERS = "23456789TJQKA";

/** A card as rank and suit: `10♠`. */
export function symbol(card: Card): string {
  const sign = SIGNS[suitOf(card)];
  return card.startsWith("T") ? `10${sign}` : card.charAt(0) + sign;
}

/** Cards as rank and suit, in their order. */
export function cardsText(cards: readonly (Card | null)[], hidden = HIDDEN): string {
  return cards.map((card) => (card === null ? hidden : symbol(card))).join(" ");
}

export function suitOf(card: Card): keyof typeof SIGNS {
  const letter = card.charAt(1);
  return letter === "c" || letter === "d" || letter === "h" ? letter : "s";
}

/** A suit within a sentence: `spades`. */
export function suitWord(w: Catalogue, card: Card): string {
  return w.t(`suit.${SUITS[suitOf(card)]}`);
}

/** The place of a card's rank, for comparing and for words. */
export function placeOf(card: Card): Place {
  return LETTERS.indexOf(card.charAt(0));
}

function named(place: Place): RankName {
  return RANKS[place] ?? "ace";
}

/** The word of a rank's place: `ace`. */
export function placeWord(w: Catalogue, place: Place): string {
  return w.n(`rank.${named(place)}`, 1);
}

/** One rank, as the wire counts them: `ace` for 14. */
export function rankWord(w: Catalogue, rank: Rank): string {
  return placeWord(w, rank - 2);
}

/** Several cards of a rank: `aces`. */
export function rankPlural(w: Catalogue, rank: Rank): string {
  return plural(w, rank - 2);
}

/** Ranks in the plural: `fives and jacks`; empty without any. */
export function ranksText(w: Catalogue, ranks: readonly Rank[]): string {
  return w.all(ranks.map((rank) => rankPlural(w, rank)));
}

function plural(w: Catalogue, place: Place): string {
  return w.n(`rank.${named(place)}`, 2);
}

/** What to call a hand of this value (`HandView.high`). */
export function nameOf(high: number): HandName {
  const category = CATEGORIES[high >> (2 * SETS)] ?? "high-card";
  const [ranks, kickers] = [placesIn(high >> SETS), placesIn(high)];
  if (category === "full-house") return { category, ranks: [...ranks, ...kickers], kickers: [] };
  return { category, ranks, kickers };
}

/** The ranks of the lowest thirteen bits, highest first. */
function placesIn(bits: number): Place[] {
  return [...RANKS.keys()].reverse().filter((place) => (bits >> place) & 1);
}

/** Whether a hand is named by its highest card, and the other four follow. */
export function byEachCard({ category }: HandName): boolean {
  return category === "flush" || category === "high-card";
}

/** The category as a code, the royal flush with one of its own. */
export function codeOf({ category, ranks }: HandName): Category | "royal-flush" {
  return category === "straight-flush" && ranks[0] === ACE ? "royal-flush" : category;
}

/** The whole name of a hand: `three aces, king and queen`. */
export function handName(w: Catalogue, high: number): string {
  const name = nameOf(high);
  const hand = w.t(`hand.${codeOf(name)}`, forms(w, name));
  const kickers = byEachCard(name) ? name.ranks.slice(1) : name.kickers;
  const [first] = kickers;
  if (first === undefined) return hand;
  if (kickers.length === 1) {
    return w.t("hand.kicker", { hand, kicker: w.t(`rank.one.${named(first)}`) });
  }
  return w.t("hand.kickers", { hand, kickers: w.all(kickers.map((each) => placeWord(w, each))) });
}

/** A hand within a sentence, without its kickers: `a pair of aces`. */
export function shortName(w: Catalogue, name: HandName): string {
  return w.t(`short.${codeOf(name)}`, forms(w, name));
}

/** One of the kinds of hands: `three of a kind`. */
export function categoryName(w: Catalogue, category: Category | "royal-flush"): string {
  return w.t(`category.${category}`);
}

/** A low hand (`HandView.low`): `low hand 8-6-4-2-A`. */
export function lowName(w: Catalogue, low: number): string {
  return w.t("low.hand", { ranks: lowText(low) });
}

/** The ranks of a low hand: `8-6-4-2-A`; its lowest bit is the ace. */
export function lowText(low: number): string {
  const ranks = [8, 7, 6, 5, 4, 3, 2, 1].filter((rank) => (low >> (rank - 1)) & 1);
  return ranks.map((rank) => (rank === 1 ? "A" : String(rank))).join("-");
}

/** Every form of a hand's ranks; each text takes those that it needs. */
function forms(w: Catalogue, { ranks }: HandName) {
  const [first = ACE] = ranks;
  const last = ranks.at(-1) ?? first;
  return {
    ranks: plural(w, first),
    others: plural(w, last),
    kind: w.t(`rank.kind.${named(first)}`),
    to: w.t(`rank.to.${named(first)}`),
    one: w.t(`rank.one.${named(first)}`),
    rank: placeWord(w, first),
  };
}
