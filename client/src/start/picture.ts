/** The picture of a game's board: what lies where, and what is special, read off its rules. */
import type { Layout, Rank, Ruleset } from "../wire.gen";

/** A card in the picture, by its upper left corner. */
export interface PictureCard {
  x: number;
  y: number;
  width: number;
  height: number;
  rank: string;
  wild: boolean;
}

export interface Picture {
  layout: Layout;
  board: readonly PictureCard[];
  hand: readonly PictureCard[];
  /** How the pot is divided. */
  split: Ruleset["split"];
  /** The pot's middle. */
  pot: { x: number; y: number };
  /** A round of betting comes before the first card: a chip lies there. */
  chip: { x: number; y: number } | null;
}

export const WIDTH = 128;
export const HEIGHT = 92;

const RANKS = "23456789TJQKA";
const BOARD = ["9", "4", "K", "7", "J"] as const;
const HAND = ["Q", "5", "T", "A", "8"] as const;
const valueOf = (rank: string): number => RANKS.indexOf(rank) + 2;
const lowest = (ranks: readonly string[]): string =>
  ranks.reduce((low, rank) => (valueOf(rank) < valueOf(low) ? rank : low));

/** Top, right, bottom, left, centre, in the order in which a cross is turned (R32). */
const CROSS = [
  [1, 0],
  [2, 1],
  [1, 2],
  [0, 1],
  [1, 1],
] as const;

export function pictureOf(rules: Ruleset): Picture {
  const cross = rules.layout === "cross";
  const board = BOARD.map((rank, place): PictureCard => {
    const [column, line] = CROSS[place] ?? [0, 0];
    const where = cross
      ? { x: 41.5 + column * 16, y: 2 + line * 21, width: 13, height: 18.5 }
      : { x: 13 + place * 21, y: 27, width: 18, height: 26 };
    return { ...where, rank, wild: wildOnBoard(rules, rank, place) };
  });
  const low = lowest(HAND);
  const hand = HAND.map((rank, place): PictureCard => ({
    x: 27.5 + place * 15,
    y: 70,
    width: 13,
    height: 18.5,
    rank,
    wild: isNamed(rules, rank) || (rules.wild === "low_hole" && rank === low),
  }));
  const first = board[0];
  const chip =
    first && rules.opening_round ? { x: first.x - 7, y: first.y + first.height / 2 } : null;
  return {
    layout: rules.layout,
    board,
    hand,
    split: rules.split,
    pot: cross ? { x: 108, y: 33 } : { x: WIDTH / 2, y: 13 },
    chip,
  };
}

function wildOnBoard(rules: Ruleset, rank: string, place: number): boolean {
  if (rules.wild === "lowest_board") return rank === lowest(BOARD);
  if (rules.wild === "last_board") return place === BOARD.length - 1;
  return isNamed(rules, rank);
}

const isNamed = (rules: Ruleset, rank: string): boolean =>
  rules.wild === "ranks" && rules.wild_ranks.includes(valueOf(rank) as Rank);
