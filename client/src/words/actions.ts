/** What a player may do, as labels for buttons and as a sentence (R6, R10, R25). */
import type { Legal } from "../wire.gen";
import type { Catalogue } from "./catalogue.svelte";

/** `Call 4`, or `Check` when it costs nothing. */
export function callLabel(w: Catalogue, chips: number): string {
  return chips ? w.t("action.call", { chips }) : w.t("action.check");
}

/** `Raise to 10`, or `Bet 6` when there is nothing yet to raise (`level` 0). */
export function raiseLabel(w: Catalogue, to: number, level: number): string {
  return w.t(level ? "action.raise" : "action.bet", { to });
}

/** The label of a move with all chips, which makes the player's bet `to`. */
export function allInLabel(w: Catalogue, to: number): string {
  return w.t("action.all_in", { to });
}

/**
 * Everything that is allowed: `fold, call 4 or raise to 10–98`.
 *
 * `level` tells a bet from a raise. Where it is `null`, not known, that is left open if a check
 * is free: the player may have posted the big blind (R24).
 */
export function allowed(w: Catalogue, legal: Legal, level: number | null): string {
  const parts: string[] = [];
  if (legal.fold) parts.push(w.t("allowed.fold"));
  if (legal.call === 0) parts.push(w.t("allowed.check"));
  else if (legal.call !== null) parts.push(w.t("allowed.call", { chips: legal.call }));
  if (legal.bring_in) parts.push(w.t("allowed.bring_in"));
  if (legal.raise_to !== null) {
    const [least, most] = legal.raise_to;
    const kind = kindOf(legal, level);
    if (least === most) parts.push(w.t(`allowed.${kind}.exactly`, { to: least }));
    else parts.push(w.t(`allowed.${kind}.between`, { least, most }));
  }
  return w.oneOf(parts);
}

function kindOf(legal: Legal, level: number | null): "bet" | "raise" | "wager" {
  if (level !== null) return level ? "raise" : "bet";
  if (legal.fold) return "raise";
  return legal.bring_in ? "bet" : "wager";
}
