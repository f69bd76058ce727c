/** Which pages Learn has, and how they are called and addressed. */
import type { Ruleset } from "../wire.gen";
import type { TextKey, Words } from "../words/words.svelte";

/** A page; the presets' pages have the names of the presets. */
export interface PageLink {
  name: string;
  title: string;
  path: string;
}

const READING = {
  strategy: "browser.learn.strategy",
  questions: "browser.learn.questions",
  glossary: "browser.learn.glossary",
  history: "browser.learn.history",
} as const satisfies Record<string, TextKey>;

const isReading = (name: string): name is keyof typeof READING => Object.hasOwn(READING, name);

export const pathOf = (name: string): string => (name ? `/learn/${name}` : "/learn");

function link(name: string, title: string): PageLink {
  return { name, title, path: pathOf(name) };
}

/** The first page, the games in the server's order, and what there is to read beside them. */
export function linksOf(w: Words, presets: readonly Ruleset[]) {
  const start = link("", w.t("browser.learn.start"));
  const games = presets.map(({ preset }) => link(preset, w.preset(preset)));
  const reading = Object.keys(READING)
    .filter(isReading)
    .map((name) => link(name, w.t(READING[name])));
  return { start, games, reading, all: [start, ...games, ...reading] };
}
