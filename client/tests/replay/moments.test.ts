import { beforeAll, describe, expect, test } from "vitest";
import {
  bestAt,
  gains,
  momentsOf,
  saidAt,
  sceneAt,
  storyOf,
  streetAt,
  streetsOf,
  withNames,
} from "../../src/replay/moments";
import { w } from "../../src/words/words.svelte";
import { ANNS, DEAL, LAST } from "./deal";

const moments = momentsOf(DEAL);
const streets = streetsOf(DEAL);
const at = (number: number) => {
  const moment = moments[number];
  if (!moment) throw new Error(`no moment ${number}`);
  return moment;
};
const scene = (number: number) => sceneAt(DEAL, at(number));

beforeAll(() => w.use("en"));

describe("streets", () => {
  test("begin with the cards, every community card, the showdown", () => {
    expect(streets.map(({ kind, card }) => card ?? kind)).toEqual([
      "deal",
      ...["Ah", "Kc", "8c", "2d", "Qs"],
      "showdown",
    ]);
  });
  test("what comes before the cards belongs to the deal", () => {
    expect(streetAt(streets, 0)).toBe(0);
    expect(streetAt(streets, 4)).toBe(1);
    expect(streetAt(streets, LAST)).toBe(6);
  });
  test("a hand without a showdown ends where somebody takes it", () => {
    const frames = DEAL.frames.filter(({ event }) => event.type !== "hand_shown");
    expect(streetsOf({ ...DEAL, frames }).at(-1)?.kind).toBe("end");
  });
});

describe("the felt at a moment", () => {
  test("seats stand by their chairs, and know whose they are", () => {
    expect(scene(2).seats.map(({ name, seat, you }) => [name, seat, you])).toEqual([
      ["Bruno", 1, false],
      ["Ann", 4, true],
    ]);
  });
  test("a word stands until the next card", () => {
    expect(scene(4).seats.map(({ word }) => word?.kind ?? null)).toEqual([null, "bet"]);
    expect(scene(6).seats.map(({ word }) => word)).toEqual([null, null]);
  });
  test("cards that were shown later are face down before", () => {
    const brunos = (number: number) => scene(number).seats[0]?.cards;
    expect(brunos(LAST - 3)).toEqual([null, null, null, null, null]);
    expect(brunos(LAST - 2)).toContain("Kd");
  });
  test("the winning five are lifted when the pot is given, and at the end", () => {
    expect(scene(LAST - 2).dimmed).toBe(false);
    for (const number of [LAST - 1, LAST]) {
      const { seats, lifted, dimmed } = scene(number);
      expect(dimmed).toBe(true);
      expect(lifted).toEqual(["Ah", "Kc", "Qs"]);
      expect(seats.map((seat) => seat.winner)).toEqual([false, true]);
      expect(seats[1]?.lifted).toEqual(expect.arrayContaining(["As", "Ad"]));
    }
  });
  test("what is wild for the viewer alone is wild among the community cards for him", () => {
    const mine = structuredClone(at(5));
    const hand = mine.view.players[0]?.hand;
    if (!hand) throw new Error("he knows his hand");
    hand.wild = [14];
    expect(sceneAt(DEAL, mine).wild).toEqual([14]);
    mine.view.position = null;
    expect(sceneAt(DEAL, mine).wild).toEqual([]);
  });
  test("before that the viewer's own best hand is; nobody's when he looked on", () => {
    expect(bestAt(at(5))).toEqual(ANNS);
    expect(bestAt(at(LAST))).toEqual([]);
    expect(bestAt({ ...at(5), view: { ...at(5).view, position: null } })).toEqual([]);
  });
  test("a hand that somebody else played calls its hero by name, his cards face down", () => {
    const ann = (number: number) => withNames(scene(number), at(number)).seats[1];
    expect(ann(5)).toMatchObject({ you: false, name: "Ann", hand: null });
    expect(ann(5)?.cards).toEqual([null, null, null, null, null]);
    expect(ann(LAST)?.cards).toEqual(ANNS);
    expect(withNames(scene(5), at(5)).seats[0]).toEqual(scene(5).seats[0]);
  });
});

describe("the story", () => {
  test("tells every moment once, cards without the board beside them", () => {
    const story = storyOf(w, DEAL);
    expect(story.map((entry) => entry.at)).toEqual(moments.map((_, number) => number));
    expect(story[3]?.lines.map((line) => line.text)).toEqual(["The next card is the A♥."]);
    expect(story[4]?.lines.map((line) => line.text)).toEqual(["Ann bets 4."]);
  });
  test("says at the end who won and why", () => {
    const story = storyOf(w, DEAL);
    const said = saidAt(story, moments, LAST).map((line) => line.text);
    expect(said[0]).toContain("Ann wins 10 chips");
    expect(said[1]).toBe("Three aces beat three kings.");
    expect(saidAt(story, moments, 4).map((line) => line.text)).toEqual(["Ann bets 4."]);
  });
  test("is told in the language of the reader", async () => {
    await w.use("it");
    const told = storyOf(w, DEAL)[4]?.lines[0]?.text;
    await w.use("en");
    expect(told).not.toBe("Ann bets 4.");
    expect(told).toContain("Ann");
  });
});

test("what everybody has won or lost", () => {
  expect(gains(DEAL)).toEqual([5, -5]);
});
