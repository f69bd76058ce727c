"""The table fits: every language, the longest names, large sums, on small phones and on a desk.

The one idea: no picture is compared. What one needs to play is in the window and whole, nothing
lies on anything else, and every target is large enough for a finger.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace
from playwright.async_api import Browser, Page

from live_client import Company
from live_evening import Luck
from live_server import live_server
from page_boxes import clipped, outside, overlapping, scrolls, too_small, too_wide
from staged_tables import (
    DESK,
    LONGEST,
    LYING,
    PHONE,
    Scene,
    ask_expert,
    at_table,
    drawn,
    fresh,
    let_in,
    play_on,
    prefer,
    resized,
    staged,
)

pytestmark = pytest.mark.anyio

LANGUAGES = ("en", "fr", "it", "pt")
LARGE = {"stack": 100_000, "ante": 500, "min_bet": 1000, "deals": 10_000}

OWN = ("an own card", ".dock .own .card", 5)
BOARD = ("a community card", ".board .card", 5)
POT = ("the pot", ".pots .pot", 1)
STACK = ("the own stack", ".dock .plate, .spot.me .stack", 1)
CLOCK = ("the own clock", ".spot.me [data-clock], .dock [data-clock]", 1)
VERBS = ("a button", ".verbs button", 3)
AMOUNT = ("the amount", ".size button, .size input", 5)
BET = ("what somebody else has bet", ".spot .says.money, .bet", 1)
WISHES = ("a choice in advance", ".advance button", 2)
SENTENCE = ("the sentence", ".prompt", 1)

APART = (
    ("card", ".board .card", True),
    ("own card", ".dock .own .card", True),
    ("pot", ".pots .pot", True),
    ("plate", ".spot:not(.me) .plate", True),
    ("button", ".dock button, header button, header a", True),
    ("field", ".dock input", True),
    ("sentence", ".prompt", True),
    ("what it makes", ".dock .made b", True),
)


def scene(preset: str, players: int) -> Scene:
    """Two cards are up, everybody is in for a large sum, and it is my turn to call or raise."""
    calls = ", call" * (players - 2)
    checks = ", ".join(["check"] * players)
    first = f"{checks} | " if preset == "crisscross" else ""
    return Scene(
        preset=preset,
        names=" ".join(LONGEST.split()[:players]),
        script=f"{first}{checks} | check, bet 11500{calls}, call | check, bet 12000{calls}",
        rules=LARGE,
    )


@asynccontextmanager
async def page_at(
    sqlite: str, browser: Browser, scene: Scene, size: tuple[int, int] = PHONE
) -> AsyncIterator[tuple[Page, Company]]:
    """The page of whoever looks at a scene."""
    luck = Luck()
    async with live_server(sqlite, chance=luck) as live, staged(live, luck, scene) as table:
        context = await fresh(browser, size=size)
        await let_in(context, table, scene.viewer)
        page = await context.new_page()
        await at_table(page, live, table)
        yield page, table
        await context.close()


@pytest.mark.parametrize("players", [2, 6, 8])
@pytest.mark.parametrize("preset", ["liz", "crisscross"])
async def test_my_turn_fits_a_small_phone(
    sqlite: str, browser: Browser, preset: str, players: int
) -> None:
    faults: list[str] = []
    async with page_at(sqlite, browser, scene(preset, players)) as (page, _):
        for language in LANGUAGES:
            await prefer(page, language=language)
            await drawn(page)
            for size in (PHONE, LYING):
                await resized(page, size)
                bets = (*BET[:2], players - 1)
                wrong = await outside(
                    page, OWN, BOARD, POT, STACK, CLOCK, VERBS, AMOUNT, SENTENCE, bets
                )
                wrong += await overlapping(page, *APART)
                wrong += await clipped(page) + await scrolls(page) + await too_small(page)
                faults += [f"{language} {size}: {fault}" for fault in wrong]
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("size", [PHONE, LYING])
async def test_the_second_tap_of_an_all_in_fits_too(
    sqlite: str, browser: Browser, size: tuple[int, int]
) -> None:
    faults: list[str] = []
    async with page_at(sqlite, browser, scene("liz", 8), size) as (page, _):
        for language in LANGUAGES:
            await prefer(page, language=language)
            await drawn(page)
            await page.locator(".quick").last.click()
            await page.locator(".actions:not([data-guarded])").wait_for()
            await page.locator(".verb.raise").click()
            await page.locator(".verb.armed").wait_for()
            wrong = await outside(page, VERBS) + await clipped(page)
            faults += [f"{language}: {fault}" for fault in wrong]
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("preset", ["liz", "crisscross"])
async def test_waiting_for_somebody_fits_a_small_phone(
    sqlite: str, browser: Browser, preset: str
) -> None:
    faults: list[str] = []
    mine = scene(preset, 8)
    waiting = replace(mine, script=f"{mine.script}, raise 30000")
    async with page_at(sqlite, browser, waiting) as (page, _):
        for language in LANGUAGES:
            await prefer(page, language=language)
            await drawn(page)
            for size in (PHONE, LYING):
                await resized(page, size)
                wrong = await outside(page, OWN, BOARD, POT, STACK, WISHES, SENTENCE)
                wrong += await overlapping(page, *APART)
                wrong += await clipped(page) + await scrolls(page) + await too_small(page)
                faults += [f"{language} {size}: {fault}" for fault in wrong]
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("preset", ["hi-lo", "crisscross"])
@pytest.mark.parametrize(("size", "players"), [(PHONE, 4), (PHONE, 8), (LYING, 6), (DESK, 8)])
async def test_the_end_of_a_deal_fits(
    sqlite: str, browser: Browser, preset: str, size: tuple[int, int], players: int
) -> None:
    """All hands are open on a desk, the winner's on a phone, and why he wins stands there whole."""
    checks = ", ".join(["check"] * players)
    end = Scene(
        preset=preset,
        names=" ".join(LONGEST.split()[:players]),
        script=" | ".join([*[checks] * 5, f"bet 20000{', call' * (players - 2)}"]),
        last="call",
        rules=LARGE,
    )
    async with page_at(sqlite, browser, end, size) as (page, table):
        await prefer(page, language="pt")
        await drawn(page)
        await play_on(table, end)
        await page.locator(".seat.winner").first.wait_for(state="attached")
        told = ("the verdict", ".verdict p", 1)
        opened = ("an open card", ".spot:not(.me) .card", 5 * (players - 1))
        if size != DESK:  # no room at the seats: whoever shows is shown at the foot of the page
            opened = ("a shown card", ".verdict .cards .card", 5)
        wrong = await outside(page, OWN, BOARD, told, opened)
        wrong += await overlapping(
            page,
            ("card", ".board .card", False),
            ("pot", ".pots .pot", True),
            ("own card", ".dock .own .card", True),
            ("name", ".spot:not(.me) .name, .spot:not(.me) .stack", True),
            ("sentence", ".prompt", True),
            ("open hand", ".spot .hand.opened", True),
            ("header", "header .what, header .mark, header .menu", False),
            ("verdict", ".verdict", True),
        )
        wrong += await scrolls(page)
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("preset", ["liz", "crisscross"])
async def test_eight_players_fit_a_desk(sqlite: str, browser: Browser, preset: str) -> None:
    faults: list[str] = []
    async with page_at(sqlite, browser, scene(preset, 8), DESK) as (page, _):
        for language in LANGUAGES:
            await prefer(page, language=language)
            await drawn(page)
            await page.locator("[role=tab]").first.wait_for()  # it comes after the felt
            wrong = await outside(
                page,
                OWN,
                BOARD,
                POT,
                STACK,
                CLOCK,
                VERBS,
                AMOUNT,
                SENTENCE,
                ("a seat", ".spot", 8),
                ("a bet", ".bet", 7),
                ("a tab", "[role=tab]", 5),
            )
            wrong += await overlapping(page, *APART, ("bet", ".bet", True))
            wrong += await clipped(page) + await scrolls(page) + await too_small(page)
            faults += [f"{language}: {fault}" for fault in wrong]
    assert faults == [], "\n".join(faults)


async def test_the_advice_in_a_replay_fits_beside_it(sqlite: str, browser: Browser) -> None:
    """Every decision of a hand with the largest sums, and nothing to be pushed sideways for."""
    faults: list[str] = []
    three = scene("liz", 3)
    replayed = replace(three, script=f"{three.script}, fold{' | check, check' * 3}")
    async with page_at(sqlite, browser, replayed) as (page, _):
        await page.goto(f"{page.url}/hand/1")
        for language in LANGUAGES:
            await prefer(page, language=language)
            await drawn(page)
            await ask_expert(page)
            for size in (PHONE, LYING, DESK):
                await resized(page, size)
                for _ in range(8):
                    await page.locator("section.advice .next").click()
                    told = await page.locator("section.advice .happened").inner_text()
                    wrong = await too_wide(page)
                    wrong += await clipped(page, ".advice, .advice *, .controls .line *")
                    faults += [f"{language} {size} {told}: {fault}" for fault in wrong]
    assert faults == [], "\n".join(faults)
