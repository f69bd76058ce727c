import { describe, expect, it } from "vitest";
import { awardAt, contestants, sceneAfter, stepsOf } from "../../src/table/showing";
import { sceneOf } from "../../src/table/scene";
import type { News, PotAwarded } from "../../src/wire.gen";
import { deal, player, table } from "./view";

const award: PotAwarded = {
  type: "pot_awarded",
  pot: 0,
  share: "whole",
  chips: 38,
  winners: [{ position: 0, chips: 38, cards: ["Qs", "Qd", "9s", "8s", "7s"] }],
};
const events: News[] = [
  { type: "called", position: 1, chips: 8, left: 0 },
  { type: "card_turned", card: "5c" },
  { type: "card_turned", card: "6c" },
  { type: "hand_shown", position: 0, cards: ["Qd", "9s", "8s", "7s", "2h"], high: 1, low: null },
  { type: "hand_shown", position: 1, cards: ["As", "Kd", "2c", "2d", "9h"], high: 0, low: null },
  award,
  { type: "deal_ended", stacks: [120, 0, 40] },
];
const over = deal({
  over: true,
  to_act: null,
  legal: null,
  pots: [],
  awards: [award],
  board: ["Qs", "3d", "4d", "5c", "6c"],
  players: [
    player({ stack: 120, put_in: 18, cards: ["Qd", "9s", "8s", "7s", "2h"] }),
    player({ stack: 0, put_in: 18, cards: ["As", "Kd", "2c", "2d", "9h"] }),
    player({ stack: 40, put_in: 2, live: false }),
  ],
});
const chips: Record<number, number> = { 0: 40, 1: 120, 4: 0 };
const seats = table().seats.map((one) => ({ ...one, chips: chips[one.seat] ?? 0 }));
const scene = sceneOf(table({ deal: over, to_act: null, seats }), new Map());
const steps = stepsOf(events);

describe("the end of a deal", () => {
  it("goes card by card, hand by hand, pot by pot", () => {
    expect(steps.map((step) => step.kind)).toEqual(["card", "card", "open", "open", "award"]);
  });

  it("needs no steps while the deal goes on", () => {
    expect(stepsOf([{ type: "card_turned", card: "5c" }])).toEqual([]);
  });

  it("hides at first what has not been turned, opened and paid yet", () => {
    const first = sceneAfter(scene, steps, 0);
    expect(first.board).toEqual(["Qs", "3d", "4d", null, null]);
    const [, bea, cid] = first.seats;
    expect(bea?.cards).toEqual([null, null, null, null, null]);
    expect(bea?.chips).toBe(82);
    expect(cid?.cards).toEqual(["As", "Kd", "2c", "2d", "9h"]);
    expect(cid?.allIn).toBe(true);
    expect(cid?.out).toBe(false);
    expect([first.pot, first.total, first.dimmed]).toEqual([38, 38, false]);
  });

  it("never makes or loses a chip on the way", () => {
    for (let done = 0; done <= steps.length; done += 1) {
      const now = sceneAfter(scene, steps, done);
      const chips = now.seats.reduce((sum, seat) => sum + seat.chips, now.total);
      expect(chips).toBe(160);
    }
  });

  it("lifts at last the five that won, and nothing else", () => {
    const last = sceneAfter(scene, steps, steps.length);
    expect(awardAt(steps, steps.length)).toBe(award);
    expect(last.lifted).toEqual(["Qs"]);
    expect(last.seats.filter((seat) => seat.winner).map((seat) => seat.name)).toEqual(["Bea"]);
    expect(last.seats.find((seat) => seat.winner)?.chips).toBe(120);
    expect(last.seats.find((seat) => seat.name === "Cid")?.out).toBe(true);
  });
});

describe("who contests a pot", () => {
  it("is told by what the live players put in", () => {
    const players = [
      player({ put_in: 50 }),
      player({ put_in: 20 }),
      player({ put_in: 50, live: false }),
    ];
    const view = deal({ players: [...players, player({ put_in: 50 })] });
    expect(contestants(view, 0)).toEqual([0, 1, 3]);
    expect(contestants(view, 1)).toEqual([0, 3]);
  });
});
