"""The host: starting, pausing, handing over, settings, corrections, the end (R36)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cincinnati.errors import RulesError
from cincinnati.session import Seat
from cincinnati.tables.live import Clock, PersonId, Phase
from cincinnati.tables.live.commands import (
    AddBot,
    Approve,
    Change,
    Command,
    Correct,
    End,
    HandOver,
    Leave,
    Pause,
    Refuse,
    Remove,
    Resume,
    Sit,
    Start,
)
from cincinnati.tables.live.hosting import successor
from live_evening import Evening, kinds
from live_settings import QUICK, quick

ONLY_HIS: tuple[Command, ...] = (
    Start(),
    Pause(),
    Resume(),
    End(),
    AddBot("rookie"),
    Approve(PersonId("Bob")),
    Refuse(PersonId("Bob")),
    Remove(PersonId("Ann")),
    HandOver(PersonId("Bob")),
    Change(quick()),
    Correct(Seat(1), 50, "a gift"),
)


@pytest.mark.parametrize("command", ONLY_HIS, ids=lambda command: type(command).__name__)
def test_only_the_host_may(command: Command) -> None:
    evening = Evening("Ann Bob")
    evening.start()
    assert evening.refused("Bob", command) == "not_the_host"


def test_two_are_needed() -> None:
    evening = Evening("Ann")
    assert evening.refused("Ann", Start()) == "too_few"
    evening.do("Ann", AddBot("rookie"))
    evening.do("Ann", Start())
    assert evening.table.phase is Phase.PLAYING
    assert evening.refused("Ann", Start()) == "running"


def test_a_rematch_begins_anew_with_everybody_who_has_a_seat() -> None:
    evening = Evening("Ann Bob Cleo", quick(deals=1))
    evening.start("all-in, call, call")
    assert evening.table.phase is Phase.FINISHED
    assert evening.table.due is None
    evening.do("Bob", Leave())
    evening.start()
    assert evening.table.sessions == 2
    assert set(evening.session.order) == {0, 2}
    assert evening.total == 200
    assert evening.table.bank == {0: 60_000, 2: 60_000}


def test_a_pause_stops_the_clock_and_gives_the_whole_time_back() -> None:
    evening = Evening("Ann Bob")
    evening.start()
    evening.wait(20_000)
    evening.do("Ann", Pause())
    assert evening.table.phase is Phase.PAUSED
    assert evening.table.due is None
    assert evening.do("Ann", Pause()) == ()
    evening.wait(3_600_000)
    assert evening.turn == "Ann"
    evening.do("Ann", Resume())
    assert evening.do("Ann", Resume()) == ()
    assert evening.table.due is not None
    assert evening.table.due.at == evening.at + 30_000 + 60_000


def test_the_host_hands_over_and_has_no_powers_any_more() -> None:
    evening = Evening("Ann Bob")
    evening.do("Ann", AddBot("rookie"))
    bot = evening.table.seats[Seat(2)]
    assert evening.refused("Ann", HandOver(bot)) == "nobody"
    assert evening.refused("Ann", HandOver(PersonId("X"))) == "nobody"
    assert evening.do("Ann", HandOver(PersonId("Ann"))) == ()
    evening.do("Ann", HandOver(PersonId("Bob")))
    assert evening.refused("Ann", Start()) == "not_the_host"
    assert evening.refused("Ann", HandOver(PersonId("Ann"))) == "not_the_host"
    evening.do("Bob", Start())


def test_the_host_may_leave_his_seat_and_stays_the_host() -> None:
    evening = Evening("Ann Bob Cleo")
    evening.start()
    evening.do("Ann", Leave())
    evening.do("Ann", Pause())


def test_who_follows_a_host_who_is_gone() -> None:
    evening = Evening("Ann Bob Cleo Dan", seated=False)
    everybody = [PersonId(name) for name in ("Ann", "Bob", "Cleo", "Dan")]
    assert successor(evening.table, everybody) == "Bob", "who came first"
    evening.do("Dan", Sit(Seat(3)))
    evening.do("Cleo", Sit(Seat(5)))
    assert successor(evening.table, everybody) == "Dan", "who sits lowest"
    assert successor(evening.table, [PersonId("Cleo"), PersonId("Bob")]) == "Cleo"
    assert successor(evening.table, [PersonId("Ann")]) is None
    evening.do("Ann", AddBot("rookie", Seat(0)))
    bot = evening.table.seats[Seat(0)]
    assert successor(evening.table, [bot]) is None, "no bot is ever the host"


# --- settings -------------------------------------------------------------------------------


def test_new_rules_hold_from_the_next_deal_on() -> None:
    evening = Evening("Ann Bob", quick(deals=3))
    evening.start("bet 2")
    evening.do("Ann", Change(quick("liz", deals=3, ante=4)))
    view = evening.view("Bob")
    assert view.settings.rules.preset == "liz"
    assert view.deal is not None
    assert view.deal.rules.preset == "cincinnati", "the running deal goes on as it began"
    evening.check_down()
    evening.next_deal()
    view = evening.view("Bob")
    assert view.deal is not None
    assert (view.deal.rules.preset, view.deal.rules.ante) == ("liz", 4)


def test_a_new_clock_holds_from_the_next_deal_on_too() -> None:
    evening = Evening("Ann Bob", quick(deals=3))
    evening.start()
    assert evening.table.due is not None
    before = evening.table.due.at
    evening.do("Ann", Change(quick(deals=3, clock=replace(QUICK, action_ms=1))))
    assert evening.table.due.at == before, "no host takes away the time of who has the turn"
    evening.check_down()
    evening.next_deal()
    assert evening.table.due.at == evening.at + 1 + 60_000


def test_every_taken_seat_has_to_remain() -> None:
    evening = Evening("Ann Bob Cleo")
    assert evening.refused("Ann", Change(quick(players=2))) == "seats"
    evening.do("Cleo", Leave())
    evening.do("Ann", Change(quick(players=2)))
    assert evening.table.settings.rules.players == 2


def test_a_chair_of_this_session_has_to_remain_although_its_player_is_gone() -> None:
    evening = Evening("Ann Bob Cleo")
    evening.start()
    evening.do("Cleo", Leave())
    assert evening.refused("Ann", Change(quick(players=2))) == "seats"


def test_fewer_deals_end_the_session_with_the_next_one() -> None:
    evening = Evening("Ann Bob", quick(deals=5))
    evening.start()
    evening.do("Ann", Change(quick(deals=1)))
    evening.check_down()
    events = evening.let_due_happen()
    assert kinds(events)[0] == "RulesChanged"
    assert evening.table.phase is Phase.FINISHED


@pytest.mark.parametrize(
    "wrong",
    [
        {"action_ms": 0},
        {"action_ms": -1},
        {"bank_ms": 3_600_001},
        {"think_ms": (5, 4)},
        {"grace_ms": -5},
    ],
)
def test_clocks_that_make_no_sense(wrong: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        Clock(**wrong)


# --- corrections -----------------------------------------------------------------------------


@pytest.mark.rule(36)
def test_a_correction_has_an_author_and_a_reason_and_is_marked() -> None:
    evening = Evening("Ann Bob")
    evening.start()
    evening.check_down()
    before = evening.total
    evening.do("Ann", Correct(Seat(1), 25, "he bought the crisps"))
    assert evening.total == before + 25
    (seat,) = [each for each in evening.view("Bob").seats if each.seat == 1]
    assert seat.corrected == 25
    correction = evening.told("Bob")[-1]
    assert kinds([correction]) == ["ChipsCorrected"]
    assert "Ann" in str(correction)
    assert "crisps" in str(correction)


@pytest.mark.rule(36)
def test_corrections_that_are_refused() -> None:
    evening = Evening("Ann Bob")
    assert evening.refused("Ann", Correct(Seat(1), 5, "why not")) == "no_session"
    evening.start()
    assert evening.refused("Ann", Correct(Seat(1), 5, "why not")) == "deal_running"
    evening.check_down()
    assert evening.refused("Ann", Correct(Seat(1), 5, " ")) == "no_reason"
    assert evening.refused("Ann", Correct(Seat(5), 5, "who?")) == "no_such_seat"
    assert evening.refused("Ann", Correct(Seat(1), -500, "a fine")) == "too_few_chips"
    evening.do("Ann", Correct(Seat(1), -evening.chips[1], "he went home"))
    assert evening.table.phase is Phase.FINISHED, "one is left who can be dealt in"
