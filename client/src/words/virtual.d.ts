/** The catalogues as build/words.ts makes them, one module a language. */
declare module "virtual:words/*" {
  /** Texts by key; those with plural forms are lists. */
  const texts: Readonly<Record<string, string | readonly string[]>>;
  export default texts;
  /** Which form a number takes. */
  export const plural: (n: number) => number;
}
