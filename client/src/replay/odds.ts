import type { Scene, SceneSeat } from "../table/scene";
import type { DealOdds } from "../wire.gen";

/** What a hand may expect at a moment, and how that has changed with the last card. */
export interface Chance {
  /** The share of the pot, 0 to 1. */
  readonly share: number;
  /** In whole percent; null before the first card. */
  readonly change: number | null;
}

const percent = (share: number): number => Math.round(share * 100);

/** The chances at a moment, by position; none before the cards are dealt. */
export function chancesAt({ moments }: DealOdds, at: number): ReadonlyMap<number, Chance> {
  const now = moments.findLast((moment) => moment.at <= at);
  const before = moments.findLast((moment) => now !== undefined && moment.cards < now.cards);
  const then = new Map(before?.hands.map(({ position, share }) => [position, share]));
  return new Map(
    now?.hands.map(({ position, share }) => {
      const old = then.get(position);
      const change = old === undefined ? null : percent(share) - percent(old);
      return [position, { share, change }];
    }),
  );
}

/** The chances at the seats of the others; one's own stands beside one's cards. */
export function withChances(scene: Scene, chances: ReadonlyMap<number, Chance>): Scene {
  const seats = scene.seats.map((seat): SceneSeat => {
    const chance = seat.position === null ? undefined : chances.get(seat.position);
    return chance && !seat.you && !seat.folded ? { ...seat, chance } : seat;
  });
  return { ...scene, seats };
}
