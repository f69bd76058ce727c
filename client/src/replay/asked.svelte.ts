import type { DealOdds } from "../wire.gen";

/** The odds of one deal, asked for once the reader wants them. */
export class AskedOdds {
  told = $state.raw<DealOdds | null>(null);
  failed = $state(false);

  /** Asks, or forgets without a way to ask; returns what ends the wait. Call it in an effect. */
  ask(odds: ((number: number) => Promise<DealOdds>) | undefined, number: number): () => void {
    this.told = null;
    this.failed = false;
    let current = true;
    odds?.(number).then(
      (value) => {
        if (current) this.told = value;
      },
      () => {
        if (current) this.failed = true;
      },
    );
    return () => (current = false);
  }
}
