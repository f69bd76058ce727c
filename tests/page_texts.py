"""Texts that people wrote, on a page: shown as they are, in their boxes, in their place.

The one idea: the page is asked where each word lies. A word outside its box, or one that stands
before the word that it should follow, is a fault in words; so is whatever a text has become
instead of text.
"""

from __future__ import annotations

from collections.abc import Collection

from playwright.async_api import Page

WATCH = """
  window.ran = [];
  window.boom = () => window.ran.push("boom");
  document.addEventListener("securitypolicyviolation",
    event => window.ran.push(`${event.violatedDirective} ${event.blockedURI}`));
"""
"""Runs before the page: remembers whether a text has been carried out, or was kept from it."""

_ALIVE = """() => [...window.ran, ...[...document.querySelectorAll(
    "[onerror],[onload],img[src='x'],b b,marquee,a[href^='javascript'],script:not([src])")]
  .map(one => one.outerHTML.slice(0, 80))]"""

_COMMON = """
  const elsewhere = ".hidden-text,[inert],option,svg,table,.card";
  const textsOf = root => {
    const found = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const around = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || around.closest(elsewhere)) continue;
      if (around.checkVisibility({visibilityProperty: true})) found.push(walker.currentNode);
    }
    return found;
  };
  const blockOf = node => {
    let block = node.parentElement;
    while (["inline", "contents"].includes(getComputedStyle(block).display))
      block = block.parentElement;
    return block;
  };
  const rectsOf = (node, start, end) => {
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, end);
    return [...range.getClientRects()].filter(rect => rect.width > 0);
  };
  const called = text => JSON.stringify(text.trim().slice(0, 40));
"""

_SPILLING = (
    """() => {"""
    + _COMMON
    + """
  const faults = [], hides = value => value === "hidden" || value === "clip";
  for (const node of textsOf(document.body)) {
    for (const rect of rectsOf(node, 0, node.data.length)) {
      let shortened = false;
      for (let one = blockOf(node); one !== document.documentElement; one = one.parentElement) {
        const style = getComputedStyle(one), box = one.getBoundingClientRect();
        shortened ||= style.textOverflow === "ellipsis" && hides(style.overflowX);
        const wide = rect.right > box.right + 1 || rect.left < box.left - 1;
        if (wide && !shortened && style.display !== "inline") {
          faults.push(`${called(node.data)} sticks out of ${one.tagName}.${one.className}`);
          break;
        }
        if (shortened || style.overflowX !== "visible" || style.position === "fixed") {
          if (box.right > innerWidth + 1 || box.left < -1)
            faults.push(`${called(node.data)} is outside the window`);
          break;
        }
      }
    }
  }
  return [...new Set(faults)];
}"""
)

_REORDERED = (
    """([wholes]) => {"""
    + _COMMON
    + """
  const escaped = wholes.map(whole => whole.replace(/[.*+?^${}()|[\\]\\\\]/g, "\\\\$&"));
  const pattern = [...escaped, "[^\\\\s\\u2066-\\u2069]+"].join("|");
  const lines = new Map();
  for (const node of textsOf(document.body)) {
    const block = blockOf(node);
    if (!lines.has(block)) lines.set(block, []);
    for (const found of node.data.matchAll(new RegExp(pattern, "gu"))) {
      const rects = rectsOf(node, found.index, found.index + found[0].length);
      if (rects.length) lines.get(block).push({word: found[0], rects});
    }
  }
  const faults = [];
  for (const words of lines.values()) {
    words.slice(1).forEach((word, index) => {
      const before = words[index];
      const from = before.rects.at(-1), to = word.rects[0];
      const below = to.top > from.top + from.height / 2;
      const begins = word.rects.filter(rect => rect.top < to.top + to.height / 2);
      if (!below && Math.min(...begins.map(rect => rect.left)) < from.right - 2)
        faults.push(`${called(word.word)} stands before ${called(before.word)} in `
          + called(words.map(one => one.word).join(" ")));
    });
  }
  return faults;
}"""
)


async def alive(page: Page) -> list[str]:
    """What texts have become that should be texts, and scripts that ran or wanted to."""
    found: list[str] = await page.evaluate(_ALIVE)
    return found


async def spilling(page: Page) -> list[str]:
    """Texts that are not in their box, and are not shortened with dots either."""
    found: list[str] = await page.evaluate(_SPILLING)
    return found


async def reordered(page: Page, wholes: Collection[str]) -> list[str]:
    """Words that do not follow each other from left to right; each of the wholes is one word."""
    largest_first = sorted(wholes, key=len, reverse=True)
    found: list[str] = await page.evaluate(_REORDERED, [largest_first])
    return found
