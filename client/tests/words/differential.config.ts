/** For tests/client/test_vitest.py: only the tests that compare with what Python wrote. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { words } from "../../build/words";

export default defineConfig({
  plugins: [words(), svelte()],
  test: { environment: "happy-dom", include: ["tests/**/*.differential.test.ts"] },
});
