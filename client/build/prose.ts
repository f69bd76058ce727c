/**
 * Vite plugin: a Markdown file of `content/LANGUAGE/` is a module whose default is its `Page`, made
 * into HTML when the client is built, so that the browser needs no Markdown.
 */
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { po } from "gettext-parser";
import type { Plugin } from "vite";
import { pageOf, type Texts } from "./page";

const CONTENT = fileURLToPath(new URL("../content/", import.meta.url));
const LOCALES = fileURLToPath(new URL("../../src/cincinnati/words/locales/", import.meta.url));

/** Both catalogues of a language, as they are now. */
function textsOf(language: string): Texts {
  const found = new Map<string, string>();
  for (const name of ["cincinnati.po", "browser.po"]) {
    const { translations } = po.parse(readFileSync(`${LOCALES}${language}/LC_MESSAGES/${name}`));
    for (const { msgid, msgstr } of Object.values(translations[""] ?? {})) {
      found.set(msgid, msgstr[0] ?? "");
    }
  }
  return found;
}

export function prose(): Plugin {
  return {
    name: "cincinnati-prose",
    load(id) {
      if (!id.startsWith(CONTENT) || !id.endsWith(".md")) return undefined;
      this.addWatchFile(id);
      const language = basename(dirname(id));
      const page = pageOf(readFileSync(id, "utf8"), language, textsOf(language));
      return { code: `export default ${JSON.stringify(page)};`, moduleType: "js" };
    },
  };
}
