import { prefs } from "../lib/prefs.svelte";
import type { LiveTable } from "../live/table.svelte";
import { cuesOf, type Sound } from "./cues";
import { knock, noiseOf } from "./wood";

/** The table is drawn first. */
const EARLY_MS = 500;

/**
 * Lets a table be heard. Browsers are silent until the first gesture, so the sound begins with
 * it; whatever would have sounded before is not made up for. Returns how to stop.
 */
export function sounding(live: LiveTable): () => void {
  let context: AudioContext | null = null;
  let noise: AudioBuffer | null = null;
  let timers: ReturnType<typeof setTimeout>[] = [];

  const wake = (): void => {
    if (!prefs.sounds || typeof AudioContext === "undefined") return;
    context ??= new AudioContext({ latencyHint: "interactive" });
    if (context.state === "suspended") void context.resume();
  };
  const make = (sound: Sound): void => {
    if (!prefs.sounds || context?.state !== "running") return;
    noise ??= noiseOf(context);
    knock(context, noise, sound);
  };
  const quiet = (): void => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };
  const deaf = live.hear((view, events, before) => {
    if (before !== null && view.version <= before.version) return;
    const cues = cuesOf(view, events, before);
    if (cues.length > 0) quiet();
    if (live.elsewhere) return;
    timers.push(...cues.map(({ sound, after }) => setTimeout(() => make(sound), after)));
  });
  // Whoever has come here by a click has made the gesture already. The first time it takes the
  // browser a while: best before the cards fly.
  const early = navigator.userActivation?.hasBeenActive ? setTimeout(wake, EARLY_MS) : undefined;
  addEventListener("pointerdown", wake);
  addEventListener("keydown", wake);
  return () => {
    clearTimeout(early);
    deaf();
    quiet();
    removeEventListener("pointerdown", wake);
    removeEventListener("keydown", wake);
    void context?.close();
  };
}
