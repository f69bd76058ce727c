import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { compress } from "./build/compress";
import { fonts } from "./build/fonts";
import { prose } from "./build/prose";
import { words } from "./build/words";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The page is built into the Python package, which serves it. */
export default defineConfig({
  // Tests mount components as a browser does.
  ...(process.env["VITEST"] ? { resolve: { conditions: ["browser"] } } : {}),
  plugins: [fonts(), words(), prose(), svelte(), compress()],
  build: {
    outDir: here("../src/cincinnati/web/static"),
    emptyOutDir: true,
    target: "es2022",
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Two files instead of twenty for the first table: each answer costs its headers.
        codeSplitting: {
          groups: [
            {
              name: "base",
              test: /node_modules\/(?!uqr)|src\/(lib|cards)\/|src\/words\/(?!telling|news)/,
            },
            {
              name: "table",
              test: /src\/(table|live|acting|speech|sound)\/|words\/(telling|news)/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  test: {
    environment: "happy-dom",
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/**/*.differential.test.ts"],
  },
});
