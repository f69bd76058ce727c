import type { PlayerView, Ruleset, TableView, View } from "../../src/wire.gen";
import { CINCINNATI } from "../rules";

/** A table of three in the middle of a deal: Ann (seat 0) deals, Bea (1), Cid (4) is the viewer. */
export const rules: Ruleset = { ...CINCINNATI, players: 5 };

export const player = (more: Partial<PlayerView> = {}): PlayerView => ({
  stack: 90,
  bet: 0,
  put_in: 10,
  live: true,
  cards: [null, null, null, null, null],
  hand: null,
  ...more,
});

/** Positions 0, 1, 2 are Bea, Cid and the dealer, Ann. */
export const deal = (more: Partial<View> = {}): View => ({
  rules,
  position: 1,
  players: [
    player({ bet: 8, stack: 82 }),
    player({ cards: ["As", "Kd", "2c", "2d", "9h"] }),
    player({ live: false, stack: 40 }),
  ],
  board: ["Qs", "3d", null, null, null],
  wild: [],
  round: 1,
  level: 8,
  to_act: 1,
  legal: { fold: true, call: 8, raise_to: [16, 90], bring_in: false },
  moves: [
    [0, 0, 8],
    [1, 0, 8],
    [2, 0, null],
    [0, 1, 8],
  ],
  pots: [{ amount: 30, eligible: [0, 1] }],
  awards: [],
  over: false,
  ...more,
});

export const table = (more: Partial<TableView> = {}): TableView => ({
  version: 7,
  phase: "playing",
  settings: {
    rules,
    clock: {
      action_ms: 30_000,
      bank_ms: 60_000,
      between_ms: 4_000,
      show_ms: 1_500,
      think_ms: [700, 2_500],
      grace_ms: 5_000,
    },
    title: "",
    approve: false,
    spectators: true,
    chat: true,
    name_hands: true,
    odds: false,
  },
  host: "ann",
  you: "cid",
  people: [
    { person: "ann", name: "Ann", seat: 0, asked: null, bot: null },
    { person: "bea", name: "Bea", seat: 1, asked: null, bot: "casual" },
    { person: "cid", name: "Cid", seat: 4, asked: null, bot: null },
    { person: "dan", name: "Dan", seat: null, asked: null, bot: null },
  ],
  seats: [0, 1, 4].map((seat) => ({
    seat,
    chips: 90,
    place: 1,
    presence: "here",
    corrections: 0,
    corrected: 0,
    bank_ms: 60_000,
  })),
  session: 1,
  number: 3,
  dealer: 0,
  order: [1, 4, 0],
  to_act: 4,
  turn: 12,
  choosing: null,
  acts_until: null,
  bank_from: null,
  deal: deal(),
  places: null,
  digest: "",
  ...more,
});
