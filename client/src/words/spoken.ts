/** Cards as words, for those who hear them: `ace of spades`, `face down`. */
import type { Card } from "../wire.gen";
import type { Catalogue } from "./catalogue.svelte";
import { placeOf, placeWord, suitWord } from "./hands";

/** One card; `null` is one whose face one may not see. */
export function spokenCard(w: Catalogue, card: Card | null): string {
  if (card === null) return w.t("browser.card.face_down");
  return w.t("browser.card.of", { rank: placeWord(w, placeOf(card)), suit: suitWord(w, card) });
}

/** Cards in their order, with commas; several that lie face down are said one by one. */
export function spokenCards(w: Catalogue, cards: readonly (Card | null)[]): string {
  return w.comma(cards.map((card) => spokenCard(w, card)));
}
