/**
 * The chart of the stacks over a session: numbers in, places on the page out.
 *
 * The x axis counts hands, 0 is the start; a host's correction between two hands is a step that
 * stands upright. Labels stand at the ends of the lines and give way to each other.
 */
import type { DealSummary, PastSession } from "../wire.gen";

export interface Sample {
  /** After how many hands of the session. */
  readonly hand: number;
  readonly chips: number;
}

export interface Series {
  readonly seat: number;
  readonly name: string;
  /** The viewer's own, as he sat last. */
  readonly you: boolean;
  readonly samples: readonly Sample[];
}

/** One line for each seat of the session, by seat. */
export function seriesOf(session: PastSession): readonly Series[] {
  const mine = session.deals.findLast((deal) => deal.position !== null);
  const you = mine?.position == null ? undefined : mine.seats[mine.position];
  const seats = new Map<number, DealSummary["seats"][number]>();
  const samples = new Map<number, Sample[]>();
  for (const deal of session.deals) {
    for (const one of deal.seats) seats.set(one.seat, one);
    for (const [key, chips] of Object.entries(deal.before)) {
      const line = samples.get(Number(key)) ?? [];
      if (line.at(-1)?.chips !== chips) line.push({ hand: deal.in_session - 1, chips });
      samples.set(Number(key), line);
    }
    for (const [key, chips] of Object.entries(deal.after))
      samples.get(Number(key))?.push({ hand: deal.in_session, chips });
  }
  return [...samples]
    .sort(([one], [other]) => one - other)
    .map(([seat, line]) => ({
      seat,
      name: seats.get(seat)?.name ?? "–",
      you: you?.seat === seat && you.person === seats.get(seat)?.person,
      samples: line,
    }));
}

/** What a line says after a hand; `null` where it had not begun. */
export const chipsAfter = (series: Series, hand: number): number | null =>
  series.samples.findLast((sample) => sample.hand <= hand)?.chips ?? null;

/** Round numbers from 0 to at least `most`, four or five of them. */
export function ticksTo(most: number): readonly number[] {
  const rough = Math.max(1, most) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? rough,
  );
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, number) => number * step);
}

/** Which hands are named under the axis so that their numbers have room. */
export function handTicks(hands: number, width: number): readonly number[] {
  const every = [1, 2, 5, 10, 20, 50, 100].find((step) => (width / hands) * step >= 34) ?? 200;
  return Array.from({ length: Math.floor(hands / every) + 1 }, (_, number) => number * every);
}

/** Moves labels apart, as little as they need, within `top` and `bottom`; order stays. */
export function apart(
  wanted: readonly number[],
  gap: number,
  top: number,
  bottom: number,
): readonly number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let free = top;
  for (const index of order) {
    placed[index] = Math.max(placed[index] ?? 0, free);
    free = (placed[index] ?? 0) + gap;
  }
  let limit = bottom;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index] ?? 0, limit);
    limit = (placed[index] ?? 0) - gap;
  }
  return placed;
}

/** Eight marks that differ in shape, each drawn round 0,0 in a square of 10. */
export const MARKS = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
  "M-3.600-3.600h7.200v7.200h-7.200Z",
  "M0-4.800 4.600 3.600h-9.200Z",
  "M0-5 5 0 0 5-5 0Z",
  "M-1.500-5h3v3.500h3.500v3h-3.500v3.500h-3v-3.500h-3.500v-3h3.500Z",
  "M0 4.800-4.600-3.600h9.200Z",
  "M0-5 1.500-1.600 5-1.400 2.300.9 3.200 4.500 0 2.500-3.200 4.500-2.300.9-5-1.400-1.500-1.600Z",
  "M-2.200-4.600h4.400L4.600 0 2.200 4.600h-4.400L-4.600 0Z",
] as const;

export function shortened(name: string, most: number): string {
  const letters = [...new Intl.Segmenter().segment(name)];
  const first = letters.slice(0, most - 1).map(({ segment }) => segment);
  return letters.length > most ? `${first.join("")}…` : name;
}
