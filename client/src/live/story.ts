import type { News, Rank, TableView } from "../wire.gen";

/** Something that happened, with the names and what was wild when it did. */
export interface Told {
  key: number;
  deal: number;
  event: News;
  /** The name at each position of the deal in which it happened. */
  names: readonly string[];
  wild: readonly Rank[];
  boardCards: number;
}

/** The events of the newest deal, after some more. */
export function running(before: readonly News[], events: readonly News[]): readonly News[] {
  const all = [...before, ...events];
  return all.slice(Math.max(0, all.map((event) => event.type).lastIndexOf("deal_opened")));
}

export const nameOfSeat = (view: TableView, seat: number): string =>
  view.people.find((person) => person.seat === seat)?.name ?? `${seat + 1}`;

export const nameOfPerson = (view: TableView, person: string): string =>
  view.people.find((one) => one.person === person)?.name ?? "–";

/** Lengthens the story; what is older than two deals is dropped with its deal. */
export function told(story: readonly Told[], view: TableView, events: readonly News[]): Told[] {
  const names = view.order.map((seat) => nameOfSeat(view, seat));
  const wild = view.deal?.wild ?? [];
  let key = story.at(-1)?.key ?? 0;
  let deal = story.at(-1)?.deal ?? 0;
  let cards = story.at(-1)?.boardCards ?? 0;
  const more = events.map((event): Told => {
    if (event.type === "deal_began") [deal, cards] = [event.number, 0];
    if (event.type === "card_turned") cards += 1;
    key += 1;
    return { key, deal, event, names, wild, boardCards: cards };
  });
  return [...story, ...more].slice(-400);
}
