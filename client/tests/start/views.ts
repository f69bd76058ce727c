/** Tables for tests, written as one would tell of them. */
import type { PersonView, Ruleset, TableView } from "../../src/wire.gen";
import { CINCINNATI } from "../rules";

export const RULES: Ruleset = { ...CINCINNATI, players: 4 };

/** A person by his name, which is also what the server calls him. */
export const person = (name: string, more: Partial<PersonView> = {}): PersonView => ({
  person: name,
  name,
  seat: null,
  asked: null,
  bot: null,
  ...more,
});

/** Liz is the host, and it is she who looks, unless `more` says otherwise. */
export const view = (
  people: readonly PersonView[],
  more: Partial<Omit<TableView, "people">> = {},
): TableView => ({
  version: 1,
  phase: "lobby",
  settings: {
    rules: RULES,
    clock: {
      action_ms: 30_000,
      bank_ms: 60_000,
      between_ms: 4_000,
      show_ms: 1_500,
      think_ms: [700, 2_500],
      grace_ms: 5_000,
    },
    title: "Friday",
    approve: false,
    spectators: true,
    chat: true,
    name_hands: true,
    odds: false,
  },
  host: "Liz",
  you: "Liz",
  seats: [],
  session: 0,
  number: 0,
  dealer: null,
  order: [],
  to_act: null,
  turn: 0,
  choosing: null,
  acts_until: null,
  bank_from: null,
  deal: null,
  places: null,
  digest: "",
  ...more,
  people: [...people],
});
