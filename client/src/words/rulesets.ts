/** A table's rules in words: presets, options, and the lines that describe a ruleset (R1-R38). */
import type { Ruleset } from "../wire.gen";
import type { Catalogue } from "./catalogue.svelte";
import type { Texts } from "./keys.gen";
import { ranksText } from "./hands";

type After<Start extends string, Key> = Key extends `${Start}${infer End}` ? End : never;

/** The eight games. */
export type Preset = After<"preset.about.", keyof Texts>;
/** An option of a ruleset. */
export type Option = After<"option.", keyof Texts>;
/** An option that has named values, and what it may be set to. */
export type Choice = After<"choice.", keyof Texts>;

/** What decides about the cards, apart from stakes and session. */
type Cards = Pick<
  Ruleset,
  "opening_round" | "layout" | "wild" | "wild_ranks" | "split" | "suit_share"
>;

const PLAIN: Cards = {
  opening_round: false,
  layout: "row",
  wild: "none",
  wild_ranks: [],
  split: "none",
  suit_share: "highest",
};

/** How the cards of the presets are, to say where a table departs from its own. */
const CARDS: Readonly<Record<Preset, Cards>> = {
  cincinnati: PLAIN,
  classic: { ...PLAIN, opening_round: true },
  liz: { ...PLAIN, opening_round: true, wild: "lowest_board" },
  "hi-lo": { ...PLAIN, opening_round: true, split: "low8" },
  crisscross: { ...PLAIN, opening_round: true, layout: "cross" },
  "last-card-wild": { ...PLAIN, wild: "last_board" },
  "low-hole": { ...PLAIN, wild: "low_hole" },
  "last-suit": { ...PLAIN, split: "last_suit" },
};

/** Full raises a round in fixed limit, where the table says nothing else (R22). */
const FIXED_LIMIT_RAISES = 3;

/** Whether a name is one of the eight games. */
export function isPreset(name: string): name is Preset {
  return Object.hasOwn(CARDS, name);
}

/** What a preset is called; a name that is no preset's stays as it is. */
export function title(w: Catalogue, name: string): string {
  return isPreset(name) ? w.t(`preset.${name}`) : name;
}

/** A preset in one sentence; empty for a name that is no preset's. */
export function about(w: Catalogue, name: string): string {
  return isPreset(name) ? w.t(`preset.about.${name}`) : "";
}

/** What a field of a ruleset is called in a form. */
export function option(w: Catalogue, field: Option): string {
  return w.t(`option.${field}`);
}

/** What a value of an option is called in a form: `choice(w, "limit.no")`. */
export function choice(w: Catalogue, value: Choice): string {
  return w.t(`choice.${value}`);
}

/** How much it is about, in one line: `no limit, ante 1, minimum bet 2`. */
export function stakes(w: Catalogue, rules: Ruleset): string {
  const parts = [w.t(`stakes.${rules.limit}`)];
  if (rules.ante) parts.push(w.t("stakes.ante", { chips: rules.ante }));
  const [small = 0, big] = rules.blinds;
  if (big !== undefined) parts.push(w.t("stakes.blinds", { small, big }));
  else if (small) parts.push(w.t("stakes.blind", { chips: small }));
  if (rules.bring_in) parts.push(w.t("stakes.bring_in", { chips: rules.bring_in }));
  const sizes = sizesOf(rules);
  if (sizes.length > 1) {
    parts.push(w.t("stakes.bets", { sizes: sizes.map((size) => w.number(size)).join("/") }));
  } else if (rules.blinds.length === 0) {
    parts.push(w.t("stakes.least", { chips: leastBet(rules) }));
  }
  return w.comma(parts);
}

/** What the cards of a table have that those of its preset have not, a sentence each. */
export function departures(w: Catalogue, rules: Ruleset): string[] {
  const plain = isPreset(rules.preset) ? CARDS[rules.preset] : PLAIN;
  return [rounds, layout, wild, split]
    .filter((line) => line(w, rules) !== line(w, plain))
    .map((line) => line(w, rules));
}

/** A ruleset, line by line: its name, the cards, the betting, the session. */
export function rulesetLines(w: Catalogue, rules: Ruleset): string[] {
  const { deals, players, stack } = rules;
  return [
    title(w, rules.preset),
    w.t(`rules.cards.${rules.layout}`),
    rounds(w, rules),
    layout(w, rules),
    wild(w, rules),
    split(w, rules),
    ...forcedBets(w, rules),
    ...betting(w, rules),
    w.n("rules.seats", deals, { players, stack }),
    ...(rules.dealers_choice ? [w.t("rules.dealers_choice")] : []),
    ...(rules.latecomers ? [w.t("rules.latecomers")] : []),
  ];
}

function rounds(w: Catalogue, rules: Cards): string {
  return w.t(rules.opening_round ? "rules.rounds.six" : "rules.rounds.five");
}

function layout(w: Catalogue, rules: Cards): string {
  return w.t(`rules.layout.${rules.layout}`);
}

function wild(w: Catalogue, rules: Cards): string {
  return w.t(`rules.wild.${rules.wild}`, { ranks: ranksText(w, rules.wild_ranks) });
}

function split(w: Catalogue, rules: Cards): string {
  if (rules.split === "last_suit") return w.t(`rules.split.last_suit.${rules.suit_share}`);
  return w.t(`rules.split.${rules.split}`);
}

function forcedBets(w: Catalogue, rules: Ruleset): string[] {
  const lines: string[] = [];
  if (rules.ante) {
    lines.push(w.t("rules.ante", { chips: rules.ante }));
    lines.push(w.t(`rules.short_ante.${rules.short_ante}`));
  }
  const [small = 0, big] = rules.blinds;
  if (big !== undefined) lines.push(w.t("rules.blinds", { small, big }));
  else if (small) lines.push(w.t("rules.blind", { chips: small }));
  if (rules.bring_in) lines.push(w.t("rules.bring_in", { chips: rules.bring_in }));
  return lines;
}

function betting(w: Catalogue, rules: Ruleset): string[] {
  const lines: string[] = [];
  const [small = 0, big, ...more] = sizesOf(rules);
  if (rules.limit !== "fixed") {
    lines.push(w.t(`rules.limit.${rules.limit}`, { least: leastBet(rules) }));
  } else if (big !== undefined && more.length === 0) {
    lines.push(w.t("rules.limit.fixed", { small, big }));
  } else {
    const sizes = w.comma(sizesOf(rules).map((size) => w.number(size)));
    lines.push(w.t("rules.limit.fixed.rounds", { sizes }));
  }
  const cap = rules.max_raises ?? (rules.limit === "fixed" ? FIXED_LIMIT_RAISES : null);
  if (cap !== null) lines.push(w.n("rules.raises", cap));
  return lines;
}

/** Fixed limit: small and big, or one size a round; none otherwise. */
function sizesOf(rules: Ruleset): readonly number[] {
  if (rules.limit !== "fixed") return [];
  return rules.bets.length > 0 ? rules.bets : [rules.min_bet, 2 * rules.min_bet];
}

/** The smallest opening bet where the limit is not fixed (R10). */
function leastBet(rules: Ruleset): number {
  return rules.blinds.at(-1) ?? rules.min_bet;
}
