/** Where somebody stands who comes to a table: before the door, in it, or already at the table. */
import type { PersonView, Summary, TableView } from "../wire.gen";

/** What a visitor sees of a table's seats, from its view or, if he may not look on, its summary. */
export interface Seats {
  title: string;
  preset: string;
  free: number;
  /** Who sits, in the order of their seats. */
  names: readonly string[];
  /** The host decides who sits. */
  approve: boolean;
}

export function seatsIn(table: TableView | Summary): Seats {
  const settings = "settings" in table ? table.settings : null;
  const rules = settings?.rules ?? ("preset" in table ? table : null);
  const seated = table.people
    .filter((one): one is PersonView & { seat: number } => one.seat !== null)
    .sort((one, other) => one.seat - other.seat);
  const title = settings?.title ?? ("title" in table ? table.title : "");
  return {
    title,
    preset: rules?.preset ?? "",
    free: Math.max(0, (rules?.players ?? 0) - seated.length),
    names: seated.map((one) => one.name),
    approve: settings?.approve ?? false,
  };
}

/** Refusals that a name, or a PIN, helps against. */
const ENTER_HELPS: readonly string[] = ["no_spectators", "pin_needed", "bad_pin", "stranger"];

export type Door = "enter" | "gone" | "moved" | "trouble" | null;

/** Which door stands before a visitor; `code` is why the line was refused, if it was. */
export function doorFor(code: string | null, view: TableView | null, watching: boolean): Door {
  if (code === null)
    return view && view.you === null && !watching && view.phase !== "closed" ? "enter" : null;
  if (ENTER_HELPS.includes(code)) return "enter";
  if (code === "no_table" || code === "not_found") return "gone";
  if (code === "moved") return "moved";
  return code === "protocol" ? null : "trouble"; // the banner offers to reload
}

export type Visitor = "watching" | "asked" | "seatless" | null;

/** What there is to say to somebody without a seat while the others play; the lobby has its own. */
export function newcomer(view: TableView): Visitor {
  if (view.phase === "closed") return null;
  if (view.you === null) return "watching";
  if (view.phase !== "playing" && view.phase !== "paused") return null;
  const me = view.people.find((one) => one.person === view.you);
  if (!me || me.seat !== null) return null;
  return me.asked === null ? "seatless" : "asked";
}
