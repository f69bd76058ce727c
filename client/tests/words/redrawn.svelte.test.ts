import { flushSync } from "svelte";
import { afterEach, expect, test } from "vitest";
import { w } from "../../src/words/words.svelte";

afterEach(() => w.use("en"));

test("whoever reads a text is run again when the language changes", async () => {
  await w.use("en");
  const seen: string[] = [];
  const stop = $effect.root(() => {
    $effect(() => {
      seen.push(`${w.language}: ${w.t("action.check")}, ${w.number(1000)}`);
    });
  });
  flushSync();
  await w.use("it");
  flushSync();
  stop();
  expect(seen).toEqual(["en: Check, 1,000", `it: ${w.t("action.check")}, 1.000`]);
});
