/** The pages of Learn as they come from `content/`, each loaded when it is wanted. */
import type { Language } from "../words/words.svelte";

/** A part of a page under its heading; `html` is ours, made when the client was built. */
export interface Section {
  id: string;
  title: string;
  html: string;
}

export interface Page {
  lead: string;
  sections: Section[];
}

const FILES = import.meta.glob<Page>("../../content/*/*.md", { import: "default" });

/** A page in a language; `null` if there is none of this name. */
export async function loadPage(language: Language, name: string): Promise<Page | null> {
  const load = FILES[`../../content/${language}/${name}.md`];
  return load ? await load() : null;
}
