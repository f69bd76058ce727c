/**
 * What the keys H, B, P, S, O and T say: the table as it is now, a sentence or two each.
 *
 * Everything stands in the view; nothing here has to be remembered.
 */
import { nameOfSeat } from "../live/story";
import { allowed } from "../words/actions";
import type { Catalogue } from "../words/catalogue.svelte";
import { handName, lowName } from "../words/hands";
import { spokenCards } from "../words/spoken";
import { wildIn } from "../words/wild";
import type { TableView, View } from "../wire.gen";
import { aloud } from "./aloud";

/** A question that a key asks. */
export type Question = "hand" | "board" | "pot" | "stacks" | "options" | "turn";

export const KEYS: Readonly<Record<string, Question>> = {
  h: "hand",
  b: "board",
  p: "pot",
  s: "stacks",
  o: "options",
  t: "turn",
};

/** The answer to a question; `now` is the server's time in ms. */
export function answer(w: Catalogue, question: Question, view: TableView, now: number): string {
  switch (question) {
    case "hand":
      return handAloud(w, view.deal);
    case "board":
      return boardAloud(w, view.deal);
    case "pot":
      return potsAloud(w, view);
    case "stacks":
      return stacksAloud(w, view);
    case "options":
      return optionsAloud(w, view);
    case "turn":
      return join([turnAloud(w, view), timeAloud(w, view, now)]);
  }
}

const join = (parts: readonly string[]): string => parts.filter((part) => part !== "").join(" ");

/** My cards and what they make. */
export function handAloud(w: Catalogue, deal: View | null): string {
  const me = deal?.position == null ? undefined : deal.players[deal.position];
  if (!deal || !me || me.cards.length === 0) return w.t("browser.say.no_cards");
  const cards = w.t("browser.say.cards", { cards: spokenCards(w, me.cards) });
  if (!me.live) return join([cards, w.t("browser.say.folded")]);
  if (!me.hand) return cards;
  const high = handName(w, me.hand.high);
  const hand = me.hand.low === null ? high : w.all([high, lowName(w, me.hand.low)]);
  return join([cards, aloud(w, w.t("browser.say.made", { hand })), ownWild(w, deal)]);
}

/** What is wild for me alone belongs to my hand, what is for everybody to the board. */
const ownWild = (w: Catalogue, deal: View): string =>
  deal.rules.wild === "low_hole" ? wildIn(w, deal) : "";

/** The community cards that are turned, and what is wild. */
export function boardAloud(w: Catalogue, deal: View | null): string {
  const up = deal?.board.filter((card) => card !== null) ?? [];
  if (!deal || up.length === 0) return w.t("browser.say.board.empty");
  const down = deal.board.length - up.length;
  return join([
    w.t("browser.say.board", { cards: spokenCards(w, up) }),
    down > 0 ? w.n("browser.say.board.down", down) : "",
    deal.rules.wild === "low_hole" ? "" : wildIn(w, deal),
  ]);
}

/** The pots, and who contests the side pots. */
export function potsAloud(w: Catalogue, view: TableView): string {
  const deal = view.deal;
  const [main, ...sides] = deal?.pots ?? [];
  if (!deal) return w.t("browser.say.pot", { chips: 0 });
  const key = sides.length > 0 ? "browser.say.main" : "browser.say.pot";
  const name = (position: number): string => nameOfSeat(view, view.order[position] ?? 0);
  return join([
    w.t(key, { chips: main?.amount ?? 0 }),
    ...sides.map(({ amount, eligible }, index) =>
      w.t("browser.say.side", { n: index + 1, chips: amount, names: w.all(eligible.map(name)) }),
    ),
    deal.players.some((player) => player.bet > 0)
      ? w.t("browser.say.pot.with_bets", { chips: totalOf(deal) })
      : "",
  ]);
}

/** Chips in the pots and before the players. */
export function totalOf(deal: View): number {
  const pots = deal.pots.reduce((sum, pot) => sum + pot.amount, 0);
  return deal.players.reduce((sum, player) => sum + player.bet, pots);
}

/** Everybody's chips, in the order of the seats, and what else is to be known of him. */
export function stacksAloud(w: Catalogue, view: TableView): string {
  const stacks = view.seats.map(({ seat, chips, presence }) => {
    const position = view.order.indexOf(seat);
    const player = position < 0 ? undefined : view.deal?.players[position];
    const values = { name: nameOfSeat(view, seat), chips: player?.stack ?? chips };
    const running = view.deal !== null && !view.deal.over;
    const what = [
      ...(running && player && !player.live ? [w.t("table.folded")] : []),
      ...(running && player?.live && player.stack === 0 ? [w.t("table.all_in")] : []),
      ...(presence === "here" ? [] : [w.t(`browser.seat.${presence}`)]),
    ];
    if (what.length === 0) return w.t("browser.say.stack", values);
    return w.t("browser.say.stack.but", { ...values, what: w.comma(what) });
  });
  if (stacks.length === 0) return w.t("browser.session.none");
  return w.t("browser.say.stacks", { stacks: stacks.join("; ") });
}

/** What I may do. */
export function optionsAloud(w: Catalogue, view: TableView): string {
  const legal = view.deal?.legal;
  if (!legal || view.phase !== "playing") return w.t("browser.say.not_yours");
  return w.t("browser.say.may", { allowed: allowed(w, legal, view.deal?.level ?? null) });
}

/** Whose turn it is; mine with its price. */
export function turnAloud(w: Catalogue, view: TableView): string {
  if (view.phase === "paused") return `${w.t("browser.wait.paused")}.`;
  if (view.phase === "closed") return `${w.t("browser.wait.closed")}.`;
  const deal = view.deal;
  if (deal?.legal) {
    const { bring_in: opens, call } = deal.legal;
    if (opens) return `${w.t("browser.act.turn.open")}.`;
    if (!call) return `${w.t("browser.act.turn.free")}.`;
    return `${w.t("browser.act.turn", { chips: call, pot: totalOf(deal) })}.`;
  }
  if (view.choosing !== null)
    return `${w.t("browser.wait.choosing", { name: nameOfSeat(view, view.choosing) })}.`;
  if (view.to_act === null) return w.t("browser.say.nobody");
  return `${w.t("table.to_act", { name: nameOfSeat(view, view.to_act) })}.`;
}

function timeAloud(w: Catalogue, view: TableView, now: number): string {
  if (view.acts_until === null || view.phase !== "playing") return "";
  return w.n("browser.say.left", Math.max(0, Math.round((view.acts_until - now) / 1000)));
}
