/**
 * The cards of the pictures. They are chosen by what a ruleset says, never by its name; a test asks
 * the engine whether each of them is what it claims to be.
 */
import type { Card, Rank, Ruleset } from "../wire.gen";
import type { TextKey } from "../words/words.svelte";
import data from "./examples.json";

type Ending<Start extends string, Key> = Key extends `${Start}${infer End}` ? End : never;
export type Category = Ending<"category.", TextKey>;

/** A deal seen from one place: the cards, what is wild, and what wins with them. */
export interface Example {
  own: Card[];
  board: Card[];
  wild: Rank[];
  best: Card[];
  category: Category;
  /** The cards that win the other half of a pot that is shared; none otherwise. */
  half: Card[];
}

export interface ExampleHand {
  category: Category;
  cards: Card[];
  wild: Card | null;
}

type Variant = Pick<Ruleset, "layout" | "wild" | "split">;

const cards = (text: string): Card[] => text.split(" ").filter(Boolean) as Card[];

const PLAIN: Variant = { layout: "row", wild: "none", split: "none" };

/** The example for a ruleset: the one that fits best, the plain game's if none does. */
export function exampleOf(rules: Variant): Example {
  const find = (wanted: Variant) =>
    data.deals.find(
      (deal) =>
        deal.layout === wanted.layout && deal.wild === wanted.wild && deal.split === wanted.split,
    );
  const deal = find(rules) ?? find({ ...PLAIN, layout: rules.layout }) ?? find(PLAIN);
  if (!deal) throw new Error("examples.json has no deal of the plain game");
  return {
    own: cards(deal.own),
    board: cards(deal.board),
    wild: deal.ranks as Rank[],
    best: cards(deal.best),
    category: deal.category as Category,
    half: cards(deal.half ?? ""),
  };
}

/** The hands from the highest down; five of a kind only where something is wild. */
export function orderOfHands(rules: Variant): ExampleHand[] {
  return data.hands
    .filter((hand) => hand.wild === undefined || rules.wild !== "none")
    .map((hand) => ({
      category: hand.category as Category,
      cards: cards(hand.cards),
      wild: cards(hand.wild ?? "")[0] ?? null,
    }));
}

/** Low hands, the best first. */
export const LOWS: readonly Card[][] = data.lows.map(cards);

/** A part of a hand's course, as it is drawn. `round` counts the betting rounds from 1. */
export type Step =
  | { kind: "ante"; chips: number }
  | { kind: "blinds"; chips: number[] }
  | { kind: "private" }
  | { kind: "opening"; round: number }
  | { kind: "card"; number: number; round: number }
  | { kind: "showdown" }
  | { kind: "pot"; split: Ruleset["split"] };

/** What happens in a hand under these rules, in order. */
export function courseOf(rules: Ruleset): Step[] {
  const first = rules.opening_round ? 2 : 1;
  return [
    ...(rules.ante > 0 ? [{ kind: "ante", chips: rules.ante } as const] : []),
    ...(rules.blinds.length > 0 ? [{ kind: "blinds", chips: rules.blinds } as const] : []),
    { kind: "private" },
    ...(rules.opening_round ? [{ kind: "opening", round: 1 } as const] : []),
    ...[0, 1, 2, 3, 4].map((place) => ({
      kind: "card" as const,
      number: place + 1,
      round: first + place,
    })),
    { kind: "showdown" },
    { kind: "pot", split: rules.split },
  ];
}

/** How many betting rounds a hand has under these rules. */
export const roundsOf = (rules: Ruleset): number =>
  courseOf(rules).filter((step) => "round" in step).length;
