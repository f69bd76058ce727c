import { describe, expect, test } from "vitest";
import {
  apart,
  chipsAfter,
  handTicks,
  MARKS,
  seriesOf,
  shortened,
  ticksTo,
} from "../../src/replay/chart";
import type { DealSummary, PastSession } from "../../src/wire.gen";

type Chips = Record<string, number>;

function deal(in_session: number, names: string[], before: Chips, after: Chips): DealSummary {
  return {
    number: in_session + 10,
    in_session,
    preset: "cincinnati",
    seats: names.map((name, seat) => ({ seat, person: name.toLowerCase(), name })),
    position: null,
    before,
    after,
    winners: [],
    showdown: false,
  };
}
const session = (...deals: DealSummary[]): PastSession => ({ session: 2, deals });

describe("a line for each seat", () => {
  test("from the start through every hand", () => {
    const [ann, bruno] = seriesOf(
      session(
        deal(1, ["Ann", "Bruno"], { 0: 100, 1: 100 }, { 0: 90, 1: 110 }),
        deal(2, ["Ann", "Bruno"], { 0: 90, 1: 110 }, { 0: 95, 1: 105 }),
      ),
    );
    expect(ann).toEqual({
      seat: 0,
      name: "Ann",
      you: false,
      samples: [
        { hand: 0, chips: 100 },
        { hand: 1, chips: 90 },
        { hand: 2, chips: 95 },
      ],
    });
    expect(bruno?.samples.map((sample) => sample.chips)).toEqual([100, 110, 105]);
  });
  test("a correction stands upright, a latecomer begins late, who is out goes on", () => {
    const lines = seriesOf(
      session(
        deal(1, ["Ann", "Bruno"], { 0: 100, 1: 100 }, { 0: 0, 1: 200 }),
        deal(2, ["Bruno", "Cleo"], { 0: 0, 1: 210, 2: 100 }, { 0: 0, 1: 220, 2: 90 }),
      ),
    );
    expect(lines.map((line) => line.samples.map(({ hand, chips }) => `${hand}:${chips}`))).toEqual([
      ["0:100", "1:0", "2:0"],
      ["0:100", "1:200", "1:210", "2:220"],
      ["1:100", "2:90"],
    ]);
    expect(lines[2] && chipsAfter(lines[2], 0)).toBeNull();
    expect(lines[1] && chipsAfter(lines[1], 1)).toBe(210);
  });
  test("one of them is the viewer's, even in hands that he did not play", () => {
    const names = ["Ann", "Bruno"];
    const chips = { 0: 100, 1: 100 };
    const seen = { ...deal(1, names, chips, chips), position: 1 };
    const lines = seriesOf(session(seen, deal(2, names, chips, chips)));
    expect(lines.map((line) => line.you)).toEqual([false, true]);
  });
  test("a seat that somebody else has now is not the viewer's", () => {
    const chips = { 0: 100, 1: 100 };
    const seen = { ...deal(1, ["Ann", "Bruno"], chips, chips), position: 1 };
    const lines = seriesOf(session(seen, deal(2, ["Ann", "Cleo"], chips, chips)));
    expect(lines.map((line) => line.you)).toEqual([false, false]);
  });
  test("no hand, no line", () => {
    expect(seriesOf(session())).toEqual([]);
  });
});

describe("the axes", () => {
  test.each([
    [1, [0, 1]],
    [100, [0, 50, 100]],
    [130, [0, 50, 100, 150]],
    [305, [0, 100, 200, 300, 400]],
    [1600, [0, 500, 1000, 1500, 2000]],
  ])("round numbers up to %i", (most, ticks) => {
    expect(ticksTo(most)).toEqual(ticks);
  });
  test("hands are named as far as there is room", () => {
    expect(handTicks(10, 600)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(handTicks(10, 200)).toEqual([0, 2, 4, 6, 8, 10]);
    expect(handTicks(60, 200)).toEqual([0, 20, 40, 60]);
  });
});

describe("labels", () => {
  test("that have room stay where they are", () => {
    expect(apart([10, 50, 90], 17, 0, 200)).toEqual([10, 50, 90]);
  });
  test("give way, and keep their order", () => {
    const placed = apart([50, 50, 52, 48], 17, 0, 200);
    const sorted = [...placed].sort((a, b) => a - b);
    expect(sorted.every((y, n) => n === 0 || y - (sorted[n - 1] ?? 0) >= 17)).toBe(true);
    expect(placed[3]).toBe(Math.min(...placed));
    expect(placed[2]).toBe(Math.max(...placed));
  });
  test("do not leave the chart", () => {
    const placed = apart([198, 199, 200], 17, 0, 200);
    expect(Math.max(...placed)).toBe(200);
    expect(Math.min(...placed)).toBe(166);
  });
  test("long names are cut, short ones are not", () => {
    expect([shortened("Ann", 9), shortened("Maximiliane", 9)]).toEqual(["Ann", "Maximili…"]);
    expect([shortened("👩‍👧👩‍👧👩‍👧", 3), shortened("👩‍👧👩‍👧👩‍👧", 2)]).toEqual(["👩‍👧👩‍👧👩‍👧", "👩‍👧…"]);
  });
});

test("eight players have eight different marks", () => {
  expect(new Set(MARKS).size).toBe(8);
});
