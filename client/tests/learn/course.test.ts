import { describe, expect, test } from "vitest";
import { courseOf, exampleOf, orderOfHands, roundsOf } from "../../src/learn/examples";
import type { Ruleset } from "../../src/wire.gen";
import { CINCINNATI } from "../rules";

const PLAIN = CINCINNATI;

const told = (rules: Ruleset): string =>
  courseOf(rules)
    .map((step) => ("round" in step ? `${step.kind} ${step.round}` : step.kind))
    .join(", ");

describe("the course of a hand", () => {
  test("has five rounds, one after each community card", () => {
    expect(told(PLAIN)).toBe(
      "ante, private, card 1, card 2, card 3, card 4, card 5, showdown, pot",
    );
    expect(roundsOf(PLAIN)).toBe(5);
  });

  test("has a sixth round where the ruleset opens before the first card", () => {
    const rules = { ...PLAIN, opening_round: true };
    expect(told(rules)).toBe(
      "ante, private, opening 1, card 2, card 3, card 4, card 5, card 6, showdown, pot",
    );
    expect(roundsOf(rules)).toBe(6);
  });

  test("begins with what is paid at this table", () => {
    expect(told({ ...PLAIN, ante: 0, blinds: [1, 2] })).toMatch(/^blinds, private/);
    expect(told({ ...PLAIN, blinds: [1, 2] })).toMatch(/^ante, blinds, private/);
  });

  test("ends with the pot and who shares it", () => {
    expect(courseOf({ ...PLAIN, split: "low8" }).at(-1)).toEqual({ kind: "pot", split: "low8" });
  });
});

describe("the pictures", () => {
  test("follow the fields of a ruleset and not its name", () => {
    const mine = { ...PLAIN, preset: "ours", wild: "last_board" as const };
    const theirs: Ruleset = { ...mine, preset: "last-card-wild" };
    expect(exampleOf(mine)).toEqual(exampleOf(theirs));
    expect(exampleOf(mine).wild).toEqual([9]);
  });

  test("keep the layout of the board where parts are combined", () => {
    const rules = { ...PLAIN, layout: "cross" as const, wild: "lowest_board" as const };
    expect(exampleOf(rules)).toEqual(exampleOf({ ...PLAIN, layout: "cross" }));
  });

  test("show five of a kind where something is wild, and only there", () => {
    const categories = (rules: Ruleset) => orderOfHands(rules).map((hand) => hand.category);
    expect(categories(PLAIN)[0]).toBe("royal-flush");
    expect(categories({ ...PLAIN, wild: "ranks", wild_ranks: [2] })[0]).toBe("five-of-a-kind");
    expect(categories(PLAIN)).toHaveLength(10);
  });
});
