/** The clock of whoever has to act, by this browser's own clock, in ms. */
export interface Time {
  /** When his time bank begins to run, and when everything is up. */
  bankFrom: number;
  until: number;
  /** How long a decision may take before the bank is touched. */
  action: number;
}
