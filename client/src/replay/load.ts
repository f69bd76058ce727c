import { ask } from "../lib/api";
import type { DealAdvice, DealOdds, Past, Replay } from "../wire.gen";

export const tablePath = (table: string): string => `/t/${encodeURIComponent(table)}`;
export const handPath = (table: string, number: number): string =>
  `${tablePath(table)}/hand/${number}`;

const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

const workedPath = (preset: string): string => `/api/worked/${encodeURIComponent(preset)}`;

/** Where one hand can be downloaded: as a record, and told in the reader's language. */
export const recordPath = (table: string, number: number): string =>
  `${at(table)}/records?deal=${number}`;
export const transcriptPath = (table: string, number: number, language: string): string =>
  `${at(table)}/transcript?deal=${number}&language=${language}`;

/** Hands that are over; all of them raise `ApiError`. */
export const hands = {
  past: (table: string) => ask<Past>(`${at(table)}/deals`),
  one: (table: string, number: number) => ask<Replay>(`${at(table)}/deals/${number}`),
  odds: (table: string, number: number) => ask<DealOdds>(`${at(table)}/deals/${number}/odds`),
  advice: (table: string, number: number) => ask<DealAdvice>(`${at(table)}/deals/${number}/advice`),
  worked: (preset: string) => ask<Replay>(workedPath(preset)),
  workedOdds: (preset: string) => ask<DealOdds>(`${workedPath(preset)}/odds`),
  workedAdvice: (preset: string) => ask<DealAdvice>(`${workedPath(preset)}/advice`),
};
