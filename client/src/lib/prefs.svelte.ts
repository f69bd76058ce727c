import { remember, remembered } from "./storage";

export const LANGUAGES = ["en", "fr", "it", "pt"] as const;
export type Language = (typeof LANGUAGES)[number];

/** How a player likes his table; kept in this browser only. */
export interface Prefs {
  language: Language;
  name: string;
  theme: "auto" | "light" | "dark";
  deck: "four" | "two";
  cards: "normal" | "large";
  sort: "dealt" | "rank" | "suit";
  sounds: boolean;
  vibration: boolean;
  motion: "auto" | "none";
  /** Ask again before a fold, and before a call that takes half of the stack or more. */
  confirm: boolean;
  left: boolean;
  contrast: "auto" | "more";
  /** How much is read out: 1 my turn and results, 2 every action, 3 everything. */
  detail: 1 | 2 | 3;
  /** The quick amounts beside the slider, in parts of the pot; `least` and `most` always fit. */
  presets: Preset[];
}
export type Preset = "least" | "most" | number;

export function preferredLanguage(wanted: readonly string[]): Language {
  const codes = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
  return (
    LANGUAGES.find((code) => code === codes.find((one) => LANGUAGES.some((l) => l === one))) ?? "en"
  );
}

const FIRST: Prefs = {
  language: preferredLanguage(navigator.languages),
  name: "",
  theme: "auto",
  deck: "four",
  cards: "normal",
  sort: "dealt",
  sounds: true,
  vibration: true,
  motion: "auto",
  confirm: false,
  left: false,
  contrast: "auto",
  detail: 2,
  presets: ["least", 0.5, 1, "most"],
};

const isRecord = (value: unknown): value is Partial<Prefs> =>
  typeof value === "object" && value !== null;

class Preferences implements Prefs {
  language = $state(FIRST.language);
  name = $state(FIRST.name);
  theme = $state(FIRST.theme);
  deck = $state(FIRST.deck);
  cards = $state(FIRST.cards);
  sort = $state(FIRST.sort);
  sounds = $state(FIRST.sounds);
  vibration = $state(FIRST.vibration);
  motion = $state(FIRST.motion);
  confirm = $state(FIRST.confirm);
  left = $state(FIRST.left);
  contrast = $state(FIRST.contrast);
  detail = $state(FIRST.detail);
  presets = $state.raw(FIRST.presets);

  constructor() {
    const known = remembered("prefs", {}, isRecord);
    for (const key of Object.keys(FIRST) as (keyof Prefs)[])
      if (typeof known[key] === typeof FIRST[key]) Object.assign(this, { [key]: known[key] });
  }

  /** Shows the choices on the page and keeps them; call it within an effect. */
  apply(): void {
    const root = document.documentElement;
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    root.lang = this.language;
    root.dataset["theme"] = this.theme === "auto" ? (dark ? "dark" : "light") : this.theme;
    root.dataset["deck"] = this.deck;
    root.dataset["motion"] = this.motion;
    root.dataset["cards"] = this.cards;
    const more = this.contrast === "more" || matchMedia("(prefers-contrast: more)").matches;
    root.dataset["contrast"] = more ? "more" : "auto";
    remember("prefs", this.all);
  }

  get all(): Prefs {
    const keys = Object.keys(FIRST) as (keyof Prefs)[];
    return Object.fromEntries(keys.map((key) => [key, this[key]])) as unknown as Prefs;
  }

  get still(): boolean {
    return this.motion === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

export const prefs = new Preferences();
