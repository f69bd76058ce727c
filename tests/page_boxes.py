"""Where things are on a page: what is outside the window, lies on something else or is cut off.

The one idea: each question is asked of the browser once, and the answer is a list of faults in
words, so that a test compares it with an empty list and shows what was wrong.
"""

from __future__ import annotations

from playwright.async_api import Page

_COMMON = """
  const shown = one => {
    const box = one.getBoundingClientRect();
    const style = getComputedStyle(one);
    return box.width > 1 && box.height > 1 && style.visibility !== "hidden"
      && style.clipPath === "none" && !one.closest("[inert],.hidden-text");
  };
  const called = one => {
    const text = (one.getAttribute("aria-label") || one.innerText || "").trim().slice(0, 30);
    const kind = typeof one.className === "string" ? one.className : "";
    const words = kind.split(" ").filter(word => word && !word.startsWith("svelte-"));
    return [one.tagName.toLowerCase(), ...words].join(".") + (text ? ` "${text}"` : "");
  };
  const at = box => [box.left, box.top, box.right, box.bottom].map(Math.round).join(",");
"""

_OUTSIDE = (
    """([wanted]) => {"""
    + _COMMON
    + """
  const faults = [];
  for (const [what, selector, count] of wanted) {
    const there = [...document.querySelectorAll(selector)].filter(shown);
    if (there.length < count) faults.push(`${what}: ${there.length} of ${count} are shown`);
    for (const one of there) {
      const box = one.getBoundingClientRect();
      if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5
          || box.bottom > innerHeight + 0.5)
        faults.push(`${what} is outside the window: ${called(one)} at ${at(box)}`);
      let around = one.parentElement;
      for (; around && around !== document.body; around = around.parentElement) {
        const clip = getComputedStyle(around);
        if (clip.overflowX === "visible" && clip.overflowY === "visible") continue;
        const outer = around.getBoundingClientRect();
        if (box.left < outer.left - 1 || box.right > outer.right + 1
            || box.top < outer.top - 1 || box.bottom > outer.bottom + 1)
          faults.push(`${what} is cut off by ${called(around).slice(0, 40)}: ${called(one)}`);
      }
    }
  }
  return faults;
}"""
)

_OVERLAPPING = (
    """([groups, touch]) => {"""
    + _COMMON
    + """
  const boxes = groups.flatMap(([what, selector, among]) =>
    [...document.querySelectorAll(selector)].filter(shown).map(one =>
      ({what, one, among, box: one.getBoundingClientRect()})));
  const faults = [];
  boxes.forEach((a, index) => boxes.slice(index + 1).forEach(b => {
    if (a.what === b.what && !a.among) return;
    if (a.one.contains(b.one) || b.one.contains(a.one)) return;
    const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
    const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
    if (wide > touch && high > touch)
      faults.push(`${a.what} ${called(a.one)} lies on ${b.what} ${called(b.one)}: `
        + `${Math.round(wide)}×${Math.round(high)} px`);
  }));
  return faults;
}"""
)

_CLIPPED = (
    """([selector]) => {"""
    + _COMMON
    + """
  return [...document.querySelectorAll(selector)].filter(shown).flatMap(one => {
    const wide = one.scrollWidth - one.clientWidth, high = one.scrollHeight - one.clientHeight;
    const cut = wide > 1 || (high > 1 && getComputedStyle(one).overflowY !== "visible") || high > 4;
    const faults = cut ? [`${called(one)} is cut off: ${wide} px wide, ${high} px high`] : [];
    const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      if (!shown(texts.currentNode.parentElement)) continue;
      for (const word of texts.currentNode.data.matchAll(/[^\\s-]+/g)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        if (range.getClientRects().length > 1)
          faults.push(`${called(one)}: "${word[0]}" is broken`);
      }
    }
    return faults;
  });
}"""
)

_SMALL = (
    """([least]) => {"""
    + _COMMON
    + """
  const targets = "a[href],button,input,select,textarea,summary,[role=tab]";
  return [...document.querySelectorAll(targets)].flatMap(one => {
    const label = one.matches("input") && one.closest("label");
    const target = label || one;
    if (one.disabled || !shown(target)) return [];
    const box = target.getBoundingClientRect();
    const small = box.width < least - 0.5 || box.height < least - 0.5;
    return small ? [`${called(target)} is ${box.width.toFixed(1)}×${box.height.toFixed(1)}`] : [];
  });
}"""
)

_SCROLLS = """() => {
  const root = document.documentElement, faults = [];
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} px wide`);
  return [faults, root.scrollHeight > innerHeight ? [`it is ${root.scrollHeight} px high`] : []];
}"""

TARGET_PX = 44
"""A finger's."""
TOUCH_PX = 2.5
"""Boxes that share less than that do not overlap."""


async def outside(page: Page, *wanted: tuple[str, str, int]) -> list[str]:
    """What is not wholly in the window; each wanted thing is a name, a selector, and how many."""
    found: list[str] = await page.evaluate(_OUTSIDE, [wanted])
    return found


async def overlapping(page: Page, *groups: tuple[str, str, bool]) -> list[str]:
    """What lies on something else; a group is a name, a selector, and whether its own count too."""
    found: list[str] = await page.evaluate(_OVERLAPPING, [groups, TOUCH_PX])
    return found


async def clipped(page: Page, selector: str = "button,.button,[role=tab],summary") -> list[str]:
    """Elements whose text does not fit into them, or only with a word broken in two."""
    found: list[str] = await page.evaluate(_CLIPPED, [selector])
    return found


async def too_small(page: Page) -> list[str]:
    """Buttons, links and fields that a finger would miss."""
    found: list[str] = await page.evaluate(_SMALL, [TARGET_PX])
    return found


async def too_wide(page: Page) -> list[str]:
    """Whether the page can be pushed sideways."""
    wide, _ = await page.evaluate(_SCROLLS)
    return list(wide)


async def scrolls(page: Page) -> list[str]:
    """Whether the page can be scrolled at all."""
    wide, high = await page.evaluate(_SCROLLS)
    return [*wide, *high]
