/**
 * Vite plugin: a Markdown file of `content/LANGUAGE/` is a `Page`, made into HTML when the client is
 * built, so that the browser needs no Markdown.
 *
 * A page is its lead and its sections: `## Heading {#anchor}`. Cards are written `{As}` or
 * `{4c! Kd}`, where the mark says that the card is wild; they become small drawn cards, named in
 * the words of the catalogue for those who hear them.
 */
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { po } from "gettext-parser";
import { marked, type Token } from "marked";
import type { Plugin } from "vite";
import { indexOf, suitOf, SUITS } from "../src/cards/suits";
import type { Page, Section } from "../src/learn/prose";
import type { Card } from "../src/wire.gen";

const CONTENT = fileURLToPath(new URL("../content/", import.meta.url));
const LOCALES = fileURLToPath(new URL("../../src/cincinnati/words/locales/", import.meta.url));
const CARDS = /\{((?:[2-9TJQKA][cdhs]!? ?)+)\}/g;
const HEADING = /^(.*?) \{#([a-z-]+)\}$/;
/** French sets a narrow space before these, and a line must not begin with them. */
const FRENCH = [
  [/ ([:;?!»])/g, "\u202f$1"],
  [/« /g, "«\u202f"],
] as const;

const RANKS = "two three four five six seven eight nine ten jack queen king ace".split(" ");
const SUIT_KEYS = { s: "suit.spades", h: "suit.hearts", d: "suit.diamonds", c: "suit.clubs" };

type Texts = ReadonlyMap<string, string>;

/** The catalogues of a language; of a text with several forms the first. */
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

function text(texts: Texts, key: string): string {
  const found = texts.get(key);
  if (found === undefined) throw new Error(`no text for ${key}`);
  return found;
}

function cardHtml(written: string, texts: Texts): string {
  const wild = written.endsWith("!");
  const card = written.slice(0, 2) as Card;
  const suit = suitOf(card);
  const rank = text(texts, `rank.${RANKS["23456789TJQKA".indexOf(card.charAt(0))] ?? ""}`);
  const spoken = text(texts, "browser.card.of")
    .replace("{rank}", rank)
    .replace("{suit}", text(texts, SUIT_KEYS[suit]));
  const label = wild ? `${spoken}, ${text(texts, "browser.card.wild")}` : spoken;
  return (
    `<span class="mini-card ${suit}${wild ? " wild" : ""}" role="img" aria-label="${label}">` +
    `<span aria-hidden="true">${indexOf(card)}</span>` +
    `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${SUITS[suit]}"/></svg></span>`
  );
}

function cardsHtml(list: string, texts: Texts): string {
  const cards = list.trim().split(" ");
  return `<span class="mini-cards">${cards.map((card) => cardHtml(card, texts)).join("")}</span>`;
}

/** The page that a Markdown text is, in a language of the catalogue. */
export function pageOf(markdown: string, language: string, texts: Texts): Page {
  let source = markdown.trim();
  if (language === "fr") for (const [from, to] of FRENCH) source = source.replaceAll(from, to);
  const parts: { heading: string | null; tokens: Token[] }[] = [{ heading: null, tokens: [] }];
  for (const token of marked.lexer(source)) {
    if (token.type === "heading") parts.push({ heading: String(token["text"]), tokens: [] });
    else parts.at(-1)?.tokens.push(token);
  }
  const html = (tokens: Token[]): string =>
    marked.parser(tokens).replaceAll(CARDS, (_, list: string) => cardsHtml(list, texts));
  const [lead, ...rest] = parts;
  const sections = rest.map(({ heading, tokens }): Section => {
    const [, title, id] = HEADING.exec(heading ?? "") ?? [];
    if (title === undefined || id === undefined) throw new Error(`no anchor in “${heading}”`);
    return { id, title, html: html(tokens) };
  });
  return { lead: html(lead?.tokens ?? []), sections };
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
