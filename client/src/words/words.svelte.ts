/**
 * `w`: everything that a table has to say, in the language of the reader.
 *
 * Texts come by key (`w.t`, `w.n`); whole sentences from the functions of this folder, which
 * take `w` first. Those that components want most are methods too. Chips are whole numbers.
 */
import type { Action, Card, Legal, Rank, Ruleset, View } from "../wire.gen";
import * as actions from "./actions";
import { Catalogue } from "./catalogue.svelte";
import * as hands from "./hands";
import * as refusals from "./refusals";
import * as rulesets from "./rulesets";
import * as spoken from "./spoken";
import * as wild from "./wild";

export { LANGUAGES } from "./catalogue.svelte";
export type { CountKey, Language, TextKey, Value } from "./catalogue.svelte";

export class Words extends Catalogue {
  /** The name of a hand (`HandView.high`): `three aces, king and queen`. */
  hand(high: number): string {
    return hands.handName(this, high);
  }

  /** A low hand (`HandView.low`): `low hand 8-6-4-2-A`. */
  low(low: number): string {
    return hands.lowName(this, low);
  }

  /** A rank, several of it: `aces`. */
  ranks(ranks: readonly Rank[]): string {
    return hands.ranksText(this, ranks);
  }

  /** What is wild for the viewer now, in a sentence; empty if nothing is. */
  wild(view: View): string {
    return wild.wildIn(this, view);
  }

  /** A card as words: `ace of spades`, `face down` for `null`. */
  spoken(card: Card | null): string {
    return spoken.spokenCard(this, card);
  }

  /** Everything that is allowed now: `fold, call 4 or raise to 10–98`. */
  allowed(legal: Legal, level: number): string {
    return actions.allowed(this, legal, level);
  }

  /** Why something was refused. */
  refusal(refused: refusals.Refusal, tried?: Action): string {
    return refusals.refusal(this, refused, tried);
  }

  /** What a preset is called; a name that is no preset's stays as it is. */
  preset(name: string): string {
    return rulesets.title(this, name);
  }

  /** A preset in one sentence; empty for a name that is no preset's. */
  about(name: string): string {
    return rulesets.about(this, name);
  }

  /** A ruleset line by line, its name first. */
  rules(rules: Ruleset): string[] {
    return rulesets.rulesetLines(this, rules);
  }

  /** The stakes in one line: `no limit, ante 1, minimum bet 2`. */
  stakes(rules: Ruleset): string {
    return rulesets.stakes(this, rules);
  }

  /** A place in the standings, from 1 to 8: `2nd`. */
  place(place: number): string {
    const key = `place.${place}` as const;
    return this.knows(key) ? this.t(key) : this.number(place);
  }
}

/** The words of this page; `await w.use("fr")` before the first of them is read. */
export const w = new Words();
