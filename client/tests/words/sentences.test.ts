/** Sentences that have no counterpart in Python; the others are in python.differential.test.ts. */
import { beforeEach, describe, expect, test } from "vitest";
import { newsLines, type Who } from "../../src/words/news";
import { reason } from "../../src/words/reasons";
import { spokenCards } from "../../src/words/spoken";
import { Teller } from "../../src/words/telling";
import { w } from "../../src/words/words.svelte";
import type { HandShown, News, Win } from "../../src/wire.gen";

beforeEach(() => w.use("en"));

const who: Who = {
  at: (position) => ["Bea", "Cleo", "Ann"][position] ?? "?",
  seat: (seat) => ["Ann", "Bea", "Cleo"][seat] ?? "?",
  person: (person) => ({ "p-ann": "Ann", "p-bea": "Bea" })[person] ?? "?",
};

describe("what happens at a table", () => {
  const told: [News, string][] = [
    [{ type: "person_joined", person: "p-bea", name: "Bea" }, "Bea has come to the table."],
    [{ type: "seat_asked", person: "p-bea", seat: 1 }, "Bea asks for a seat."],
    [{ type: "seat_refused", person: "p-bea" }, "The host did not give Bea a seat."],
    [{ type: "seat_given", person: "p-bea", seat: 1 }, "Bea takes a seat."],
    [
      { type: "bot_seated", person: "p-ada", name: "Ada", bot: "rookie", seat: 2 },
      "Ada, a bot, takes a seat.",
    ],
    [{ type: "seat_cleared", person: "p-bea" }, "Bea gets up; the seat is free."],
    [{ type: "host_changed", person: "p-bea" }, "Bea is the host now."],
    [{ type: "own_game", seat: 2 }, "Cleo deals the table's own game."],
    [{ type: "bank_spent", seat: 1, ms: 2500 }, "Bea uses 3 seconds of the time bank."],
    [{ type: "bank_spent", seat: 1, ms: 900 }, "Bea uses 1 second of the time bank."],
    [{ type: "paused" }, "The table is paused."],
    [{ type: "resumed" }, "The game goes on."],
    [{ type: "table_ended" }, "The host has closed the table."],
    [{ type: "preset_named", seat: 2, preset: "liz" }, "Cleo names the game: Cincinnati Liz."],
    [{ type: "deal_began", number: 3, order: [1, 2, 0] }, "Deal 3."],
    [
      { type: "seat_taken", seat: 2, chips: 100 },
      "Cleo plays from the next deal on, with 100 chips.",
    ],
    [{ type: "seat_away", seat: 1 }, "Bea is away: checks or folds."],
    [{ type: "seat_back", seat: 1 }, "Bea is back."],
    [{ type: "seat_left", seat: 1 }, "Bea leaves the table for good."],
    [
      { type: "chips_corrected", seat: 1, chips: -1, author: "Ann", reason: "counted twice" },
      "Ann takes 1 chip from Bea: counted twice",
    ],
    [
      { type: "chips_corrected", seat: 1, chips: 20, author: "Ann", reason: "a present" },
      "Ann gives Bea 20 chips: a present",
    ],
    [
      { type: "session_ended", places: { "0": 1, "1": 3, "2": 1 } },
      "The session is over. Ann and Cleo win the session.",
    ],
    [{ type: "checked", position: 0 }, "Bea checks."],
  ];

  test.each(told)("%o", (event, line) => {
    expect(newsLines(w, event, who)).toEqual([line]);
  });

  test("what a newer server tells is passed over", () => {
    const unknown: News = JSON.parse('{"type": "fireworks"}');
    expect(newsLines(w, unknown, who)).toEqual([]);
  });
});

describe("why something was refused", () => {
  const may = { fold: true, call: 2, raise_to: [4, 99], bring_in: false } as const;
  const allowed = { ...may, raise_to: [4, 99] as [number, number] };

  test("by the rules, with what was tried and what is allowed", () => {
    const refused = { code: "raise_too_small", allowed };
    expect(w.refusal(refused, { type: "raise", to: 3 })).toBe(
      "3 is too little: at least 4. You may fold, call 2 or raise to 4–99.",
    );
    expect(w.refusal(refused)).toBe(
      "The table refuses that. You may fold, call 2 or raise to 4–99.",
    );
  });

  test.each([
    ["bad_pin", "That is not the PIN of this table."],
    ["no_latecomers", "This table takes no latecomers."],
    ["bring_in_due", "You have to open first, with the bring-in or more."],
    ["blinds", "These rules cannot be: see “blinds”."],
    ["allowed", "The table refuses that."],
    ["tea_time", "The table refuses that."],
  ])("%s", (code, sentence) => {
    expect(w.refusal({ code })).toBe(sentence);
  });
});

test("an equal hand that got no odd chip is named too (R18)", () => {
  const shown = [0, 1].map((position): HandShown => {
    return { type: "hand_shown", position, cards: [], high: 67372608, low: null };
  });
  const winners: Win[] = [{ position: 0, chips: 1, cards: ["As"] }];
  const award = { type: "pot_awarded", pot: 0, share: "whole", chips: 1, winners } as const;
  expect(reason(w, award, { shown, at: who.at })).toBe(
    `Bea and Cleo have the same hand, ${w.hand(67372608)}: they share.`,
  );
});

describe("a story", () => {
  test("whoever comes late is told what happens from there", () => {
    const teller = new Teller(w);
    expect(teller.tell({ type: "card_turned", card: "Td" }, who.at)).toEqual([
      { kind: "street", text: "The next card is the 10♦." },
      { kind: "line", text: "Board: 10♦ ▒▒ ▒▒ ▒▒ ▒▒" },
    ]);
    expect(teller.tell({ type: "folded", position: 1 }, who.at)).toEqual([
      { kind: "line", text: "Cleo folds." },
    ]);
  });
});

test("several cards are spoken in their order", () => {
  expect(spokenCards(w, ["As", null, "Td"])).toBe("ace of spades, face down, ten of diamonds");
});
