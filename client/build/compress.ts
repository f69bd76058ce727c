import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(html|js|css|json|svg|webmanifest|txt)$/;

/** Lays a `.br` and a `.gz` beside each text that was built, for the server to send as it is. */
export function compress(): Plugin {
  let folder = "";
  return {
    name: "cincinnati-compress",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    closeBundle() {
      if (!existsSync(folder)) return; // the build has failed, and says why itself
      for (const path of files(folder).filter((file) => TEXT.test(file))) {
        const text = readFileSync(path);
        const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params: quality }));
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}
