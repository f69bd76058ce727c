import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Language, w } from "../../src/words/words.svelte";

beforeEach(() => w.use("en"));
afterEach(() => w.use("en"));

const LANGUAGES: [Language, string, string, string][] = [
  ["en", "Ada calls 1,200.", "1 chip", "0 chips"],
  ["fr", "Ada suit pour 1\u202f200.", "1 jeton", "0 jeton"],
  ["it", "Ada pareggia con 1.200.", "1 fiche", "0 fiches"],
  ["pt", "Ada iguala com 1200.", "1 ficha", "0 fichas"],
];

describe.each(LANGUAGES)("%s", (language, called, one, none) => {
  beforeEach(() => w.use(language));

  test("texts, numbers in them, and plurals", () => {
    expect(w.language).toBe(language);
    expect(w.t("event.called", { name: "Ada", chips: 1200 })).toBe(called);
    expect([w.n("chips", 1), w.n("chips", 0)]).toEqual([one, none]);
  });
});

test("a count has values beside its number", () => {
  expect(w.n("session.won", 2, { names: "Ada and Bea" })).toBe("Ada and Bea win the session.");
});

test("lists", () => {
  expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map((each) => w.all(each))).toEqual([
    "",
    "a",
    "a and b",
    "a, b and c",
  ]);
  expect(w.oneOf(["fold", "call"])).toBe("fold or call");
  expect(w.comma(["a", "b"])).toBe("a, b");
});

test("a capital letter at the beginning, whole characters only", () => {
  expect(["élise wins", "", "𐐨x"].map((text) => w.capital(text))).toEqual(["Élise wins", "", "𐐀x"]);
});

test("a value is never read as a template", () => {
  expect(w.t("event.folded", { name: "{chips} $& {0}" })).toBe("{chips} $& {0} folds.");
});

test("a name that is written from right to left keeps what follows it in its place", () => {
  const [noa, ali] = ["נועה", "علي"];
  const chips = { name: noa, chips: 12 };
  expect(w.t("event.called", chips)).toBe("\u2068נועה\u2069 calls 12.");
  expect(w.all([ali])).toBe("\u2068علي\u2069");
  expect(w.all([noa, "Ada", ali])).toBe("\u2068\u2068נועה\u2069, Ada\u2069 and \u2068علي\u2069");
  expect(w.t("event.folded", { name: "Łukasz 👩‍👧" })).toBe("Łukasz 👩‍👧 folds.");
});

test("an unknown key does not compile, and is an error that names it", () => {
  // @ts-expect-error there is no such key
  expect(() => w.t("table.chairs")).toThrow("table.chairs");
  // @ts-expect-error there is no such key
  expect(() => w.n("fish", 2)).toThrow("fish");
  expect(() => w.n("chips", 2)).not.toThrow();
});

test("a forgotten value does not compile, and is an error that names it", () => {
  // @ts-expect-error how many chips?
  expect(() => w.t("event.called", { name: "Ada" })).toThrow("event.called {chips}");
  // @ts-expect-error nobody and nothing
  expect(() => w.t("event.called")).toThrow("event.called {name}");
});

test("a key that was put together may be asked for first", () => {
  const key = (code: string) => `error.table.${code}` as const;
  expect(w.knows(key("closed"))).toBe(true);
  expect(w.knows(key("what"))).toBe(false);
  expect(w.knows("chips")).toBe(false);
});

test("presets, places and stakes in short", () => {
  expect(w.preset("liz")).toBe("Cincinnati Liz");
  expect(w.preset("Uncle Bob's")).toBe("Uncle Bob's");
  expect(w.about("liz")).toMatch(/^The lowest rank/);
  expect(w.about("Uncle Bob's")).toBe("");
  expect([1, 2, 8, 9].map((place) => w.place(place))).toEqual(["1st", "2nd", "8th", "9"]);
});

test.each([
  ["en", "ace of spades", "ten of hearts", "face down"],
  ["fr", "as de pique", "dix de cœur", "face cachée"],
  ["it", "asso di picche", "dieci di cuori", "coperta"],
  ["pt", "ás de espadas", "dez de copas", "virada para baixo"],
] as const)("cards are spoken in %s", async (language, ace, ten, down) => {
  await w.use(language);
  expect([w.spoken("As"), w.spoken("Th"), w.spoken(null)]).toEqual([ace, ten, down]);
});
