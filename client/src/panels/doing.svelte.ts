import type { LiveTable } from "../live/table.svelte";
import type { Command, Refused } from "../wire.gen";

/**
 * Commands that are no moves, with the answer beside the button that sent them. What is refused
 * here is not said again where the moves are.
 */
export class Doing {
  busy = $state(false);
  refused = $state.raw<Refused | null>(null);

  constructor(private readonly live: LiveTable) {}

  /** Whether the server carried it out. */
  async do(command: Command): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.refused = null;
    const answer = await this.live.do(command);
    this.busy = false;
    if (answer.type === "done") return true;
    this.refused = answer;
    if (this.live.refused === answer) this.live.refused = null;
    return false;
  }
}
