"""Coming, sitting down, getting up: with the host's yes or without it (R34, R35)."""

from __future__ import annotations

import pytest

from cincinnati.session import Presence, Seat
from cincinnati.tables.live import PersonId, Phase
from cincinnati.tables.live.commands import (
    AddBot,
    Approve,
    Join,
    Leave,
    Refuse,
    Remove,
    Sit,
    SitIn,
    SitOut,
    Start,
)
from cincinnati.tables.live.decide import MOST_PEOPLE
from live_evening import Evening, kinds
from live_settings import quick

# --- names -----------------------------------------------------------------------------------


def test_who_comes_has_a_name_and_no_seat_yet() -> None:
    evening = Evening("Ann", seated=False)
    evening.do("new", Join("  Élodie \t de   Sá "))
    assert evening.table.people[PersonId("new")].name == "Élodie de Sá"
    assert evening.seat("new") is None
    assert evening.table.seats == {}


@pytest.mark.parametrize("name", ["Ann", "ann", " ANN ", "\u200bAnn"])
def test_a_name_is_there_once(name: str) -> None:
    assert Evening("Ann").refused("new", Join(name)) == "name_taken"


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u200b", "\x00", "x" * 25])
def test_a_name_has_1_to_24_characters_that_one_can_see(name: str) -> None:
    assert Evening("Ann").refused("new", Join(name)) == "bad_name"


def test_marks_that_turn_the_text_around_are_no_part_of_a_name() -> None:
    evening = Evening("Ann")
    evening.do("new", Join("Bo\u202eb\x1b[31m"))
    assert evening.table.people[PersonId("new")].name == "Bo b [31m"


def test_a_table_is_no_stadium() -> None:
    evening = Evening("Ann")
    for number in range(MOST_PEOPLE - 1):
        evening.do(f"p{number}", Join(f"n{number}"))
    assert evening.refused("new", Join("one more")) == "crowded"


def test_strangers_can_only_join() -> None:
    evening = Evening("Ann Bob")
    for command in (Sit(), Leave(), SitOut(), Start(), AddBot("rookie")):
        assert evening.refused("nobody", command) == "stranger"


# --- seats ------------------------------------------------------------------------------------


def test_seats_are_taken_from_the_first_on_or_as_one_likes() -> None:
    evening = Evening("Ann Bob Cleo", seated=False)
    evening.do("Ann", Sit(Seat(5)))
    evening.do("Bob", Sit())
    evening.do("Cleo", Sit(Seat(0)))
    assert evening.table.seats == {5: "Ann", 6: "Bob", 0: "Cleo"}


def test_after_the_last_seat_comes_the_first_free_one() -> None:
    evening = Evening("Ann Bob", quick(players=3), seated=False)
    evening.do("Ann", Sit(Seat(2)))
    evening.do("Bob", Sit())
    assert evening.seat("Bob") == 0


def test_seats_that_cannot_be_taken() -> None:
    evening = Evening("Ann Bob Cleo Dan", quick(players=2), seated=False)
    evening.do("Ann", Sit(Seat(1)))
    assert evening.refused("Ann", Sit(Seat(0))) == "seated"
    assert evening.refused("Bob", Sit(Seat(1))) == "seat_taken"
    assert evening.refused("Bob", Sit(Seat(2))) == "seat_taken"
    evening.do("Bob", Sit())
    assert evening.refused("Cleo", Sit()) == "full"


def test_with_approval_a_seat_is_asked_for_and_the_host_says_yes() -> None:
    evening = Evening("Ann Bob Cleo", quick(approve=True), seated=False)
    evening.do("Ann", Sit(Seat(0)))
    assert evening.seat("Ann") == 0, "the host need not ask himself"
    evening.do("Bob", Sit(Seat(4)))
    assert evening.seat("Bob") is None
    assert evening.table.people[PersonId("Bob")].asked == 4
    assert evening.refused("Cleo", Sit(Seat(4))) == "seat_taken", "it is kept for Bob"
    assert evening.refused("Cleo", Approve(PersonId("Bob"))) == "not_the_host"
    evening.do("Ann", Approve(PersonId("Bob")))
    assert evening.seat("Bob") == 4, "the seat that he asked for"
    assert evening.table.people[PersonId("Bob")].asked is None


def test_asking_twice_is_asking_once_and_one_may_ask_for_another() -> None:
    evening = Evening("Ann Bob", quick(approve=True), seated=False)
    evening.do("Bob", Sit(Seat(4)))
    assert evening.do("Bob", Sit(Seat(4))) == ()
    evening.do("Bob", Sit(Seat(2)))
    assert evening.table.people[PersonId("Bob")].asked == 2


def test_the_last_seat_can_be_asked_for_and_given() -> None:
    evening = Evening("Ann Bob", quick(approve=True, players=2), seated=False)
    evening.do("Ann", Sit())
    evening.do("Bob", Sit())
    evening.do("Ann", Approve(PersonId("Bob")))
    assert evening.seat("Bob") == 1


def test_the_host_says_no() -> None:
    evening = Evening("Ann Bob Cleo", quick(approve=True), seated=False)
    evening.do("Bob", Sit(Seat(4)))
    evening.do("Ann", Refuse(PersonId("Bob")))
    assert evening.table.people[PersonId("Bob")].asked is None
    evening.do("Cleo", Sit(Seat(4)))
    for command in (Approve(PersonId("Bob")), Refuse(PersonId("Bob")), Approve(PersonId("X"))):
        assert evening.refused("Ann", command) == "not_asked"


def test_who_has_asked_may_think_better_of_it() -> None:
    evening = Evening("Ann Bob", quick(approve=True), seated=False)
    evening.do("Bob", Sit())
    evening.do("Bob", Leave())
    assert evening.table.people[PersonId("Bob")].asked is None
    assert evening.refused("Bob", Leave()) == "no_seat"


def test_leaving_before_the_game_frees_the_chair() -> None:
    evening = Evening("Ann Bob")
    evening.do("Bob", Leave())
    assert evening.table.seats == {0: "Ann"}
    evening.do("Bob", Sit(Seat(1)))
    evening.do("Ann", Remove(PersonId("Bob")))
    assert evening.table.seats == {0: "Ann"}
    assert evening.refused("Ann", Remove(PersonId("nobody"))) == "nobody"


# --- bots --------------------------------------------------------------------------------------


def test_bots_have_names_of_their_own_and_seats() -> None:
    evening = Evening("ada Bruno", quick(players=8))
    for _ in range(6):
        evening.do("ada", AddBot("rookie"))
    names = [person.name for person in evening.table.people.values()]
    assert len({name.casefold() for name in names}) == len(names) == 8
    assert "Ada" not in names
    assert sorted(evening.table.seats) == list(range(8))
    assert evening.refused("ada", AddBot("rookie")) == "full"


def test_bots_are_of_kinds_that_there_are() -> None:
    evening = Evening("Ann")
    assert evening.refused("Ann", AddBot("grandmaster")) != ""
    assert evening.refused("Ann", AddBot("rookie", Seat(0))) == "seat_taken"


def test_a_bot_that_is_removed_is_gone_with_its_name() -> None:
    evening = Evening("Ann")
    evening.do("Ann", AddBot("rookie"))
    bot = evening.table.seats[Seat(1)]
    evening.do("Ann", Remove(bot))
    assert bot not in evening.table.people
    evening.do("Ann", AddBot("casual", Seat(1)))
    assert evening.table.person_at(Seat(1)) is not None


# --- in a running session ------------------------------------------------------------------------


@pytest.mark.rule(34)
def test_who_leaves_in_the_middle_of_a_hand_folds_and_ranks_by_his_chips() -> None:
    evening = Evening("Ann Bob Cleo", quick(deals=3))
    evening.start("bet 2, call, call | bet 10")
    evening.do("Bob", Leave())
    assert evening.seat("Bob") is None
    assert evening.turn == "Cleo", "the table does not wait for him"
    evening.play("call")
    evening.check_down()
    evening.next_deal()
    assert evening.session.order == (2, 0), "out from the next hand on"
    evening.play_out()
    assert evening.table.phase is Phase.FINISHED
    assert evening.session.chips[Seat(1)] == 97
    assert evening.total == 300


@pytest.mark.rule(34)
def test_removed_when_it_is_his_turn() -> None:
    evening = Evening("Ann Bob Cleo")
    evening.start("bet 2")
    assert evening.turn == "Bob"
    events = evening.do("Ann", Remove(PersonId("Bob")))
    assert kinds(events) == ["SeatLeft", "Folded", "SeatCleared"]
    assert evening.turn == "Cleo"


@pytest.mark.rule(34)
def test_leaving_checks_where_that_is_free() -> None:
    evening = Evening("Ann Bob Cleo")
    evening.start()
    assert kinds(evening.do("Ann", Leave())) == ["SeatLeft", "Checked", "SeatCleared"]


@pytest.mark.rule(34)
def test_the_chair_of_who_left_stays_free_until_the_session_is_over() -> None:
    evening = Evening("Ann Bob Cleo Dan", quick(latecomers=True, players=3), seated=False)
    for name in ("Ann", "Bob", "Cleo"):
        evening.do(name, Sit())
    evening.start()
    evening.do("Cleo", Leave())
    assert evening.refused("Dan", Sit(Seat(2))) == "full"
    evening.play_out()
    evening.do("Dan", Sit(Seat(2)))
    assert evening.seat("Dan") == 2


@pytest.mark.rule(34)
def test_when_one_is_left_the_session_is_over() -> None:
    evening = Evening("Ann Bob")
    evening.start("bet 2")
    evening.do("Bob", Leave())
    assert evening.table.phase is Phase.FINISHED
    assert evening.chips == [101, 99]


@pytest.mark.rule(35)
def test_a_latecomer_enters_at_the_next_hand_with_the_starting_stack() -> None:
    evening = Evening("Ann Bob", quick(latecomers=True))
    evening.start("bet 2")
    evening.do("Cleo", Join("Cleo"))
    assert kinds(evening.do("Cleo", Sit())) == ["SeatGiven", "SeatTaken"]
    assert evening.seat("Cleo") == 2, "to the left of the last seat taken"
    assert evening.session.order == (0, 1), "not in the running hand"
    evening.play("call")
    evening.check_down()
    evening.next_deal()
    assert set(evening.session.order) == {0, 1, 2}
    assert evening.total == 300
    assert evening.table.bank[Seat(2)] == 60_000, "with a time bank like the others"


@pytest.mark.rule(35)
def test_where_no_latecomers_are_let_in_one_sits_down_for_the_next_session() -> None:
    evening = Evening("Ann Bob", quick(deals=1))
    evening.start()
    evening.do("Cleo", Join("Cleo"))
    assert kinds(evening.do("Cleo", Sit())) == ["SeatGiven"]
    assert evening.refused("Cleo", SitIn()) == "no_seat"
    evening.check_down()
    assert evening.table.phase is Phase.FINISHED
    evening.start()
    assert set(evening.session.order) == {0, 1, 2}


@pytest.mark.rule(20)
def test_nobody_buys_in_again_by_leaving_and_coming_back() -> None:
    evening = Evening("Ann Bob Cleo", quick(latecomers=True, deals=9))
    evening.start("all-in, call, fold")
    evening.wait(0)
    assert 0 in evening.chips
    loser = evening.table.seats[Seat(evening.chips.index(0))]
    evening.do(loser, Leave())
    assert kinds(evening.do(loser, Sit())) == ["SeatGiven"], "he waits for the next session"
    assert evening.total == 300


@pytest.mark.rule(33)
def test_sitting_out_and_in_may_be_repeated_without_harm() -> None:
    evening = Evening("Ann Bob Cleo")
    evening.start()
    assert kinds(evening.do("Bob", SitOut())) == ["SeatAway"]
    assert evening.do("Bob", SitOut()) == ()
    assert evening.session.seats[Seat(1)].presence is Presence.AWAY
    assert kinds(evening.do("Bob", SitIn())) == ["SeatBack"]
    assert evening.do("Bob", SitIn()) == ()
    assert evening.session.seats[Seat(1)].presence is Presence.HERE


@pytest.mark.rule(33)
def test_who_sits_out_is_dealt_in_pays_checks_and_folds() -> None:
    evening = Evening("Ann Bob Cleo", quick(deals=2))
    evening.start()
    assert kinds(evening.do("Ann", SitOut())) == ["SeatAway", "Checked"]
    evening.play("bet 2, call")
    assert evening.turn == "Bob", "Ann has folded to the bet"
    evening.check_down()
    evening.next_deal()
    assert 0 in evening.session.order
    assert evening.session.chips[Seat(0)] == 98, "two antes"


def test_without_a_session_nobody_sits_out() -> None:
    evening = Evening("Ann Bob")
    for command in (SitOut(), SitIn()):
        assert evening.refused("Ann", command) == "no_session"
