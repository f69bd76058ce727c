/** The keys of the table, for the list of them; what each does is `browser.keys.…`. */
export const LIST = [
  ["F", "fold"],
  ["C", "call"],
  ["R", "raise"],
  ["A", "all_in"],
  ["H", "hand"],
  ["B", "board"],
  ["P", "pot"],
  ["S", "stacks"],
  ["O", "options"],
  ["T", "turn"],
  ["?", "keys"],
  ["Esc", "escape"],
] as const;

/** Whether a key that is pressed there belongs to what is typed. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches("input:not([type=range]):not([type=radio]):not([type=checkbox]),textarea,select")
  );
}
