"""The server is killed in the middle of a hand; the pages come back without being loaded again."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from browser_evening import evening, hand_of, seat_of, slow
from live_process import ServerProcess, server_process

pytestmark = pytest.mark.anyio


async def test_the_server_is_killed_in_the_middle_of_a_hand(sqlite: str, browser: Browser) -> None:
    """Ann has just bet: the bet is stored, and she has not heard of it."""
    async with (
        server_process(sqlite) as server,
        evening(browser, server.url, "Ann Bob", slow()) as table,
    ):
        ann, bob = table["Ann"], table["Bob"]
        await table.start()
        await table.play("check, check")
        while await table.whose_turn() is not ann:
            await table.play("check")
        cards = {person.name: await person.own_cards() for person in (ann, bob)}
        seats = {person.name: seat_of(person.view) for person in (ann, bob)}
        version = ann.view["version"]
        for person in (ann, bob):
            await person.page.evaluate("window.notLoadedAgain = true")
        await ann.ready()
        ann.line.hold()
        await ann.page.locator(".verb.raise").click()
        await bob.see(lambda view: view["version"] > version)
        await server.kill()
        ann.line.cut()
        ann.line.let_go()
        again = await ServerProcess.start(sqlite)
        try:
            for person in (ann, bob):
                person.line.mend(again.url)
            table.url = again.url
            after = await ann.see(lambda view: view["version"] > version)
            acts = await ann.acted(2)
            assert len({act["turn"] for act in acts}) == len(acts) - 1, "sent again"
            assert [player["bet"] for player in after["deal"]["players"]].count(2) == 1
            for person in (ann, bob):
                view = await person.see(lambda view: view["version"] >= after["version"])
                assert await person.own_cards() == cards[person.name] == hand_of(view)
                assert seat_of(view) == seats[person.name]
                await person.sees_no("The connection is gone")
                assert await person.page.evaluate("window.notLoadedAgain")
                person.forgive_dead_line()
            await table.play("call")
        finally:
            await again.kill()
