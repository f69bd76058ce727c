/**
 * Vite plugin: `virtual:words/fr` is the French catalogue, as an object of texts by key.
 *
 * It is made of the two files that translators edit, `cincinnati.po` (shared with terminal and
 * server) and `browser.po`, without the texts that the browser has no use for. A text that one
 * language has and another has not is an error that names it.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { po } from "gettext-parser";
import type { Plugin } from "vite";
import { NOT_IN_BROWSER } from "../src/words/keys.gen";

const LOCALES = fileURLToPath(new URL("../../src/cincinnati/words/locales/", import.meta.url));
const LANGUAGES = ["en", "fr", "it", "pt"];
const FILES = ["cincinnati.po", "browser.po"];
const MODULE = "virtual:words/";

interface Catalogue {
  texts: Record<string, string | string[]>;
  plural: string;
}

/** The plugin; `locales` is the folder of the languages, with a slash at its end. */
export function words(locales = LOCALES): Plugin {
  return {
    name: "cincinnati-words",
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : undefined),
    load(id) {
      const language = id.startsWith(`\0${MODULE}`) ? id.slice(MODULE.length + 1) : "";
      if (!LANGUAGES.includes(language)) return undefined;
      const english = paths(locales, "en");
      const own = paths(locales, language);
      for (const path of [...english, ...own]) this.addWatchFile(path);
      const { texts, plural } = checked(language, catalogue(own), catalogue(english));
      return `export const plural = (n) => Number(${plural});\nexport default ${JSON.stringify(texts)};`;
    },
  };
}

const paths = (locales: string, language: string): string[] =>
  FILES.map((name) => `${locales}${language}/LC_MESSAGES/${name}`);

function catalogue(files: readonly string[]): Catalogue {
  const found: Catalogue = { texts: {}, plural: "" };
  for (const path of files) {
    const { headers, translations } = po.parse(readFileSync(path));
    const [, rule] = /plural=([()n0-9 !=<>&|?:%]+);/.exec(headers["Plural-Forms"] ?? "") ?? [];
    if (rule === undefined) throw new Error(`${path} has no Plural-Forms`);
    found.plural = rule;
    for (const { msgid, msgid_plural, msgstr } of Object.values(translations[""] ?? {})) {
      if (msgid === "" || NOT_IN_BROWSER.some((start) => msgid.startsWith(start))) continue;
      if (msgid in found.texts) throw new Error(`${path} has ${msgid} a second time`);
      if (msgstr.includes("")) throw new Error(`${path} has an empty ${msgid}`);
      found.texts[msgid] = msgid_plural === undefined ? msgstr.join("") : msgstr;
    }
  }
  return found;
}

/** The English keys are the ones that every language must have. */
function checked(language: string, here: Catalogue, english: Catalogue): Catalogue {
  const lost = Object.keys(english.texts).filter((key) => !(key in here.texts));
  const more = Object.keys(here.texts).filter((key) => !(key in english.texts));
  if (lost.length > 0) throw new Error(`no text in ${language} for ${lost.join(", ")}`);
  if (more.length > 0) throw new Error(`no English text for ${more.join(", ")} of ${language}`);
  return here;
}
