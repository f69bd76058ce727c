import type { Preset } from "../lib/prefs.svelte";
import type { Legal, View } from "../wire.gen";

/** The least and the most that one may raise to. */
export type Span = readonly [number, number];

export function clamp(to: number, [least, most]: Span): number {
  return Math.min(most, Math.max(least, Math.round(to)));
}

/** What a quick amount raises to: a part of the pot is counted after the call, as at a table. */
export function amountOf(preset: Preset, view: View, legal: Legal, span: Span): number {
  if (preset === "least") return span[0];
  if (preset === "most") return span[1];
  const bets = view.players.reduce((sum, player) => sum + player.bet, 0);
  const pots = view.pots.reduce((sum, pot) => sum + pot.amount, 0);
  return clamp(view.level + preset * (pots + bets + (legal.call ?? 0)), span);
}

/** What somebody typed, as an amount, or `null` if it is no whole number. */
export function typed(text: string): number | null {
  const apart = /^\d{1,3}(?:[\s.,'\u00a0\u202f]\d{3})+$/.test(text.trim());
  const digits = apart ? text.replace(/\D/g, "") : text.trim();
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
