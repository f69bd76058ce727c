"""Two processes on one PostgreSQL: nobody is special, and one may die."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager

import httpx
import pytest
from msgspec.structs import replace
from sqlalchemy import text

from cincinnati.engine import Raise
from cincinnati.session import Presence, Seat
from cincinnati.store import NoBell, OutOfReach, Store
from cincinnati.store.doorbell import Ringing
from cincinnati.tables.live import Clock, Phase, TableView
from cincinnati.tables.live import house as the_house
from cincinnati.tables.live.commands import AddBot, Sit, SitIn, Start
from cincinnati.web.api import Admitted
from cincinnati.web.messages import Do, Done, Elsewhere, Refused, State
from live_client import Company, Device, act, company, link, mine, passive, post, station
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


async def test_the_newest_device_plays_wherever_it_is_connected(postgresql: str) -> None:
    async with two(postgresql) as (one, other), company(one.url, "Ann Bob", quick()) as table:
        await table.start()
        name = table.whose_turn()
        assert name is not None
        phone = table[name]
        desktop = await _twin(table, name, other.url)
        click = act(await desktop.view(), "check")
        await _told_elsewhere(phone)
        assert await phone.refused(click) == "elsewhere"
        await phone.take_back()
        await _told_elsewhere(desktop)
        assert await desktop.refused(click) == "elsewhere"
        version = await phone.done(click)
        assert (await desktop.version(version)).you == table.id(name), "it still shows the game"
        assert table["Ann" if name == "Bob" else "Bob"].plays
        await desktop.take_back()
        await _told_elsewhere(phone)
        await desktop.close()


async def test_a_link_that_is_used_ends_his_connections_to_other_processes(
    postgresql: str,
) -> None:
    async with (
        two(postgresql) as (one, other),
        company(one.url, "Ann Bob", quick()) as table,
        httpx.AsyncClient(base_url=other.url) as http,
    ):
        stolen = table["Bob"]
        secret = await link(table.http, table.people["Ann"], table.id("Bob"))
        claim = f"/api/tables/{table.table}/claim"
        table.people["Bob"] = await post(http, claim, {"secret": secret}, Admitted)
        assert (await stolen.first(Refused)).code == "moved"
        assert await stolen.end() == 1008
        new = await table.connect("Bob", url=other.url)
        await table.start()
        await table.play("check, bet 2")
        assert new.plays


async def test_taking_back_and_acting_at_the_same_instant(postgresql: str) -> None:
    """Two devices of one seat, one turn, both ask for it: one wins, the other gets a reason."""
    async with (
        two(postgresql) as (one, other),
        company(one.url, "Ann Bob", quick(deals=3)) as table,
    ):
        await table.start()
        name = table.whose_turn()
        assert name is not None
        devices = [table[name], await _twin(table, name, other.url)]
        playing = asyncio.create_task(station(table["Bob" if name == "Ann" else "Ann"]))
        turns = 0
        while (view := await devices[0].view(_mine_or_over)).phase is not Phase.FINISHED:
            await devices[1].version(view.version)
            click = act(view, passive(view))
            idle, plays = devices if turns % 2 == 0 else devices[::-1]
            await _told_elsewhere(idle)
            await idle.take_back()
            done, refused = await _one_wins(idle.do(click), plays.do(click))
            assert refused in ("elsewhere", "stale_turn", "no_deal", "no_session")
            await devices[0].version(done)
            turns += 1
        await playing
        assert turns > 10
        assert sum(seat.chips for seat in table.newest().seats) == 200
        await devices[1].close()


async def _told_elsewhere(device: Device) -> None:
    await device.until(lambda: not device.plays)


async def _one_wins(*tries: Awaitable[Done | Refused]) -> tuple[int, str]:
    """Both at once: the version of the one that is done, the reason why the other one is not."""
    answers = await asyncio.gather(*tries)
    done = [answer for answer in answers if isinstance(answer, Done)]
    refused = [answer.code for answer in answers if isinstance(answer, Refused)]
    assert (len(done), len(refused)) == (1, 1), answers
    return done[0].version, refused[0]


async def test_a_device_that_has_not_heard_of_the_newer_one_costs_no_chip(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two different commands for one turn, both let through: the log takes one of them."""
    monkeypatch.setattr(the_house, "SWEEP_S", 1000)
    async with (
        live_server(postgresql, bell=NoBell()) as one,
        live_server(postgresql, bell=NoBell()) as other,
        company(one.url, "Ann Bob", quick()) as table,
    ):
        await table.start()
        twin = await _twin(table, "Ann", other.url)
        before = await table["Ann"].view()
        click = act(before, "check")
        done, refused = await _one_wins(
            table["Ann"].do(click), twin.do(replace(click, action=Raise(2)))
        )
        assert (done, refused) == (before.version + 1, "stale_turn")
        assert table["Ann"].plays, "it was told of nothing"
        entries = await one.store.entries(table.table, before.version)
        assert [entry.author for entry in entries] == [table.id("Ann")]
        await twin.close()


async def test_a_device_hears_of_a_newer_one_by_the_bell_alone(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(the_house, "SWEEP_S", 1000)
    async with (
        live_server(postgresql) as one,
        live_server(postgresql) as other,
        company(one.url, "Ann Bob", quick()) as table,
    ):
        twin = await _twin(table, "Ann", other.url)
        await _told_elsewhere(table["Ann"])
        await table["Ann"].take_back()
        await _told_elsewhere(twin)
        assert table["Ann"].plays
        await twin.close()


async def test_a_device_hears_of_a_newer_one_although_the_bell_was_lost(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(the_house, "SWEEP_S", 0.1)
    async with (
        live_server(postgresql, bell=NoBell()) as one,
        live_server(postgresql, bell=NoBell()) as other,
        company(one.url, "Ann Bob", quick()) as table,
    ):
        twin = await _twin(table, "Ann", other.url)
        await table["Ann"].first(Elsewhere)
        assert twin.plays
        secret = await link(table.http, table.people["Ann"])
        await post(table.http, f"/api/tables/{table.table}/claim", {"secret": secret}, Admitted)
        assert (await twin.first(Refused)).code == "moved"
        assert await twin.end() == 1008


async def test_who_comes_back_through_a_process_that_heard_nothing_sees_no_older_state(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bell is lost and no sweep comes: it reads the log to its end for whoever says hello."""
    monkeypatch.setattr(the_house, "SWEEP_S", 1000)
    async with (
        live_server(postgresql, bell=NoBell()) as one,
        live_server(postgresql, bell=NoBell()) as other,
        company(one.url, "Ann Bob", quick()) as table,
    ):
        cleo = await Device.open(other.url, table.table)
        await cleo.view()
        before = await table.start()
        version = await table["Ann"].done(act(before, "check"))
        back = await Device.open(
            other.url, table.table, table.people["Ann"].token, since=before.version
        )
        first = await back.first(State)
        assert (first.version, len(first.events)) == (version, 1)
        anew = await Device.open(other.url, table.table, table.people["Bob"].token)
        assert (await anew.first(State)).version == version
        assert (await cleo.version(version)).version == version, "those who were here hear of it"
        for device in (cleo, back, anew):
            await device.close()


def _mine_or_over(view: TableView) -> bool:
    return mine(view) or view.phase is Phase.FINISHED


async def _twin(table: Company, name: str, url: str) -> Device:
    """Another device of somebody, at another process."""
    token = table.people[name].token
    device = await Device.open(url, table.table, token, ids=table.ids)
    await device.version(table.newest().version)
    await device.ping(0)  # it plays
    return device


async def test_one_command_sent_through_both_is_carried_out_once(postgresql: str) -> None:
    """Sent, no answer yet, the line breaks, sent again through the other process."""
    async with (
        two(postgresql) as (one, other),
        company(one.url, "Ann Bob", quick()) as table,
    ):
        await table.start()
        name = table.whose_turn()
        assert name is not None
        click = act(await table[name].view(mine), "bet 2")
        await table[name].send(Do("same", click))
        twin = await _twin(table, name, other.url)
        again = await twin.done(click, "same")
        assert await twin.done(click, "same") == again
        store = await Store.open(postgresql)
        authors = [entry.author for entry in await store.entries(table.table)]
        assert authors[again - 1 :] == [table.id(name)]
        await store.close()
        await twin.close()


async def test_other_things_at_the_same_instant(postgresql: str) -> None:
    """One chair, one name, through both: one wins, the other gets a reason."""
    async with (
        two(postgresql) as (one, other),
        company(one.url, "Ann Bob Cleo", quick(), seated=False) as table,
    ):
        bob = await moved(table, "Bob", other)
        answers = await asyncio.gather(table["Ann"].do(Sit(Seat(3))), bob.do(Sit(Seat(3))))
        assert [a.code for a in answers if isinstance(a, Refused)] == ["seat_taken"]
        loser = table["Ann"] if isinstance(answers[0], Refused) else bob
        await loser.done(Sit())
        async with httpx.AsyncClient() as http:
            joins = await asyncio.gather(
                *(
                    http.post(f"{server.url}/api/tables/{table.table}/join", json={"name": "Dora"})
                    for server in (one, other)
                )
            )
        assert sorted(join.status_code for join in joins) == [201, 400]
        assert [j.json()["code"] for j in joins if j.status_code == 400] == ["name_taken"]


async def test_who_dies_before_he_rings_costs_the_others_a_sweep(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between what is written and its bell there is a moment in which a process may be killed."""
    monkeypatch.setattr(the_house, "SWEEP_S", 0.1)

    async def dead(_: object) -> None:
        raise OutOfReach("no_database", "killed")

    async with (
        live_server(postgresql) as one,
        live_server(postgresql) as other,
        company(one.url, "Ann Bob", quick()) as table,
    ):
        await table["Bob"].close()
        bob = await table.connect("Bob", url=other.url)
        await table.start()
        monkeypatch.setattr(one.store, "_ringing", Ringing(dead))
        version = await table["Ann"].done(act(await table["Ann"].view(mine), "bet 2"))
        assert mine(await bob.version(version))


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
