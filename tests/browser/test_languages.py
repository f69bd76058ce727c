"""Every page in every language: all words are there, nothing is cut off, no reload is needed."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, expect

from live_evening import Luck
from live_server import live_server
from page_boxes import clipped, too_small, too_wide
from staged_tables import (
    DESK,
    LONGEST,
    PHONE,
    SCENES,
    Scene,
    Size,
    at_table,
    drawn,
    fresh,
    let_in,
    prefer,
    resized,
    staged,
)

pytestmark = pytest.mark.anyio

LANGUAGES = ("en", "fr", "it", "pt")
PAGES = (
    "/",
    "/friends",
    "/join",
    "/learn",
    "/learn/crisscross",
    "/learn/last-suit",
    "/learn/glossary",
    "/learn/questions",
    "/learn/strategy",
    "/learn/history",
)
TABS = ("story", "chat", "session", "host", "settings")
KEY = re.compile(r"\b(browser|event|action|table|option|choice|session|error)\.[a-z_]+(\.[a-z_]+)*")
HOLE = re.compile(r"\{[a-z_]+\}|undefined|\bNaN\b|\[object")

LOBBY = Scene(names=" ".join(LONGEST.split()[:3]), title="W" * 60)
MINE = Scene(
    preset="last-card-wild",
    names=" ".join(LONGEST.split()[:6]),
    script="check, check, check, check, check, check | check, bet 11500",
    rules={"stack": 100_000, "ante": 500, "min_bet": 1000},
)
TURN = {
    "en": "Your turn",
    "fr": "À vous",
    "it": "Tocca a te",
    "pt": "É a sua vez",
}


async def wrong_with(page: Page, language: str) -> list[str]:
    """What is wrong with a page in a language, wherever it is."""
    text = await page.locator("body").inner_text()
    faults = [f"a key: {found[0]}" for found in KEY.finditer(text)]
    faults += [f"a hole: {found[0]}" for found in HOLE.finditer(text)]
    if await page.evaluate("document.documentElement.lang") != language:
        faults.append("the page does not say which language it is in")
    return faults + await too_wide(page) + await clipped(page)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_page_in_every_language(sqlite: str, browser: Browser, language: str) -> None:
    faults: list[str] = []
    async with live_server(sqlite) as live:
        context = await fresh(browser, size=PHONE, language=language)
        page = await context.new_page()
        for path in PAGES:
            await page.goto(live.url + path)
            await drawn(page)
            for size in (PHONE, DESK):
                await resized(page, size)
                wrong = await wrong_with(page, language)
                faults += [f"{path} {size}: {fault}" for fault in wrong]
        await context.close()
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("size", [PHONE, DESK])
async def test_every_panel_in_every_language(sqlite: str, browser: Browser, size: Size) -> None:
    faults: list[str] = []
    luck = Luck()
    async with live_server(sqlite, chance=luck) as live, staged(live, luck, MINE) as table:
        context = await fresh(browser, size=size)
        await let_in(context, table, MINE.viewer)
        page = await context.new_page()
        await at_table(page, live, table)
        for language in LANGUAGES:
            await prefer(page, language=language)
            await drawn(page)
            if size == PHONE:
                await page.locator(".menu").click()
            for tab in TABS:
                await page.locator(f'[role=tab][id$="-{tab}"]').click()
                await page.locator(f'[role=tabpanel][aria-labelledby$="-{tab}"]').wait_for()
                await page.locator(".loading").first.wait_for(state="detached")
                wrong = await wrong_with(page, language) + await too_small(page)
                faults += [f"{language} {tab}: {fault}" for fault in wrong]
        await context.close()
    assert faults == [], "\n".join(dict.fromkeys(faults))


@pytest.mark.parametrize("stranger", [True, False], ids=["door", "lobby"])
async def test_the_door_and_the_lobby_in_every_language(
    sqlite: str, browser: Browser, stranger: bool
) -> None:
    faults: list[str] = []
    luck = Luck()
    async with live_server(sqlite, chance=luck) as live, staged(live, luck, LOBBY) as table:
        context = await fresh(browser, size=PHONE)
        if not stranger:
            await let_in(context, table, LOBBY.viewer)
        page = await context.new_page()
        await at_table(page, live, table)
        for language in LANGUAGES:
            await prefer(page, language=language)
            await drawn(page)
            await page.locator("dialog .field" if stranger else ".lobby .start").wait_for()
            wrong = await wrong_with(page, language) + await too_small(page)
            faults += [f"{language}: {fault}" for fault in wrong]
        await context.close()
    assert faults == [], "\n".join(faults)


async def test_a_change_of_language_needs_no_reload(sqlite: str, browser: Browser) -> None:
    """At the table: the buttons, the story and the sentence change, nothing else does."""
    luck = Luck()
    async with live_server(sqlite, chance=luck) as live, staged(live, luck, SCENES["two"]) as table:
        context = await fresh(browser, size=DESK, language="en")
        await let_in(context, table, "Ann")
        page = await context.new_page()
        await at_table(page, live, table)
        await page.evaluate("window.same = true")
        await page.locator('[role=tab][id$="-settings"]').click()
        for language in LANGUAGES[1:] + LANGUAGES[:1]:
            await page.locator("[role=tabpanel] select").first.select_option(language)
            await expect(page.locator(".prompt")).to_contain_text(TURN[language])
            assert await page.evaluate("window.same"), "the same page"
        await context.close()


async def test_each_reads_the_same_table_in_his_own_language(sqlite: str, browser: Browser) -> None:
    luck = Luck()
    sentences = {"Ann": ("pt", TURN["pt"]), "Bruno": ("it", "Ann sta pensando")}
    async with live_server(sqlite, chance=luck) as live, staged(live, luck, SCENES["two"]) as table:
        for name, (language, sentence) in sentences.items():
            context = await fresh(browser, language=language)
            await let_in(context, table, name)
            page = await context.new_page()
            await at_table(page, live, table)
            await expect(page.locator(".prompt")).to_contain_text(sentence)
            assert await page.evaluate("document.documentElement.lang") == language
            await context.close()
