import { describe, expect, it } from "vitest";
import { preferredLanguage } from "../../src/lib/prefs.svelte";
import { newId } from "../../src/lib/ids";

describe("the reader's language", () => {
  it("is the first of his that there is", () => {
    expect(preferredLanguage(["de-DE", "pt-BR", "fr"])).toBe("pt");
    expect(preferredLanguage(["FR-ca"])).toBe("fr");
  });
  it("is English otherwise", () => {
    expect(preferredLanguage(["de", "ja"])).toBe("en");
    expect(preferredLanguage([])).toBe("en");
  });
});

describe("a command's id", () => {
  it("fits the protocol and does not come twice", () => {
    const ids = Array.from({ length: 1_000 }, newId);
    expect(new Set(ids).size).toBe(1_000);
    expect(ids.every((id) => /^[0-9a-f]{24}$/.test(id))).toBe(true);
  });
});
