/** What somebody typed as a whole number that may be negative; `null` if it is none, or nought. */
export function signed(text: string): number | null {
  const plain = text.trim().replace(/^[−–]\s*/, "-");
  const apart = /^[+-]?\d{1,3}(?:[\s.,'\u00a0\u202f]\d{3})+$/.test(plain);
  const digits = apart ? plain.replace(/[^\d-]/g, "") : plain;
  return /^[+-]?\d{1,9}$/.test(digits) && Number(digits) !== 0 ? Number(digits) : null;
}
