import { describe, expect, it } from "vitest";
import { cuesOf } from "../../src/sound/cues";
import { RECIPES } from "../../src/sound/wood";
import { LASTS } from "../../src/table/showing";
import type { News } from "../../src/wire.gen";
import { deal, table } from "../table/view";

const others = table({ to_act: 0, deal: deal({ legal: null }) });
const sounds = (...events: News[]): [string, number][] =>
  cuesOf(others, events, others).map(({ sound, after }) => [sound, after]);

describe("one hears", () => {
  it("wood for a check, chips for money, a card for a card", () => {
    expect(sounds({ type: "checked", position: 0 })).toEqual([["check", 0]]);
    expect(sounds({ type: "called", position: 0, chips: 8, left: 80 })).toEqual([["chips", 0]]);
    expect(sounds({ type: "card_turned", card: "3d" })).toEqual([["card", 0]]);
    expect(sounds({ type: "paused" })).toEqual([]);
  });

  it("the same sound once, where several things come together", () => {
    expect(
      sounds(
        { type: "called", position: 0, chips: 8, left: 80 },
        { type: "called", position: 2, chips: 8, left: 80 },
        { type: "card_turned", card: "3d" },
      ),
    ).toEqual([
      ["chips", 0],
      ["card", 0],
    ]);
  });

  it("five cards dealt one after the other", () => {
    const dealt = sounds({ type: "hands_received", hands: [] });
    expect(dealt.map(([sound]) => sound)).toEqual(["card", "card", "card", "card", "card"]);
    expect(new Set(dealt.map(([, after]) => after)).size).toBe(5);
  });

  it("my turn when it begins, and not again", () => {
    expect(cuesOf(table(), [], others)).toEqual([{ sound: "turn", after: 0 }]);
    expect(cuesOf(table({ version: 8 }), [], table())).toEqual([]);
    expect(cuesOf(others, [], table())).toEqual([]);
  });

  it("the showdown as it is shown, and a win only if it is mine", () => {
    const shown: News = { type: "hand_shown", position: 0, cards: [], high: 0, low: null };
    const award = (position: number): News => ({
      type: "pot_awarded",
      pot: 0,
      share: "whole",
      chips: 9,
      winners: [{ position, chips: 9, cards: [] }],
    });
    expect(sounds(shown, { ...shown, position: 1 }, award(1))).toEqual([
      ["card", 0],
      ["card", LASTS.open],
      ["win", 2 * LASTS.open],
    ]);
    expect(sounds(shown, award(0))).toEqual([
      ["card", 0],
      ["chips", LASTS.open],
    ]);
  });
});

it("all sounds are short and soft", () => {
  for (const { knocks, breaths } of Object.values(RECIPES)) {
    for (const [at, , lasts, loud] of knocks) {
      expect(at + lasts).toBeLessThan(1);
      expect(loud).toBeLessThan(0.4);
    }
    for (const [at, , , lasts, loud] of breaths) {
      expect(at + lasts).toBeLessThan(1);
      expect(loud).toBeLessThan(0.4);
    }
  }
});
