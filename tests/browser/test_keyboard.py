"""The whole game without a mouse: from the start page to a hand played, the menu, away and back.

The one idea: nothing is clicked and nothing is focused by a script; what the keyboard cannot
reach cannot be done here. Wherever the focus goes it can be seen, and news do not take it away.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Page, expect

from live_client import Company
from live_evening import Luck
from live_server import live_server
from staged_tables import DESK, PHONE, SCENES, Scene, at_table, drawn, fresh, let_in, staged

pytestmark = pytest.mark.anyio

READY = '.actions:not([data-guarded]) .verb:not([aria-disabled="true"])'
"""A button that takes a press: not one that was pressed, whose answer is still on its way."""
MANY = 60
"""More presses of Tab than any page needs."""
HERE = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const ringed = [one, one.closest("label"), one.nextElementSibling].some(each => {
    if (!each) return false;
    const style = getComputedStyle(each), box = each.getBoundingClientRect();
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2
      && box.width > 1 && box.height > 1
      && box.left < innerWidth && box.top < innerHeight && box.right > 0 && box.bottom > 0;
  });
  return {
    text: (one.getAttribute("aria-label") || one.innerText || one.value || "").trim(),
    tag: one.tagName.toLowerCase(),
    seen: one.matches(":focus-visible") && ringed,
  };
}"""
QUESTIONS = {
    "h": "ace of hearts",
    "b": "king of diamonds",
    "p": "56",
    "s": "Bruno",
    "o": "Call",
    "t": "Your turn",
}
"""What each key says at the table of two (`SCENES`)."""


async def tab_to(page: Page, text: str, *, back: bool = False) -> None:
    """Press Tab until something with this text has the focus; every stop can be seen."""
    passed = []
    for _ in range(MANY):
        await page.keyboard.press("Shift+Tab" if back else "Tab")
        here = await page.evaluate(HERE)
        if here is None:
            continue
        passed.append(here["text"] or here["tag"])
        assert here["seen"], f"the focus on {here} cannot be seen"
        if text.lower() in here["text"].lower():
            return
    raise AssertionError(f"Tab does not lead to {text!r}, only to {passed}")


async def said(page: Page) -> str:
    """What was read out last."""
    return await page.locator("[data-announcer] p").last.inner_text()


async def press_at_my_turn(page: Page, key: str) -> None:
    """When it is my turn, press a key; if the hand ends before, do nothing."""
    await page.locator(f"{READY}, .verdict.on").first.wait_for()
    if await page.locator(".verdict.on").count():
        return
    version = await page.locator("[data-version]").get_attribute("data-version")
    await page.keyboard.press(key)
    await expect(page.locator("[data-version]")).not_to_have_attribute(
        "data-version", version or ""
    )


async def my_turn(page: Page) -> None:
    """Wait until it is my turn and the buttons take a press."""
    await page.locator(READY).first.wait_for()


@asynccontextmanager
async def at_two(
    sqlite: str, browser: Browser, size: tuple[int, int] = DESK
) -> AsyncIterator[tuple[Page, Company]]:
    """Ann's page at a table of two in the middle of a hand, and those who play there."""
    luck = Luck()
    async with live_server(sqlite, chance=luck) as live, staged(live, luck, SCENES["two"]) as table:
        context = await fresh(browser, size=size, language="en")
        await let_in(context, table, "Ann")
        page = await context.new_page()
        await at_table(page, live, table)
        yield page, table
        await context.close()


async def test_from_the_start_page_to_the_end_of_a_hand(sqlite: str, browser: Browser) -> None:
    """Choose a game of two, play now, and check or call to the end of the hand by C."""
    async with live_server(sqlite) as live:
        context = await fresh(browser, size=DESK, language="en")
        page = await context.new_page()
        await page.goto(live.url)
        await drawn(page)
        await tab_to(page, "Choose the game")
        await page.keyboard.press("Enter")
        await page.locator("details.choose .button").wait_for()
        await tab_to(page, "4")
        await page.keyboard.press("ArrowLeft")
        await page.keyboard.press("ArrowLeft")
        await tab_to(page, "Play now")
        await page.keyboard.press("Enter")
        await page.locator(".dock .own .card").first.wait_for()
        assert await page.locator(".seat").count() == 2
        for _ in range(MANY):
            await press_at_my_turn(page, "c")
            if await page.locator(".verdict.on").count():
                break
        await expect(page.locator("[data-announcer]")).to_contain_text(re.compile("wins? .* chip"))
        await context.close()


async def test_fold_by_f(sqlite: str, browser: Browser) -> None:
    async with at_two(sqlite, browser, DESK) as (page, table):
        await my_turn(page)
        hand = (await table["Bruno"].view()).number
        await page.keyboard.press("f")
        # The next hand begins at once.
        await table["Bruno"].saw(
            lambda view: view.number == hand and view.deal is not None and view.deal.over
        )
        await expect(page.locator("[data-announcer]")).to_contain_text("Bruno wins")


async def test_raise_by_r_and_the_field_and_all_in_by_a(sqlite: str, browser: Browser) -> None:
    async with at_two(sqlite, browser, DESK) as (page, table):
        await my_turn(page)
        await page.keyboard.press("r")
        here = await page.evaluate(HERE)
        assert here["tag"] == "input"
        assert here["seen"]
        await page.keyboard.type("50")
        await expect(page.locator(".verb.raise")).to_have_text("Raise to 50")
        await page.keyboard.press("Enter")
        view = await table["Bruno"].view(lambda view: view.deal and view.deal.level == 50)
        await table.play("call")
        await table["Bruno"].version(view.version + 1)
        await my_turn(page)
        await page.keyboard.press("Escape")
        await page.keyboard.press("Tab")
        await page.keyboard.press("a")
        await tab_to(page, "All-in (39)")
        await page.keyboard.press("Enter")
        assert table.whose_turn() == "Ann", "all-in takes two presses"
        await page.keyboard.press("Enter")
        await table["Bruno"].view(lambda view: view.deal and view.deal.level == 39)


async def test_the_same_by_tab_and_enter_only(sqlite: str, browser: Browser) -> None:
    luck = Luck()
    async with live_server(sqlite, chance=luck) as live, staged(live, luck, SCENES["six"]) as table:
        context = await fresh(browser, size=PHONE, language="en")
        await let_in(context, table, "Ann")
        page = await context.new_page()
        await at_table(page, live, table)
        await my_turn(page)
        await tab_to(page, "½ pot")
        await page.keyboard.press("Enter")
        await expect(page.locator(".verb.raise")).not_to_have_text("Raise to 16")
        await tab_to(page, "Call 8")
        await page.keyboard.press("Space")
        await table["Bruno"].view(lambda view: view.to_act != 0)
        await page.locator(".verbs").wait_for(state="detached")
        assert await page.evaluate(HERE) is not None, "the focus has fallen off the page"
        await context.close()


async def test_the_focus_survives_what_the_others_do(sqlite: str, browser: Browser) -> None:
    luck = Luck()
    scene = Scene(names="Ann Bruno Chiara Dinis", script="check")
    async with live_server(sqlite, chance=luck) as live, staged(live, luck, scene) as table:
        context = await fresh(browser, size=DESK, language="en")
        await let_in(context, table, "Ann")
        page = await context.new_page()
        await at_table(page, live, table)
        await tab_to(page, "This hand")
        await page.keyboard.press("ArrowRight")
        for move in ("check", "check", "check"):
            await table.play(move)
            await page.wait_for_timeout(100)
            here = await page.evaluate(HERE)
            assert here is not None, f"lost after {move}"
            assert here["text"] == "Chat"
        await my_turn(page)
        await tab_to(page, "say something")
        await page.keyboard.type("hello f c r a")
        await table.host.ping(1)
        assert table.whose_turn() == "Ann", "what is typed is no move"
        await context.close()


async def test_the_focus_stays_when_choices_become_buttons(sqlite: str, browser: Browser) -> None:
    """Who stood at the choices in advance when his turn came is not thrown out of the table."""
    luck = Luck()
    scene = Scene(names="Ann Bruno Chiara", script="check")
    async with live_server(sqlite, chance=luck) as live, staged(live, luck, scene) as table:
        context = await fresh(browser, size=DESK, language="en")
        await let_in(context, table, "Ann")
        page = await context.new_page()
        await at_table(page, live, table)
        wish = await page.locator(".wish").first.inner_text()
        await tab_to(page, wish.strip())
        await table.play("check, check")
        await my_turn(page)
        assert await page.evaluate(HERE) is not None, "the focus has fallen off the page"
        await context.close()


@pytest.mark.parametrize("key", QUESTIONS)
async def test_keys_that_tell(sqlite: str, browser: Browser, key: str) -> None:
    async with at_two(sqlite, browser, DESK) as (page, table):
        await my_turn(page)
        await page.keyboard.press(key)
        first = await said(page)
        assert QUESTIONS[key].lower() in first.lower()
        await page.keyboard.press(key)
        await expect(page.locator("[data-announcer] p", has_text=first)).to_have_count(2)
        assert table.whose_turn() == "Ann", "to ask is no move"


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
async def test_menu_language_away_and_back(
    sqlite: str, browser: Browser, size: tuple[int, int]
) -> None:
    async with at_two(sqlite, browser, size) as (page, table):
        if size == PHONE:
            await tab_to(page, "Menu")
            await page.keyboard.press("Enter")
            await page.get_by_role("dialog").wait_for()
        else:
            await tab_to(page, "This hand")
        await page.keyboard.press("End")
        await tab_to(page, "English")
        await page.keyboard.press("ArrowDown")
        await expect(page.locator("html")).to_have_attribute("lang", "fr")
        await page.keyboard.press("ArrowUp")
        await expect(page.locator("html")).to_have_attribute("lang", "en")
        await tab_to(page, "Settings", back=True)
        await page.keyboard.press("Home")
        await page.keyboard.press("ArrowRight")
        await page.keyboard.press("ArrowRight")
        await tab_to(page, "Sit out")
        await page.keyboard.press("Enter")
        await table["Bruno"].view(
            lambda view: any(seat.presence.value != "here" for seat in view.seats)
        )
        await page.locator(".away button").wait_for()
        await tab_to(page, "back")
        await page.keyboard.press("Enter")
        await table["Bruno"].view(
            lambda view: all(seat.presence.value == "here" for seat in view.seats)
        )
        if size == PHONE:
            await page.keyboard.press("Escape")
            await page.get_by_role("dialog").wait_for(state="detached")
            assert "Menu" in (await page.evaluate(HERE))["text"], "the focus is given back"
