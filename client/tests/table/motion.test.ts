import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { flights, playDeal } from "../../src/table/motion";

const seatAt = (position: number): number => [1, 4, 0][position] ?? -1;

describe("the ways of the chips", () => {
  it("lead from the stack to the bet, and from the bets to the pot once", () => {
    expect(
      flights(
        [
          { type: "bet", position: 0, to: 4, left: 90 },
          { type: "called", position: 1, chips: 4, left: 90 },
          { type: "card_turned", card: "As" },
          { type: "card_turned", card: "Ks" },
        ],
        seatAt,
      ),
    ).toEqual([
      { from: "seat-1", to: "bet-1" },
      { from: "seat-4", to: "bet-4" },
      { from: "bet-*", to: "pot" },
    ]);
  });

  it("lead antes straight to the pot, and what nobody matched back", () => {
    expect(flights([{ type: "antes_posted", chips: [1, 0, 1] }], seatAt)).toEqual([
      { from: "seat-1", to: "pot" },
      { from: "seat-0", to: "pot" },
    ]);
    expect(flights([{ type: "refunded", position: 2, chips: 5 }], seatAt)).toEqual([
      { from: "bet-0", to: "seat-0" },
    ]);
  });
});

describe("the cards", () => {
  const middle = new DOMRect(300, 200, 100, 20);
  let table: HTMLElement;
  let done: () => void;

  /** Which cards wait unseen, in the order in which they are dealt. */
  const waiting = (): string[] =>
    [...table.children]
      .filter((card) => card instanceof HTMLElement && card.style.opacity === "0")
      .map((card) => card.textContent);

  beforeEach(() => {
    vi.useFakeTimers();
    done = vi.fn();
    table = document.createElement("div");
    // Two seats with two cards each; the tens of `data-deal` are the rounds.
    for (const place of [0, 10, 1, 11]) {
      const card = document.createElement("span");
      card.dataset["deal"] = card.textContent = String(place);
      card.animate = vi.fn();
      table.append(card);
    }
  });
  afterEach(() => vi.useRealTimers());

  it("are dealt round by round, and those of the next round wait unseen", () => {
    playDeal(table, middle, false, done);
    expect(waiting()).toEqual(["10", "11"]);
    vi.advanceTimersByTime(119);
    expect(waiting()).toEqual(["10", "11"]);
    vi.advanceTimersByTime(1);
    expect(waiting()).toEqual([]);
    for (const card of table.children) expect(card.animate).toHaveBeenCalledOnce();
    expect(done).not.toHaveBeenCalled();
    vi.advanceTimersByTime(360);
    expect(done).toHaveBeenCalledOnce();
  });

  it("all lie there at once when the deal is cut short", () => {
    const layOut = playDeal(table, middle, false, done);
    layOut();
    expect(waiting()).toEqual([]);
    expect(done).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(10_000);
    expect(done).toHaveBeenCalledOnce();
  });
});
