/**
 * Which ranks are wild at the moment, in a sentence (R26-R29).
 *
 * Which they are stands in the view: `view.wild` for everybody, `hand.wild` for a hand.
 */
import type { Card, Rank, Ruleset, View } from "../wire.gen";
import type { Catalogue } from "./catalogue.svelte";
import { ranksText } from "./hands";

/** What is wild for the viewer now; empty if nothing is, or not yet, or he is not told. */
export function wildIn(w: Catalogue, view: View): string {
  if (view.rules.wild !== "low_hole") {
    return wildForAll(w, view.rules, view.wild, turned(view.board));
  }
  const own = view.position === null ? undefined : view.players[view.position];
  const ranks = own?.hand?.wild ?? [];
  return ranks.length > 0 ? w.capital(w.t("wild.own", { ranks: ranksText(w, ranks) })) : "";
}

/** What is wild for everybody after so many community cards; empty if nothing is. */
export function wildForAll(
  w: Catalogue,
  rules: Ruleset,
  wild: readonly Rank[],
  turned: number,
): string {
  if (wild.length === 0 || rules.wild === "none" || rules.wild === "low_hole") return "";
  const changes = rules.wild === "lowest_board" && turned < BOARD_CARDS;
  const ranks = ranksText(w, wild);
  return w.capital(changes ? w.t("wild.moment", { ranks }) : w.t("wild.all", { ranks }));
}

/** What a player's private cards make wild for him alone (R29); empty if nothing. */
export function wildFor(w: Catalogue, rules: Ruleset, wild: readonly Rank[], name: string): string {
  if (rules.wild !== "low_hole" || wild.length === 0) return "";
  return w.capital(w.t("wild.one", { ranks: ranksText(w, wild), name }));
}

export const BOARD_CARDS = 5;

/** How many community cards lie face up. */
export function turned(board: readonly (Card | null)[]): number {
  return board.filter((card) => card !== null).length;
}
