import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, ApiError } from "../../src/lib/api";
import { asked, OwnChance } from "../../src/live/odds.svelte";
import { deal, player, table } from "../table/view";
import type { OwnOdds, TableView, View } from "../../src/wire.gen";

const answer = (share: number): OwnOdds => ({
  version: 7,
  players: 2,
  share,
  win: share,
  tie: 0,
  error: 0.002,
  exact: false,
});
const settings = { ...table().settings, odds: true };
const at = (more: Partial<View> = {}, rest: Partial<TableView> = {}): TableView =>
  table({ settings, deal: deal(more), ...rest });
const HIDDEN = [null, null, null, null, null];
const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const odds = vi.spyOn(api, "odds");
beforeEach(() => {
  odds.mockReset();
});
afterEach(() => expect(odds.mock.calls.every(([id]) => id === "t")).toBe(true));

test("it is asked for once for each board and number of players left", async () => {
  const chance = new OwnChance("t");
  odds.mockResolvedValue(answer(0.38));
  chance.follow(at());
  expect([chance.wanted, chance.share]).toEqual([true, null]);
  await soon();
  expect(chance.share).toBe(0.38);
  chance.follow(at({ level: 16 }, { version: 8 }));
  expect([odds.mock.calls.length, chance.share]).toEqual([1, 0.38]);
  odds.mockResolvedValue(answer(0.5));
  chance.follow(at({ board: ["Qs", "3d", "4h", null, null] }));
  expect(chance.share).toBeNull();
  await soon();
  expect([odds.mock.calls.length, chance.share]).toEqual([2, 0.5]);
});

test("an answer that comes too late is not shown", async () => {
  const chance = new OwnChance("t");
  let late: (odds: OwnOdds) => void = () => undefined;
  odds.mockReturnValueOnce(new Promise((resolve) => (late = resolve)));
  chance.follow(at());
  chance.follow(at({ over: true }));
  late(answer(0.9));
  await soon();
  expect([chance.wanted, chance.share]).toEqual([false, null]);
});

test("what did not come is asked for again, but not for ever", async () => {
  vi.useFakeTimers();
  const chance = new OwnChance("t");
  odds.mockRejectedValue(new ApiError("unreachable", ""));
  chance.follow(at());
  await vi.advanceTimersByTimeAsync(60_000);
  expect([odds.mock.calls.length, chance.share]).toEqual([5, null]);
  odds.mockRejectedValueOnce(new ApiError("unreachable", "")).mockResolvedValue(answer(0.38));
  chance.follow(at({ board: ["Qs", "3d", "4h", null, null] }));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(chance.share).toBe(0.38);
  vi.useRealTimers();
});

test("what the server refuses is not shown", async () => {
  const chance = new OwnChance("t");
  odds.mockRejectedValue(new ApiError("too_often", ""));
  chance.follow(at());
  await soon();
  expect(chance.share).toBeNull();
});

test.each<[string, TableView]>([
  ["the host does not want it", table()],
  ["the hand is over", at({ over: true })],
  ["he looks on", at({ position: null })],
  ["he has folded", at({ players: [player(), player({ live: false }), player()] })],
  ["no cards are dealt", at({ players: [player(), player({ cards: [] }), player()] })],
  ["there is no hand", table({ settings, deal: null })],
])("none: %s", (_, view) => expect(asked(view)).toBe(""));

test("a fold and a hand that is shown change it", () => {
  const [bea, cid, ann] = [player({ cards: HIDDEN }), player({ cards: ["As"] }), player()];
  const all = asked(at({ players: [bea, cid, ann] }));
  expect(asked(at({ players: [bea, cid, { ...ann, live: false }] }))).not.toBe(all);
  expect(asked(at({ players: [{ ...bea, cards: ["Kd"] }, cid, ann] }))).not.toBe(all);
});
