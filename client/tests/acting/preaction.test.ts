import { describe, expect, it } from "vitest";
import { actionOf, priceNow, stillHolds, wishesAt, wishFor } from "../../src/acting/preaction";
import { deal, player, table } from "../table/view";

const free = deal({ level: 0, to_act: 2, legal: null, players: [player(), player(), player()] });
const others = table({ deal: free, to_act: 0 });

describe("a choice in advance", () => {
  it("has a price: what would have to be called", () => {
    expect(priceNow(free)).toBe(0);
    expect(priceNow(deal())).toBe(8);
    expect(priceNow(deal({ players: [player({ bet: 8 }), player({ stack: 5 }), player()] }))).toBe(
      5,
    );
    expect(priceNow(deal({ position: null }))).toBeNull();
    expect(priceNow(deal({ over: true }))).toBeNull();
    expect(priceNow(deal({ players: [player(), player({ live: false }), player()] }))).toBeNull();
  });

  it("offers no fold where checking is free", () => {
    expect(wishesAt(0)).toEqual(["check_fold", "check"]);
    expect(wishesAt(8)).toEqual(["fold", "call"]);
  });

  it("does not survive a bet, another card or another deal", () => {
    const pre = wishFor("check_fold", others);
    expect(pre && stillHolds(pre, others)).toBe(true);
    const bet = table({ deal: deal({ to_act: 0, legal: null, round: free.round }), to_act: 1 });
    expect(pre && stillHolds(pre, bet)).toBe(false);
    expect(pre && stillHolds(pre, table({ deal: { ...free, round: 2 } }))).toBe(false);
    expect(pre && stillHolds(pre, table({ deal: free, number: 4 }))).toBe(false);
  });

  it("becomes the action at its price, and nothing at another", () => {
    const check = { wish: "check_fold", deal: "1.3", round: 1, price: 0 } as const;
    const legal = { fold: false, call: 0, raise_to: null, bring_in: false };
    expect(actionOf(check, legal)).toEqual({ type: "call" });
    expect(actionOf(check, { ...legal, fold: true, call: 8 })).toBeNull();
    const fold = { wish: "fold", deal: "1.3", round: 1, price: 8 } as const;
    expect(actionOf(fold, { ...legal, fold: true, call: 8 })).toEqual({ type: "fold" });
    expect(actionOf(fold, { ...legal, call: 0 })).toBeNull();
  });
});
