"""Whole sessions of each game, played by two and by three people through the page's buttons."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from playwright.async_api import Browser, expect

from browser_evening import PHONE, Evening, evening, hand_of, slow
from browser_person import PATIENCE_MS, Person
from cincinnati.rules.presets import PRESETS
from cincinnati.store import TableId
from live_server import live_server

pytestmark = pytest.mark.anyio

STACK = 30
LONG = ("cincinnati", "crisscross")
"""Games of which two deals are played, with motion; of the others one, without."""


@pytest.mark.parametrize("preset", PRESETS)
async def test_two_people_play_a_whole_session(sqlite: str, browser: Browser, preset: str) -> None:
    settings = slow(preset, stack=STACK, deals=2 if preset in LONG else 1)
    async with (
        live_server(sqlite) as live,
        evening(browser, live.url, "Ann Bob", settings, motion=preset in LONG) as table,
    ):
        await play_to_the_end(table, seed=1)
        await all_see_the_same_end(table)
        opened = await live.house.open(TableId(table.table))
        assert opened.table.session is not None
        assert dict(opened.table.session.chips) == await table["Ann"].stacks()


@pytest.mark.parametrize("preset", PRESETS)
async def test_three_people_play_a_whole_session(
    sqlite: str, browser: Browser, preset: str
) -> None:
    settings = slow(preset, stack=STACK, deals=1)
    async with (
        live_server(sqlite) as live,
        evening(browser, live.url, "Ann Bob Cleo", settings, viewport=PHONE) as table,
    ):
        await play_to_the_end(table, seed=2)
        await all_see_the_same_end(table)


async def test_one_sees_his_cards_while_the_last_hand_is_shown(
    sqlite: str, browser: Browser
) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        await table.play("all-in, call")
        for person in table.people.values():
            view = await person.see(lambda view: view["phase"] == "finished")
            assert await person.own_cards() == hand_of(view)


async def play_to_the_end(table: Evening, seed: int) -> None:
    """Everybody plays at his own page, as it comes, until the session is over."""
    await table.start()
    await asyncio.gather(
        *(plays(person, Random(f"{seed} {name}")) for name, person in table.people.items())
    )


async def plays(person: Person, rng: Random) -> None:
    """Mostly check and call, sometimes raise or fold, until the session is over."""
    while True:
        view = await person.see(
            lambda view: view["phase"] == "finished" or (view["deal"] and view["deal"]["legal"])
        )
        if view["phase"] == "finished":
            return
        assert await person.own_cards() == hand_of(view), "he sees his own cards"
        assert await person.board() == view["deal"]["board"]
        legal = view["deal"]["legal"]
        chance = rng.random()
        if legal["raise_to"] and chance < 0.25:
            least, most = legal["raise_to"]
            await person.act(f"raise {rng.choice([least, least, min(most, least + 5), most])}")
        else:
            await person.act("fold" if legal["fold"] and chance > 0.9 else "call")


async def all_see_the_same_end(table: Evening) -> None:
    """Each page shows the last stacks and places, and no chip is lost."""

    async def sees(person: Person) -> None:
        chips = await person.sees_the_end()
        assert person.view["phase"] == "finished"
        assert sum(chips.values()) == STACK * len(table.people)
        await person.press("Results")
        rows = person.page.get_by_role("dialog").locator("ol .num", has_text="chip")
        await expect(rows).to_have_count(len(chips), timeout=PATIENCE_MS)
        shown = [int(text.split()[0]) for text in await rows.all_inner_texts()]
        assert sorted(shown) == sorted(chips.values())

    await asyncio.gather(*map(sees, table.people.values()))
