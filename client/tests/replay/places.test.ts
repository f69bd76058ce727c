import { expect, test } from "vitest";
import { namesIn, placesOf, podium } from "../../src/replay/places";
import type { SeatView, TableView } from "../../src/wire.gen";
import { RULES } from "./deal";

const seat = (number: number, chips: number, corrections = 0): SeatView => ({
  seat: number,
  chips,
  place: 1,
  presence: "here",
  corrections,
  corrected: 0,
  bank_ms: 0,
});

const VIEW: TableView = {
  version: 9,
  phase: "finished",
  settings: {
    rules: RULES,
    clock: { action_ms: 0, bank_ms: 0, between_ms: 0, show_ms: 0, think_ms: [0, 0], grace_ms: 0 },
    title: "",
    approve: false,
    spectators: true,
    chat: true,
    name_hands: true,
    odds: false,
  },
  host: "p-ann",
  you: "p-bea",
  people: [
    { person: "p-ann", name: "Ann", seat: 0, asked: null, bot: null },
    { person: "p-bea", name: "Bea", seat: 1, asked: null, bot: null },
    { person: "p-new", name: "Somebody new", seat: 3, asked: null, bot: null },
  ],
  seats: [seat(0, 90), seat(1, 155, 1), seat(2, 90), seat(3, 65)],
  session: 1,
  number: 10,
  dealer: null,
  order: [],
  to_act: null,
  turn: 1,
  choosing: null,
  acts_until: null,
  bank_from: null,
  deal: null,
  places: { 0: 2, 1: 1, 2: 2, 3: 4 },
  digest: "",
};

test("the best first, equal chips share a place", () => {
  const places = placesOf(VIEW, new Map());
  expect(places.map(({ place, seat: at }) => [place, at])).toEqual([
    [1, 1],
    [2, 0],
    [2, 2],
    [4, 3],
  ]);
  expect(places[0]).toMatchObject({ name: "Bea", you: true, chips: 155, corrections: 1 });
});

test("who has left, or whose chair is taken, is called as he was when he played", () => {
  const deals = [{ seats: [{ seat: 2, name: "Cleo" }] }, { seats: [{ seat: 3, name: "Dan" }] }];
  const places = placesOf(VIEW, namesIn(deals));
  expect(places.map((one) => one.name)).toEqual(["Bea", "Ann", "Cleo", "Dan"]);
});

test("three stand on the podium", () => {
  expect(podium(placesOf(VIEW, new Map())).map((one) => one.seat)).toEqual([1, 0, 2]);
});
