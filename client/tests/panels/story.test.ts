import { beforeEach, describe, expect, it } from "vitest";
import { told, type Told } from "../../src/live/story";
import { handsOf, type Hand } from "../../src/panels/story";
import { w } from "../../src/words/words.svelte";
import type { News, Rank, Ruleset } from "../../src/wire.gen";
import { deal, rules, table } from "../table/view";

beforeEach(() => w.use("en"));

const check = (position: number): News => ({ type: "checked", position });
const opening = (more: Partial<Ruleset> = {}): News => ({
  type: "deal_opened",
  rules: { ...rules, ...more },
  stacks: [100, 100, 100],
  commitment: null,
});
const began = (number: number): News => ({ type: "deal_began", number, order: [1, 4, 0] });

/** Tells what came, message by message, with what was wild after each. */
function story(...messages: (readonly [wild: Rank[], ...events: News[]])[]): readonly Told[] {
  return messages.reduce<readonly Told[]>(
    (before, [wild, ...events]) => told(before, table({ deal: deal({ wild }) }), events),
    [],
  );
}
const hands = (...messages: Parameters<typeof story>): Hand[] =>
  handsOf(w, story(...messages), table());
const last = (all: readonly Hand[]): string[] =>
  all
    .at(-1)
    ?.parts.flatMap(({ heading, lines }) => [
      ...(heading ? [`# ${heading}`] : []),
      ...lines.map(({ text }) => text),
    ]) ?? [];

describe("the story of a hand", () => {
  it("joins checks in a row, as far as they go", () => {
    const lines = last(
      hands(
        [[], began(3), check(0)],
        [[], check(1)],
        [[], check(2)],
        [[], { type: "bet", position: 0, to: 2, left: 98 }],
        [[], check(1)],
      ),
    );
    expect(lines).toEqual(["Bea, Cid and Ann check.", "Bea bets 2.", "Cid checks."]);
  });

  it("begins a part with each card, and says what it made wild", () => {
    const lines = last(
      hands(
        [[], began(3), opening({ wild: "lowest_board" })],
        [[13], { type: "card_turned", card: "Kd" }, check(0)],
        [[13], check(1)],
        [[9], { type: "card_turned", card: "9c" }],
      ),
    );
    expect(lines.slice(-5)).toEqual([
      "# First card K♦",
      "Kings are wild for the moment.",
      "Bea and Cid check.",
      "# Second card 9♣",
      "Nines are wild for the moment.",
    ]);
  });

  it("does not say too early what the last of several cards made wild", () => {
    const lines = last(
      hands(
        [[], began(3), opening({ wild: "lowest_board" })],
        [[4], { type: "card_turned", card: "Kd" }, { type: "card_turned", card: "4c" }],
      ),
    );
    expect(lines.slice(-3)).toEqual([
      "# First card K♦",
      "# Second card 4♣",
      "Fours are wild for the moment.",
    ]);
  });

  it("names the places of a cross", () => {
    const lines = last(
      hands([[], began(3), opening({ layout: "cross" }), { type: "card_turned", card: "Kd" }]),
    );
    expect(lines.at(-1)).toBe("# The card at the top is the K♦");
  });

  it("is told hand by hand, each with its session", () => {
    const all = hands(
      [[], { type: "paused" }],
      [[], { type: "session_started", rules, seats: [0, 1, 4], dealer: 0 }],
      [[], began(1), check(0)],
      [[], began(2), check(0)],
    );
    expect(all.map(({ session, number }) => [session, number])).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    expect(new Set(all.map((hand) => hand.key)).size).toBe(4);
  });

  it("is not told twice when the running deal comes again", () => {
    const all = hands([[], began(3), check(0)], [[], began(3), check(0), check(1)]);
    expect(all).toHaveLength(1);
    expect(last(all)).toEqual(["Bea and Cid check."]);
  });

  it("keeps the keys of its lines while it grows", () => {
    const short = hands([[], began(3), check(0)]);
    const long = hands([[], began(3), check(0)], [[], check(1)]);
    expect(long[0]?.parts[0]?.lines[0]?.key).toBe(short[0]?.parts[0]?.lines[0]?.key);
  });
});
