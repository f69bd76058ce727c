import { describe, expect, it } from "vitest";
import { amountOf, clamp, typed } from "../../src/acting/amounts";
import { deal, player } from "../table/view";

const view = deal({ players: [player({ bet: 8 }), player(), player()], level: 8 });
const legal = { fold: true, call: 8, raise_to: [16, 90], bring_in: false } as const;
const wide = { fold: true, call: 8, raise_to: [16, 90] as [number, number], bring_in: false };

describe("quick amounts", () => {
  it("count a part of the pot after the call", () => {
    // 30 in the pot, a bet of 8, our call of 8: half of 46 above the level of 8.
    expect(amountOf(0.5, view, wide, legal.raise_to)).toBe(31);
    expect(amountOf(1, view, wide, legal.raise_to)).toBe(54);
  });
  it("stay within what is legal", () => {
    expect(amountOf(0.1, view, wide, legal.raise_to)).toBe(16);
    expect(amountOf(9, view, wide, legal.raise_to)).toBe(90);
    expect(amountOf("least", view, wide, legal.raise_to)).toBe(16);
    expect(amountOf("most", view, wide, legal.raise_to)).toBe(90);
    expect(clamp(40.4, [16, 90])).toBe(40);
  });
});

describe("a typed amount", () => {
  it("may have its thousands apart as any language writes them", () => {
    expect(["1200", "1,200", "1.200", "1 200", "1\u202f200", "1\u00a0200"].map(typed)).toEqual(
      Array(6).fill(1200),
    );
  });
  it("is nothing if it is no whole number", () => {
    const others = ["", "-5", "1e9", "ten", "12345678901", "2.5", "1,50", "1.0000"];
    expect(others.map(typed)).toEqual(Array(8).fill(null));
  });
});
