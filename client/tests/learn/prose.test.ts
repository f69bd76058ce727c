import { describe, expect, test } from "vitest";
import { pageOf } from "../../build/page";
import { loadPage } from "../../src/learn/prose";
import { LANGUAGES } from "../../src/words/words.svelte";

const TEXTS = new Map([
  ["browser.card.of", "{rank} of {suit}"],
  ["browser.card.wild", "wild"],
  ["rank.ace", "ace"],
  ["rank.ten", "ten"],
  ["suit.spades", "spades"],
  ["suit.hearts", "hearts"],
]);

const page = (markdown: string, language = "en") => pageOf(markdown, language, TEXTS);

function drawn(html: string): HTMLElement {
  const root = document.createElement("div");
  root.innerHTML = html;
  return root;
}

describe("a page", () => {
  test("is a lead, and sections with anchors", () => {
    const { lead, sections } = page(
      "Hello.\n\n## One two {#one}\n\nFirst.\n\n## Two {#two}\n\nLast.",
    );
    expect(lead.trim()).toBe("<p>Hello.</p>");
    expect(sections.map(({ id, title }) => [id, title])).toEqual([
      ["one", "One two"],
      ["two", "Two"],
    ]);
    expect(sections[1]?.html.trim()).toBe("<p>Last.</p>");
  });

  test("is refused when a heading has no anchor", () => {
    expect(() => page("## One")).toThrow("One");
  });

  test("draws cards and says them in words", () => {
    const cards = drawn(page("You hold {As Th!}.").lead).querySelectorAll("[role=img]");
    expect([...cards].map((card) => card.getAttribute("aria-label"))).toEqual([
      "ace of spades",
      "ten of hearts, wild",
    ]);
    expect([...cards].map((card) => card.textContent)).toEqual(["A", "10"]);
    expect(cards[1]?.classList.contains("wild")).toBe(true);
  });

  test("keeps the sign after a card with it", () => {
    expect(drawn(page("{As}, {Th}!").lead).querySelector(".mini-cards")?.textContent).toBe("A,");
  });

  test("has no style of its own, which the server's policy would refuse", () => {
    expect(page("**{As}** [there](/learn#one)").lead).not.toContain("style=");
  });

  test("sets French signs apart", () => {
    expect(page("« Oui » : non ?", "fr").lead).toContain("«\u202fOui\u202f»\u202f: non\u202f?");
    expect(page("no : change", "it").lead).toContain("no : change");
  });
});

test("every language has the page of every game", async () => {
  for (const language of LANGUAGES) {
    const liz = await loadPage(language, "liz");
    expect(liz?.sections.map(({ id }) => id)).toEqual(["rules", "example", "hints"]);
    expect(liz?.sections[1]?.html).toContain("mini-card h");
  }
  expect(await loadPage("en", "no-such-page")).toBeNull();
});
