import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import Replay from "../../src/replay/Replay.svelte";
import {
  actionLabel,
  optionsWith,
  priceText,
  reasonTexts,
  shareText,
} from "../../src/words/advice";
import { w } from "../../src/words/words.svelte";
import type { Advice, AdvisedMove, DealAdvice } from "../../src/wire.gen";
import { ANNS, DEAL, LAST } from "./deal";

const ADVICE: Advice = {
  options: [
    { action: { type: "call" }, chance: 0.25 },
    { action: { type: "raise", to: 2 }, chance: 0.75 },
    { action: { type: "raise", to: 99 }, chance: 0 },
  ],
  best: { type: "raise", to: 2 },
  share_of_one: 0.6249,
  share_of_all: 0.41,
  opponents: 3,
  pot: 2,
  call: 0,
  pot_odds: 0,
  reasons: ["value", "free_card"],
};
const FACING: Advice = {
  ...ADVICE,
  options: [
    { action: { type: "fold" }, chance: 0.6 },
    { action: { type: "call" }, chance: 0.4 },
  ],
  best: { type: "fold" },
  opponents: 1,
  pot: 6,
  call: 4,
  pot_odds: 0.4,
  reasons: ["pot_odds_good"],
};
/** Ann bets 4, Bruno calls. */
const MOVES: AdvisedMove[] = [
  { at: 4, position: 0, cards: ANNS, done: { type: "raise", to: 4 }, advice: ADVICE },
  {
    at: 5,
    position: 1,
    cards: ["Ks", "Kd", "5h", "7h", "9d"],
    done: { type: "call" },
    advice: FACING,
  },
];

let shown: Record<string, unknown> | undefined;
beforeAll(() => w.use("en"));
afterEach(async () => {
  if (shown) await unmount(shown);
  shown = undefined;
  document.body.innerHTML = "";
});

const soon = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve));
  flushSync();
};
const press = (key: string): void => {
  window.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
  flushSync();
};
const texts = (selector: string): (string | undefined)[] =>
  [...document.querySelectorAll(selector)].map((one) =>
    one.textContent?.replace(/\s+/g, " ").trim(),
  );
const click = async (selector: string): Promise<void> => {
  document.querySelector<HTMLElement>(selector)?.click();
  flushSync();
  await soon();
};
function open(advice?: (number: number) => Promise<DealAdvice>): HTMLElement | null {
  shown = mount(Replay, { target: document.body, props: { deal: DEAL, keys: "page", advice } });
  flushSync();
  return document.querySelector<HTMLElement>("button.advice");
}

test("it is asked for when the reader wants it, once for a hand", async () => {
  const ask = vi.fn(() => Promise.resolve({ moves: MOVES }));
  const button = open(ask);
  expect([button?.textContent?.trim(), button?.getAttribute("aria-pressed")]).toEqual([
    "Advice",
    "false",
  ]);
  expect(ask.mock.calls.length).toBe(0);
  await click("button.advice");
  expect(ask.mock.calls).toEqual([[DEAL.number]]);
  for (let step = 0; step < 4; step += 1) press("ArrowRight");
  expect(ask.mock.calls.length).toBe(1);
  await click("button.advice");
  expect(document.querySelector("section.advice")).toBeNull();
});

test("what the expert would do stands beside what was done", async () => {
  open(() => Promise.resolve({ moves: MOVES }));
  await click("button.advice");
  press("ArrowRight");
  press("ArrowRight");
  expect(texts(".advice .happened")).toEqual(["Ann bets 4."]);
  expect(texts(".advice .card")).toEqual(["A♠", "A♦", "3♣", "4♣", "6♦", "A♥"]);
  expect(texts(".advice li")).toEqual([
    "Check 25%",
    "Bet 2 (pot) 75%",
    "Bet 4 0% (this is what happened)",
    "All-in (99) 0%",
  ]);
  expect(texts(".advice li.done .what")).toEqual(["Bet 4"]);
  expect(
    [...document.querySelectorAll<HTMLElement>(".advice i")].map((i) => i.style.width),
  ).toEqual(
    ["33.33333333333333%", "100%", "0%", "0%"].map((width) =>
      expect.stringContaining(width.slice(0, 4)),
    ),
  );
  press("ArrowRight");
  expect(texts(".advice .happened")).toEqual(["Bruno calls 4."]);
  expect(texts(".advice li")).toEqual(["Fold 60%", "Call 4 40% (this is what happened)"]);
});

test("where nobody decides it leads to who does, and round again", async () => {
  open(() => Promise.resolve({ moves: MOVES }));
  await click("button.advice");
  expect(texts(".advice .quiet")).toEqual(["Nobody whose cards you see decides at this moment."]);
  for (const told of ["Ann bets 4.", "Bruno calls 4.", "Ann bets 4."]) {
    await click(".advice .next");
    expect(texts(".advice .happened")).toEqual([told]);
  }
  press("End");
  expect(texts(".advice .quiet").length).toBe(1);
  await click(".advice .button");
  expect(texts(".advice .happened")).toEqual(["Ann bets 4."]);
  expect(LAST).toBeGreaterThan(5);
});

test("for who sees nobody's cards there is none, and a failure is said", async () => {
  open(() => Promise.resolve({ moves: [] }));
  await click("button.advice");
  expect(texts(".advice .quiet")[0]).toContain("You see nobody’s cards");
  if (shown) await unmount(shown);
  document.body.innerHTML = "";
  open(() => Promise.reject(new Error("no")));
  await click("button.advice");
  expect(texts(".advice .failed")).toEqual(["The advice could not be worked out."]);
});

test("without anybody to ask there is no button", () => expect(open()).toBeNull());

test("numbers and reasons as words", () => {
  expect(shareText(w, ADVICE)).toBe(
    "62% against one unknown hand, 41% against the 3 opponents left",
  );
  expect(shareText(w, FACING)).toBe("62% against one unknown hand");
  expect(priceText(w, FACING)).toBe("a call costs 4 to win 6: it pays from 40% on");
  expect(reasonTexts(w, FACING)[0]).toContain("whoever bets here mostly holds better cards");
  expect(reasonTexts(w, { ...FACING, best: { type: "call" } })[0]).toContain("A call pays");
  const posting: Advice = { ...ADVICE, options: [{ action: { type: "bring_in" }, chance: 1 }] };
  expect(priceText(w, posting)).toBe("2 to win, and the bring-in is due");
});

test("a size that the expert does not know stands among the others by its chips", () => {
  const order = optionsWith(ADVICE.options, { type: "raise", to: 50 }).map((each) => each.done);
  expect(order).toEqual([false, false, true, false]);
  const view = DEAL.frames[3]?.view;
  if (!view) throw new Error("no such frame");
  const spot = { view, position: 0, advice: ADVICE };
  expect(actionLabel(w, spot, { type: "raise", to: 1 })).toBe("Bet 1 (½\u00a0pot)");
});
