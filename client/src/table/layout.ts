import type { Layout } from "../wire.gen";

/** A place on the felt, in percent of its width and height. */
export interface Spot {
  x: number;
  y: number;
}

/** Where a seat stands, and where its bet lies. */
export interface Place {
  seat: Spot;
  bet: Spot;
}

const CENTRE: Spot = { x: 50, y: 48 };

/**
 * Where `n` players sit round an oval felt. The first is at the foot, the others follow
 * clockwise, as the turn goes: his left neighbour is on the left of the page. A cross is
 * higher than a row, so at its head and foot the bets lie nearer to the seats.
 */
export function places(n: number, layout: Layout = "row"): readonly Place[] {
  return Array.from({ length: n }, (_, slot) => {
    // Equal steps along the angle would crowd the ends of an oval: lean towards its long sides.
    const even = 90 + (slot * 360) / n;
    const lean = n >= 5 ? 6 * Math.sin((2 * even * Math.PI) / 180) : 0;
    const angle = ((even + lean) * Math.PI) / 180;
    const seat = { x: 50 + 44 * Math.cos(angle), y: 50 + 42 * Math.sin(angle) };
    const upright = Math.abs(Math.cos(angle)) < 0.3;
    const near = upright ? (layout === "cross" ? 0.74 : 0.55) : 0.64;
    return {
      seat,
      bet: {
        x: CENTRE.x + (seat.x - CENTRE.x) * near,
        y: CENTRE.y + (seat.y - CENTRE.y) * near,
      },
    };
  });
}

/** The seats in the order in which they are drawn: me first, then clockwise. */
export function fromMe<T extends { you: boolean }>(seats: readonly T[]): readonly T[] {
  const me = seats.findIndex((seat) => seat.you);
  return me < 0 ? seats : [...seats.slice(me), ...seats.slice(0, me)];
}

/** The five places of a cross, in the order in which they are turned (R32). */
export const CROSS = ["top", "right", "bottom", "left", "centre"] as const;

/** Which cards of a cross lie in its line and in its column. */
const LINE = [3, 4, 1];
const COLUMN = [0, 4, 2];

/** Which line of a cross the lifted cards of the board come from: the brass line is drawn there. */
export function servingLine(
  board: readonly (string | null)[],
  best: readonly string[],
): "row" | "column" | null {
  const used = board.flatMap((card, place) =>
    card !== null && best.includes(card) ? [place] : [],
  );
  if (used.some((place) => place === 1 || place === 3)) return "row";
  if (used.some((place) => place === 0 || place === 2)) return "column";
  return null;
}

export const lineOf = { row: LINE, column: COLUMN } as const;
