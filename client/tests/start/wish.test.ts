import { beforeEach, expect, test } from "vitest";
import {
  againstBots,
  botsOf,
  keepWish,
  lastWish,
  rulesOf,
  tidied,
  withCards,
} from "../../src/start/wish";
import { RULES } from "./views";

beforeEach(() => localStorage.clear());

const WISH = { preset: "liz", players: 6, hands: 25, stack: 200, bot: "regular" };

test("what was wished last is wished again", () => {
  keepWish(WISH);
  expect(lastWish()).toEqual(WISH);
});

test.each([
  { players: 9 },
  { players: 1 },
  { hands: 0 },
  { hands: 2.5 },
  { stack: -1 },
  { bot: 3 },
])("a wish with %o is forgotten", (wrong) => {
  keepWish({ ...WISH, ...wrong } as typeof WISH);
  expect(lastWish()).toEqual({
    preset: "cincinnati",
    players: 4,
    hands: 10,
    stack: 100,
    bot: "casual",
  });
});

test("the cards are the preset's, the numbers are the wish's", () => {
  const liz = { ...RULES, preset: "liz", wild: "lowest_board", opening_round: true } as const;
  expect(rulesOf(WISH, liz)).toEqual({ ...liz, players: 6, deals: 25, stack: 200 });
  expect(againstBots(WISH, liz).rules).toEqual(rulesOf(WISH, liz));
});

test("another game changes the cards and leaves the stakes", () => {
  const dear = { ...RULES, ante: 5, limit: "pot", latecomers: true } as const;
  const cross = { ...RULES, preset: "crisscross", layout: "cross", opening_round: true } as const;
  expect(withCards(dear, cross)).toEqual({
    ...dear,
    preset: "crisscross",
    layout: "cross",
    opening_round: true,
  });
});

test("bots take every seat but one", () => {
  expect(botsOf(WISH)).toEqual(Array(5).fill("regular"));
  expect(botsOf({ ...WISH, players: 2 })).toEqual(["regular"]);
});

test("what the form no longer shows is not sent", () => {
  expect(tidied({ ...RULES, blinds: [0, 2], bring_in: 1 })).toMatchObject({
    blinds: [2],
    bring_in: 0,
  });
  expect(tidied({ ...RULES, blinds: [], bring_in: 1 })).toMatchObject({ blinds: [], bring_in: 1 });
  expect(tidied({ ...RULES, wild: "none", wild_ranks: [2] })).toMatchObject({ wild_ranks: [] });
  expect(tidied({ ...RULES, wild: "ranks", wild_ranks: [2] })).toMatchObject({ wild_ranks: [2] });
  expect(tidied({ ...RULES, limit: "no", bets: [2, 4] })).toMatchObject({ bets: [] });
  expect(tidied({ ...RULES, limit: "fixed", bets: [2, 4] })).toMatchObject({ bets: [2, 4] });
});
