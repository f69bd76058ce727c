/**
 * One language's catalogue at a time: texts by key, plurals, numbers, lists.
 *
 * The one idea: keys are typed from the English catalogue, so a wrong key or a forgotten value
 * does not compile; where one slips through at run time it is an error in development and in
 * tests, and shows its key to a player rather than nothing. Whoever reads a text in a component
 * is drawn again when the language changes.
 */
import { isolated } from "./isolated";
import type { Counts, Texts, Value } from "./keys.gen";

export type { Value };
export type TextKey = keyof Texts;
export type CountKey = keyof Counts;

/** The languages there are. */
export const LANGUAGES = ["en", "fr", "it", "pt"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a key needs; for one of several keys, what any of them needs. */
type All<Each> = (Each extends unknown ? (each: Each) => void : never) extends (
  all: infer A,
) => void
  ? A
  : never;
type Values<Needed> = Record<never, never> extends Needed ? [values?: Needed] : [values: Needed];

type Messages = Readonly<Record<string, string | readonly string[]>>;

interface Loaded {
  readonly language: Language;
  readonly texts: Messages;
  readonly plural: (n: number) => number;
}

const LOAD = {
  en: () => import("virtual:words/en"),
  fr: () => import("virtual:words/fr"),
  it: () => import("virtual:words/it"),
  pt: () => import("virtual:words/pt"),
} as const;

/** Between thousands; Portuguese leaves four digits together. The same as the server writes. */
const APART = { en: ",", fr: "\u202f", it: ".", pt: "\u00a0" } as const;
const GROUPED_FROM = { en: 1000, fr: 1000, it: 1000, pt: 10_000 } as const;

export class Catalogue {
  #loaded: Loaded = $state.raw({ language: "en", texts: {}, plural: () => 0 });

  /** The language that is spoken now. */
  get language(): Language {
    return this.#loaded.language;
  }

  /** Speak another language, once its catalogue is here; rejects if it cannot be loaded. */
  async use(language: Language): Promise<void> {
    const { default: texts, plural } = await LOAD[language]();
    this.#loaded = { language, texts, plural };
  }

  /** The text of a key with its placeholders filled. */
  t<K extends TextKey>(key: K, ...[values]: Values<All<Texts[K]>>): string {
    const text = this.#loaded.texts[key];
    return typeof text === "string" ? this.#filled(key, text, values ?? {}) : missing(key);
  }

  /** The text of a key that has plural forms, the one for `n`, which fills `{n}`. */
  n<K extends CountKey>(key: K, n: number, ...[values]: Values<All<Counts[K]>>): string {
    const forms = this.#loaded.texts[key];
    const form = typeof forms === "object" ? forms[this.#loaded.plural(n)] : undefined;
    return form === undefined
      ? missing(key)
      : this.#filled(key, form, Object.assign({ n }, values));
  }

  /** Whether a key that was put together has a text, without plural forms. */
  knows<K extends string>(key: K): key is K & TextKey {
    return typeof this.#loaded.texts[key] === "string";
  }

  /** A whole number with its thousands apart: `1,000`, `1 000`, `1.000`. */
  number(n: number): string {
    const digits = String(n);
    if (Math.abs(n) < GROUPED_FROM[this.language]) return digits;
    return digits.replace(/\B(?=(\d{3})+$)/g, APART[this.language]);
  }

  /** A list that ends with "and"; empty without items. */
  all(items: readonly string[]): string {
    return this.#joined(items, "list.and");
  }

  /** A list that ends with "or"; empty without items. */
  oneOf(items: readonly string[]): string {
    return this.#joined(items, "list.or");
  }

  /** A list with commas only. */
  comma(items: readonly string[]): string {
    return items.map(isolated).join(", ");
  }

  /** The text with a capital letter at its beginning. */
  capital(text: string): string {
    const [first = ""] = text;
    return first.toUpperCase() + text.slice(first.length);
  }

  #joined(items: readonly string[], key: "list.and" | "list.or"): string {
    const last = items.at(-1);
    if (last === undefined || items.length === 1) return isolated(last ?? "");
    return this.t(key, { before: this.comma(items.slice(0, -1)), last });
  }

  #filled(key: string, text: string, values: Readonly<Record<string, Value>>): string {
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = values[name];
      if (value === undefined) return missing(`${key} ${placeholder}`);
      return typeof value === "number" ? this.number(value) : isolated(value);
    });
  }
}

function missing(what: string): string {
  if (import.meta.env.DEV) throw new Error(`no text for ${what}; see words/keys.gen.ts`);
  return what;
}
