import type { Ruleset } from "../src/wire.gen";

/** The plain game as the server tells it. */
export const CINCINNATI: Ruleset = {
  preset: "cincinnati",
  players: 8,
  stack: 100,
  deals: 10,
  ante: 1,
  short_ante: "out",
  blinds: [],
  bring_in: 0,
  limit: "no",
  min_bet: 2,
  bets: [],
  max_raises: null,
  opening_round: false,
  layout: "row",
  wild: "none",
  wild_ranks: [],
  split: "none",
  suit_share: "highest",
  dealers_choice: false,
  latecomers: false,
};
