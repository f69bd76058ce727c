"""What happens by itself, and when: clocks, time banks, bots, the next deal (R33)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cincinnati.errors import TableError
from cincinnati.rules import Limit
from cincinnati.session import Presence, Seat
from cincinnati.tables.live import Clock, PersonId, Phase
from cincinnati.tables.live.commands import (
    Act,
    AddBot,
    Correct,
    NamePreset,
    Pause,
    Remove,
    Resume,
    SitIn,
    SitOut,
    Start,
)
from cincinnati.tables.live.decide import decide_due
from cincinnati.tables.live.events import GraceGiven
from cincinnati.tables.live.table import Reason, Table
from live_client import act
from live_evening import NOON, Evening, kinds
from live_settings import QUICK, quick

HOME = Clock()
"""The clocks of a table at which nobody has changed them."""


def due_in(evening: Evening) -> int:
    """In how many ms something happens by itself."""
    assert evening.table.due is not None
    return evening.table.due.at - evening.at


# --- the action clock and the time bank --------------------------------------------------------


def test_a_decision_has_its_time_and_then_the_time_bank() -> None:
    evening = Evening("Ann Bob Cleo", quick(clock=HOME))
    evening.start()
    assert due_in(evening) == 30_000 + 60_000
    view = evening.view("Bob")
    assert view.acts_until == evening.at + 90_000
    assert view.bank_from == evening.at + 30_000
    evening.wait(29_999)
    evening.play("check")
    assert evening.table.bank[Seat(0)] == 60_000, "who is in time pays nothing"
    assert due_in(evening) == 90_000, "the next one has his own time"


def test_what_goes_over_the_time_comes_out_of_the_bank() -> None:
    evening = Evening("Ann Bob Cleo", quick(clock=HOME))
    evening.start()
    evening.wait(30_000 + 12_345)
    assert kinds(evening.do("Ann", act(evening.view("Ann"), "check"))) == ["BankSpent", "Checked"]
    assert evening.table.bank[Seat(0)] == 60_000 - 12_345
    evening.play("check, check")
    assert evening.turn == "Ann"
    assert due_in(evening) == 30_000 + 60_000 - 12_345
    evening.wait(29_000)
    evening.play("check")
    assert evening.table.bank[Seat(0)] == 60_000 - 12_345


@pytest.mark.rule(33)
def test_when_time_is_up_he_checks_where_that_is_free_and_sits_out() -> None:
    evening = Evening("Ann Bob Cleo", quick(clock=HOME))
    evening.start()
    assert kinds(evening.let_due_happen()) == ["BankSpent", "Checked", "SeatAway"]
    assert evening.at == NOON + 90_000
    assert evening.table.bank[Seat(0)] == 0
    assert evening.session.seats[Seat(0)].presence is Presence.AWAY
    assert evening.turn == "Bob"


@pytest.mark.rule(33)
def test_when_time_is_up_he_folds_to_a_bet() -> None:
    evening = Evening("Ann Bob Cleo", quick(clock=HOME))
    evening.start("bet 2")
    assert kinds(evening.let_due_happen()) == ["BankSpent", "Folded", "SeatAway"]
    assert evening.turn == "Cleo"


@pytest.mark.rule(33)
def test_a_bring_in_that_is_due_is_posted() -> None:
    evening = Evening("Ann Bob Cleo", quick(bring_in=1, clock=HOME))
    evening.start()
    assert kinds(evening.let_due_happen()) == ["BankSpent", "BringInPosted", "SeatAway"]


def test_without_a_bank_there_is_none_to_spend() -> None:
    evening = Evening("Ann Bob Cleo", quick(clock=replace(HOME, bank_ms=0)))
    evening.start()
    assert due_in(evening) == 30_000
    assert kinds(evening.let_due_happen()) == ["Checked", "SeatAway"]


def test_who_came_back_has_the_action_clock_but_no_bank() -> None:
    evening = Evening("Ann Bob Cleo", quick(clock=HOME))
    evening.start()
    evening.let_due_happen()
    evening.do("Ann", SitIn())
    evening.play("check, check")
    assert evening.turn == "Ann"
    assert due_in(evening) == 30_000


def test_nothing_happens_before_its_time() -> None:
    evening = Evening("Ann Bob", quick(clock=HOME))
    evening.start()
    evening.wait(89_999)
    assert evening.turn == "Ann"
    evening.wait(1)
    assert evening.turn == "Bob"


def test_a_time_out_ends_the_deal_properly_when_it_was_the_last_fold() -> None:
    evening = Evening("Ann Bob", quick(clock=HOME, deals=1))
    evening.start("bet 2")
    events = kinds(evening.let_due_happen())
    assert events[-1] == "SessionEnded"
    assert "SeatAway" not in events, "nobody sits out of a session that is over"
    assert evening.chips == [101, 99]


# --- a restart ---------------------------------------------------------------------------------


def test_grace_after_a_restart_costs_nothing_of_the_time_bank() -> None:
    evening = Evening("Ann Bob", quick(clock=HOME))
    evening.start()
    evening.at += 600_000  # for ten minutes no server runs
    evening.happened(GraceGiven(evening.at + 5_000))
    assert due_in(evening) == 5_000 + 60_000
    assert evening.view("Ann").bank_from == evening.at + 5_000
    evening.wait(4_000)
    evening.play("check")
    assert evening.table.bank[Seat(0)] == 60_000
    assert due_in(evening) == 90_000, "grace is for the decision that was interrupted"


def test_after_the_grace_the_time_bank_runs() -> None:
    evening = Evening("Ann Bob", quick(clock=HOME))
    evening.start()
    evening.at += 600_000
    evening.happened(GraceGiven(evening.at + 5_000))
    evening.wait(5_000 + 7_000)
    evening.play("check")
    assert evening.table.bank[Seat(0)] == 53_000


# --- bots --------------------------------------------------------------------------------------


def test_a_bot_seems_to_think_between_the_least_and_the_most() -> None:
    evening = Evening("Ann", quick(clock=HOME, deals=3))
    for bot in ("rookie", "casual", "regular"):
        evening.do("Ann", AddBot(bot))
    evening.start()
    thought = set()
    while not evening.session.over:
        due = evening.table.due
        assert due is not None
        if due.reason is Reason.BOT_MOVES:
            thought.add(due_in(evening))
        if evening.session.playing and evening.turn == "Ann":
            evening.play("call" if _price(evening) else "check")
        else:
            evening.let_due_happen()
    assert min(thought) >= 700
    assert max(thought) <= 2_500
    assert len(thought) > 5, "not always the same"
    assert evening.view("Ann").acts_until is None


def test_bots_that_play_without_people_cannot_race() -> None:
    """Whatever the table's clock says: Ann has lost all and looks on."""
    evening = Evening("Ann", quick(deals=3, limit=Limit.FIXED))
    for bot in ("casual", "regular"):
        evening.do("Ann", AddBot(bot))
    evening.start()
    alone, with_ann = set[int](), set[int]()
    while not evening.session.over:
        due = evening.table.due
        assert due is not None
        if due.reason is Reason.BOT_MOVES:
            (alone if ann_is_out(evening) else with_ann).add(due_in(evening))
        if evening.session.playing and evening.turn == "Ann":
            evening.play("call" if _price(evening) else "check")
        elif not evening.session.playing and evening.chips[0]:
            evening.do("Ann", Correct(Seat(0), -evening.chips[0], "she gives all to the bank"))
        else:
            evening.let_due_happen()
    assert (alone, with_ann) == ({100}, {0})


def test_a_bot_that_is_removed_in_a_deal_stops_no_clock() -> None:
    """Its cards were dealt to somebody who is no longer there."""
    evening = Evening("Ann", quick())
    for bot in ("rookie", "casual", "regular"):
        evening.do("Ann", AddBot(bot))
    evening.start()
    bot = evening.table.seats[Seat(1)]
    assert bot in evening.table.dealt
    evening.do("Ann", Remove(bot))
    assert bot not in evening.table.people
    while evening.session.playing:
        if evening.turn == "Ann":
            evening.play("call" if _price(evening) else "check")
        else:
            assert due_in(evening) == 0
            evening.let_due_happen()


def ann_is_out(evening: Evening) -> bool:
    return PersonId("Ann") not in evening.table.dealt


def _price(evening: Evening) -> int | None:
    deal = evening.view(evening.turn).deal
    assert deal is not None
    assert deal.legal is not None
    return deal.legal.call


def test_no_clock_is_shown_for_a_bot() -> None:
    evening = Evening("Ann", quick(clock=HOME))
    evening.do("Ann", AddBot("rookie"))
    evening.start("check")
    assert evening.view("Ann").to_act == 1
    assert evening.view("Ann").acts_until is None


def test_a_bot_that_fails_checks_or_folds() -> None:
    evening = Evening("Ann")
    evening.do("Ann", AddBot("rookie"))
    bot = evening.table.seats[Seat(1)]
    people = {**evening.table.people}
    people[bot] = replace(people[bot], bot="one that is not installed any more")
    evening.table = replace(evening.table, people=people)
    evening.start("bet 2")
    assert "Folded" in kinds(evening.let_due_happen())


def test_what_a_bot_may_answer_in_its_turn() -> None:
    evening = Evening("Ann")
    evening.do("Ann", AddBot("rookie"))
    evening.start("check")
    assert evening.table.due is not None

    def nonsense(table: Table, seat: Seat) -> NamePreset:
        return NamePreset("liz")

    with pytest.raises(TableError):
        decide_due(evening.table, evening.table.due, chance=evening.luck, move=nonsense)


# --- between deals -----------------------------------------------------------------------------


def test_the_next_deal_begins_by_itself_and_later_when_hands_were_shown() -> None:
    evening = Evening("Ann Bob Cleo", quick(clock=HOME, deals=3))
    evening.start("bet 2, fold, fold")
    assert due_in(evening) == 4_000
    evening.next_deal()
    evening.check_down()
    assert due_in(evening) == 4_000 + 3 * 1_500
    assert kinds(evening.let_due_happen())[0] == "DealBegan"


def test_the_first_deal_begins_at_once() -> None:
    evening = Evening("Ann Bob", quick(clock=HOME))
    evening.do("Ann", Start())
    assert due_in(evening) == 0


def test_when_everybody_is_away_the_table_waits_and_nothing_is_lost() -> None:
    evening = Evening("Ann Bob Cleo", quick(clock=HOME, deals=5))
    evening.start()
    evening.wait(24 * 3_600_000)
    assert evening.table.phase is Phase.PAUSED
    assert evening.table.due is None
    assert evening.session.number == 1, "no deal among people who are not there"
    assert evening.total == 300
    chips = evening.chips
    assert kinds(evening.do("Bob", SitIn())) == ["SeatBack", "Resumed"]
    evening.next_deal()
    assert evening.turn == "Bob"
    assert sum(chips) == evening.total


def test_bots_do_not_play_alone_when_all_people_are_away() -> None:
    evening = Evening("Ann", quick(clock=HOME, deals=5))
    evening.do("Ann", AddBot("rookie"))
    evening.do("Ann", AddBot("rookie"))
    evening.start()
    evening.do("Ann", SitOut())
    evening.wait(24 * 3_600_000)
    assert evening.table.phase is Phase.PAUSED
    assert evening.session.number == 1


def test_sitting_in_does_not_end_the_hosts_pause() -> None:
    evening = Evening("Ann Bob")
    evening.start()
    evening.do("Bob", SitOut())
    evening.do("Ann", Pause())
    assert kinds(evening.do("Bob", SitIn())) == ["SeatBack"]
    assert evening.table.phase is Phase.PAUSED
    evening.do("Ann", Resume())


def test_a_stale_turn_after_a_time_out() -> None:
    evening = Evening("Ann Bob Cleo", quick(clock=HOME))
    evening.start()
    late = act(evening.view("Ann"), "check")
    evening.let_due_happen()
    assert evening.refused("Ann", late) == "stale_turn"


def test_an_act_for_the_right_turn_is_taken_at_the_last_moment() -> None:
    evening = Evening("Ann Bob Cleo", quick(clock=HOME))
    evening.start()
    command = act(evening.view("Ann"), "check")
    evening.at += 90_000
    assert isinstance(command, Act)
    evening.do("Ann", command)
    assert evening.table.bank[Seat(0)] == 0
    assert evening.table.people[PersonId("Ann")].seat == 0


def test_clocks_of_zero_are_no_trouble() -> None:
    evening = Evening("Ann Bob", quick(clock=replace(QUICK, bank_ms=0, grace_ms=0, action_ms=1)))
    evening.start()
    evening.wait(10)
    assert evening.table.phase is Phase.PAUSED
