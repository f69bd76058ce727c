/**
 * What people have written keeps its direction to itself.
 *
 * A Hebrew or Arabic name in a sentence would take the number behind it to its other side, and
 * the chips of one player would stand beside the name of another. Unicode's isolates keep it from
 * that, in attributes as well; an element that has nothing but such a text says `dir="auto"`.
 */

/** The blocks of the scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const FIRST_STRONG = "\u2068";
const POP = "\u2069";

/** The text, isolated if it needs to be. */
export const isolated = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? `${FIRST_STRONG}${text}${POP}` : text;
