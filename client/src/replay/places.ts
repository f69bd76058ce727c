import type { TableView } from "../wire.gen";

export interface Placed {
  readonly place: number;
  readonly seat: number;
  readonly name: string;
  readonly you: boolean;
  readonly chips: number;
  /** How often the host corrected his chips: it is marked (R36). */
  readonly corrections: number;
}

/** Everybody of a finished session, the best first; equal chips share a place. */
export function placesOf(view: TableView, names: ReadonlyMap<number, string>): readonly Placed[] {
  return view.seats
    .map((state): Placed => {
      const person = view.people.find((one) => one.seat === state.seat);
      return {
        place: view.places?.[String(state.seat)] ?? state.place,
        seat: state.seat,
        name: names.get(state.seat) ?? person?.name ?? "–",
        you: person !== undefined && person.person === view.you,
        chips: state.chips,
        corrections: state.corrections,
      };
    })
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}

/** The names under which the seats of a session played, the latest for each. */
export function namesIn(
  deals: readonly { seats: readonly { seat: number; name: string }[] }[],
): Map<number, string> {
  return new Map(
    deals.flatMap((deal) => deal.seats.map(({ seat, name }) => [seat, name] as const)),
  );
}

/** The first three rows of the ranking stand on the podium, the others below it. */
export const podium = (places: readonly Placed[]): readonly Placed[] => places.slice(0, 3);
