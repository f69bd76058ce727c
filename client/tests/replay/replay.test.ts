import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import Replay from "../../src/replay/Replay.svelte";
import { w } from "../../src/words/words.svelte";
import { DEAL, LAST } from "./deal";

let shown: Record<string, unknown> | undefined;

beforeAll(() => w.use("en"));
beforeEach(() => {
  shown = mount(Replay, { target: document.body, props: { deal: DEAL, keys: "page" } });
  flushSync();
});
afterEach(async () => {
  if (shown) await unmount(shown);
  document.body.innerHTML = "";
});

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const one = (selector: string): HTMLElement => {
  const [found] = all(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};
const click = (element: HTMLElement): void => {
  element.click();
  flushSync();
};
const press = (key: string, on: EventTarget = window): void => {
  on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync();
};
const at = (): number =>
  Number(one("input[type=range]").getAttribute("aria-valuetext")?.split(" ")[0]) - 1;
const cards = (): Set<string> =>
  new Set(all("[data-card]").map((card) => card.dataset["card"] ?? ""));
const button = (label: string): HTMLElement => one(`.controls button[aria-label="${label}"]`);

test("the page's keys are the player's: sideways a moment, up and down a card", () => {
  expect(at()).toBe(2);
  press("ArrowRight");
  expect(at()).toBe(3);
  press("ArrowDown");
  expect(at()).toBe(6);
  press("ArrowUp");
  press("ArrowLeft");
  expect(at()).toBe(2);
  press("End");
  expect(at()).toBe(LAST);
  press("Home");
  expect(at()).toBe(0);
});

test("a key on the slider counts once", () => {
  press("ArrowRight", one("input[type=range]"));
  expect(at()).toBe(3);
});

test("keys with a modifier stay the browser's", () => {
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", altKey: true }));
  flushSync();
  expect(at()).toBe(2);
});

test("a click on the story goes there, and the line is marked", () => {
  const line = all(".story button").find((each) => each.textContent?.includes("Bruno calls 4"));
  if (!line) throw new Error("the call is not told");
  click(line);
  expect(at()).toBe(5);
  expect(all('.story [aria-current="step"]').map((each) => each.textContent?.trim())).toEqual([
    "Bruno calls 4.",
  ]);
  expect(one(".said").textContent?.trim()).toBe("Bruno calls 4.");
});

test("the buttons step, and jump from card to card", () => {
  click(button("One step forward"));
  expect(at()).toBe(3);
  click(button("To the next card"));
  expect(at()).toBe(6);
  click(button("To the previous card"));
  click(button("One step back"));
  expect(at()).toBe(2);
  const card = all(".streets button").find((each) => each.textContent?.includes("king of clubs"));
  click(card ?? document.body);
  expect(at()).toBe(6);
});

test("nothing on the page shows a card before it is turned or shown", () => {
  const own = ["As", "Ad", "3c", "4c", "6d"];
  press("Home");
  expect(cards().size).toBe(0);
  press("ArrowDown");
  expect([...cards()].sort()).toEqual([...own].sort());
  press("ArrowDown");
  expect([...cards()].sort()).toEqual([...own, "Ah"].sort());
  press("End");
  press("ArrowLeft");
  press("ArrowLeft");
  expect(cards()).toContain("Kd");
  press("ArrowLeft");
  expect(cards()).not.toContain("Kd");
});

test("at the end it says why, and what everybody has won or lost", () => {
  press("End");
  expect(one(".said .reason").textContent).toBe("Three aces beat three kings.");
  expect(all(".gains li").map((each) => each.textContent)).toEqual(["Ann +5", "Bruno −5"]);
});

test("play becomes pause, and a step stops it", () => {
  click(button("Play"));
  expect(button("Pause")).toBeTruthy();
  press("ArrowRight");
  expect(button("Play")).toBeTruthy();
});
