import { beforeEach, describe, expect, it } from "vitest";
import { aloud } from "../../src/speech/aloud";
import { answer, KEYS, type Question } from "../../src/speech/answers";
import { isTyping, LIST } from "../../src/speech/keys";
import { w } from "../../src/words/words.svelte";
import type { TableView } from "../../src/wire.gen";
import { deal, player, rules, table } from "../table/view";

beforeEach(() => w.use("en"));

const ask = (question: Question, view: TableView = table(), now = 0): string =>
  answer(w, question, view, now);

describe("the keys say", () => {
  it("H: my cards", () => {
    expect(ask("hand")).toBe(
      "Your cards: ace of spades, king of diamonds, two of clubs, two of diamonds, nine of hearts.",
    );
    expect(ask("hand", table({ deal: null }))).toBe("You have no cards.");
    expect(ask("hand", table({ deal: deal({ position: null }) }))).toBe("You have no cards.");
    const folded = [player(), player({ cards: ["As"], live: false }), player()];
    expect(ask("hand", table({ deal: deal({ players: folded }) }))).toBe(
      "Your cards: ace of spades. You have folded.",
    );
  });

  it("B: the board, what lies face down, and what is wild", () => {
    expect(ask("board")).toBe(
      "Community cards: queen of spades, three of diamonds. 3 cards are face down.",
    );
    const wild = deal({ rules: { ...rules, wild: "lowest_board" }, wild: [3] });
    expect(ask("board", table({ deal: wild }))).toMatch(/ Threes are wild for the moment\.$/);
    const none = deal({ board: [null, null, null, null, null] });
    expect(ask("board", table({ deal: none }))).toBe("No community card is turned yet.");
  });

  it("P: the pots, with the bets, and who contests the side pots", () => {
    expect(ask("pot")).toBe("Pot 30. 38 with the bets.");
    const pots = [
      { amount: 30, eligible: [0, 1, 2] },
      { amount: 12, eligible: [0, 1] },
    ];
    const players = [player(), player(), player()];
    expect(ask("pot", table({ deal: deal({ pots, players }) }))).toBe(
      "Main pot 30. Side pot 1: 12, for Bea and Cid.",
    );
  });

  it("S: everybody's chips by seat, and who is out of it", () => {
    expect(ask("stacks")).toBe("Chips: Ann 40, folded; Bea 82; Cid 90.");
    const players = [player({ stack: 0 }), player(), player()];
    expect(ask("stacks", table({ deal: deal({ players }) }))).toBe(
      "Chips: Ann 90; Bea 0, all-in; Cid 90.",
    );
    const away = table().seats.map((seat) => ({ ...seat, presence: "away" as const }));
    expect(ask("stacks", table({ deal: null, seats: away }))).toMatch(/^Chips: Ann 90, away; /);
  });

  it("O: what I may do, and nothing when it is not my turn", () => {
    expect(ask("options")).toBe("You may fold, call 8 or raise to 16–90.");
    expect(ask("options", table({ deal: deal({ legal: null }) }))).toBe("It is not your turn.");
    expect(ask("options", table({ phase: "paused" }))).toBe("It is not your turn.");
  });

  it("T: whose turn it is, and how long still", () => {
    const until = { acts_until: 30_000 };
    expect(ask("turn", table(until), 17_600)).toBe(
      "Your turn: 8 to call into 38. 12 seconds left.",
    );
    const others = table({ ...until, to_act: 1, deal: deal({ legal: null }) });
    expect(ask("turn", others, 31_000)).toBe("Bea is to act. 0 seconds left.");
    expect(ask("turn", table({ to_act: null, deal: null }))).toBe("Nobody is to act.");
    expect(ask("turn", table({ ...until, phase: "paused" }), 0)).toBe("The table is paused.");
  });
});

it("every key that answers stands in the list of keys", () => {
  for (const [key, question] of Object.entries(KEYS))
    expect(LIST).toContainEqual([key.toUpperCase(), question]);
});

it("cards within a sentence are said in words, tens too", () => {
  expect(aloud(w, "The 10♠ is the highest.")).toBe("The ten of spades is the highest.");
  expect(aloud(w, "A♥ K♣")).toBe("ace of hearts king of clubs");
});

it("keys belong to the field that is typed in, not to a switch", () => {
  const made = (html: string): Element | null => {
    document.body.innerHTML = html;
    return document.body.firstElementChild;
  };
  expect(isTyping(made("<input>"))).toBe(true);
  expect(isTyping(made("<select></select>"))).toBe(true);
  expect(isTyping(made('<input type="range">'))).toBe(false);
  expect(isTyping(made('<input type="checkbox">'))).toBe(false);
  expect(isTyping(made("<button></button>"))).toBe(false);
});
