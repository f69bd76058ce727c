/**
 * A whole deal, line by line, for the seat whose events these are.
 *
 * The one idea: a single event says what happened; what it means (the board so far, what is
 * wild now, why a hand won) depends on those before it. So the teller keeps a little of the
 * public story: rules, board, bets, who folded, who showed. Which ranks are wild it is told.
 */
import type { Card, HandShown, PotAwarded, Rank, Ruleset, View } from "../wire.gen";
import type { Catalogue } from "./catalogue.svelte";
import { eventLines, type NameAt, type Seen } from "./events";
import { cardsText, symbol } from "./hands";
import { reason } from "./reasons";
import { BOARD_CARDS, wildFor, wildForAll } from "./wild";

/** The places of a cross, in the order in which they are turned (R32). */
export const CROSS = ["top", "right", "bottom", "left", "centre"] as const;

/** A line of a deal's story: a card or the showdown begins a part, a reason belongs to a win. */
export interface Line {
  readonly kind: "line" | "street" | "showdown" | "reason";
  readonly text: string;
}

/** The ranks that are wild after an event: for everybody, and for each position's hand. */
export interface WildRanks {
  readonly all: readonly Rank[];
  readonly hands: readonly (readonly Rank[])[];
}

/** What a view says about wild ranks: the view after the event that is told. */
export function wildRanks(view: View): WildRanks {
  return { all: view.wild, hands: view.players.map((player) => player.hand?.wild ?? []) };
}

const NOTHING_WILD: WildRanks = { all: [], hands: [] };

/** Tells one deal after the other, from its `deal_opened` on. */
export class Teller {
  readonly #w: Catalogue;
  #rules: Ruleset | undefined;
  #board: Card[] = [];
  #wild = "";
  #chips = new Contributions();
  #shown: HandShown[] = [];

  constructor(w: Catalogue) {
    this.#w = w;
  }

  /** The lines of the next event. */
  tell(event: Seen, at: NameAt, wild: WildRanks = NOTHING_WILD): Line[] {
    if (event.type === "deal_opened") this.#begin(event.rules, wild);
    this.#chips.note(event, this.#rules?.opening_round ?? false);
    const lines = plain(eventLines(this.#w, event, at));
    switch (event.type) {
      case "card_turned":
        return this.#turned(event.card, wild);
      case "pot_awarded":
        return [...lines, ...this.#why(event, at)];
      case "hand_shown":
        return [...this.#showdown(event), ...lines, ...this.#ownWild(event.position, at, wild)];
      case "hands_received":
        return [...lines, ...event.hands.flatMap((_, at_) => this.#ownWild(at_, at, wild))];
      default:
        return lines;
    }
  }

  #begin(rules: Ruleset, wild: WildRanks): void {
    this.#rules = rules;
    this.#board = [];
    this.#wild = wildForAll(this.#w, rules, wild.all, 0);
    this.#chips = new Contributions();
    this.#shown = [];
  }

  #turned(card: Card, wild: WildRanks): Line[] {
    const place = this.#rules?.layout === "cross" ? CROSS[this.#board.length] : undefined;
    const key = place === undefined ? "event.turned" : (`event.turned.${place}` as const);
    this.#board.push(card);
    const board = Array.from({ length: BOARD_CARDS }, (_, index) => this.#board[index] ?? null);
    return [
      { kind: "street", text: this.#w.t(key, { card: symbol(card) }) },
      ...plain([this.#w.t("table.board.cards", { cards: cardsText(board) })]),
      ...this.#wildNow(wild),
    ];
  }

  #wildNow({ all }: WildRanks): Line[] {
    if (this.#rules === undefined) return [];
    const before = this.#wild;
    this.#wild = wildForAll(this.#w, this.#rules, all, this.#board.length);
    return this.#wild === before ? [] : plain([this.#wild]);
  }

  #ownWild(position: number, at: NameAt, { hands }: WildRanks): Line[] {
    if (this.#rules === undefined) return [];
    return plain([wildFor(this.#w, this.#rules, hands[position] ?? [], at(position))]);
  }

  #showdown(hand: HandShown): Line[] {
    this.#shown.push(hand);
    if (this.#shown.length > 1) return [];
    return [{ kind: "showdown", text: this.#w.t("table.showdown") }];
  }

  #why(award: PotAwarded, at: NameAt): Line[] {
    const contestants = this.#chips.contestants(award.pot);
    const shown = this.#shown.filter((hand) => contestants.has(hand.position));
    if (shown.length === 0 || this.#rules === undefined) return [];
    const showdown = { shown, at, rules: this.#rules, board: this.#board };
    const text = reason(this.#w, award, showdown);
    return text ? [{ kind: "reason", text }] : [];
  }
}

function plain(texts: readonly string[]): Line[] {
  return texts.flatMap((text) => (text ? [{ kind: "line", text } as const] : []));
}

/**
 * Who put in how much, to say who contested which pot (R15).
 *
 * A refund (R14) need not be taken off: it goes to the one with the most, who has the most of
 * those who contest the last pot with it as well as without.
 */
export class Contributions {
  readonly #putIn = new Map<number, number>();
  readonly #bets = new Map<number, number>();
  readonly #folded = new Set<number>();
  #turned = 0;

  /** What an event changes. */
  note(event: Seen, openingRound: boolean): void {
    switch (event.type) {
      case "antes_posted":
        event.chips.forEach((chips, position) => this.#putIn.set(position, chips));
        break;
      case "blinds_posted":
        event.chips.forEach((chips, position) => this.#bet(position, chips));
        break;
      case "bring_in_posted":
      case "called":
        this.#bet(event.position, (this.#bets.get(event.position) ?? 0) + event.chips);
        break;
      case "bet":
      case "raised":
        this.#bet(event.position, event.to);
        break;
      case "folded":
        this.#folded.add(event.position);
        break;
      case "card_turned":
        // The blinds belong to the first round, which may begin with the first card.
        if (this.#turned > 0 || openingRound) this.#bets.clear();
        this.#turned += 1;
    }
  }

  /** The positions that contest a pot, counted from the main pot, 0. */
  contestants(pot: number): ReadonlySet<number> {
    const live = [...this.#putIn].filter(([at, chips]) => chips > 0 && !this.#folded.has(at));
    const levels = [...new Set(live.map(([, chips]) => chips))].sort((a, b) => a - b);
    const level = levels[pot] ?? Infinity;
    return new Set(live.filter(([, chips]) => chips >= level).map(([at]) => at));
  }

  #bet(position: number, to: number): void {
    const more = to - (this.#bets.get(position) ?? 0);
    this.#putIn.set(position, (this.#putIn.get(position) ?? 0) + more);
    this.#bets.set(position, to);
  }
}
