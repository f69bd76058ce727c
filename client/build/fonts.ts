import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subset from "subset-font";
import type { Plugin } from "vite";

const FONTS = {
  "inter-400": "@fontsource/inter/files/inter-latin-400-normal.woff2",
  "inter-600": "@fontsource/inter/files/inter-latin-600-normal.woff2",
  "fraunces-700": "@fontsource/fraunces/files/fraunces-latin-700-normal.woff2",
};

/** What the four languages are written with; a name in other letters takes the system's font. */
const LETTERS =
  range(0x20, 0x7e) +
  "àâäáãåæçèéêëìíîïñòóôöõœùúûüÿ" +
  "ÀÂÄÁÃÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÖÕŒÙÚÛÜŸ" +
  "ªº«»“”‘’–—…·×½−¡¿°€\u00a0";

const FOLDER = fileURLToPath(new URL("../.cache/fonts/", import.meta.url));

/** Cuts the fonts down to the letters that are used, once; `app.css` names the files. */
export function fonts(): Plugin {
  return {
    name: "cincinnati-fonts",
    enforce: "pre",
    async buildStart() {
      mkdirSync(FOLDER, { recursive: true });
      for (const [name, source] of Object.entries(FONTS)) {
        const target = `${FOLDER}${name}.woff2`;
        if (existsSync(target)) continue;
        const whole = fileURLToPath(new URL(`../node_modules/${source}`, import.meta.url));
        const small = await subset(readFileSync(whole), LETTERS, { targetFormat: "woff2" });
        writeFileSync(target, small);
      }
    },
  };
}

function range(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, n) => first + n));
}
