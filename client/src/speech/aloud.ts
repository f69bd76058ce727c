/** Cards and sentences as they are said: "K♦" is read as "king of diamonds". */
import type { Catalogue } from "../words/catalogue.svelte";
import { placeWord } from "../words/hands";

const RANKS = "23456789TJQKA";
const SUITS = { "♣": "clubs", "♦": "diamonds", "♥": "hearts", "♠": "spades" } as const;

const isSign = (letter: string): letter is keyof typeof SUITS => Object.hasOwn(SUITS, letter);

/** A sentence whose cards are written as signs, with words in their place. */
export function aloud(w: Catalogue, text: string): string {
  return text.replace(/(10|[2-9JQKA])([♣♦♥♠])/gu, (whole, rank: string, sign: string) => {
    if (!isSign(sign)) return whole;
    const place = RANKS.indexOf(rank === "10" ? "T" : rank);
    return w.t("browser.card.of", { rank: placeWord(w, place), suit: w.t(`suit.${SUITS[sign]}`) });
  });
}
