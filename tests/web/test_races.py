"""Races: whoever is too late, too quick or twice there gets a stated answer, and nothing else."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from msgspec.structs import replace

from cincinnati.engine import Raise
from cincinnati.session import Seat
from cincinnati.tables.live import Clock, Phase
from cincinnati.tables.live.commands import HandOver, Leave, Pause, Resume, Sit, SitOut, Start
from cincinnati.web.messages import Do, Done, Elsewhere, Refused
from live_client import Device, act, company, mine
from live_server import live_server
from live_settings import quick

pytestmark = pytest.mark.anyio


def answers(device: Device) -> list[str]:
    """The answers in the order they came: the version or the code."""
    found = (message for message in device.received if isinstance(message, Done | Refused))
    return [
        f"{message.id} done" if isinstance(message, Done) else f"{message.id} {message.code}"
        for message in found
    ][-2:]


async def test_a_double_click_under_two_ids_acts_once(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        click = act(await table["Ann"].view(), "check")
        await table["Ann"].send(Do("first", click))
        await table["Ann"].send(Do("second", click))
        await table["Ann"].until(lambda: answers(table["Ann"])[-1].startswith("second"))
        assert answers(table["Ann"]) == ["first done", "second stale_turn"]
        entries = await live.store.entries(table.table)
        assert sum(entry.author == table.id("Ann") for entry in entries[-2:]) == 1


async def test_a_double_click_under_one_id_is_answered_twice_and_acts_once(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        click = act(await table["Ann"].view(), "check")
        first = await table["Ann"].do(click, "one")
        second = await table["Ann"].do(click, "one")
        assert isinstance(first, Done)
        assert second == first
        await table.play("bet 2")
        assert await table["Ann"].do(click, "one") == first, "also later"
        other = act(await table["Ann"].view(lambda view: view.to_act == 0), "fold")
        assert await table["Ann"].do(other, "one") == first, "the id counts, not what is asked"
        assert (await table["Ann"].view()).to_act == 0


async def test_the_same_id_of_another_person_is_another_command(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        first = await table["Ann"].done(act(await table["Ann"].view(), "check"), "x")
        view = await table["Bob"].version(first)
        assert await table["Bob"].done(act(view, "check"), "x") == first + 1


async def test_a_refused_id_may_be_used_again(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        right = act(await table["Ann"].view(), "bet 2")
        assert await table["Ann"].refused(replace(right, action=Raise(1)), "x") == "raise_too_small"
        await table["Ann"].done(right, "x")


async def test_an_id_stays_used_when_the_server_was_away(database: str) -> None:
    async with AsyncExitStack() as stack:
        async with live_server(database) as live:
            table = await stack.enter_async_context(company(live.url, "Ann Bob", quick()))
            await table.start()
            click = act(await table["Ann"].view(), "check")
            version = await table["Ann"].done(click, "one")
        async with live_server(database) as again:
            back = await table.connect("Ann", since=version, url=again.url)
            assert await back.done(click, "one") == version
            assert await back.refused(click, "two") == "stale_turn"


async def test_a_late_click_is_told_that_it_is_late(database: str) -> None:
    clock = Clock(action_ms=600, bank_ms=0, between_ms=0, show_ms=0)
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob Cleo", quick(clock=clock)) as table,
    ):
        await table.host.done(Start())
        view = await table["Ann"].saw(mine)
        late = act(view, "bet 2")
        await table["Ann"].view(lambda now: now.version > view.version)
        assert await table["Ann"].refused(late) == "stale_turn"
        assert table["Ann"].received[-1] is not None


async def test_a_click_on_a_price_that_has_changed(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        await table.play("bet 2")
        view = await table["Bob"].view(lambda view: view.to_act == 1)
        click = act(view, "call")
        answer = await table["Bob"].do(replace(click, price=0))
        assert isinstance(answer, Refused)
        assert (answer.code, answer.message) == ("stale_price", "the price has changed to 2")
        assert (await table["Bob"].view()).version == view.version, "nothing was paid"
        await table["Bob"].done(click)


async def test_frames_that_arrive_in_another_order(database: str) -> None:
    """The command for the next turn before the one for this turn."""
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        now = act(await table["Ann"].view(), "check")
        following = replace(now, turn=now.turn + 3)
        await table["Ann"].send(Do("later", following))
        await table["Ann"].send(Do("now", now))
        await table["Ann"].until(lambda: answers(table["Ann"])[-1].startswith("now"))
        assert answers(table["Ann"]) == ["later stale_turn", "now done"]


async def test_two_devices_of_one_seat(database: str) -> None:
    """The newest plays; of two commands for one turn only one is carried out."""
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        phone = table["Ann"]
        desktop = await table.connect("Ann")
        await phone.first(Elsewhere)
        click = act(await desktop.view(), "bet 2")
        one, other = await asyncio.gather(phone.do(click), desktop.do(click))
        assert isinstance(one, Refused)
        assert one.code == "elsewhere"
        assert isinstance(other, Done)
        await phone.take_back()
        await phone.version(other.version)
        await desktop.first(Elsewhere)
        await phone.close()


async def test_two_hosts(database: str) -> None:
    """Both at once: the old host's commands count until the new one is."""
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table["Ann"].done(HandOver(table.id("Bob")))
        both = await asyncio.gather(table["Ann"].do(Start()), table["Bob"].do(Start()))
        assert isinstance(both[0], Refused)
        assert both[0].code == "not_the_host"
        assert isinstance(both[1], Done)
        await table["Bob"].done(Pause(), "pause")
        assert await table["Bob"].done(Pause()) == await table["Bob"].done(Pause())
        await table["Bob"].done(Resume())


async def test_two_people_on_one_chair(database: str) -> None:
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob Cleo", quick(), seated=False) as table,
    ):
        both = await asyncio.gather(
            table["Ann"].do(Sit(Seat(4))), table["Bob"].do(Sit(Seat(4))),
            table["Cleo"].do(Sit(Seat(5))),
        )  # fmt: skip
        codes = [answer.code for answer in both if isinstance(answer, Refused)]
        assert codes == ["seat_taken"]
        view = await table["Cleo"].version(max(a.version for a in both if isinstance(a, Done)))
        assert sorted(p.seat for p in view.people if p.seat is not None) == [4, 5]


async def test_acting_leaving_and_sitting_out_at_once(database: str) -> None:
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob Cleo", quick(deals=3)) as table,
    ):
        await table.start()
        click = act(await table["Ann"].view(), "bet 2")
        results = await asyncio.gather(
            table["Ann"].do(click), table["Bob"].do(Leave()), table["Cleo"].do(SitOut())
        )
        assert all(isinstance(answer, Done) for answer in results), results
        view = await table["Ann"].view(lambda view: view.phase is Phase.FINISHED or mine(view))
        assert view.deal is not None
        on_table = sum(player.bet for player in view.deal.players)
        on_table += sum(pot.amount for pot in view.deal.pots)
        assert sum(seat.chips for seat in view.seats) + on_table == 300
