/** What somebody typed as a whole number that may be negative; `null` if it is none, or nought. */
export function signed(text: string): number | null {
  const digits = text.replace(/[\s.,'\u00a0\u202f]/g, "").replace(/^[−–]/, "-");
  return /^[+-]?\d{1,9}$/.test(digits) && Number(digits) !== 0 ? Number(digits) : null;
}
