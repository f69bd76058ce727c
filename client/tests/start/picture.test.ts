import { describe, expect, test } from "vitest";
import { HEIGHT, pictureOf, WIDTH } from "../../src/start/picture";
import { QUIET, qrCode } from "../../src/start/qr";
import type { Ruleset } from "../../src/wire.gen";
import { RULES } from "./views";

const ringed = (change: Partial<Ruleset>): string => {
  const { board, hand } = pictureOf({ ...RULES, ...change });
  const of = (cards: typeof board): string =>
    cards.flatMap(({ rank, wild }) => (wild ? [rank] : [])).join("");
  return `${of(board)} ${of(hand)}`.trim();
};

describe("the picture of a game", () => {
  test.each<[Partial<Ruleset>, string]>([
    [{ wild: "none" }, ""],
    [{ wild: "lowest_board" }, "4"],
    [{ wild: "last_board" }, "J"],
    [{ wild: "low_hole" }, "5"],
    [{ wild: "ranks", wild_ranks: [7, 12] }, "7 Q"],
  ])("%o rings %o", (change, cards) => {
    expect(ringed(change)).toBe(cards);
  });

  test("a row lies at one height, a cross has its fifth card in the middle", () => {
    const row = pictureOf(RULES).board;
    expect(new Set(row.map(({ y }) => y)).size).toBe(1);
    const [top, right, bottom, left, centre] = pictureOf({ ...RULES, layout: "cross" }).board;
    expect(centre).toMatchObject({ x: top?.x, y: left?.y });
    expect(bottom).toMatchObject({ x: top?.x });
    expect(right).toMatchObject({ y: left?.y });
  });

  test.each(["row", "cross"] as const)(
    "everything of a %s is inside, and no two cards overlap",
    (layout) => {
      const { board, hand, chip } = pictureOf({ ...RULES, layout, opening_round: true });
      const cards = [...board, ...hand];
      for (const one of cards) {
        expect(one.x).toBeGreaterThan(1);
        expect(one.y).toBeGreaterThan(1);
        expect(one.x + one.width).toBeLessThan(WIDTH - 1);
        expect(one.y + one.height).toBeLessThan(HEIGHT - 1);
        for (const other of cards) {
          if (one === other) continue;
          const apart =
            one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y;
          expect(apart).toBe(true);
        }
      }
      expect(chip?.x).toBeGreaterThan(5);
    },
  );

  test("a chip lies before the first card only where there is an opening round", () => {
    expect(pictureOf(RULES).chip).toBeNull();
  });
});

test("a QR code has its three corners, and the quiet zone that readers need", () => {
  expect(QUIET).toBe(4);
  const { size, path } = qrCode("http://192.168.1.7:8000/t/Hn3kW_x-0aZ9qLm2RtY7bQ");
  const last = size - QUIET - 7;
  for (const corner of [`M${QUIET} ${QUIET}h7`, `M${last} ${QUIET}h7`, `M${QUIET} ${last}h7`])
    expect(path).toContain(corner);
  const places = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, n]) => [
    Number(x),
    Number(y),
    Number(n),
  ]);
  for (const [x = 0, y = 0, n = 0] of places) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(QUIET);
    expect(Math.max(x + n, y + 1)).toBeLessThanOrEqual(size - QUIET);
  }
});
