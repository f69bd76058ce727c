import type { HandShown, News, PotAwarded, View, Win } from "../wire.gen";
import type { Scene, SceneSeat } from "./scene";

/**
 * One thing after the other that came in one message: cards turned, hands opened, pots given.
 * `at` is the event's place in it.
 */
export type Step =
  | { kind: "card"; at: number }
  | { kind: "open"; at: number; position: number }
  | { kind: "award"; at: number; award: PotAwarded };

/** How long a step stands before the next one, in ms. */
export const LASTS = { card: 750, open: 900, award: 2200 } as const;

/** What is shown one by one; a single card needs no steps, it just turns. */
export function stepsOf(events: readonly News[]): readonly Step[] {
  const steps = events.flatMap((event, at): Step[] => {
    if (event.type === "card_turned") return [{ kind: "card", at }];
    if (event.type === "hand_shown") return [{ kind: "open", at, position: event.position }];
    if (event.type === "pot_awarded") return [{ kind: "award", at, award: event }];
    return [];
  });
  return steps.some((step) => step.kind === "award") ? steps : [];
}

/** The hands that were shown, for the reasons. */
export const handsShown = (events: readonly News[]): readonly HandShown[] =>
  events.filter((event) => event.type === "hand_shown");

/** The last award that has been given when `done` steps are. */
export function awardAt(steps: readonly Step[], done: number): PotAwarded | null {
  const step = steps.slice(0, done).at(-1);
  return step?.kind === "award" ? step.award : null;
}

/** A scene as it looks when only `done` of the steps that led to it have been shown. */
export function sceneAfter(scene: Scene, steps: readonly Step[], done: number): Scene {
  const left = steps.slice(done);
  const awards = left.flatMap((step) => (step.kind === "award" ? [step.award] : []));
  const cards = left.filter((step) => step.kind === "card").length;
  const closed = new Set(left.flatMap((step) => (step.kind === "open" ? [step.position] : [])));
  const award = awardAt(steps, done);
  const won = award?.winners.flatMap((winner) => winner.cards) ?? [];
  const turned = scene.board.filter((card) => card !== null).length - cards;
  const seats = scene.seats.map((seat): SceneSeat => {
    const unpaid = awards
      .flatMap((one) => one.winners)
      .filter((win) => win.position === seat.position);
    const win = award?.winners.find((one) => one.position === seat.position);
    const hidden = seat.position !== null && closed.has(seat.position);
    return {
      ...seat,
      chips: seat.chips - owed(unpaid),
      out: seat.out && awards.length === 0,
      allIn: seat.live && awards.length > 0 && seat.chips - owed(unpaid) === 0,
      cards: hidden && !seat.you ? seat.cards.map(() => null) : seat.cards,
      hand: cards > 0 || (hidden && !seat.you) ? null : seat.hand,
      lifted: win?.cards ?? [],
      winner: win !== undefined,
    };
  });
  return {
    ...scene,
    seats,
    board: scene.board.map((card, place) => (place < turned ? card : null)),
    pots: potsOf(awards, scene),
    pot: awards.reduce((sum, one) => sum + one.chips, scene.pot),
    total: awards.reduce((sum, one) => sum + one.chips, scene.total),
    lifted: won.filter((card) => scene.board.includes(card)),
    dimmed: award !== null && won.length > 0,
  };
}

const owed = (wins: readonly Win[]): number => wins.reduce((sum, win) => sum + win.chips, 0);

function potsOf(awards: readonly PotAwarded[], scene: Scene): Scene["pots"] {
  const pots = new Map<number, { amount: number; seats: readonly number[] }>();
  for (const { pot, chips } of awards)
    pots.set(pot, { amount: (pots.get(pot)?.amount ?? 0) + chips, seats: [] });
  return awards.length ? [...pots.values()] : scene.pots;
}

/** The positions that contest a pot, counted from the main pot, 0 (R15). */
export function contestants(deal: View, pot: number): readonly number[] {
  const live = [...deal.players.entries()].filter(([, player]) => player.live && player.put_in > 0);
  const levels = [...new Set(live.map(([, player]) => player.put_in))].sort((a, b) => a - b);
  const level = levels[pot] ?? 0;
  return live.filter(([, player]) => player.put_in >= level).map(([position]) => position);
}
