import { remember, remembered } from "./storage";

/** A table at which one had a name, as this browser remembers it; `at` is in ms since 1970. */
export interface KnownTable {
  id: string;
  title: string;
  preset: string;
  at: number;
}

const MOST = 20;

const isTable = (value: unknown): value is KnownTable =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  typeof value.id === "string" &&
  "title" in value &&
  typeof value.title === "string" &&
  "preset" in value &&
  typeof value.preset === "string" &&
  "at" in value &&
  typeof value.at === "number";

const isList = (value: unknown): value is KnownTable[] =>
  Array.isArray(value) && value.every(isTable);

/** The tables one was at, the newest first. */
export const knownTables = (): readonly KnownTable[] => remembered("tables", [], isList);

/** Puts a table first; the oldest beyond twenty are forgotten. */
export function rememberTable(table: KnownTable): void {
  const others = knownTables().filter(({ id }) => id !== table.id);
  remember("tables", [table, ...others].slice(0, MOST));
}

/** Forgets a table; returns those that are left. */
export function forgetTable(id: string): readonly KnownTable[] {
  const left = knownTables().filter((table) => table.id !== id);
  remember("tables", left);
  return left;
}

/**
 * The table that somebody means who pastes a link, or types what stands in one after `/t/`.
 * The result is an address: one of this server without its origin; `null` if it means no table.
 */
export function tableIn(text: string, origin: string): string | null {
  const typed = text.trim();
  if (/^[\w-]{16,64}$/.test(typed)) return `/t/${typed}`;
  if (!URL.canParse(typed)) return null;
  const url = new URL(typed);
  if (!/^https?:$/.test(url.protocol)) return null;
  const path = /^\/t\/[\w-]+/.exec(url.pathname)?.[0];
  if (path === undefined) return null;
  const place = path + url.hash;
  return url.origin === origin ? place : url.origin + place;
}
