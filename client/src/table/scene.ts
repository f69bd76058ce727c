import type {
  Card,
  HandView,
  Layout,
  News,
  Presence,
  Rank,
  Ruleset,
  TableView,
  View,
} from "../wire.gen";

/** What a player did last in this betting round; "bets 8". */
export type Word =
  | { kind: "fold" }
  | { kind: "check" }
  | { kind: "call" | "bet" | "raise" | "blind" | "bring_in"; chips: number; allIn: boolean };

export interface SceneSeat {
  seat: number;
  position: number | null;
  name: string;
  person: string | null;
  bot: string | null;
  you: boolean;
  chips: number;
  bet: number;
  /** Has cards and has not folded. */
  live: boolean;
  folded: boolean;
  allIn: boolean;
  /** Has no chips left and is not in the deal. */
  out: boolean;
  presence: Presence;
  dealer: boolean;
  turn: boolean;
  cards: readonly (Card | null)[];
  hand: HandView | null;
  word: Word | null;
  /** His cards that the last award lifts, and whether he is among its winners. */
  lifted: readonly Card[];
  winner: boolean;
  /** In a replay with odds: his share of the pot, and its change with the last card in percent. */
  chance?: { readonly share: number; readonly change: number | null };
}

export interface ScenePot {
  amount: number;
  /** Who contests it, by seat. */
  seats: readonly number[];
}

/** What the felt shows: made from a live view, or from one moment of a replay. */
export interface Scene {
  key: string;
  rules: Ruleset;
  /** Clockwise by seat. */
  seats: readonly SceneSeat[];
  board: readonly (Card | null)[];
  layout: Layout;
  wild: readonly Rank[];
  pots: readonly ScenePot[];
  /** Chips in the pots, and with the bets before the players. */
  pot: number;
  total: number;
  over: boolean;
  /** The board's cards that the last award lifts. */
  lifted: readonly Card[];
  dimmed: boolean;
}

const NO_CARDS: readonly (Card | null)[] = [];

/** The scene of a live table; `words` is what each position did last. */
export function sceneOf(view: TableView, words: Words): Scene {
  const deal = view.deal;
  const taken = new Map(view.people.filter((p) => p.seat !== null).map((p) => [p.seat, p]));
  const seats = new Set([...taken.keys(), ...view.seats.map((one) => one.seat)]);
  const numbers = [...seats].filter((seat): seat is number => seat !== null).sort((a, b) => a - b);
  const made = numbers.map((seat): SceneSeat => {
    const person = taken.get(seat);
    const state = view.seats.find((one) => one.seat === seat);
    const position = deal ? view.order.indexOf(seat) : -1;
    return {
      ...seatOf(deal, position < 0 ? null : position, words),
      seat,
      name: person?.name ?? "",
      person: person?.person ?? null,
      bot: person?.bot ?? null,
      you: person !== undefined && person.person === view.you,
      chips:
        (position >= 0 ? deal?.players[position]?.stack : undefined) ??
        state?.chips ??
        view.settings.rules.stack,
      out: state !== undefined && state.chips === 0 && (position < 0 || deal === null || deal.over),
      presence: state?.presence ?? "here",
      dealer: view.dealer === seat,
      turn: view.to_act === seat || view.choosing === seat,
    };
  });
  const rules = deal?.rules ?? view.settings.rules;
  return { ...feltOf(deal, rules, view.order), key: `${view.session}.${view.number}`, seats: made };
}

/** The scene of a replay's frame: positions take the given seats, dealer last. */
export function sceneOfFrame(
  view: View,
  names: readonly string[],
  order: readonly number[],
  words: Words,
  key: string,
): Scene {
  const seats = view.players.map((player, position): SceneSeat => ({
    ...seatOf(view, position, words),
    seat: order[position] ?? position,
    name: names[position] ?? "",
    person: null,
    bot: null,
    you: view.position === position,
    chips: player.stack,
    out: false,
    presence: "here",
    dealer: position === view.players.length - 1,
    turn: view.to_act === position,
  }));
  return {
    ...feltOf(view, view.rules, order),
    key,
    seats: seats.sort((one, other) => one.seat - other.seat),
  };
}

type OfDeal = Pick<
  SceneSeat,
  "position" | "bet" | "live" | "folded" | "allIn" | "cards" | "hand" | "word" | "lifted" | "winner"
>;

function seatOf(deal: View | null, position: number | null, words: Words): OfDeal {
  const player = position === null ? undefined : deal?.players[position];
  if (!deal || !player || position === null) {
    const nothing = { position, bet: 0, live: false, folded: false, allIn: false };
    return { ...nothing, cards: NO_CARDS, hand: null, word: null, lifted: [], winner: false };
  }
  return {
    position,
    bet: player.bet,
    live: player.live,
    folded: !player.live,
    allIn: player.live && player.stack === 0 && !deal.over,
    cards: player.cards,
    hand: player.hand,
    word: words.get(position) ?? null,
    lifted: [],
    winner: false,
  };
}

function feltOf(
  deal: View | null,
  rules: Ruleset,
  order: readonly number[],
): Omit<Scene, "key" | "seats"> {
  const pots = (deal?.pots ?? []).map((pot) => ({
    amount: pot.amount,
    seats: pot.eligible.map((position) => order[position] ?? position),
  }));
  const pot = pots.reduce((sum, one) => sum + one.amount, 0);
  const bets = deal?.players.reduce((sum, player) => sum + player.bet, 0) ?? 0;
  return {
    rules,
    board: deal?.board ?? [null, null, null, null, null],
    layout: rules.layout,
    wild: wildFor(deal),
    pots,
    pot,
    total: pot + bets,
    over: deal?.over ?? false,
    lifted: [],
    dimmed: false,
  };
}

/** What is wild for everybody, and for the viewer alone by his own cards (R29). */
function wildFor(deal: View | null): readonly Rank[] {
  const me = deal?.position == null ? undefined : deal.players[deal.position];
  return [...new Set([...(deal?.wild ?? []), ...(me?.hand?.wild ?? [])])];
}

export type Words = ReadonlyMap<number, Word>;

/** What each position did last, after one more event; a new round begins with a clean slate. */
export function wordsAfter(words: Words, event: News): Words {
  const say = (position: number, word: Word): Words => new Map(words).set(position, word);
  switch (event.type) {
    case "deal_opened":
      return new Map();
    case "card_turned":
    case "hand_shown":
    case "deal_ended":
      return new Map([...words].filter(([, word]) => word.kind === "fold"));
    case "folded":
      return say(event.position, { kind: "fold" });
    case "checked":
      return say(event.position, { kind: "check" });
    case "called":
      return say(event.position, { kind: "call", chips: event.chips, allIn: event.left === 0 });
    case "bet":
      return say(event.position, { kind: "bet", chips: event.to, allIn: event.left === 0 });
    case "raised":
      return say(event.position, { kind: "raise", chips: event.to, allIn: event.left === 0 });
    case "bring_in_posted":
      return say(event.position, { kind: "bring_in", chips: event.chips, allIn: event.left === 0 });
    case "blinds_posted":
      return event.chips.reduce<Words>(
        (all, chips, position) =>
          chips ? new Map(all).set(position, { kind: "blind", chips, allIn: false }) : all,
        words,
      );
    default:
      return words;
  }
}
