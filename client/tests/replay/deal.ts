/** A hand for tests: Ann and Bruno; a bet, a card, a showdown with a side pot or without. */
import type {
  Card,
  Move,
  PlayerView,
  PotAwarded,
  Replay,
  Ruleset,
  Seen,
  View,
} from "../../src/wire.gen";
import { CINCINNATI } from "../rules";

export const RULES: Ruleset = { ...CINCINNATI, players: 4 };

const HIDDEN = [null, null, null, null, null];
export const ANNS: Card[] = ["As", "Ad", "3c", "4c", "6d"];
const BRUNOS: Card[] = ["Ks", "Kd", "5h", "7h", "9d"];
const MOVES: Move[] = [
  [0, 0, 4],
  [1, 0, 4],
];
const BOARD: Card[] = ["Ah", "Kc", "8c", "2d", "Qs"];
const ACES = 3 * 2 ** 26 + 2 ** (12 + 13) + 2 ** 11 + 2 ** 10;
const KINGS = 3 * 2 ** 26 + 2 ** (11 + 13) + 2 ** 12 + 2 ** 10;

interface Now {
  stacks: [number, number];
  bets?: [number, number];
  moved?: number;
  dealt?: boolean;
  shown?: boolean;
  turned?: number;
  pot?: number;
  awards?: PotAwarded[];
  over?: boolean;
}

function view(now: Now): View {
  const { stacks, bets = [0, 0], turned = 0, pot = 0, awards = [] } = now;
  const player = (position: 0 | 1): PlayerView => {
    const cards = position === 0 ? ANNS : now.shown ? BRUNOS : HIDDEN;
    const high = position === 0 ? ACES : KINGS;
    return {
      stack: stacks[position],
      bet: bets[position],
      put_in: 100 - stacks[position],
      live: true,
      cards: now.dealt ? cards : [],
      hand:
        now.dealt && (position === 0 || now.shown)
          ? {
              high,
              high_cards: cards.filter((c) => c !== null),
              low: null,
              low_cards: [],
              wild: [],
            }
          : null,
    };
  };
  return {
    rules: RULES,
    position: 0,
    players: [player(0), player(1)],
    board: BOARD.map((card, place) => (place < turned ? card : null)),
    wild: [],
    round: Math.max(0, turned - 1),
    level: 0,
    to_act: null,
    legal: null,
    moves: MOVES.slice(0, now.moved ?? 0),
    pots: pot ? [{ amount: pot, eligible: [0, 1] }] : [],
    awards,
    over: now.over ?? false,
  };
}

const AWARD: PotAwarded = {
  type: "pot_awarded",
  pot: 0,
  share: "whole",
  chips: 10,
  winners: [{ position: 0, chips: 10, cards: ["As", "Ad", "Ah", "Kc", "Qs"] }],
};

const MOMENTS: [Seen, Now][] = [
  [
    { type: "deal_opened", rules: RULES, stacks: [100, 100], commitment: null },
    { stacks: [100, 100] },
  ],
  [
    { type: "antes_posted", chips: [1, 1] },
    { stacks: [99, 99], pot: 2 },
  ],
  [
    { type: "hands_received", hands: [ANNS, HIDDEN] },
    { stacks: [99, 99], pot: 2, dealt: true },
  ],
  [
    { type: "card_turned", card: "Ah" },
    { stacks: [99, 99], pot: 2, dealt: true, turned: 1 },
  ],
  [
    { type: "bet", position: 0, to: 4, left: 95 },
    { stacks: [95, 99], bets: [4, 0], moved: 1, pot: 2, dealt: true, turned: 1 },
  ],
  [
    { type: "called", position: 1, chips: 4, left: 95 },
    { stacks: [95, 95], bets: [4, 4], moved: 2, pot: 2, dealt: true, turned: 1 },
  ],
  ...BOARD.slice(1).map((card, n): [Seen, Now] => [
    { type: "card_turned", card },
    { stacks: [95, 95], moved: 2, pot: 10, dealt: true, turned: n + 2 },
  ]),
  [
    { type: "hand_shown", position: 0, cards: ANNS, high: ACES, low: null },
    { stacks: [95, 95], moved: 2, pot: 10, dealt: true, turned: 5 },
  ],
  [
    { type: "hand_shown", position: 1, cards: BRUNOS, high: KINGS, low: null },
    { stacks: [95, 95], moved: 2, pot: 10, dealt: true, turned: 5, shown: true },
  ],
  [AWARD, { stacks: [105, 95], moved: 2, dealt: true, turned: 5, shown: true, awards: [AWARD] }],
  [
    { type: "deal_ended", stacks: [105, 95] },
    {
      stacks: [105, 95],
      moved: 2,
      dealt: true,
      turned: 5,
      shown: true,
      awards: [AWARD],
      over: true,
    },
  ],
];

export const DEAL: Replay = {
  number: 3,
  session: 1,
  in_session: 3,
  seats: [
    { seat: 4, person: "p-ann", name: "Ann" },
    { seat: 1, person: "p-bruno", name: "Bruno" },
  ],
  position: 0,
  frames: MOMENTS.map(([event, now]) => ({ event, view: view(now) })),
};
export const LAST = DEAL.frames.length - 1;
