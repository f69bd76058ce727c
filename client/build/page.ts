/**
 * What a Markdown text of `content/` becomes: a `Page`.
 *
 * A page is its lead and its sections: `## Heading {#anchor}`. Cards are written `{As}` or
 * `{4c! Kd}`, where the mark says that the card is wild; they become small drawn cards, named in
 * the words of the catalogue for those who hear them.
 */
import { marked, type Token } from "marked";
import { indexOf, suitOf, SUITS } from "../src/cards/suits";
import type { Page, Section } from "../src/learn/prose";
import type { Card } from "../src/wire.gen";

/** Cards, and the sign after them, which no line may begin with. */
const CARDS = /\{((?:[2-9TJQKA][cdhs]!? ?)+)\}([\u202f.,:;?)]*)/g;
/** A low hand such as 7-5-4-2-A stays in one line. */
const RANKS_IN_A_ROW = /\b[\dA](?:-[\dA]){4}/g;
const HEADING = /^(.*?) \{#([a-z-]+)\}$/;
/** French sets a narrow space before these, and a line must not begin with them. */
const FRENCH = [
  [/ ([:;?!»])/g, "\u202f$1"],
  [/« /g, "«\u202f"],
] as const;

const RANKS = "two three four five six seven eight nine ten jack queen king ace".split(" ");
const SUIT_KEYS = { s: "suit.spades", h: "suit.hearts", d: "suit.diamonds", c: "suit.clubs" };

/** The texts of a catalogue; of one with several forms the first. */
export type Texts = ReadonlyMap<string, string>;

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

function cardsHtml(list: string, sign: string, texts: Texts): string {
  const cards = list.trim().split(" ");
  const html = cards.map((card) => cardHtml(card, texts)).join("");
  return `<span class="mini-cards">${html}${sign}</span>`;
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
    marked
      .parser(tokens)
      .replaceAll(RANKS_IN_A_ROW, '<span class="together">$&</span>')
      .replaceAll(CARDS, (_, list: string, sign: string) => cardsHtml(list, sign, texts));
  const [lead, ...rest] = parts;
  const sections = rest.map(({ heading, tokens }): Section => {
    const [, title, id] = HEADING.exec(heading ?? "") ?? [];
    if (title === undefined || id === undefined) throw new Error(`no anchor in “${heading}”`);
    return { id, title, html: html(tokens) };
  });
  return { lead: html(lead?.tokens ?? []), sections };
}
