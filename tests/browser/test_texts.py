"""What people write is text on every page: it runs nothing, spills nowhere, moves no other word.

Names, chat, the title and a reason are HTML, Hebrew and Arabic with numbers, emoji of many signs,
stacked marks, letters that cannot be seen and the widest and longest words that the server lets
through, on the smallest phone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace
from playwright.async_api import Browser, Locator, Page, expect

from live_client import Company, company
from live_evening import Luck
from live_server import Live, live_server
from live_settings import quick
from page_boxes import overlapping, scrolls, too_wide
from page_texts import WATCH, alive, reordered, spilling
from staged_tables import (
    AN_HOUR,
    LYING,
    PHONE,
    STILL,
    acting,
    at_table,
    drawn,
    fresh,
    let_in,
    resized,
)

pytestmark = pytest.mark.anyio

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
HTML = "<img/src/onerror=boom()>"
HEBREW = "\u05e9\u05dc\u05d5\u05dd-7"
ARABIC = "\u0639\u0644\u064a\u0662"
WIDE = "\ufdfa\ufdfd" * 12
STACKED = "Z\u0316\u0317\u0318" * 6
UNSEEN = "ze\u200dro\u200cwid\u200dth"
LONG = "W" * 24
MARKED = "\u0229\u0328\u0301"
NAMES = (FAMILY * 3, HTML, HEBREW, ARABIC, WIDE, STACKED, UNSEEN, LONG)
"""The host's first: it is his page that is looked at."""

TITLE = f"<b>{HEBREW}</b> 12 <script>boom()</script>"
REASON = f'{HEBREW} 12 <svg onload="boom()"> {"W" * 150}'
SAID: Mapping[str, str] = {
    HTML: "<script>boom()</script><img src=x onerror=boom()>",
    HEBREW: f"{HEBREW} 12 \u05e2\u05d5\u05dc\u05dd (34) abc",
    ARABIC: '<a href="javascript:boom()">chips</a> {name} {n} $& &lt;i&gt;',
    WIDE: "\ufdfa\ufdfd" * 33,
    STACKED: FAMILY * 40,
    UNSEEN: f"\u202e{HTML}\u2066 \u200b{MARKED * 40}",
    LONG: "W" * 200,
}
CLEANED = {**SAID, UNSEEN: f"{HTML} {MARKED * 40}"}
WHOLE = (*NAMES, *CLEANED.values(), TITLE, REASON)
"""What has a direction of its own within a sentence."""


@asynccontextmanager
async def table_of_all(live: Live, players: int = 8, deals: int = 2) -> AsyncIterator[Company]:
    """They sit at the table; nothing has begun, and the second deal will not begin."""
    clock = replace(STILL, between_ms=AN_HOUR)
    settings = replace(quick("liz", clock=clock, deals=deals), title=TITLE)
    async with company(live.url, " ".join(NAMES[:players]), settings) as table:
        yield table


@asynccontextmanager
async def page_of(
    browser: Browser, table: Company, name: str | None
) -> AsyncIterator[tuple[Page, list[str]]]:
    """An empty page of somebody on a phone, and what it complains of."""
    context = await fresh(browser, size=PHONE)
    if name is not None:
        await let_in(context, table, name)
    page = await context.new_page()
    await page.add_init_script(WATCH)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    yield page, complaints
    await context.close()


async def faults_of(page: Page, where: str) -> list[str]:
    """What is wrong with the texts on this page."""
    wrong = await alive(page) + await spilling(page) + await reordered(page, WHOLE)
    return [f"{where}: {fault}" for fault in wrong + await too_wide(page)]


async def open_all(page: Page) -> None:
    """Open whatever can be opened."""
    await page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")


async def correct(page: Page) -> None:
    """The host gives chips to the third seat."""
    await page.locator("[role=tab][id$=-host]").click()
    fields = page.locator(".sheet form:has(input[maxlength='200'])")
    await fields.locator("select").select_option("2")
    await fields.locator("input").first.fill("+5")
    await fields.locator("input").last.fill(REASON)
    await fields.locator("button").click()
    await expect(fields.locator("input").last).to_have_value("")


async def texts(found: Locator) -> list[str]:
    """What stands there, without what only isolates it."""
    return [text.strip().strip("\u2068\u2069") for text in await found.all_inner_texts()]


async def test_at_the_door(sqlite: str, browser: Browser) -> None:
    """Who comes reads who is there; who was there finds the table again on the first page."""
    async with live_server(sqlite) as live, table_of_all(live, 7) as table:
        async with page_of(browser, table, None) as (page, complaints):
            await at_table(page, live, table)
            door = page.locator("dialog[open]")
            for name in NAMES[:7]:
                await expect(door).to_contain_text(name)
            wrong = await faults_of(page, "the door")
        async with page_of(browser, table, NAMES[0]) as (page, more):
            await at_table(page, live, table)
            wrong += await faults_of(page, "the lobby")
            await page.goto(live.url)
            await expect(page.locator("#known + ul b")).to_have_text(TITLE)
            wrong += await faults_of(page, "the first page")
    assert wrong + complaints + more == [], "\n".join(wrong)


async def test_at_the_table(sqlite: str, browser: Browser) -> None:
    """The felt, what is told of it, the chat, who is there, and what the host does about them."""
    async with (
        live_server(sqlite, chance=Luck()) as live,
        table_of_all(live) as table,
        page_of(browser, table, NAMES[0]) as (page, complaints),
    ):
        await table.start()
        await acting(table, 1)
        await table.play("check, bet 10, call, fold, raise 60, call, call, call, fold")
        await at_table(page, live, table)
        names = await texts(page.locator(".spot:not(.me) .name"))
        assert sorted(names) == sorted(NAMES[1:])
        wrong: list[str] = []
        for name, said in SAID.items():
            await table[name].say(said)
            passing = page.locator(".passing")
            await expect(passing).to_contain_text(CLEANED[name])
            wrong += await faults_of(page, f"a line of {name!a}")
        for size in (PHONE, LYING):
            await resized(page, size)
            wrong += await overlapping(
                page,
                ("plate", ".spot:not(.me) .plate", True),
                ("card", ".board .card", False),
                ("pot", ".pots .pot", True),
                ("sentence", ".prompt", True),
            )
            wrong += await scrolls(page)
        await resized(page, PHONE)
        await table.play("fold, fold | bet 10, fold, fold, fold")
        await page.locator("button.menu").click()
        await correct(page)
        for tab in ("story", "session", "host", "chat"):
            await page.locator(f"[role=tab][id$=-{tab}]").click()
            await page.locator(f"[role=tabpanel][aria-labelledby$=-{tab}] > *").first.wait_for()
            await open_all(page)
            wrong += await faults_of(page, tab)
        assert await texts(page.locator(".sheet li .text")) == list(CLEANED.values())
    assert wrong + complaints == [], "\n".join(wrong)


async def test_at_the_end(sqlite: str, browser: Browser) -> None:
    """Who has won and why, the places, the chart, the hands, and a hand again."""
    async with (
        live_server(sqlite, chance=Luck()) as live,
        table_of_all(live, deals=1) as table,
        page_of(browser, table, NAMES[0]) as (page, complaints),
    ):
        await table.start()
        await acting(table, 1)
        checks = ", ".join(["check"] * 8)
        await table.play(
            " | ".join([f"bet 10{', call' * 7}", *[checks] * 4, "check" + ", check" * 6])
        )
        await at_table(page, live, table)
        await table.play("check")
        await page.locator(".verdict .who").wait_for()
        wrong = await faults_of(page, "who shows")
        await page.locator(".seat.winner").first.wait_for(state="attached")
        wrong += await faults_of(page, "who wins")
        await page.reload()
        await drawn(page)
        await page.locator("dialog[open] .end svg").wait_for()
        await open_all(page)
        wrong += await faults_of(page, "the places")
        await at_table(page, live, table, "/hand/1")
        await page.locator("section.advice, .story li").first.wait_for()
        wrong += await faults_of(page, "the first moment")
        await page.locator(".story li button").last.click()
        await page.locator(".gains li").first.wait_for()
        wrong += await faults_of(page, "the last moment")
    assert wrong + complaints == [], "\n".join(wrong)
