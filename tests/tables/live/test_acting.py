"""Acting: only in one's turn, and only if one saw the table as it is (hand, turn, price)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cincinnati.engine import Call, Fold, Raise
from cincinnati.rules import Limit
from cincinnati.tables.live.commands import (
    Act,
    End,
    Leave,
    NamePreset,
    Pause,
    Resume,
    Sit,
    SitIn,
    SitOut,
    Start,
)
from live_client import act
from live_evening import Evening, kinds
from live_settings import quick


def test_a_hand_as_at_home() -> None:
    evening = Evening("Ann Bob Cleo")
    evening.start("check, bet 2, raise 6, fold, call | check, bet 10, fold")
    assert evening.chips == [99, 93, 108]
    assert evening.total == 300
    assert evening.folded() == evening.table


def test_it_is_nobody_elses_turn() -> None:
    evening = Evening("Ann Bob Cleo")
    evening.start()
    command = act(evening.view("Ann"), "check")
    assert evening.refused("Bob", command) == "not_your_turn"
    assert evening.refused("Ann", replace(command, action=Fold())) == "nothing_to_match"
    assert evening.refused("Ann", replace(command, action=Raise(1))) == "raise_too_small"
    assert evening.refused("Ann", replace(command, action=Raise(100))) == "raise_too_large"
    evening.do("Ann", command)


def test_a_double_click_acts_once() -> None:
    evening = Evening("Ann Bob")
    evening.start()
    command = act(evening.view("Ann"), "check")
    evening.do("Ann", command)
    assert evening.refused("Ann", command) == "stale_turn"


def test_a_late_click_does_not_act_in_the_next_round() -> None:
    evening = Evening("Ann Bob")
    evening.start()
    late = act(evening.view("Ann"), "check")
    evening.play("check, check")
    assert evening.turn == "Ann", "it is his turn again, and checking is free again"
    assert evening.refused("Ann", late) == "stale_turn"


def test_a_late_click_does_not_act_in_the_next_hand_or_session() -> None:
    evening = Evening("Ann Bob", quick(deals=1))
    evening.start()
    late = act(evening.view("Ann"), "check")
    evening.check_down()
    assert evening.refused("Ann", late) == "no_session"
    evening.start()
    again = act(evening.view("Ann"), "check")
    assert (again.deal, again.price) == (late.deal, late.price), "all alike but the turn"
    assert evening.refused("Ann", late) == "stale_turn"


def test_a_command_for_another_hand_is_refused() -> None:
    evening = Evening("Ann Bob")
    evening.start()
    command = act(evening.view("Ann"), "check")
    assert evening.refused("Ann", replace(command, deal=2)) == "stale_turn"
    assert evening.refused("Ann", replace(command, turn=command.turn + 1)) == "stale_turn"


def test_the_price_has_to_be_the_one_that_was_seen() -> None:
    evening = Evening("Ann Bob")
    evening.start("bet 2")
    seen = act(evening.view("Bob"), "call")
    assert seen.price == 2
    for price in (0, 3, None):
        assert evening.refused("Bob", replace(seen, price=price)) == "stale_price"
    evening.do("Bob", seen)


def test_a_bring_in_has_no_price_to_see() -> None:
    evening = Evening("Ann Bob", quick(ante=1, bring_in=1))
    evening.start()
    command = act(evening.view("Ann"), "bring-in")
    assert command.price is None
    assert evening.refused("Ann", replace(command, price=0)) == "stale_price"
    assert evening.refused("Ann", replace(command, action=Call())) == "bring_in_due"
    evening.do("Ann", command)


def test_nobody_acts_between_deals_or_without_a_seat() -> None:
    evening = Evening("Ann Bob Cleo", seated=False)
    for name in ("Ann", "Bob"):
        evening.do(name, Sit())
    command = Act(1, 0, 0, Call())
    assert evening.refused("Ann", command) == "no_session"
    evening.do("Ann", Start())
    assert evening.refused("Ann", command) == "no_deal"
    evening.next_deal()
    assert evening.refused("Cleo", command) == "no_seat"
    evening.do("Bob", Leave())
    assert evening.refused("Bob", command) == "no_seat"


def test_nobody_acts_while_the_table_is_paused() -> None:
    evening = Evening("Ann Bob")
    evening.start()
    command = act(evening.view("Ann"), "check")
    evening.do("Ann", Pause())
    assert evening.refused("Ann", command) == "paused"
    evening.do("Ann", Resume())
    evening.do("Ann", command)


def test_at_a_closed_table_nothing_is_possible() -> None:
    evening = Evening("Ann Bob")
    evening.start()
    command = act(evening.view("Ann"), "check")
    evening.do("Ann", End())
    for asked in (command, Sit(), SitOut(), SitIn(), Leave(), Start(), NamePreset(None), End()):
        assert evening.refused("Ann", asked) == "closed"
    assert evening.table.due is None


def test_who_sits_out_may_come_back_in_time_to_act() -> None:
    evening = Evening("Ann Bob Cleo")
    evening.start()
    evening.do("Cleo", SitOut())
    evening.do("Cleo", SitIn())
    evening.play("check, check")
    assert evening.turn == "Cleo"


def test_going_all_in_runs_the_board_out_and_asks_nobody_more() -> None:
    evening = Evening("Ann Bob", quick(deals=1))
    evening.start("all-in")
    events = evening.do("Bob", act(evening.view("Bob"), "call"))
    assert kinds(events).count("CardTurned") == 4
    assert kinds(events)[-1] == "SessionEnded"
    assert evening.total == 200


@pytest.mark.parametrize("limit", ["no", "pot", "fixed"])
def test_what_a_view_allows_is_what_is_accepted(limit: str) -> None:
    evening = Evening("Ann Bob Cleo", quick(limit=Limit(limit), deals=1))
    evening.start()
    deal = evening.view("Ann").deal
    assert deal is not None
    assert deal.legal is not None
    assert deal.legal.raise_to is not None
    least, most = deal.legal.raise_to
    command = act(evening.view("Ann"), "check")
    for amount, wanted in ((least - 1, "raise_too_small"), (most + 1, "raise_too_large")):
        assert evening.refused("Ann", replace(command, action=Raise(amount))) == wanted
    evening.do("Ann", replace(command, action=Raise(most)))
