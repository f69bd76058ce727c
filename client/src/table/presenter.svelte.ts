import { prefs } from "../lib/prefs.svelte";
import type { HandShown, News, PotAwarded } from "../wire.gen";
import { awardAt, handsShown, LASTS, sceneAfter, stepsOf, type Step } from "./showing";
import type { Scene } from "./scene";

/**
 * Shows the end of a deal step by step. The newest view always wins: whatever comes from the
 * server afterwards ends the show, and nobody who has to act ever waits for it.
 */
export class Presenter {
  #steps = $state.raw<readonly Step[]>([]);
  #shown = $state.raw<readonly HandShown[]>([]);
  #done = $state(0);
  #told = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes what has just happened. */
  take(events: readonly News[], deal: "goes on" | "is over"): void {
    const steps = deal === "is over" ? stepsOf(events) : [];
    if (deal === "is over" && steps.length === 0) return;
    this.stop();
    this.#shown = handsShown(events);
    this.#told = events.length;
    this.#steps = steps;
    this.#done = 0;
    this.#next();
  }

  /** Shows the next step at once. */
  skip(): void {
    if (this.running) this.#next();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#steps = [];
    this.#done = 0;
  }

  get running(): boolean {
    return this.#done < this.#steps.length;
  }

  /** How many of the newest events have not been shown yet. */
  get held(): number {
    const next = this.#steps[this.#done];
    return next ? this.#told - next.at : 0;
  }

  /** The share of a pot that has just been given, and the hands that contested it. */
  get award(): PotAwarded | null {
    return awardAt(this.#steps, this.#done);
  }

  get shown(): readonly HandShown[] {
    return this.#shown;
  }

  /** The position whose hand has just been opened. */
  get opened(): number | null {
    const step = this.#steps[this.#done - 1];
    return step?.kind === "open" ? step.position : null;
  }

  scene(scene: Scene): Scene {
    return this.#steps.length ? sceneAfter(scene, this.#steps, this.#done) : scene;
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#done += 1;
    const step = this.#steps[this.#done - 1];
    if (step && this.running)
      this.#timer = setTimeout(() => this.#next(), LASTS[step.kind] * (prefs.still ? 0.6 : 1));
  }
}
