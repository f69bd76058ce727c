/** What somebody wants who makes a table, as he last wanted it, and as the server takes it. */
import { remember, remembered } from "../lib/storage";
import type { Clock, Ruleset, RulesetWish, SettingsWish } from "../wire.gen";

export const LONGEST_NAME = 24;
export const LONGEST_TITLE = 60;
export const LONGEST_PIN = 32;
export const PLAYERS = { least: 2, most: 8 } as const;
export const HANDS = { least: 1, most: 50 } as const;
export const CHIPS = { least: 1, most: 1_000_000 } as const;

/** The game, and how long and for how much; the rest of the rules are the preset's. */
export interface Wish {
  preset: string;
  players: number;
  hands: number;
  stack: number;
  /** How strong the bots are, by the name in the registry. */
  bot: string;
}

const FIRST: Wish = { preset: "cincinnati", players: 4, hands: 10, stack: 100, bot: "casual" };

const within = (value: unknown, { least, most }: { least: number; most: number }): boolean =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

const isWish = (value: unknown): value is Wish =>
  typeof value === "object" &&
  value !== null &&
  "preset" in value &&
  typeof value.preset === "string" &&
  "bot" in value &&
  typeof value.bot === "string" &&
  "players" in value &&
  within(value.players, PLAYERS) &&
  "hands" in value &&
  within(value.hands, HANDS) &&
  "stack" in value &&
  within(value.stack, CHIPS);

export const lastWish = (): Wish => remembered("wish", FIRST, isWish);
export const keepWish = (wish: Wish): void => remember("wish", wish);

/** How much time there is; `own` is what the host types. */
export const CLOCKS = {
  slow: { action_ms: 60_000, bank_ms: 120_000 },
  normal: { action_ms: 30_000, bank_ms: 60_000 },
  fast: { action_ms: 15_000, bank_ms: 30_000 },
} as const;
export type Pace = keyof typeof CLOCKS | "own";
export type Times = Pick<Clock, "action_ms" | "bank_ms">;

/** The whole rules of a wish; what belongs to the cards comes from the preset of the server. */
export const rulesOf = (wish: Wish, preset: Ruleset): Ruleset => ({
  ...preset,
  players: wish.players,
  deals: wish.hands,
  stack: wish.stack,
});

/** The same stakes and session with the cards of another game. */
export const withCards = (rules: Ruleset, game: Ruleset): Ruleset => ({
  ...rules,
  preset: game.preset,
  opening_round: game.opening_round,
  layout: game.layout,
  wild: game.wild,
  wild_ranks: game.wild_ranks,
  split: game.split,
  suit_share: game.suit_share,
});

/** A table against bots; nobody waits for a learner, so there is time. */
export const againstBots = (wish: Wish, preset: Ruleset): SettingsWish => ({
  rules: rulesOf(wish, preset),
  clock: CLOCKS.slow,
});

/** The bots that fill the seats beside one's own. */
export const botsOf = (wish: Wish): readonly string[] =>
  Array.from({ length: wish.players - 1 }, () => wish.bot);

/** The stakes that a host may change, with what cannot go together left out (R20-R25). */
export function tidied(rules: Ruleset): RulesetWish {
  const blinds = rules.blinds.filter((chips) => chips > 0);
  return {
    ...rules,
    blinds,
    bets: rules.limit === "fixed" ? rules.bets : [],
    bring_in: blinds.length > 0 ? 0 : rules.bring_in,
    wild_ranks: rules.wild === "ranks" ? rules.wild_ranks : [],
  };
}
