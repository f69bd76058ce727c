import type { Action, Legal, TableView, View } from "../wire.gen";

/** What a player chose before it was his turn. */
export type Wish = "check_fold" | "check" | "fold" | "call";

/** A wish holds for one hand, one round and one price; whatever else comes clears it. */
export interface PreAction {
  wish: Wish;
  deal: string;
  round: number;
  price: number;
}

/** What the viewer would have to call at the moment; `null` if he is not in the hand. */
export function priceNow(deal: View | null): number | null {
  const me = deal?.position == null ? undefined : deal.players[deal.position];
  if (!deal || deal.over || !me || !me.live || me.stack === 0) return null;
  return Math.min(Math.max(0, deal.level - me.bet), me.stack);
}

const dealKey = (view: TableView): string => `${view.session}.${view.number}`;

export function wishFor(wish: Wish, view: TableView): PreAction | null {
  const price = priceNow(view.deal);
  if (price === null || !view.deal) return null;
  return { wish, deal: dealKey(view), round: view.deal.round, price };
}

/** What can be chosen in advance at a price. */
export const wishesAt = (price: number): readonly Wish[] =>
  price === 0 ? ["check_fold", "check"] : ["fold", "call"];

export function stillHolds(pre: PreAction, view: TableView): boolean {
  return (
    pre.deal === dealKey(view) &&
    pre.round === view.deal?.round &&
    pre.price === priceNow(view.deal)
  );
}

/** The action that a wish has become now that it is the player's turn. */
export function actionOf(pre: PreAction, legal: Legal): Action | null {
  if (legal.call !== pre.price) return null;
  if (pre.wish === "fold") return legal.fold ? { type: "fold" } : null;
  return { type: "call" };
}
