import { nameOfSeat } from "../live/story";
import type { Presence, TableView } from "../wire.gen";

export interface Standing {
  seat: number;
  place: number;
  name: string;
  /** The stack in front while a hand is played, otherwise the chips of the session. */
  chips: number;
  you: boolean;
  bot: boolean;
  host: boolean;
  presence: Presence;
  corrections: number;
  corrected: number;
}

/** The seats of the session by place, those that share one by seat. */
export function lineUp(view: TableView): Standing[] {
  return view.seats
    .map(({ seat, chips, place, presence, corrections, corrected }): Standing => {
      const person = view.people.find((one) => one.seat === seat);
      return {
        seat,
        place,
        name: nameOfSeat(view, seat),
        chips: view.deal?.players[view.order.indexOf(seat)]?.stack ?? chips,
        you: person !== undefined && person.person === view.you,
        bot: person?.bot != null,
        host: person?.person === view.host,
        presence,
        corrections,
        corrected,
      };
    })
    .sort((one, other) => one.place - other.place || one.seat - other.seat);
}
