/** What is told of one deal (the odds, advice), asked for once the reader wants it. */
export class Asked<Told> {
  told = $state.raw<Told | null>(null);
  failed = $state(false);

  /** Asks, or forgets without a way to ask; returns what ends the wait. Call it in an effect. */
  ask(from: ((number: number) => Promise<Told>) | undefined, number: number): () => void {
    this.told = null;
    this.failed = false;
    let current = true;
    from?.(number).then(
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
