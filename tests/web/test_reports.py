"""What went wrong at other people's tables, each as a test named after its report."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest
from msgspec.structs import replace

from cincinnati.engine.seen import Checked, DealOpened, Folded
from cincinnati.session import DealBegan, Presence, Seat, SeatAway
from cincinnati.tables.live import Clock, Phase, TableView
from cincinnati.tables.live.commands import (
    AddBot,
    Leave,
    NamePreset,
    Sit,
    SitIn,
    Start,
)
from cincinnati.web.messages import State
from live_client import Company, Device, act, company, mine, station, whole
from live_evening import NOON, Luck, deck_for
from live_server import Live, live_server
from live_settings import QUICK, quick

pytestmark = pytest.mark.anyio

HASTY = replace(QUICK, action_ms=300, bank_ms=0)
"""Clocks that run out soon."""


async def time_runs_out(live: Live, table: Company, now: list[int]) -> None:
    """The moment comes at which something happens by itself; until then time stands still."""
    opened = await live.house.open(table.table)
    assert opened.table.due is not None
    now[0] = opened.table.due.at
    await live.house.changed(opened)


# --- connection, seat, presence ----------------------------------------------------------------


async def test_a_seat_stays_taken_after_a_drop(database: str) -> None:
    """1: the seat belongs to the person, not to the socket; a half-dead one holds nobody up."""
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        stuck = table["Ann"]
        stuck.socket.transport.pause_reading()
        async with asyncio.timeout(5):
            back = await table.connect("Ann")
            await back.done(act(await back.view(mine), "bet 2"))
        await back.drop()
        async with asyncio.timeout(5):
            again = await table.connect("Ann")
        view = await again.view()
        assert {person.name: person.seat for person in view.people} == {"Ann": 0, "Bob": 1}
        stuck.socket.transport.resume_reading()
        await stuck.close()


async def test_rejoining_at_the_moment_a_deal_starts(database: str) -> None:
    """2: one whole snapshot; every name in what follows is known."""
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob Cleo", quick(deals=25, stack=1000)) as table,
    ):
        await table.start()
        playing = [
            asyncio.create_task(station(table[name], _folds)) for name in ("Ann", "Bob", "Cleo")
        ]
        visits = 0
        while not all(task.done() for task in playing) and visits < 60:
            visits += 1
            device = await Device.open(live.url, table.table)
            state = await device.first(State)
            view = state.view
            people = {person.seat for person in view.people}
            assert set(view.order) <= people
            assert {seat.seat for seat in view.seats} <= people
            began = [event for event in state.events if isinstance(event, DealBegan)]
            assert len(began) == (1 if view.deal else 0), "the running deal and no other"
            versions = [m.version for m in device.received if isinstance(m, State)]
            assert versions == sorted(set(versions))
            await device.close()
        await asyncio.gather(*playing)
        assert visits > 5


def _folds(view: TableView) -> str:
    """Open, and everybody else folds: a deal is over in a moment."""
    assert view.deal is not None
    assert view.deal.legal is not None
    return "fold" if view.deal.legal.fold else "bet 2"


async def test_sitting_in_after_a_time_out_needs_no_new_window(database: str) -> None:
    """5, 6: sat out rather than thrown out; back by one command on the same connection."""
    now = [NOON]
    async with (
        live_server(database, clock=lambda: now[0]) as live,
        company(live.url, "Ann Bob Cleo", quick(clock=HASTY)) as table,
    ):
        await table.start()
        ann = table["Ann"]
        await time_runs_out(live, table, now)
        await ann.view(lambda view: view.seats[0].presence is Presence.AWAY)
        await ann.done(SitIn())
        await ann.done(SitIn())
        await ann.view(lambda view: view.seats[0].presence is Presence.HERE)
        assert ann.closed is None
        await table.play("check, check")
        await ann.view(mine)


async def test_a_dropped_player_checks_when_checking_is_free(database: str) -> None:
    """9: he is not folded."""
    now = [NOON]
    async with (
        live_server(database, clock=lambda: now[0]) as live,
        company(live.url, "Ann Bob Cleo", quick(clock=HASTY)) as table,
    ):
        await table.start()
        await table["Ann"].drop()
        await time_runs_out(live, table, now)
        bob = table["Bob"]
        await bob.until(lambda: any(isinstance(event, SeatAway) for event in bob.events))
        acted = [event for event in bob.events if isinstance(event, Checked | Folded)]
        assert acted == [Checked(acted[0].position)]
        assert acted[0].position == 0


async def test_everybody_locks_the_phone_and_the_table_is_still_there(database: str) -> None:
    """10: kept and paused; over a restart too; it goes on when somebody is back."""
    now = [NOON]
    async with AsyncExitStack() as stack:
        async with live_server(database, clock=lambda: now[0]) as live:
            table = await stack.enter_async_context(
                company(live.url, "Ann Bob", quick(clock=HASTY, deals=5))
            )
            await table.start()
            for device in table.devices.values():
                await device.drop()
            opened = await live.house.open(table.table)
            async with asyncio.timeout(10):
                while opened.table.phase is not Phase.PAUSED:
                    await time_runs_out(live, table, now)
                    await asyncio.sleep(0.05)
        async with live_server(database, clock=lambda: now[0]) as again:
            ann = await table.connect("Ann", url=again.url)
            view = await ann.view()
            assert view.phase is Phase.PAUSED
            assert whole(view) == 200
            await ann.done(SitIn())
            await ann.view(lambda view: view.number == 2)


async def test_a_third_player_joins_and_the_table_goes_on(database: str) -> None:
    """12, 13: who joins never enters the running hand."""
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob", quick(latecomers=True, deals=3)) as table,
    ):
        await table.start()
        await table.play("check, bet 2")
        cleo = await table.come("Cleo")
        assert (await cleo.view()).order == (0, 1)
        await table.check_down()
        assert whole(table.newest()) == 300
        assert table.newest().phase is Phase.FINISHED


async def test_phone_and_desktop_show_the_same(database: str) -> None:
    """14: the version only rises, and each version is the same on both, to the last byte."""
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        phone = table["Ann"]
        desktop = await table.connect("Ann")
        await asyncio.gather(*(station(device) for device in table.devices.values()))
        await phone.view(lambda view: view.phase is Phase.FINISHED)
        seen = [
            {m.version: m.view for m in device.received if isinstance(m, State)}
            for device in (phone, desktop)
        ]
        common = seen[0].keys() & seen[1].keys()
        assert len(common) > 5
        assert all(seen[0][version] == seen[1][version] for version in common)
        await phone.close()


async def test_a_stack_is_not_too_large_by_the_pot_after_a_reconnect(database: str) -> None:
    """15: who comes back sees the chips that the others see, at every moment of the hand."""
    async with live_server(database) as live, company(live.url, "Ann Bob Cleo", quick()) as table:
        await table.start()
        for move in ("bet 2", "raise 6", "call", "call", "check", "bet 10", "fold", "call"):
            view = await table.play(move)
            back = await table.connect("Bob", since=view.version - 1)
            state = await back.first(State)
            other = await table["Ann"].version(state.version)
            assert state.view.seats == other.seats
            assert whole(state.view) == 300


async def test_a_chair_that_changes_hands_hands_no_cards_over(database: str) -> None:
    """17: who takes a chair later sees nothing of what lay before it, now or in the past."""
    deck = deck_for(2, hands="AsAdAcAh2s KsKdKcKh3s", board="2c 5c 9d Jh 7s")
    async with (
        live_server(database, chance=Luck(decks=[deck])) as live,
        company(live.url, "Ann Bob", quick(deals=1)) as table,
    ):
        await table.start()
        await table.play("check, bet 2, fold")
        await table["Bob"].done(Leave())
        await table.join("Cleo")
        cleo = await table.connect("Cleo")
        await cleo.done(Sit(Seat(1)))
        for since in (0, 1):
            again = await table.connect("Cleo", since=since)
            for frame in again.frames:
                assert not any(f'"{card}"' in frame for card in ("Ks", "Kd", "Kc", "Kh", "3s"))
        await cleo.close()


async def test_dropping_and_returning_wins_no_time(database: str) -> None:
    """18: the clock of a turn does not begin anew."""
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob", quick(clock=Clock())) as table,
    ):
        await table.start()
        until = (await table["Ann"].view(mine)).acts_until
        for _ in range(3):
            await table["Ann"].drop()
            assert (await (await table.connect("Ann")).view()).acts_until == until
        opened = await live.house.open(table.table)
        assert opened.table.due is not None
        assert opened.table.due.at == until


# --- acting, clocks -----------------------------------------------------------------------------


async def test_a_check_does_not_become_a_call(database: str) -> None:
    """20: as one presses Check another bets, and the same place now says Call."""
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        view = await table.start()
        pressed = act(await table["Ann"].view(mine), "check")
        await table.play("check, bet 90")
        view = await table["Ann"].view(mine)
        assert await table["Ann"].refused(pressed) == "stale_turn"
        assert await table["Ann"].refused(replace(pressed, turn=view.turn)) == "stale_price"
        assert whole(view) == 200


async def test_a_late_timer_does_not_act_in_the_next_round(database: str) -> None:
    """28, 53: the clock that has run almost out is gone with the turn it was for."""
    now = [NOON]
    async with (
        live_server(database, clock=lambda: now[0]) as live,
        company(live.url, "Ann Bob", quick(clock=replace(HASTY, action_ms=30_000))) as table,
    ):
        await table.start()
        opened = await live.house.open(table.table)
        for name in ("Ann", "Bob"):
            view = await table[name].view(mine)
            now[0] += 29_999
            await live.house.changed(opened)
            await asyncio.sleep(0.2)  # the timer rings, and rings again
            await table[name].done(act(view, "check"))
        away = [seat.presence for seat in table.newest().seats]
        assert away == [Presence.HERE, Presence.HERE]


async def test_exactly_one_has_the_turn(database: str) -> None:
    """28: at every version at most one view has something to choose."""
    async with live_server(database) as live, company(live.url, "Ann Bob Cleo", quick()) as table:
        await table.start()
        await table.check_down()
        asked: dict[int, int] = {}
        for device in table.devices.values():
            for message in device.received:
                if isinstance(message, State) and mine(message.view):
                    asked[message.version] = asked.get(message.version, 0) + 1
        assert asked
        assert set(asked.values()) == {1}


# --- secrecy ------------------------------------------------------------------------------------


async def test_after_a_win_by_folds_nothing_more_is_shown(database: str) -> None:
    """57: no hand, and none of the cards that were to come."""
    deck = deck_for(2, hands="AsAdAcAh2s KsKdKcKh3s", board="2c 5c 9d Jh 7s")
    async with (
        live_server(database, chance=Luck(decks=[deck])) as live,
        company(live.url, "Ann Bob", quick(deals=1)) as table,
    ):
        await table.start()
        looking_on = await table.spectator()
        await looking_on.view()
        await table.play("bet 2, fold")
        view = await looking_on.view(lambda view: view.places)
        assert view.deal is not None
        assert view.deal.board.count(None) == 4
        hidden = {
            name: cards for name, cards in (("Ann", "Ks 5c"), ("Bob", "As 5c"), ("", "As Ks 5c"))
        }
        for name, cards in hidden.items():
            device = table[name] if name else looking_on
            for card in cards.split():
                assert not any(f'"{card}"' in frame for frame in device.frames), (name, card)
        assert sum(isinstance(event, DealOpened) for event in looking_on.events) == 1
        await looking_on.close()


# --- bots, dealer's choice --------------------------------------------------------------------


async def test_a_table_of_bots_and_one_person_never_waits_for_a_bot(database: str) -> None:
    """13: somebody is to act, so something happens."""
    async with live_server(database) as live, company(live.url, "Ann", quick(deals=2)) as table:
        for bot in ("rookie", "casual", "regular"):
            await table.host.done(AddBot(bot))
        await table.host.done(Start())
        await station(table.host)


async def test_who_chooses_no_game_does_not_stop_the_table(database: str) -> None:
    now = [NOON]
    async with (
        live_server(database, clock=lambda: now[0]) as live,
        company(live.url, "Ann Bob", quick(dealers_choice=True, clock=HASTY)) as table,
    ):
        await table.host.done(Start())
        await table.host.view(lambda view: view.choosing is not None)
        assert await table["Ann"].refused(NamePreset("liz")) == "not_the_dealer"
        await time_runs_out(live, table, now)
        await table.host.view(lambda view: view.number == 1)
