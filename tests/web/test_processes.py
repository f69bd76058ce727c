"""Two processes on one PostgreSQL: nobody is special, and one may die."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text

from cincinnati.session import Presence, Seat
from cincinnati.store import Store
from cincinnati.tables.live import Clock, Phase, TableView
from cincinnati.tables.live.commands import AddBot, Sit, SitIn, Start
from cincinnati.web.messages import Done, Refused, State
from live_client import Company, Device, act, company, mine, passive, station
from live_process import ServerProcess, server_process
from live_server import live_server
from live_settings import quick

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def two(database: str) -> AsyncIterator[tuple[ServerProcess, ServerProcess]]:
    """Two server processes."""
    async with server_process(database) as one, server_process(database) as other:
        yield one, other


async def moved(table: Company, name: str, server: ServerProcess) -> Device:
    """Somebody goes on through another process."""
    await table[name].close()
    return await table.connect(name, url=server.url)


async def test_whole_sessions_through_two_processes(postgresql: str) -> None:
    async with (
        two(postgresql) as (one, other),
        company(one.url, "Ann Bob Cleo", quick()) as table,
    ):
        await moved(table, "Bob", other)
        await table.host.done(AddBot("rookie"))
        for session in (1, 2):
            version = await table.host.done(Start())
            for device in table.devices.values():
                await device.version(version)
            await asyncio.gather(*(station(device) for device in table.devices.values()))
            for device in table.devices.values():
                view = await device.view(lambda view: view.phase is Phase.FINISHED)
                assert view.session == session
        views: dict[int, set[object]] = {}
        for device in table.devices.values():
            for message in device.received:
                if isinstance(message, State):
                    public = (message.view.seats, message.view.people, message.view.to_act)
                    views.setdefault(message.version, set()).add(repr(public))
        assert len(views) > 20
        assert all(len(seen) == 1 for seen in views.values()), "both processes tell the same"
        await table["Ann"].say("good night")
        await table["Bob"].hears("good night")
        await table["Bob"].say("good night too")
        await table["Ann"].hears("good night too")


async def test_when_one_process_dies_the_other_goes_on(postgresql: str) -> None:
    """Mid-hand, in the turn of somebody who was connected to the dead one."""
    clock = Clock(action_ms=2500, bank_ms=0, between_ms=0, show_ms=0)
    async with (
        two(postgresql) as (one, other),
        company(one.url, "Ann Bob", quick(clock=clock, deals=2)) as table,
    ):
        await table.start()
        slow = table.whose_turn()
        assert slow is not None
        quick_one = await moved(table, "Bob" if slow == "Ann" else "Ann", other)
        seat = {"Ann": 0, "Bob": 1}[slow]
        assert (await quick_one.view()).to_act == seat
        await one.kill()
        view = await quick_one.view(lambda view: view.seats[seat].presence is Presence.AWAY)
        assert view.seats[seat].chips == 99, "his time was up, and checking was free"
        back = await table.connect(slow, url=other.url)
        await back.done(SitIn())
        view = await quick_one.view(mine)
        await quick_one.done(act(view, passive(view)))


async def test_a_table_that_only_the_dead_process_knew_goes_on_too(postgresql: str) -> None:
    """The sweep finds it: by the database's clock its time has come."""
    clock = Clock(action_ms=500, bank_ms=0, between_ms=0, show_ms=0)
    async with (
        two(postgresql) as (one, _),
        company(one.url, "Ann Bob", quick(clock=clock, deals=2)) as table,
    ):
        await table.start()
        await one.kill()
        store = await Store.open(postgresql)
        async with asyncio.timeout(10):
            while "seat_away" not in (await store.entries(table.table))[-1].events:
                await asyncio.sleep(0.05)
        assert (await store.entries(table.table))[-1].author == "table"
        await store.close()


async def test_acting_at_the_same_instant_through_two_processes(postgresql: str) -> None:
    """Two devices of one seat, one turn: one wins, the other gets a reason."""
    async with (
        two(postgresql) as (one, other),
        company(one.url, "Ann Bob", quick(deals=3)) as table,
    ):
        await table.start()
        name = table.whose_turn()
        assert name is not None
        him = table[name]
        twin = await _twin(table, name, other)
        playing = asyncio.create_task(station(table["Bob" if name == "Ann" else "Ann"]))
        turns = 0
        while (view := await him.view(_mine_or_over)).phase is not Phase.FINISHED:
            same = await twin.version(view.version)
            answers = await asyncio.gather(
                him.do(act(view, passive(view))), twin.do(act(same, passive(same)))
            )
            done = [answer for answer in answers if isinstance(answer, Done)]
            refused = [answer.code for answer in answers if isinstance(answer, Refused)]
            assert (len(done), len(refused)) == (1, 1)
            assert refused[0] in ("stale_turn", "no_deal", "no_session")
            await him.version(done[0].version)
            turns += 1
        await playing
        assert turns > 10
        assert sum(seat.chips for seat in table.newest().seats) == 200
        await twin.close()


def _mine_or_over(view: TableView) -> bool:
    return mine(view) or view.phase is Phase.FINISHED


async def _twin(table: Company, name: str, server: ServerProcess) -> Device:
    """Another device of somebody, at another process."""
    token = table.people[name].token
    device = await Device.open(server.url, table.table, token, ids=table.ids)
    await device.version(table.newest().version)
    return device


async def test_one_command_sent_through_both_is_carried_out_once(postgresql: str) -> None:
    async with (
        two(postgresql) as (one, other),
        company(one.url, "Ann Bob", quick()) as table,
    ):
        await table.start()
        name = table.whose_turn()
        assert name is not None
        twin = await _twin(table, name, other)
        click = act(await twin.view(mine), "bet 2")
        first, second = await asyncio.gather(table[name].do(click, "same"), twin.do(click, "same"))
        assert isinstance(first, Done)
        assert second == first
        store = await Store.open(postgresql)
        authors = [entry.author for entry in await store.entries(table.table)]
        assert authors[first.version - 1 :] == [table.id(name)]
        await store.close()
        await twin.close()


async def test_other_things_at_the_same_instant(postgresql: str) -> None:
    """One chair, one name, one start, through both: one wins, the other gets a reason."""
    async with (
        two(postgresql) as (one, other),
        company(one.url, "Ann Bob Cleo", quick(), seated=False) as table,
    ):
        bob = await moved(table, "Bob", other)
        answers = await asyncio.gather(table["Ann"].do(Sit(Seat(3))), bob.do(Sit(Seat(3))))
        assert [a.code for a in answers if isinstance(a, Refused)] == ["seat_taken"]
        twin = await _twin(table, "Ann", other)
        loser = table["Ann"] if isinstance(answers[0], Refused) else bob
        await loser.done(Sit())
        answers = await asyncio.gather(table["Ann"].do(Start()), twin.do(Start()))
        assert [a.code for a in answers if isinstance(a, Refused)] == ["running"]
        await twin.close()


async def test_a_lost_bell_costs_a_moment(postgresql: str) -> None:
    """The listening connection is cut, and what was missed is seen all the same."""
    async with (
        live_server(postgresql) as one,
        live_server(postgresql) as other,
        company(one.url, "Ann Bob", quick()) as table,
    ):
        await table["Bob"].close()
        bob = await table.connect("Bob", url=other.url)
        await table.start()
        await bob.view(lambda view: view.to_act == 0)
        async with one.store.engine.begin() as connection:
            await connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE query LIKE 'LISTEN%' "
                    "AND application_name = current_setting('application_name')"
                )
            )
        await table["Ann"].say("while it was cut")
        version = await table["Ann"].done(act(await table["Ann"].view(mine), "bet 2"))
        view = await bob.version(version)
        assert mine(view)
        await bob.hears("while it was cut")
