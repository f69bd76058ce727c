// @vitest-environment node
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type ViteDevServer } from "vite";
import { afterEach, beforeEach, expect, test } from "vitest";
import english from "virtual:words/en";
import { words } from "../../build/words";
import { NOT_IN_BROWSER } from "../../src/words/keys.gen";

const LOCALES = join(import.meta.dirname, "../../../src/cincinnati/words/locales");
let folder: string;
let server: ViteDevServer;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "words-"));
  cpSync(LOCALES, folder, { recursive: true });
  server = await createServer({
    configFile: false,
    root: folder,
    logLevel: "silent",
    plugins: [words(`${folder}/`)],
    server: { middlewareMode: true, watch: null, ws: false },
  });
});

afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function made(language: string): Promise<string> {
  const module = await server.transformRequest(`virtual:words/${language}`, { ssr: true });
  return module?.code ?? "";
}

function edit(language: string, change: (text: string) => string): void {
  const file = join(folder, language, "LC_MESSAGES/browser.po");
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

const MORE = '\nmsgid "browser.more"\nmsgstr "more"\n';

test("what the browser never says is left out", () => {
  const keys = Object.keys(english);
  expect(keys).toContain("event.called");
  expect(keys).toContain("browser.card.of");
  expect(keys.filter((key) => NOT_IN_BROWSER.some((start) => key.startsWith(start)))).toEqual([]);
});

test("a language is a module of texts and of its plural rule", async () => {
  const module = await made("fr");
  expect(module).toContain('"action.check":"Parole"');
  expect(module).toContain("n > 1");
});

test("a text that English has and another language has not is named", async () => {
  edit("en", (text) => text + MORE);
  await expect(made("en")).resolves.toContain("browser.more");
  await expect(made("pt")).rejects.toThrow("no text in pt for browser.more");
});

test("a text that English has not is named", async () => {
  edit("it", (text) => text + MORE);
  await expect(made("it")).rejects.toThrow("no English text for browser.more of it");
});

test("an empty text, and one that stands in both files, are named", async () => {
  edit("en", (text) => text + MORE.replace('"more"', '""'));
  await expect(made("en")).rejects.toThrow("an empty browser.more");
  edit("fr", (text) => text + MORE.replace("browser.more", "action.check"));
  await expect(made("fr")).rejects.toThrow("action.check a second time");
});

test("a language that there is not is no module", async () => {
  await expect(made("de")).rejects.toThrow("virtual:words/de");
});
