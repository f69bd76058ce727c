import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { chancesAt } from "../../src/replay/odds";
import Replay from "../../src/replay/Replay.svelte";
import { w } from "../../src/words/words.svelte";
import type { DealOdds, MomentOdds } from "../../src/wire.gen";
import { DEAL } from "./deal";

const moment = (at: number, cards: number, ...shares: number[]): MomentOdds => ({
  at,
  cards,
  exact: false,
  hands: shares.map((share, position) => ({ position, share, win: share, tie: 0, error: 0.002 })),
});
/** The first card, a fold, the second card. */
const TOLD: DealOdds = {
  moments: [
    moment(1, 0, 0.3, 0.2),
    moment(3, 1, 0.42, 0.101),
    moment(5, 1, 0.6, 0.4),
    moment(6, 2, 0.755),
  ],
};

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
const chances = (): (string | undefined)[] =>
  [...document.querySelectorAll(".chance .hidden-text")].map((one) => one.textContent?.trim());
const press = (key: string): void => {
  window.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
  flushSync();
};
function open(odds?: (number: number) => Promise<DealOdds>): HTMLElement | null {
  shown = mount(Replay, { target: document.body, props: { deal: DEAL, keys: "page", odds } });
  flushSync();
  return document.querySelector<HTMLElement>(".odds");
}

test("the change is what the last card has brought, folds included", () => {
  const at = (moment: number) => [...chancesAt(TOLD, moment).values()];
  expect(at(0)).toEqual([]);
  expect(at(2)).toEqual([
    { share: 0.3, change: null },
    { share: 0.2, change: null },
  ]);
  expect(at(4).map(({ change }) => change)).toEqual([12, -10]);
  expect(at(5).map(({ change }) => change)).toEqual([30, 20]);
  expect(at(20)).toEqual([{ share: 0.755, change: 16 }]);
});

test("they are asked for when the reader wants them, once", async () => {
  const ask = vi.fn(() => Promise.resolve(TOLD));
  const button = open(ask);
  expect(button?.getAttribute("aria-pressed")).toBe("false");
  expect([ask.mock.calls.length, chances()]).toEqual([0, []]);
  button?.click();
  flushSync();
  await soon();
  expect(ask.mock.calls).toEqual([[DEAL.number]]);
  expect(chances()).toEqual([
    "Bruno: 20 percent",
    "Your share of the pot to be expected: 30 percent.",
  ]);
  press("ArrowDown");
  expect(chances()).toEqual([
    "Bruno: 10 percent, 10 fewer than before the last card",
    "Your share of the pot to be expected: 42 percent. 12 more than before the last card.",
  ]);
  button?.click();
  flushSync();
  expect([ask.mock.calls.length, chances()]).toEqual([1, []]);
});

test("what cannot be worked out is said", async () => {
  open(() => Promise.reject(new Error("no")))?.click();
  flushSync();
  await soon();
  expect(document.querySelector(".failed")?.textContent).toBe("The odds could not be worked out.");
});

test("without anybody to ask there is no button", () => expect(open()).toBeNull());
