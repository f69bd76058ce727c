// Made from the server's types by `make generate`: do not edit, change the types and run it again.
// docs/protocol.md tells how the messages are used. Chips are whole, times are ms since 1970.

export const PROTOCOL = 1 as const;
export const LARGEST_MESSAGE = 4096 as const;
export const LONGEST_SAYING = 200 as const;
export const EMOTES = ["nice", "wow", "laugh", "think", "thanks", "hurry", "bye"] as const;

/**
 * The first message of every connection.
 *
 * `token` is for programs; a browser has its cookie. `since` is the version that the
 * client has seen, 0 for none: it is told what has happened after it.
 */
export interface Hello {
  type: "hello";
  protocol: number;
  token?: string | null;
  since?: number;
}

/** Carry out a command. `id` is the client's own; the same again does nothing twice. */
export interface Do {
  type: "do";
  id: string;
  command: Command;
}

/** Come to the table under a name. Who asks has no person yet; he gets this one. */
export interface Join {
  type: "join";
  name: string;
}

/** Take a seat, or ask the host for it; any free one without a number. */
export interface Sit {
  type: "sit";
  seat?: number | null;
}

/** Give the seat up, for good (R34). */
export interface Leave {
  type: "leave";
}

/** Be away for a while (R33). */
export interface SitOut {
  type: "sit_out";
}

/** Be back; may be repeated without harm. */
export interface SitIn {
  type: "sit_in";
}

/**
 * Do something in the deal.
 *
 * `deal` is its number, `turn` the turn and `price` the chips to call that the player
 * saw when he decided (`null` while the bring-in is due): if they have changed since, the
 * command is refused.
 */
export interface Act {
  type: "act";
  deal: number;
  turn: number;
  price: number | null;
  action: Action;
}

/** Give the hand up; legal only when there is something to match (R6). */
export interface Fold {
  type: "fold";
}

/** Match the level, with all chips if they do not suffice; a check when that is free. */
export interface Call {
  type: "call";
}

/**
 * Bet, raise, complete or move all-in.
 *
 * `to` is everything put in during this round afterwards, in chips: the level it
 * makes, never the difference.
 */
export interface Raise {
  type: "raise";
  to: number;
}

/** Post the bring-in, with all chips if they do not suffice (R25). */
export interface BringIn {
  type: "bring_in";
}

/** The dealer names the next game (dealer's choice); `null` is the table's own. */
export interface NamePreset {
  type: "name_preset";
  preset: string | null;
}

/** The host lets somebody sit. */
export interface Approve {
  type: "approve";
  person: string;
}

/** The host does not let him. */
export interface Refuse {
  type: "refuse";
  person: string;
}

/** The host seats a program. */
export interface AddBot {
  type: "add_bot";
  bot: string;
  seat?: number | null;
}

/** The host frees somebody's seat (R34). */
export interface Remove {
  type: "remove";
  person: string;
}

/** The host makes somebody else the host. */
export interface HandOver {
  type: "hand_over";
  person: string;
}

/** The host changes the settings, from the next deal on. */
export interface Change {
  type: "change";
  settings: SettingsWish;
}

/** What the host can set; changes hold from the next deal on. */
export interface Settings {
  rules: Ruleset;
  clock: Clock;
  title: string;
  approve: boolean;
  spectators: boolean;
  chat: boolean;
  name_hands: boolean;
  odds: boolean;
}

/** What the host can set; changes hold from the next deal on. */
export interface SettingsWish {
  rules: RulesetWish;
  clock?: ClockWish;
  title?: string;
  approve?: boolean;
  spectators?: boolean;
  chat?: boolean;
  name_hands?: boolean;
  odds?: boolean;
}

/**
 * Everything that a table agrees on before the first deal; amounts in whole chips.
 *
 * Raises `RulesError` when made with settings that contradict each other.
 */
export interface Ruleset {
  preset: string;
  players: number;
  stack: number;
  deals: number;
  ante: number;
  short_ante: ShortAnte;
  blinds: number[];
  bring_in: number;
  limit: Limit;
  min_bet: number;
  bets: number[];
  max_raises: number | null;
  opening_round: boolean;
  layout: Layout;
  wild: Wild;
  wild_ranks: Rank[];
  split: Split;
  suit_share: SuitShare;
  dealers_choice: boolean;
  latecomers: boolean;
}

/**
 * Everything that a table agrees on before the first deal; amounts in whole chips.
 *
 * Raises `RulesError` when made with settings that contradict each other.
 */
export interface RulesetWish {
  preset?: string;
  players?: number;
  stack?: number;
  deals?: number;
  ante?: number;
  short_ante?: ShortAnte;
  blinds?: number[];
  bring_in?: number;
  limit?: Limit;
  min_bet?: number;
  bets?: number[];
  max_raises?: number | null;
  opening_round?: boolean;
  layout?: Layout;
  wild?: Wild;
  wild_ranks?: Rank[];
  split?: Split;
  suit_share?: SuitShare;
  dealers_choice?: boolean;
  latecomers?: boolean;
}

/** What happens to a player who cannot pay the whole ante (R20). */
export type ShortAnte = "all_in" | "out";

/** How much one may bet: R10 (no limit), R23 (pot limit), R22 (fixed limit). */
export type Limit = "fixed" | "no" | "pot";

/** How the community cards lie: in a row (R3) or in a cross (R32). */
export type Layout = "cross" | "row";

/** Which cards are wild: none, R27, R28, R29, or ranks named in advance (R26). */
export type Wild = "last_board" | "low_hole" | "lowest_board" | "none" | "ranks";

/** A rank; the ace is high (14) and plays low only in A-2-3-4-5 and in low hands. */
export type Rank = 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14;

/** Who gets half of each pot beside the best hand: nobody, R30 or R31. */
export type Split = "last_suit" | "low8" | "none";

/** Which private card of the last suit wins its half (R31). */
export type SuitShare = "highest" | "lowest";

/** How long things take, in milliseconds. */
export interface Clock {
  action_ms: number;
  bank_ms: number;
  between_ms: number;
  show_ms: number;
  think_ms: [number, number];
  grace_ms: number;
}

/** How long things take, in milliseconds. */
export interface ClockWish {
  action_ms?: number;
  bank_ms?: number;
  between_ms?: number;
  show_ms?: number;
  think_ms?: [number, number];
  grace_ms?: number;
}

/** The host begins a session; after one has ended: the rematch. */
export interface Start {
  type: "start";
}

/** The host stops the clocks. */
export interface Pause {
  type: "pause";
}

/** The host lets them run again. */
export interface Resume {
  type: "resume";
}

/** The host gives or takes chips between deals, and says why (R36). */
export interface Correct {
  type: "correct";
  seat: number;
  chips: number;
  reason: string;
}

/** The host closes the table. */
export interface End {
  type: "end";
}

/** Say something to the table, plain text. */
export interface Say {
  type: "say";
  text: string;
}

/** One of the `EMOTES`. */
export interface Emote {
  type: "emote";
  code: string;
}

/** Play on here, although another device of the same person was opened later. */
export interface TakeBack {
  type: "take_back";
}

/** Is the connection alive? Answered with the same number. */
export interface Ping {
  type: "ping";
  number?: number;
}

/** The answer to hello: who the client is (`null`: a spectator), and the server's time. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  person: string | null;
  now: number;
}

/**
 * The table as the viewer may know it, whole, and what he saw happen since the last one.
 *
 * A client forgets everything that is older; a gap in versions needs no repair.
 */
export interface State {
  type: "state";
  version: number;
  view: TableView;
  events: News[];
  now: number;
}

/** A live table as one person may know it; times in ms since 1970. */
export interface TableView {
  version: number;
  phase: Phase;
  settings: Settings;
  host: string;
  you: string | null;
  people: PersonView[];
  seats: SeatView[];
  session: number;
  number: number;
  dealer: number | null;
  order: number[];
  to_act: number | null;
  turn: number;
  choosing: number | null;
  acts_until: number | null;
  bank_from: number | null;
  deal: View | null;
  places: Record<string, number> | null;
  digest: string;
}

/** Where a table stands. */
export type Phase = "closed" | "finished" | "lobby" | "paused" | "playing";

/** Somebody at the table. */
export interface PersonView {
  person: string;
  name: string;
  seat: number | null;
  asked: number | null;
  bot: string | null;
}

/** A seat of the session: its chips in front, its place by them, its presence. */
export interface SeatView {
  seat: number;
  chips: number;
  place: number;
  presence: Presence;
  corrections: number;
  corrected: number;
  bank_ms: number;
}

/** Whether the player of a seat plays for himself. */
export type Presence = "away" | "gone" | "here";

/** Everything that one position, or a spectator, may know at one moment. */
export interface View {
  rules: Ruleset;
  position: number | null;
  players: PlayerView[];
  board: (Card | null)[];
  wild: Rank[];
  round: number;
  level: number;
  to_act: number | null;
  legal: Legal | null;
  moves: Move[];
  pots: Pot[];
  awards: PotAwarded[];
  over: boolean;
}

/** One position as the viewer sees it. */
export interface PlayerView {
  stack: number;
  bet: number;
  put_in: number;
  live: boolean;
  cards: (Card | null)[];
  hand: HandView | null;
}

/**
 * One of the 52 cards, by its two letters: `Card("As")`.
 *
 * The constructor also takes `"10s"`, `"A♠"` and any case; it raises
 * `UnknownCard` for anything else. Members are named suit first: `Card.SA`.
 */
export type Card =
  | "2c" | "2d" | "2h" | "2s" | "3c" | "3d" | "3h" | "3s" | "4c" | "4d" | "4h" | "4s" | "5c" |
  "5d" | "5h" | "5s" | "6c" | "6d" | "6h" | "6s" | "7c" | "7d" | "7h" | "7s" | "8c" | "8d" |
  "8h" | "8s" | "9c" | "9d" | "9h" | "9s" | "Ac" | "Ad" | "Ah" | "As" | "Jc" | "Jd" | "Jh" |
  "Js" | "Kc" | "Kd" | "Kh" | "Ks" | "Qc" | "Qd" | "Qh" | "Qs" | "Tc" | "Td" | "Th" | "Ts";

/** What a hand that the viewer knows is worth so far (R17, R30). */
export interface HandView {
  high: number;
  high_cards: Card[];
  low: number | null;
  low_cards: Card[];
  wild: Rank[];
}

/**
 * What the player to act may do.
 *
 * `call` is the number of chips that a call adds, 0 for a check, `null` while the
 * bring-in is due. `raise_to` holds the least and the most that a bet or raise may
 * reach, every whole amount between them being legal; `null` when raising is not open.
 */
export interface Legal {
  fold: boolean;
  call: number | null;
  raise_to: [number, number] | null;
  bring_in: boolean;
}

/**
 * What one player did when it was his turn, as a list: position, round, to.
 *
 * The posted bring-in is a move (R25), antes and blinds are none (R24).
 */
export type Move = [number, number, number | null];

/** Chips that the same live players contest; `eligible` is clockwise. */
export interface Pot {
  amount: number;
  eligible: number[];
}

/** One share of one pot goes to its winners; `pot` counts from the main pot, 0. */
export interface PotAwarded {
  type: "pot_awarded";
  pot: number;
  share: Share;
  chips: number;
  winners: Win[];
}

/** Which part of a pot is given away: all of it, or a half (R30, R31). */
export type Share = "high" | "low" | "suit" | "whole";

/**
 * What one player took of a share, and the cards that won it.
 *
 * They are the best five, for `Share.SUIT` the one card of the suit, and none when
 * everybody else had folded.
 */
export interface Win {
  position: number;
  chips: number;
  cards: Card[];
}

/** A deal begins under these rules, with these stacks by position. */
export interface DealOpened {
  type: "deal_opened";
  rules: Ruleset;
  stacks: number[];
  commitment: string | null;
}

/** Everybody has his five private cards; those that one may not see are `null`. */
export interface HandsReceived {
  type: "hands_received";
  hands: ((Card | null)[])[];
}

/** The antes, by position. */
export interface AntesPosted {
  type: "antes_posted";
  chips: number[];
}

/** The blinds, by position, 0 for those who owe none (R24). */
export interface BlindsPosted {
  type: "blinds_posted";
  chips: number[];
}

/** The forced opening (R25). */
export interface BringInPosted {
  type: "bring_in_posted";
  position: number;
  chips: number;
  left: number;
}

/** The player gave his hand up. */
export interface Folded {
  type: "folded";
  position: number;
}

/** The player stayed in for nothing. */
export interface Checked {
  type: "checked";
  position: number;
}

/** The player put in `chips` to match the level, or all he had. */
export interface Called {
  type: "called";
  position: number;
  chips: number;
  left: number;
}

/** The player opened the betting; he has put in `to` this round. */
export interface Bet {
  type: "bet";
  position: number;
  to: number;
  left: number;
}

/** The player raised or completed; he has put in `to` this round. */
export interface Raised {
  type: "raised";
  position: number;
  to: number;
  left: number;
}

/** The next community card (R3; in a cross: top, right, bottom, left, centre, R32). */
export interface CardTurned {
  type: "card_turned";
  card: Card;
}

/** What nobody had matched went back to the player (R14). */
export interface Refunded {
  type: "refunded";
  position: number;
  chips: number;
}

/** A live hand at the showdown, with what it is worth (R16). */
export interface HandShown {
  type: "hand_shown";
  position: number;
  cards: Card[];
  high: number;
  low: number | null;
}

/** The deal is over; the stacks by position. */
export interface DealEnded {
  type: "deal_ended";
  stacks: number[];
}

/** Somebody came to the table; he has no seat yet. */
export interface PersonJoined {
  type: "person_joined";
  person: string;
  name: string;
}

/** He wants to sit down; the host decides. */
export interface SeatAsked {
  type: "seat_asked";
  person: string;
  seat: number;
}

/** The host said no. */
export interface SeatRefused {
  type: "seat_refused";
  person: string;
}

/** He sits; in a running session he is in from the next deal on, where that is allowed. */
export interface SeatGiven {
  type: "seat_given";
  person: string;
  seat: number;
}

/** A program sits; `bot` is its name in the registry. */
export interface BotSeated {
  type: "bot_seated";
  person: string;
  name: string;
  bot: string;
  seat: number;
}

/** He left his seat, or was removed from it, for good; the chair is free. */
export interface SeatCleared {
  type: "seat_cleared";
  person: string;
}

/** Somebody else is the host now. */
export interface HostChanged {
  type: "host_changed";
  person: string;
}

/** The dealer plays the table's own game (dealer's choice). */
export interface OwnGame {
  type: "own_game";
  seat: number;
}

/** The host changed the settings, from the next deal on. */
export interface SettingsChanged {
  type: "settings_changed";
  settings: Settings;
}

/** A player took more than his time; the rest came out of his time bank. */
export interface BankSpent {
  type: "bank_spent";
  seat: number;
  ms: number;
}

/** The server was away: nothing happens by itself before this moment (ms since 1970). */
export interface GraceGiven {
  type: "grace_given";
  until: number;
}

/** No clock runs. */
export interface Paused {
  type: "paused";
}

/** The game goes on, the running decision with its whole time. */
export interface Resumed {
  type: "resumed";
}

/** The host closed the table. */
export interface TableEnded {
  type: "table_ended";
}

/** Who sits where, and whom the lot made the first dealer (R2). */
export interface SessionStarted {
  type: "session_started";
  rules: Ruleset;
  seats: number[];
  dealer: number;
}

/** The dealer named the game of the next deal (dealer's choice). */
export interface PresetNamed {
  type: "preset_named";
  seat: number;
  preset: string;
}

/** Other rules hold from the next deal on; who sits keeps his seat and his chips. */
export interface RulesChanged {
  type: "rules_changed";
  rules: Ruleset;
}

/** The next deal, numbered from 1; `order` has the seat of each position, dealer last. */
export interface DealBegan {
  type: "deal_began";
  number: number;
  order: number[];
}

/** A latecomer sat down; he is in from the next deal on (R35). */
export interface SeatTaken {
  type: "seat_taken";
  seat: number;
  chips: number;
}

/** The player is away: checks when that is free, else folds (R33). */
export interface SeatAway {
  type: "seat_away";
  seat: number;
}

/** The player plays for himself again. */
export interface SeatBack {
  type: "seat_back";
  seat: number;
}

/** The player left or was removed for good: out from the next deal on (R34). */
export interface SeatLeft {
  type: "seat_left";
  seat: number;
}

/** The host gave or took chips (`chips` may be negative), and said why (R36). */
export interface ChipsCorrected {
  type: "chips_corrected";
  seat: number;
  chips: number;
  author: string;
  reason: string;
}

/** The session is over; places from 1, equal chips sharing one (R21). */
export interface SessionEnded {
  type: "session_ended";
  places: Record<string, number>;
}

/** A command was carried out and stands in the log with this version. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/** A message was refused and changed nothing; `allowed` is what one may do instead. */
export interface Refused {
  type: "refused";
  code: string;
  message: string;
  id: string | null;
  allowed: Legal | null;
}

/** The same person goes on at another device; this one only shows. */
export interface Elsewhere {
  type: "elsewhere";
}

/** A line of chat, or an emote as `:code:`. */
export interface Said {
  type: "said";
  number: number;
  person: string;
  text: string;
  at: number;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
  number: number;
  now: number;
}

/** The server goes away for a moment; come back and go on. */
export interface Closing {
  type: "closing";
}

export type FromClient = Hello | Do | Say | Emote | TakeBack | Ping;

export type FromServer = Welcome | State | Done | Refused | Elsewhere | Said | Pong | Closing;

/** Make a table: the host's name, and the settings (a preset alone will do). */
export interface Make {
  name: string;
  preset?: string | null;
  settings?: SettingsWish | null;
  pin?: string | null;
}

/** Who one is now; browsers get the same token as a cookie. */
export interface Admitted {
  table: string;
  person: string;
  token: string;
}

/** What anybody who has a table's link may know before joining it. */
export interface Summary {
  table: string;
  title: string;
  preset: string;
  phase: Phase;
  players: number;
  people: PersonView[];
}

/** Join a table under a name. */
export interface JoinTable {
  name: string;
  pin?: string | null;
}

/** Ask for a personal link: one's own, or as the host for somebody else. */
export interface Link {
  person?: string | null;
}

/** Use a personal link's secret. */
export interface Claim {
  secret: string;
}

/** One's own chance against the players left, whose cards may be any that one has not seen. */
export interface OwnOdds {
  version: number;
  players: number;
  share: number;
  win: number;
  tie: number;
  error: number;
  exact: boolean;
}

/** All finished deals of a table; a deal that is going on is never among them. */
export interface Past {
  you: string | null;
  sessions: PastSession[];
}

/** The finished deals of one session, in their order. */
export interface PastSession {
  session: number;
  deals: DealSummary[];
}

/** A finished deal in short; `before` and `after` are chips by seat. */
export interface DealSummary {
  number: number;
  in_session: number;
  preset: string;
  seats: Seated[];
  position: number | null;
  before: Record<string, number>;
  after: Record<string, number>;
  winners: Winner[];
  showdown: boolean;
}

/** To whom a position was dealt, and what he was called then. */
export interface Seated {
  seat: number;
  person: string | null;
  name: string;
}

/** What a position took of all pots, in chips. */
export interface Winner {
  position: number;
  chips: number;
}

/** A finished deal, moment by moment as the asker saw it. */
export interface Replay {
  number: number;
  session: number;
  in_session: number;
  seats: Seated[];
  position: number | null;
  frames: Frame[];
}

/** One moment of a deal: what happened, and what its viewer knew then. */
export interface Frame {
  event: Seen;
  view: View;
}

/**
 * The chances in a past deal: from the cards on, and after each card and each fold.
 *
 * It ends when the asker sees none of the hands that are left.
 */
export interface DealOdds {
  moments: MomentOdds[];
}

/** The chances from a moment on, until the next one at which they change. */
export interface MomentOdds {
  at: number;
  cards: number;
  exact: boolean;
  hands: HandOdds[];
}

/** What a hand may expect at a moment, as in `OwnOdds`. */
export interface HandOdds {
  position: number;
  share: number;
  win: number;
  tie: number;
  error: number;
}

/** The advice on every decision that was made with a hand that the asker sees, in order. */
export interface DealAdvice {
  moves: AdvisedMove[];
}

/** What somebody did, and what the expert would have done in his place. */
export interface AdvisedMove {
  at: number;
  position: number;
  cards: (Card | null)[];
  done: Action;
  advice: Advice;
}

/** What there is to say of a decision; shares and probabilities from 0 to 1. */
export interface Advice {
  options: Option[];
  best: Action;
  share_of_one: number;
  share_of_all: number;
  opponents: number;
  pot: number;
  call: number;
  pot_odds: number;
  reasons: Reason[];
}

/** An action that the expert knows here, and how often it takes it, 0 to 1. */
export interface Option {
  action: Action;
  chance: number;
}

/** Why an action may be right; codes for the catalogues. */
export type Reason =
  | "bluff" | "free_card" | "no_table" | "pot_odds_bad" | "pot_odds_good" | "value";

/** The server: its version, under which addresses other devices reach it, what it offers. */
export interface About {
  version: string;
  addresses: string[];
  languages: string[];
  bots: string[];
}

/** `well`, `closing` or `no_database`. */
export interface Health {
  status: string;
}

/** Why a request was refused; nothing changed. */
export interface Problem {
  code: string;
  message: string;
  field: string | null;
}

export type Action = Fold | Call | Raise | BringIn;

export type Command =
  | Join | Sit | Leave | SitOut | SitIn | Act | NamePreset | Approve | Refuse | AddBot | Remove
  | HandOver | Change | Start | Pause | Resume | Correct | End;

export type News =
  | DealOpened | HandsReceived | AntesPosted | BlindsPosted | BringInPosted | Folded | Checked |
  Called | Bet | Raised | CardTurned | Refunded | HandShown | PotAwarded | DealEnded |
  PersonJoined | SeatAsked | SeatRefused | SeatGiven | BotSeated | SeatCleared | HostChanged |
  OwnGame | SettingsChanged | BankSpent | GraceGiven | Paused | Resumed | TableEnded |
  SessionStarted | PresetNamed | RulesChanged | DealBegan | SeatTaken | SeatAway | SeatBack |
  SeatLeft | ChipsCorrected | SessionEnded;

export type Seen =
  | DealOpened | HandsReceived | AntesPosted | BlindsPosted | BringInPosted | Folded | Checked |
  Called | Bet | Raised | CardTurned | Refunded | HandShown | PotAwarded | DealEnded;
