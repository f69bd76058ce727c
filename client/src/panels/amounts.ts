import type { Preset } from "../lib/prefs.svelte";
import type { TextKey } from "../words/words.svelte";

/** The quick amounts that one may choose from, with the keys of their names. */
export const AMOUNTS = [
  ["least", "browser.act.least"],
  [0.33, "browser.act.third_pot"],
  [0.5, "browser.act.half_pot"],
  [0.75, "browser.act.quarters_pot"],
  [1, "browser.act.pot"],
  [2, "browser.act.twice_pot"],
  ["most", "browser.act.max"],
] as const satisfies readonly (readonly [Preset, TextKey])[];

/** Another amount at a place; where it stood already, the two change places. */
export function withAmount(presets: readonly Preset[], place: number, amount: Preset): Preset[] {
  const here = presets[place];
  return presets.map((one, index) =>
    index === place ? amount : one === amount && here !== undefined ? here : one,
  );
}
