/**
 * What happened in a deal, event by event, as lines of text.
 *
 * The one idea: one key an event (`event.called`), with a second one where the move took the
 * player's last chips (`event.called.all_in`), so that every language is free in its grammar.
 */
import type { News, PotAwarded, Ruleset, Win } from "../wire.gen";
import type { Catalogue } from "./catalogue.svelte";
import { cardsText, handName, lowName, symbol } from "./hands";
import { isolated } from "./isolated";
import { departures, stakes, title } from "./rulesets";

/** What a position of the deal is called. */
export type NameAt = (position: number) => string;

const SEEN = [
  "deal_opened",
  "hands_received",
  "antes_posted",
  "blinds_posted",
  "bring_in_posted",
  "folded",
  "checked",
  "called",
  "bet",
  "raised",
  "card_turned",
  "refunded",
  "hand_shown",
  "pot_awarded",
  "deal_ended",
] as const;

type Named<Type> = Extract<News, { type: Type }>;

/** An event of a deal, which speaks of positions. */
export type Seen = Named<(typeof SEEN)[number]>;

/** Whether an event is of a deal. */
export function isSeen(event: News): event is Seen {
  return SEEN.some((type) => type === event.type);
}

/** One event; some have nothing to say, some need several lines. */
export function eventLines(w: Catalogue, event: Seen, at: NameAt): string[] {
  switch (event.type) {
    case "deal_opened":
      return opened(w, event.rules, event.stacks, at);
    case "antes_posted":
      return antes(w, event.chips, at);
    case "blinds_posted":
      return event.chips.flatMap((chips, position) =>
        chips ? [w.t("event.blind", { name: at(position), chips })] : [],
      );
    case "hands_received":
      return received(w, event.hands, at);
    case "card_turned":
      return [w.t("event.turned", { card: symbol(event.card) })];
    case "hand_shown":
      return [shown(w, event, at)];
    case "pot_awarded":
      return event.winners.map((win) => won(w, event, win, at));
    case "deal_ended":
      return [w.t("event.ended", { stacks: stacksText(w, event.stacks, at) })];
    default:
      return [move(w, event, at(event.position))];
  }
}

type Move = Named<
  "bring_in_posted" | "folded" | "checked" | "called" | "bet" | "raised" | "refunded"
>;

function move(w: Catalogue, event: Move, name: string): string {
  switch (event.type) {
    case "folded":
      return w.t("event.folded", { name });
    case "checked":
      return w.t("event.checked", { name });
    case "refunded":
      return w.t("event.refunded", { name, chips: event.chips });
    case "bring_in_posted":
      return w.t(`event.brought_in${end(event.left)}`, { name, chips: event.chips });
    case "called":
      return w.t(`event.called${end(event.left)}`, { name, chips: event.chips });
    case "bet":
      return w.t(`event.bet${end(event.left)}`, { name, to: event.to });
    case "raised":
      return w.t(`event.raised${end(event.left)}`, { name, to: event.to });
  }
}

function end(left: number): "" | ".all_in" {
  return left ? "" : ".all_in";
}

function opened(w: Catalogue, rules: Ruleset, stacks: readonly number[], at: NameAt): string[] {
  return [
    w.t("event.game", { title: title(w, rules.preset), stakes: stakes(w, rules) }),
    ...departures(w, rules),
    w.t("event.stacks", { stacks: stacksText(w, stacks, at) }),
    w.t("event.deals", { name: at(stacks.length - 1) }),
  ];
}

function stacksText(w: Catalogue, stacks: readonly number[], at: NameAt): string {
  return w.comma(stacks.map((stack, position) => `${isolated(at(position))} ${w.number(stack)}`));
}

function antes(w: Catalogue, chips: readonly number[], at: NameAt): string[] {
  const whole = Math.max(...chips);
  if (!whole) return [];
  const short = chips.flatMap((ante, position) =>
    ante < whole ? [w.t("event.short_ante", { name: at(position), chips: ante })] : [],
  );
  return [w.t("event.antes", { chips: whole }), ...short];
}

function received(w: Catalogue, hands: Named<"hands_received">["hands"], at: NameAt): string[] {
  const known = hands.flatMap((hand, position) =>
    hand.some((card) => card !== null)
      ? [w.t("event.holds", { name: at(position), cards: cardsText(hand) })]
      : [],
  );
  return known.length > 0 ? known : [w.t("event.dealt")];
}

function shown(w: Catalogue, event: Named<"hand_shown">, at: NameAt): string {
  const values = {
    name: at(event.position),
    cards: cardsText(event.cards),
    hand: handName(w, event.high),
  };
  if (event.low === null) return w.t("event.shown", values);
  return w.t("event.shown.low", { ...values, low: lowName(w, event.low) });
}

function won(w: Catalogue, award: PotAwarded, win: Win, at: NameAt): string {
  const side = award.pot ? ".side" : "";
  const text = w.t(`event.won.${award.share}${side}`, {
    name: at(win.position),
    chips: w.n("chips", win.chips),
    pot: award.pot,
  });
  if (win.cards.length === 0) return w.t("event.won.unopposed", { won: text });
  return w.t("event.won.with", { won: text, cards: cardsText(win.cards) });
}
