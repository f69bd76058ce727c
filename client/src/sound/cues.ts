/** Which sounds belong to what has happened, and when: with the showdown, step by step. */
import { LASTS, stepsOf } from "../table/showing";
import type { News, TableView } from "../wire.gen";

export type Sound = "card" | "chips" | "check" | "turn" | "win";

export interface Cue {
  sound: Sound;
  /** ms from now. */
  after: number;
}

/** As the cards are dealt on the felt. */
const DEAL_MS = 60;
const CARDS = 5;

export function cuesOf(
  view: TableView,
  events: readonly News[],
  before: TableView | null,
): readonly Cue[] {
  const showdown = stepsOf(events).length > 0;
  const cues: Cue[] = [];
  let after = 0;
  for (const event of events) {
    const sound = soundOf(event, view);
    if (event.type === "hands_received") {
      for (let card = 0; card < CARDS; card += 1)
        cues.push({ sound: "card", after: card * DEAL_MS });
    } else if (sound && !cues.some((cue) => cue.sound === sound && cue.after === after)) {
      cues.push({ sound, after });
    }
    if (showdown) after += lasts(event);
  }
  if (begins(view, before)) cues.push({ sound: "turn", after });
  return cues;
}

function lasts(event: News): number {
  if (event.type === "card_turned") return LASTS.card;
  if (event.type === "hand_shown") return LASTS.open;
  return event.type === "pot_awarded" ? LASTS.award : 0;
}

function soundOf(event: News, view: TableView): Sound | null {
  switch (event.type) {
    case "card_turned":
    case "hand_shown":
    case "folded":
      return "card";
    case "checked":
      return "check";
    case "antes_posted":
      return event.chips.some((chips) => chips > 0) ? "chips" : null;
    case "blinds_posted":
    case "bring_in_posted":
    case "called":
    case "bet":
    case "raised":
      return "chips";
    case "pot_awarded": {
      const me = view.deal?.position ?? null;
      return event.winners.some((win) => win.position === me) ? "win" : "chips";
    }
    default:
      return null;
  }
}

const turnOf = (view: TableView | null): string | null =>
  view?.deal?.legal && view.phase === "playing"
    ? `${view.session}.${view.number}.${view.turn}`
    : null;

/** Whether it has just become my turn. */
function begins(view: TableView, before: TableView | null): boolean {
  const turn = turnOf(view);
  return turn !== null && turn !== turnOf(before);
}
