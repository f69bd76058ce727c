import { describe, expect, it } from "vitest";
import { flights } from "../../src/table/motion";

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
