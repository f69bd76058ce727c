/** What happened at the table and in the session, as lines of text. */
import type { News } from "../wire.gen";
import type { Catalogue } from "./catalogue.svelte";
import { eventLines, isSeen, type NameAt, type Seen } from "./events";
import { title } from "./rulesets";

/** The names: of a deal's positions, of seats, of persons. */
export interface Who {
  readonly at: NameAt;
  readonly seat: (seat: number) => string;
  readonly person: (person: string) => string;
}

/** One thing that happened; some have nothing to say, some need several lines. */
export function newsLines(w: Catalogue, event: News, who: Who): string[] {
  if (isSeen(event)) return eventLines(w, event, who.at);
  return [tableLine(w, event, who)].filter((line) => line !== "");
}

/** What is not of a deal: people, seats, settings, the session. */
type TableNews = Exclude<News, Seen>;

function tableLine(w: Catalogue, event: TableNews, who: Who): string {
  switch (event.type) {
    case "person_joined":
    case "bot_seated":
      return w.t(`browser.event.${event.type}`, { name: event.name });
    case "seat_asked":
    case "seat_refused":
    case "seat_given":
    case "seat_cleared":
    case "host_changed":
      return w.t(`browser.event.${event.type}`, { name: who.person(event.person) });
    case "settings_changed":
    case "grace_given":
    case "paused":
    case "resumed":
    case "table_ended":
      return w.t(`browser.event.${event.type}`);
    case "own_game":
      return w.t("browser.event.own_game", { name: who.seat(event.seat) });
    case "bank_spent":
      return w.n("browser.event.bank_spent", Math.ceil(event.ms / 1000), {
        name: who.seat(event.seat),
      });
    default:
      return sessionLine(w, event, who.seat);
  }
}

type SessionNews = Extract<
  News,
  {
    type:
      | "session_started"
      | "preset_named"
      | "rules_changed"
      | "deal_began"
      | "seat_taken"
      | "seat_away"
      | "seat_back"
      | "seat_left"
      | "chips_corrected"
      | "session_ended";
  }
>;

function sessionLine(w: Catalogue, event: SessionNews, seat: Who["seat"]): string {
  switch (event.type) {
    case "session_started":
      return w.t("session.dealer_drawn", { name: seat(event.dealer) });
    case "preset_named":
      return w.t("session.named", { name: seat(event.seat), title: title(w, event.preset) });
    case "rules_changed":
      return w.t("session.rules_changed");
    case "deal_began":
      return w.t("browser.event.deal_began", { n: event.number });
    case "seat_taken":
      return w.t("browser.event.seat_taken", {
        name: seat(event.seat),
        chips: w.n("chips", event.chips),
      });
    case "seat_away":
      return w.t("session.away", { name: seat(event.seat) });
    case "seat_back":
      return w.t("session.back", { name: seat(event.seat) });
    case "seat_left":
      return w.t("session.left", { name: seat(event.seat) });
    case "chips_corrected":
      return w.t(event.chips < 0 ? "session.taken" : "session.given", {
        author: event.author,
        name: seat(event.seat),
        chips: w.n("chips", Math.abs(event.chips)),
        reason: event.reason,
      });
    case "session_ended":
      return ended(w, event.places, seat);
    default:
      // A newer server may tell of more than this page knows.
      event satisfies never;
      return "";
  }
}

/** Places from 1; whoever shares the first one has won with the others there. */
function ended(w: Catalogue, places: Readonly<Record<string, number>>, seat: Who["seat"]): string {
  const best = Object.keys(places).filter((each) => places[each] === 1);
  const names = w.all(best.map((each) => seat(Number(each))));
  const won = w.n("session.won", best.length, { names });
  return `${w.t("session.ended")} ${won}`;
}
