import type { Seen } from "../wire.gen";
import { streetAt, type Moment, type Street } from "./moments";

export const SPEEDS = [1, 2, 4] as const;
export type Speed = (typeof SPEEDS)[number];

/** How long a moment stands while the hand plays by itself, in ms at single speed. */
export function lasts(event: Seen): number {
  switch (event.type) {
    case "pot_awarded":
      return 3200;
    case "hand_shown":
      return 2000;
    case "card_turned":
    case "hands_received":
      return 1500;
    case "deal_opened":
    case "antes_posted":
    case "deal_ended":
      return 700;
    default:
      return 1100;
  }
}

/** Which moment of a hand is shown, and how it goes on. */
export class Player {
  readonly moments: readonly Moment[];
  readonly streets: readonly Street[];
  speed = $state<Speed>(1);
  #at = $state(0);
  #playing = $state(false);
  #happened = $state.raw<readonly Seen[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(moments: readonly Moment[], streets: readonly Street[]) {
    this.moments = moments;
    this.streets = streets;
    this.#at = streets[0]?.at ?? 0;
  }

  get at(): number {
    return this.#at;
  }
  get last(): number {
    return Math.max(0, this.moments.length - 1);
  }
  get playing(): boolean {
    return this.#playing;
  }
  get street(): number {
    return streetAt(this.streets, this.#at);
  }
  /** What moves on the felt: a step forward does, a jump does not. */
  get happened(): readonly Seen[] {
    return this.#happened;
  }

  /** Show a moment; the hand stands still there. */
  seek(at: number): void {
    this.pause();
    this.#show(at);
  }
  next(): void {
    this.seek(this.#at + 1);
  }
  previous(): void {
    this.seek(this.#at - 1);
  }
  nextStreet(): void {
    this.seek(this.streets.find((street) => street.at > this.#at)?.at ?? this.last);
  }
  previousStreet(): void {
    this.seek(this.streets.findLast((street) => street.at < this.#at)?.at ?? 0);
  }

  /** Play on, or pause; at the end, from the beginning. */
  toggle(): void {
    if (this.#playing) return this.pause();
    if (this.#at === this.last) this.#show(0);
    this.#playing = true;
    this.#wait();
  }
  pause(): void {
    clearTimeout(this.#timer);
    this.#playing = false;
  }
  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length] ?? 1;
    if (this.#playing) this.#wait();
  }

  #show(wanted: number): void {
    const at = Math.min(Math.max(wanted, 0), this.last);
    const event = this.moments[at]?.event;
    this.#happened = at === this.#at + 1 && event ? [event] : [];
    this.#at = at;
  }
  #wait(): void {
    clearTimeout(this.#timer);
    const event = this.moments[this.#at]?.event;
    if (!event || this.#at >= this.last) return this.pause();
    this.#timer = setTimeout(
      () => {
        this.#show(this.#at + 1);
        this.#wait();
      },
      lasts(event) / this.speed,
    );
  }
}
