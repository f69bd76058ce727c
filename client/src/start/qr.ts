/** QR codes as one SVG path; loaded when the first is wanted. */
import { encode } from "uqr";

/** The light frame that a reader needs, in modules. */
export const QUIET = 4;

export interface QrCode {
  /** The side, quiet zone included, in modules. */
  size: number;
  /** The dark modules, a run of them at a time. */
  path: string;
}

export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const runs = data.flatMap((row, y) =>
    runsIn(row).map(([x, n]) => `M${x + QUIET} ${y + QUIET}h${n}v1h-${n}z`),
  );
  return { size: size + 2 * QUIET, path: runs.join("") };
}

function runsIn(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
