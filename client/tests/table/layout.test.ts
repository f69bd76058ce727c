import { describe, expect, it } from "vitest";
import { fromMe, places, servingLine } from "../../src/table/layout";

describe("the places round the felt", () => {
  it.each([2, 3, 4, 5, 6, 7, 8])("of %i players lie on it, the first at the foot", (n) => {
    const spots = places(n);
    expect(spots).toHaveLength(n);
    expect(spots[0]?.seat.x).toBeCloseTo(50);
    expect(spots[0]?.seat.y).toBeGreaterThan(85);
    for (const { seat, bet } of spots)
      for (const value of [seat.x, seat.y, bet.x, bet.y]) {
        expect(value).toBeGreaterThan(4);
        expect(value).toBeLessThan(96);
      }
  });

  it("go clockwise: the left neighbour sits on the left of the page", () => {
    expect(places(3)[1]?.seat.x).toBeLessThan(50);
    expect(places(3)[2]?.seat.x).toBeGreaterThan(50);
  });

  it.each([2, 5, 6, 8])("of %i players do not lie on each other on a table of 1000 x 600", (n) => {
    const boxes = places(n).map(({ seat }) => [seat.x * 10, seat.y * 6] as const);
    boxes.forEach(([x, y], one) =>
      boxes.slice(one + 1).forEach(([u, v]) => {
        expect(Math.abs(x - u) >= 150 || Math.abs(y - v) >= 85).toBe(true);
      }),
    );
  });

  it("begin with the viewer", () => {
    const seats = [
      { you: false, n: 0 },
      { you: true, n: 1 },
      { you: false, n: 2 },
    ];
    expect(fromMe(seats).map((seat) => seat.n)).toEqual([1, 2, 0]);
    expect(fromMe(seats.slice(2))).toEqual(seats.slice(2));
  });
});

describe("the line of a cross that serves a hand", () => {
  const board = ["As", "Kd", "2c", "7h", "9s"];
  it("is the row or the column, told by the cards beside the centre", () => {
    expect(servingLine(board, ["Kd", "9s"])).toBe("row");
    expect(servingLine(board, ["As", "9s"])).toBe("column");
    expect(servingLine(board, ["9s"])).toBeNull();
    expect(servingLine([null, null, null, null, null], ["9s"])).toBeNull();
  });
});
