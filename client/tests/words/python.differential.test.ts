/** Word for word what Python says: tests/client/test_vitest.py writes the cases and runs this. */
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import * as advice from "../../src/words/advice";
import { allowed, callLabel, raiseLabel } from "../../src/words/actions";
import { eventLines, type Seen } from "../../src/words/events";
import { CATEGORIES, categoryName, handName, lowName, symbol } from "../../src/words/hands";
import { refusal } from "../../src/words/refusals";
import { about, departures, rulesetLines, stakes, title } from "../../src/words/rulesets";
import { type Line, Teller, wildRanks } from "../../src/words/telling";
import { type Language, w } from "../../src/words/words.svelte";
import { wildIn } from "../../src/words/wild";
import type { Action, Card, Legal, Ruleset, View } from "../../src/wire.gen";

/** The numbers and events that both sides are asked about. */
interface Asked {
  deals: { names: string[]; told: { event: Seen; view: View }[] }[];
  highs: number[];
  lows: number[];
  numbers: number[];
  cards: Card[];
  rulesets: Ruleset[];
  legals: { legal: Legal; level: number | null }[];
  refusals: { code: string; allowed: Legal | null; tried: Action }[];
  advised: (advice.Spot & { done: Action })[];
}

/** What Python answered, in the same order. */
interface Answered {
  deals: { story: string; lines: string[][]; wild: string[] }[];
  highs: string[];
  lows: string[];
  numbers: string[];
  counts: string[];
  cards: string[];
  categories: string[];
  rulesets: { lines: string[]; stakes: string; departures: string[]; title: string }[];
  abouts: Record<string, string>;
  legals: string[];
  labels: string[];
  refusals: string[];
  advised: string[][];
}

const file = import.meta.env.VITE_CASES;
if (file === undefined) throw new Error("run these by: pytest tests/client");
const { asked, answered }: { asked: Asked; answered: Record<Language, Answered> } = JSON.parse(
  readFileSync(file, "utf8"),
);

/** A street and the showdown are set apart, and a reason is moved in, as Python prints them. */
function printed({ kind, text }: Line): string {
  const before = { line: "", street: "\n", showdown: "\n", reason: "  " }[kind];
  return `${before}${text}\n`;
}

describe.each(["en", "fr", "it", "pt"] as const)("%s", (language) => {
  const there = answered[language];

  beforeEach(() => w.use(language));

  test.each(asked.deals.map((deal, index) => ({ deal, index })))(
    "deal $index, told as a whole",
    ({ deal, index }) => {
      const at = (position: number): string => deal.names[position] ?? "";
      const teller = new Teller(w);
      const lines = deal.told.flatMap(({ event, view }) => teller.tell(event, at, wildRanks(view)));
      expect(lines.map(printed).join("")).toBe(there.deals[index]?.story);
    },
  );

  test("each event by itself, and what is wild after it", () => {
    const here = asked.deals.map((deal) => ({
      lines: deal.told.map(({ event }) => eventLines(w, event, (at) => deal.names[at] ?? "")),
      wild: deal.told.map(({ view }) => wildIn(w, view)),
    }));
    expect(here).toEqual(there.deals.map(({ lines, wild }) => ({ lines, wild })));
  });

  test("hands", () => {
    expect(asked.highs.map((high) => handName(w, high))).toEqual(there.highs);
    expect(asked.lows.map((low) => lowName(w, low))).toEqual(there.lows);
    expect(CATEGORIES.map((category) => categoryName(w, category))).toEqual(there.categories);
    expect(asked.cards.map(symbol)).toEqual(there.cards);
  });

  test("numbers", () => {
    expect(asked.numbers.map((n) => w.number(n))).toEqual(there.numbers);
    expect(asked.numbers.map((n) => w.n("chips", n))).toEqual(there.counts);
  });

  test("rules", () => {
    const here = asked.rulesets.map((rules) => ({
      lines: rulesetLines(w, rules),
      stakes: stakes(w, rules),
      departures: departures(w, rules),
      title: title(w, rules.preset),
    }));
    expect(here).toEqual(there.rulesets);
    for (const [preset, text] of Object.entries(there.abouts)) {
      expect(about(w, preset)).toBe(text);
    }
  });

  test("the expert's advice", () => {
    const here = asked.advised.map((spot) => [
      ...advice
        .optionsWith(spot.advice.options, spot.done)
        .flatMap(({ action, chance }) => [
          advice.actionLabel(w, spot, action),
          advice.percentText(w, chance),
        ]),
      advice.shareText(w, spot.advice),
      advice.priceText(w, spot.advice),
      ...advice.reasonTexts(w, spot.advice),
    ]);
    expect(here).toEqual(there.advised);
  });

  test("what is allowed, and what was not", () => {
    expect(asked.legals.map(({ legal, level }) => allowed(w, legal, level))).toEqual(there.legals);
    expect(asked.numbers.flatMap((n) => [callLabel(w, n), raiseLabel(w, n, n)])).toEqual(
      there.labels,
    );
    expect(asked.refusals.map(({ tried, ...refused }) => refusal(w, refused, tried))).toEqual(
      there.refusals,
    );
  });
});
