"""What went wrong with chips, pots and restarts at other people's tables, named by report."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from msgspec.structs import replace

from cincinnati.engine.seen import CardTurned, HandShown
from cincinnati.session import Presence
from cincinnati.store import Store, decode
from cincinnati.tables.live import Clock, Phase, TableEvent
from cincinnati.tables.live.commands import (
    Leave,
    Remove,
)
from cincinnati.tables.live.events import GraceGiven
from live_client import act, company, mine, station, whole
from live_evening import NOON, Luck, deck_for
from live_process import server_process
from live_server import live_server
from live_settings import QUICK, quick

pytestmark = pytest.mark.anyio

HASTY = replace(QUICK, action_ms=300, bank_ms=0)
"""Clocks that run out while one looks."""


async def test_all_in_does_not_hang_the_hand(database: str) -> None:
    """38, 42: the board is run out, the pots are shared, the next hand or the end comes."""
    async with live_server(database) as live, company(live.url, "Ann Bob Cleo", quick()) as table:
        await table.start()
        await table.play("bet 2, all-in, call, call")
        view = await table["Ann"].view(lambda view: view.number == 2 or view.places is not None)
        assert whole(view) == 300
        turned = [event for event in table["Ann"].events if isinstance(event, CardTurned)]
        assert len(turned) >= 5


async def test_the_last_player_with_chips_is_not_asked(database: str) -> None:
    """38: nobody could answer him, so the cards are turned at once (R9)."""
    deck = deck_for(3, hands="2s3s4s5s7d AsAdAcAh2d KsKdKcKh3d", board="2c 9c 9d Jh 7s")
    async with (
        live_server(database, chance=Luck(decks=[deck])) as live,
        company(live.url, "Ann Bob Cleo", quick(deals=2)) as table,
    ):
        await table.start()
        await table.play("bet 50, call, fold, check, check, check, check, check, check")
        await table.play("check, check")
        view = await table["Bob"].view(lambda view: view.number == 2 and view.to_act == 1)
        assert [seat.chips for seat in view.seats] == [48, 151, 98]
        await table.play("bet 48, fold, call")
        view = await table["Bob"].view(lambda view: view.phase is Phase.FINISHED)
        assert view.turn > 0
        assert whole(view) == 300
        shown = [event for event in table["Cleo"].events if isinstance(event, HandShown)]
        assert len(shown) == 4


async def test_leaving_in_the_middle_of_a_hand_does_not_stick_the_table(database: str) -> None:
    """45, 46: in turn and out of turn, left or removed; the chips stay in the count."""
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob Cleo Dan", quick(deals=3)) as table,
    ):
        await table.start()
        await table.play("bet 2")
        await table["Dan"].done(Leave())
        assert (await table["Ann"].view()).to_act == 1
        await table.host.done(Remove(table.id("Bob")))
        view = await table["Ann"].view(lambda view: view.to_act == 2)
        assert whole(view) == 400
        await asyncio.gather(station(table["Ann"]), station(table["Cleo"]))
        view = table.newest()
        assert whole(view) == 400
        assert [seat.presence for seat in view.seats] == [
            Presence.HERE, Presence.GONE, Presence.HERE, Presence.GONE,
        ]  # fmt: skip


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_a_restart_does_not_deal_again(kind: str, request: pytest.FixtureRequest) -> None:
    """50, 54: nor with the opening stacks; the same hand, cards, chips and turn."""
    database = request.getfixturevalue(kind)
    async with AsyncExitStack() as stack:
        async with server_process(database) as server:
            table = await stack.enter_async_context(company(server.url, "Ann Bob", quick(deals=3)))
            await table.start()
            await table.play("bet 20, fold")
            await table["Ann"].view(lambda view: view.number == 2 and view.to_act is not None)
            await table.play("check, bet 2")
            before = {name: device.seen for name, device in table.devices.items()}
            await server.kill()
        async with server_process(database) as again:
            for name in ("Ann", "Bob"):
                back = await table.connect(name, url=again.url)
                assert await back.view() == before[name]
            await table.check_down()
            assert whole(table.newest()) == 200


async def test_a_clock_goes_on_after_a_restart_although_nobody_is_there(database: str) -> None:
    """53: with some grace first, and then as if nothing had been."""
    clock = Clock(action_ms=1000, bank_ms=0, between_ms=0, show_ms=0, grace_ms=900)
    async with (
        server_process(database) as server,
        company(server.url, "Ann Bob Cleo", quick(clock=clock)) as table,
    ):
        await table.start()
        await server.kill()
    store = await Store.open(database)
    before = (await store.entries(table.table))[-1].version
    await asyncio.sleep(1.2)
    restarted = await store.now()
    async with server_process(database), asyncio.timeout(15):
        while not any("seat_away" in e.events for e in await store.entries(table.table, before)):
            await asyncio.sleep(0.05)
    grace, *later = await store.entries(table.table, before)
    await store.close()
    assert grace.command_id.startswith("grace"), "the first thing after the restart"
    (given,) = decode(grace.events, grace.schema, TableEvent)
    assert isinstance(given, GraceGiven)
    assert given.until - restarted >= 900
    assert next(entry.at for entry in later if "seat_away" in entry.events) >= given.until


async def test_a_player_who_is_back_in_time_is_not_punished_for_the_restart(database: str) -> None:
    """The first thing after a restart is the grace, also for who comes back at once."""
    now = [NOON]
    clock = Clock(action_ms=400, bank_ms=0, between_ms=0, show_ms=0, grace_ms=5000)
    async with AsyncExitStack() as stack:
        async with live_server(database, clock=lambda: now[0]) as live:
            table = await stack.enter_async_context(
                company(live.url, "Ann Bob", quick(clock=clock))
            )
            await table.start()
        now[0] += 1200
        async with live_server(database, clock=lambda: now[0]) as again:
            for name in ("Ann", "Bob"):
                await table.connect(name, url=again.url)
            now[0] += 4999
            await again.house.changed(await again.house.open(table.table))
            await asyncio.sleep(0.2)  # the timer rings, and rings again
            view = await table["Ann"].view(mine)
            assert view.seats[0].presence is Presence.HERE
            await table["Ann"].done(act(view, "check"))
