/**
 * What is to be done when a table has been made: sit down, seat the bots, start.
 *
 * The plan is kept for the tab. Each step is read off the view, so after a reload it goes on
 * where it was, and nothing is done twice.
 */
import type { LiveTable } from "../live/table.svelte";
import type { Command, TableView } from "../wire.gen";

export interface Plan {
  sit: boolean;
  /** The strength of each bot, by its name in the registry. */
  bots: readonly string[];
  start: boolean;
  /** Show how to invite friends. */
  invite: boolean;
}

const at = (table: string): string => `cincinnati.plan.${table}`;

const isPlan = (value: unknown): value is Plan =>
  typeof value === "object" && value !== null && "sit" in value && "bots" in value;

export function keepPlan(table: string, plan: Plan): void {
  try {
    sessionStorage.setItem(at(table), JSON.stringify(plan));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // one sits down by hand then
  }
}

export function planFor(table: string): Plan | null {
  try {
    const plan: unknown = JSON.parse(sessionStorage.getItem(at(table)) ?? "null");
    return isPlan(plan) ? plan : null;
  } catch (error) {
    if (error instanceof DOMException || error instanceof SyntaxError) return null;
    throw error;
  }
}

export function dropPlan(table: string): void {
  try {
    sessionStorage.removeItem(at(table));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** The next step of a plan at a table as it is now; `null` when there is nothing left to do. */
export function nextStep(plan: Plan, view: TableView): Command | null {
  if (view.phase !== "lobby" || view.you === null || view.you !== view.host) return null;
  const me = view.people.find((one) => one.person === view.you);
  if (plan.sit && me?.seat === null) return { type: "sit" };
  const seated = view.people.filter((one) => one.bot !== null).length;
  const bot = plan.bots[seated];
  if (bot !== undefined) return { type: "add_bot", bot };
  return plan.start ? { type: "start" } : null;
}

type Doer = Pick<LiveTable, "id" | "do">;

/** Carries the plan of one table out; `look` at each view that comes. */
export class Beginning {
  #plan: Plan | null;
  /** No view older than the answer to the last step tells what the next one is. */
  #from = 0;
  #busy = false;

  constructor(private readonly live: Doer) {
    this.#plan = planFor(live.id);
  }

  /** Whether it will start the game by itself. */
  get starts(): boolean {
    return this.#plan?.start ?? false;
  }

  /** Whether friends are to be invited; asked once. */
  takeInvite(): boolean {
    const plan = this.#plan;
    if (!plan?.invite) return false;
    this.#plan = { ...plan, invite: false };
    keepPlan(this.live.id, this.#plan);
    return true;
  }

  /** Does the next step, if there is one; resolves when it has been answered. */
  async look(view: TableView): Promise<void> {
    if (!this.#plan || this.#busy || view.version < this.#from) return;
    const step = nextStep(this.#plan, view);
    if (!step) return this.#end();
    this.#busy = true;
    const answer = await this.live.do(step);
    this.#busy = false;
    if (answer.type === "refused") this.#end();
    else this.#from = answer.version;
  }

  #end(): void {
    this.#plan = null;
    dropPlan(this.live.id);
  }
}
