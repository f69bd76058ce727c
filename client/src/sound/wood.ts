/**
 * The sounds of a wooden table, made here: no recordings.
 *
 * The one idea: everything is a short knock. A knock is a sine that dies at once, with a breath
 * of noise in a narrow band on top; cards are the breath alone, chips several small knocks.
 */
import type { Sound } from "./cues";

/** When after the beginning (s), how high (Hz), how long (s), how loud (0 to 1). */
type Knock = readonly [at: number, pitch: number, lasts: number, loud: number];
/** The same for a breath of noise: its band's middle (Hz) and how narrow it is. */
type Breath = readonly [at: number, band: number, narrow: number, lasts: number, loud: number];

interface Recipe {
  knocks: readonly Knock[];
  breaths: readonly Breath[];
}

export const RECIPES: Readonly<Record<Sound, Recipe>> = {
  card: {
    knocks: [[0.035, 170, 0.05, 0.1]],
    breaths: [
      [0, 2600, 0.9, 0.055, 0.16],
      [0.03, 1300, 1.2, 0.04, 0.1],
    ],
  },
  chips: {
    knocks: [
      [0, 1450, 0.03, 0.1],
      [0.045, 1720, 0.028, 0.08],
      [0.1, 1560, 0.035, 0.07],
    ],
    breaths: [
      [0, 3400, 3, 0.02, 0.1],
      [0.045, 3900, 3, 0.02, 0.08],
      [0.1, 3600, 3, 0.025, 0.06],
    ],
  },
  check: {
    knocks: [
      [0, 190, 0.09, 0.34],
      [0.13, 178, 0.1, 0.28],
    ],
    breaths: [
      [0, 720, 1.6, 0.03, 0.18],
      [0.13, 680, 1.6, 0.03, 0.15],
    ],
  },
  turn: {
    knocks: [
      [0, 392, 0.26, 0.2],
      [0, 1568, 0.06, 0.03],
      [0.14, 523.25, 0.34, 0.2],
      [0.14, 2093, 0.06, 0.03],
    ],
    breaths: [],
  },
  win: {
    knocks: [
      [0, 392, 0.22, 0.16],
      [0.11, 493.88, 0.22, 0.16],
      [0.22, 587.33, 0.24, 0.16],
      [0.33, 784, 0.5, 0.18],
      [0.33, 3136, 0.07, 0.02],
    ],
    breaths: [[0, 3200, 3, 0.02, 0.05]],
  },
};

/** Plays a sound on a context that runs. */
export function knock(context: AudioContext, noise: AudioBuffer, sound: Sound): void {
  const now = context.currentTime + 0.005;
  for (const [at, pitch, lasts, loud] of RECIPES[sound].knocks) {
    const tone = new OscillatorNode(context, { frequency: pitch });
    // Wood sinks a little in pitch as it dies.
    tone.frequency.setValueAtTime(pitch * 1.04, now + at);
    tone.frequency.exponentialRampToValueAtTime(pitch, now + at + 0.03);
    tone.connect(fading(context, now + at, lasts, loud));
    tone.start(now + at);
    tone.stop(now + at + lasts + 0.05);
  }
  for (const [at, band, narrow, lasts, loud] of RECIPES[sound].breaths) {
    const source = new AudioBufferSourceNode(context, { buffer: noise });
    const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: band, Q: narrow });
    source.connect(filter).connect(fading(context, now + at, lasts, loud));
    source.start(now + at, Math.random() * (noise.duration - lasts - 0.06), lasts + 0.05);
  }
}

function fading(context: AudioContext, at: number, lasts: number, loud: number): GainNode {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  gain.connect(context.destination);
  return gain;
}

/** Half a second of noise. */
export function noiseOf(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
