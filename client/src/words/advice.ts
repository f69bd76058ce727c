/** The expert's advice in words, as src/cincinnati/cli/advising.py tells it. */
import type { Action, Advice, Option, Reason, View } from "../wire.gen";
import { allInLabel, callLabel, raiseLabel } from "./actions";
import type { Catalogue } from "./catalogue.svelte";

/** A decision: somebody's view before it (the chips are public), whose it is, and the advice. */
export interface Spot {
  readonly view: View;
  readonly position: number;
  readonly advice: Advice;
}

/** An action with its chips: `Bet 6 (½ pot)`. */
export function actionLabel(w: Catalogue, spot: Spot, action: Action): string {
  const { view, advice } = spot;
  const own = view.players[spot.position];
  const everything = (own?.bet ?? 0) + (own?.stack ?? 0);
  switch (action.type) {
    case "fold":
      return w.t("action.fold");
    case "call":
      return callLabel(w, advice.call);
    case "bring_in":
      return w.t("action.bring_in", { chips: Math.min(view.rules.bring_in, everything) });
    case "raise": {
      if (action.to === everything) return allInLabel(w, action.to);
      const bet = raiseLabel(w, action.to, view.level);
      const [more, after] = [action.to - view.level, advice.pot + advice.call];
      if (more === after) return w.t("advice.pot", { bet });
      return more === Math.floor((after + 1) / 2) ? w.t("advice.half", { bet }) : bet;
    }
  }
}

/** In whole percent, which is as exact as three hundred run-outs are. */
export const percentText = (w: Catalogue, share: number): string =>
  w.t("advice.percent", { percent: Math.round(100 * share) });

/** What part of the pot the hand may expect. */
export function shareText(w: Catalogue, advice: Advice): string {
  const one = percentText(w, advice.share_of_one);
  if (advice.opponents === 1) return w.t("advice.share.one", { one });
  const all = percentText(w, advice.share_of_all);
  return w.t("advice.share.all", { one, all, n: advice.opponents });
}

/** What staying in costs, and what there is to win. */
export function priceText(w: Catalogue, { call, pot, pot_odds, options }: Advice): string {
  if (call) return w.t("advice.pot_odds.call", { call, pot, odds: percentText(w, pot_odds) });
  const due = options.some(({ action }) => action.type === "bring_in");
  return w.t(due ? "advice.pot_odds.bring_in" : "advice.pot_odds.free", { pot });
}

/** Why, in sentences. */
export function reasonTexts(w: Catalogue, advice: Advice): readonly string[] {
  const share = percentText(w, advice.share_of_all);
  const odds = percentText(w, advice.pot_odds);
  return advice.reasons.map((reason) => w.t(reasonKey(reason, advice.best), { share, odds }));
}

/** Where the price alone speaks against what is best, it is said what else there is. */
function reasonKey(reason: Reason, best: Action) {
  if (reason === "pot_odds_good" && best.type === "fold")
    return "advice.reason.pot_odds_good.fold" as const;
  if (reason === "pot_odds_bad" && best.type === "call")
    return "advice.reason.pot_odds_bad.call" as const;
  return `advice.reason.${reason}` as const;
}

const chipsOf = (action: Action): number =>
  action.type === "raise" ? action.to : action.type === "fold" ? -1 : 0;
const same = (one: Action, other: Action): boolean =>
  one.type === other.type && chipsOf(one) === chipsOf(other);

/** The options and what was done, though the expert may know no such size; marked is the latter. */
export function optionsWith(
  options: readonly Option[],
  done: Action,
): readonly (Option & { done: boolean })[] {
  const marked = options.map((option) => ({ ...option, done: same(option.action, done) }));
  if (marked.some((option) => option.done)) return marked;
  return [...marked, { action: done, chance: 0, done: true }].sort(
    (one, other) => chipsOf(one.action) - chipsOf(other.action),
  );
}
