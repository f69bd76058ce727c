import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sentences } from "../../src/speech/sentences";
import { w } from "../../src/words/words.svelte";
import type { News, TableView } from "../../src/wire.gen";
import { deal, player, rules, table } from "../table/view";

beforeEach(() => w.use("en"));
afterEach(() => w.use("en"));

const elsewhere = { to_act: 0, deal: deal({ legal: null, to_act: 0 }) } as const;
const before = table(elsewhere);
const said = (detail: 1 | 2 | 3, events: readonly News[], view: TableView = table()): string[] =>
  sentences(w, { view, events, before }, detail);

const bet: News = { type: "bet", position: 0, to: 8, left: 82 };

describe("what is said", () => {
  it("is my turn with its price, on every level", () => {
    expect(said(1, [bet])).toEqual(["Your turn: 8 to call into 38."]);
    const free = deal({
      level: 0,
      legal: { fold: false, call: 0, raise_to: [2, 90], bring_in: false },
    });
    expect(said(1, [], table({ deal: free }))).toEqual(["Your turn: checking is free."]);
  });

  it("is my turn once only, though the same turn is shown again", () => {
    const again = { view: table({ version: 8 }), events: [], before: table() };
    expect(sentences(w, again, 3)).toEqual([]);
    const paused = table({ phase: "paused" });
    expect(said(1, [], paused)).toEqual([]);
    expect(sentences(w, { view: table(), events: [], before: paused }, 1)).toHaveLength(1);
  });

  it("is every action and card from the second level on, cards in words", () => {
    const view = table({ ...elsewhere, version: 8 });
    const turned: News = { type: "card_turned", card: "3d" };
    expect(said(1, [bet, turned], view)).toEqual([]);
    expect(said(2, [bet, turned], view)).toEqual(["Bea bets 8.", "Three of diamonds is turned."]);
  });

  it("is my own cards when they come, and no word of the others'", () => {
    const hands: News = {
      type: "hands_received",
      hands: [
        [null, null, null, null, null],
        ["As", "Kd", "2c", "2d", "9h"],
        [null, null, null, null, null],
      ],
    };
    const view = table({ ...elsewhere, version: 8 });
    expect(said(2, [hands], view)).toEqual([
      "Your cards: ace of spades, king of diamonds, two of clubs, two of diamonds, nine of hearts.",
    ]);
  });

  it("is chips, pots and wild cards on the third level, after the last card of several", () => {
    const wild = deal({
      rules: { ...rules, wild: "lowest_board" },
      wild: [3],
      legal: null,
      to_act: 0,
    });
    const cards: News[] = [
      { type: "card_turned", card: "Qs" },
      { type: "card_turned", card: "3d" },
    ];
    expect(said(3, cards, table({ to_act: 0, deal: wild }))).toEqual([
      "Queen of spades is turned.",
      "Three of diamonds is turned.",
      "Threes are wild for the moment.",
      "Pot 30. 38 with the bets.",
    ]);
  });

  it("names the places of a cross", () => {
    const cross = deal({ rules: { ...rules, layout: "cross" }, legal: null, to_act: 0 });
    expect(
      said(2, [{ type: "card_turned", card: "3d" }], table({ to_act: 0, deal: cross })),
    ).toEqual(["Right: three of diamonds."]);
  });

  it("is who takes what and why, on every level", () => {
    const over = deal({
      over: true,
      legal: null,
      to_act: null,
      players: [player(), player(), player({ live: false })],
    });
    const events: News[] = [
      {
        type: "hand_shown",
        position: 0,
        cards: ["Ac", "Ad", "Ah", "4s", "7h"],
        high: 0,
        low: null,
      },
      {
        type: "pot_awarded",
        pot: 0,
        share: "whole",
        chips: 38,
        winners: [{ position: 0, chips: 38, cards: [] }],
      },
    ];
    const view = table({ deal: over, to_act: null });
    expect(said(1, events, view)).toEqual([
      "Bea wins 38 chips from the pot.",
      "Everybody else has folded.",
    ]);
    expect(said(2, events, view)[0]).toMatch(/^Bea shows /);
  });

  it("is a pause, a correction and, for the host, who asks for a seat", () => {
    const news: News[] = [
      { type: "paused" },
      { type: "chips_corrected", seat: 1, chips: -5, author: "Ann", reason: "counted twice" },
      { type: "seat_asked", person: "dan", seat: 2 },
    ];
    const guest = table({ phase: "paused" });
    expect(said(1, news, guest)).toEqual([
      "The table is paused.",
      "Ann takes 5 chips from Bea: counted twice",
    ]);
    expect(said(1, news, { ...guest, host: "cid" })).toContain("Dan asks for a seat.");
  });

  it("speaks the reader's language", async () => {
    await w.use("fr");
    expect(said(1, [])).toEqual([`${w.t("browser.act.turn", { chips: 8, pot: 38 })}.`]);
    expect(said(2, [{ type: "card_turned", card: "3d" }]).join(" ")).toContain("trois de carreau");
  });
});
