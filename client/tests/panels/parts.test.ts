import { afterEach, describe, expect, it, vi } from "vitest";
import { AMOUNTS, withAmount } from "../../src/panels/amounts";
import { DRAWN, emoteIn } from "../../src/panels/emotes";
import { beside, hold } from "../../src/panels/focus";
import { signed } from "../../src/panels/numbers";
import { lineUp } from "../../src/panels/standings";
import { draftOf, wishOf, withPreset } from "../../src/panels/wish";
import { EMOTES, type Settings } from "../../src/wire.gen";
import { deal, rules, table } from "../table/view";

describe("the standings", () => {
  it("go by place, those that share one by seat, with the chips in front now", () => {
    const seats = table().seats.map((seat, index) => ({ ...seat, place: [2, 1, 2][index] ?? 0 }));
    const lines = lineUp(table({ seats }));
    expect(lines.map(({ name, chips }) => [name, chips])).toEqual([
      ["Bea", 82],
      ["Ann", 40],
      ["Cid", 90],
    ]);
    expect(lines.map(({ you, bot, host }) => [you, bot, host])).toEqual([
      [false, true, false],
      [false, false, true],
      [true, false, false],
    ]);
  });

  it("take the session's chips between hands", () => {
    expect(lineUp(table({ deal: null })).map(({ chips }) => chips)).toEqual([90, 90, 90]);
    expect(lineUp(table({ deal: deal(), order: [] })).map(({ chips }) => chips)).toEqual([
      90, 90, 90,
    ]);
  });
});

describe("the host's wish", () => {
  const settings = table().settings;
  const liz = { ...rules, preset: "liz", wild: "lowest_board", opening_round: true } as const;

  it("is the settings as they are, if nothing was changed", () => {
    expect(wishOf(draftOf(settings), settings, [rules, liz])).toEqual(settings);
  });

  it("takes another preset's cards and keeps what is the table's", () => {
    const draft = { ...withPreset(draftOf(settings), liz), stack: 200, action_s: 20 };
    const wish = wishOf(draft, settings, [rules, liz]);
    expect(wish.rules).toEqual({ ...liz, stack: 200 });
    expect(wish.clock).toEqual({ ...settings.clock, action_ms: 20_000 });
  });

  it("leaves the sizes of a limit behind with it", () => {
    const fixed: Settings = {
      ...settings,
      rules: { ...rules, limit: "fixed", bets: [2, 4], max_raises: 3 },
    };
    const wish = wishOf({ ...draftOf(fixed), limit: "no" }, fixed, []);
    expect([wish.rules.limit, wish.rules.bets, wish.rules.max_raises]).toEqual(["no", [], null]);
  });
});

describe("a typed correction", () => {
  it.each([
    ["10", 10],
    ["-10", -10],
    ["− 1 200", -1200],
    ["+5", 5],
    ["0", null],
    ["ten", null],
    ["", null],
    ["1e3", null],
    ["1.5", null],
    ["-2,5", null],
    ["1.000", 1000],
  ])("%j is %j", (text, chips) => expect(signed(text)).toBe(chips));
});

describe("quick amounts", () => {
  it("stand once each: one that is there already changes places", () => {
    expect(withAmount(["least", 0.5, 1, "most"], 1, 2)).toEqual(["least", 2, 1, "most"]);
    expect(withAmount(["least", 0.5, 1, "most"], 0, "most")).toEqual(["most", 0.5, 1, "least"]);
    expect(withAmount(["least", 0.5, 1, "most"], 1, 0.5)).toEqual(["least", 0.5, 1, "most"]);
  });
  it("are the seven that can be chosen", () => expect(AMOUNTS).toHaveLength(7));
});

describe("emotes", () => {
  it("are drawn, each of them, and known by their code only", () => {
    for (const code of EMOTES) expect(DRAWN[code]).toMatch(/^[Mm]/);
    expect(emoteIn(":wow:")).toBe("wow");
    expect(emoteIn(":none:")).toBeNull();
    expect(emoteIn("say :wow:")).toBeNull();
  });
});

describe("focus", () => {
  afterEach(() => (document.body.innerHTML = ""));

  it("goes round the tabs by arrows, and to both ends", () => {
    expect(["ArrowRight", "ArrowLeft", "Home", "End", "x"].map((key) => beside(key, 0, 5))).toEqual(
      [1, 4, 0, 4, null],
    );
    expect(beside("ArrowRight", 4, 5)).toBe(0);
  });

  it("is given to the chosen tab of a dialog, and back at its end; Escape closes", () => {
    document.body.innerHTML = `
      <button id="menu">☰</button>
      <div id="sheet" tabindex="-1">
        <button role="tab" aria-selected="false">a</button>
        <button role="tab" aria-selected="true" id="on">b</button>
      </div>`;
    const get = (id: string): HTMLElement => {
      const found = document.getElementById(id);
      if (!found) throw new Error(id);
      return found;
    };
    get("menu").focus();
    const close = vi.fn();
    const release = hold(get("sheet"), close);
    expect(document.activeElement?.id).toBe("on");
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    expect(close).toHaveBeenCalledOnce();
    release();
    expect(document.activeElement?.id).toBe("menu");
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    expect(close).toHaveBeenCalledOnce();
  });
});
