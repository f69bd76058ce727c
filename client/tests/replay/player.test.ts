import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { momentsOf, streetsOf } from "../../src/replay/moments";
import { lasts, Player } from "../../src/replay/player.svelte";
import { DEAL, LAST } from "./deal";

const player = () => new Player(momentsOf(DEAL), streetsOf(DEAL));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("it begins when the cards are dealt", () => {
  expect(player().at).toBe(2);
});

test("steps stay within the hand", () => {
  const one = player();
  one.seek(99);
  expect(one.at).toBe(LAST);
  one.next();
  expect(one.at).toBe(LAST);
  one.seek(-3);
  one.previous();
  expect(one.at).toBe(0);
});

test("streets are jumped to, forwards and back", () => {
  const one = player();
  const seen = Array.from({ length: 8 }, () => (one.nextStreet(), one.at));
  expect(seen).toEqual([3, 6, 7, 8, 9, 10, LAST, LAST]);
  one.previousStreet();
  expect(one.at).toBe(10);
  one.seek(5);
  one.previousStreet();
  expect(one.at).toBe(3);
  one.previousStreet();
  one.previousStreet();
  expect(one.at).toBe(0);
});

test("a step forward moves, a jump does not", () => {
  const one = player();
  one.next();
  expect(one.happened.map((event) => event.type)).toEqual(["card_turned"]);
  one.seek(8);
  expect(one.happened).toEqual([]);
  one.previous();
  expect(one.happened).toEqual([]);
});

test("it plays by itself to the end and stops there", () => {
  const one = player();
  one.toggle();
  expect(one.playing).toBe(true);
  vi.advanceTimersByTime(lasts(DEAL.frames[2]!.event) - 1);
  expect(one.at).toBe(2);
  vi.advanceTimersByTime(1);
  expect(one.at).toBe(3);
  vi.advanceTimersByTime(60_000);
  expect([one.at, one.playing]).toEqual([LAST, false]);
});

test("played again from the end it begins anew", () => {
  const one = player();
  one.seek(LAST);
  one.toggle();
  expect([one.at, one.playing]).toEqual([0, true]);
});

test("whoever takes the slider stops it", () => {
  const one = player();
  one.toggle();
  one.seek(5);
  vi.advanceTimersByTime(60_000);
  expect([one.at, one.playing]).toEqual([5, false]);
});

test("speed is doubled, and again, and then as at first; it holds at once", () => {
  const one = player();
  one.toggle();
  one.faster();
  vi.advanceTimersByTime(lasts(DEAL.frames[2]!.event) / 2);
  expect(one.at).toBe(3);
  one.faster();
  expect(one.speed).toBe(4);
  one.faster();
  expect(one.speed).toBe(1);
});

test("a pause leaves it where it is", () => {
  const one = player();
  one.toggle();
  one.toggle();
  vi.advanceTimersByTime(60_000);
  expect(one.at).toBe(2);
});
