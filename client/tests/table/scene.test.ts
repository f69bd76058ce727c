import { describe, expect, it } from "vitest";
import { sceneOf, wordsAfter, type Words } from "../../src/table/scene";
import type { News } from "../../src/wire.gen";
import { deal, player, table } from "./view";

const NOTHING: Words = new Map();

describe("the scene of a live table", () => {
  it("seats people by their seats, whatever their position in the deal is", () => {
    const scene = sceneOf(table(), NOTHING);
    expect(scene.seats.map((seat) => [seat.seat, seat.name, seat.position])).toEqual([
      [0, "Ann", 2],
      [1, "Bea", 0],
      [4, "Cid", 1],
    ]);
    expect(scene.seats.find((seat) => seat.you)?.name).toBe("Cid");
    expect(scene.seats.find((seat) => seat.turn)?.name).toBe("Cid");
    expect(scene.seats.find((seat) => seat.dealer)?.name).toBe("Ann");
  });

  it("keeps a chair of the session that nobody sits on any more", () => {
    const view = table({ people: table().people.filter((one) => one.name !== "Ann") });
    expect(sceneOf(view, NOTHING).seats.map((seat) => [seat.seat, seat.name])).toEqual([
      [0, ""],
      [1, "Bea"],
      [4, "Cid"],
    ]);
  });

  it("counts the pot without and with the bets", () => {
    const scene = sceneOf(table(), NOTHING);
    expect([scene.pot, scene.total]).toEqual([30, 38]);
    expect(scene.pots).toEqual([{ amount: 30, seats: [1, 4] }]);
  });

  it("gives a card that one may not know no identity", () => {
    const bea = sceneOf(table(), NOTHING).seats.find((seat) => seat.name === "Bea");
    expect(bea?.cards).toEqual([null, null, null, null, null]);
  });

  it("says who folded, who is all-in and who is out", () => {
    const players = [player({ stack: 0, bet: 30 }), player(), player({ live: false })];
    const scene = sceneOf(table({ deal: deal({ players }) }), NOTHING);
    expect(scene.seats.map((seat) => [seat.name, seat.folded, seat.allIn, seat.out])).toEqual([
      ["Ann", true, false, false],
      ["Bea", false, true, false],
      ["Cid", false, false, false],
    ]);
    const between = table({
      deal: null,
      seats: table().seats.map((one) => ({ ...one, chips: 0 })),
    });
    expect(sceneOf(between, NOTHING).seats.every((seat) => seat.out)).toBe(true);
  });

  it("is there before the first deal", () => {
    const scene = sceneOf(table({ phase: "lobby", deal: null, seats: [], order: [] }), NOTHING);
    expect(scene.board).toEqual([null, null, null, null, null]);
    expect(scene.seats.map((seat) => seat.chips)).toEqual([100, 100, 100]);
  });
});

describe("what each player did last", () => {
  it("is forgotten when the next card is turned, but for a fold", () => {
    let words = wordsAfter(NOTHING, { type: "bet", position: 0, to: 8, left: 82 });
    words = wordsAfter(words, { type: "folded", position: 2 });
    words = wordsAfter(words, { type: "called", position: 1, chips: 8, left: 0 });
    expect(words.get(1)).toEqual({ kind: "call", chips: 8, allIn: true });
    words = wordsAfter(words, { type: "card_turned", card: "4s" });
    expect([...words]).toEqual([[2, { kind: "fold" }]]);
  });

  it("begins anew with a deal", () => {
    const words = wordsAfter(NOTHING, { type: "folded", position: 2 });
    const opened: News = {
      type: "deal_opened",
      rules: table().settings.rules,
      stacks: [1, 2],
      commitment: null,
    };
    expect(wordsAfter(words, opened).size).toBe(0);
  });
});
