"""At a live table: who is away, leaves or comes late, corrections, dealer's choice (R33-R38)."""

from typing import Any

import pytest

from cincinnati.cards import Deck
from cincinnati.engine import Position
from cincinnati.engine.seen import AntesPosted, BringInPosted, Checked, Folded
from cincinnati.errors import RulesError, SessionError
from cincinnati.rules import Limit, Split, Wild
from cincinnati.session import (
    ChipsCorrected,
    InDeal,
    Presence,
    PresetNamed,
    Seat,
    Session,
    SessionEnded,
    idle_action,
)
from home_game import all_chips, next_deal, play_on, rules_of, whole_deal


def session_of(seats: int = 3, dealer: int = 0, **changes: Any) -> Session:
    return Session.start(rules_of(**changes), seats=range(seats), dealer=dealer)


def in_deal(session: Session) -> list[object]:
    """The events of the latest deal."""
    assert session.deal is not None
    return list(session.deal.events)


@pytest.mark.rule("R33")
def test_a_player_who_is_away_is_dealt_in_and_pays_the_ante() -> None:
    session = next_deal(session_of().away(1))
    assert session.order == (1, 2, 0)
    assert AntesPosted((1, 1, 1)) in in_deal(session)
    assert session.chips == {0: 99, 1: 99, 2: 99}


@pytest.mark.rule("R33")
def test_who_is_away_checks_when_that_is_free_and_else_folds() -> None:
    session = next_deal(session_of().away(1))
    # Seat 1, the first to act, has checked already.
    assert in_deal(session)[-1] == Checked(Position(0))
    assert session.to_act == 2
    session = play_on(session, "bet 2, call")
    assert session.to_act == 2
    assert Folded(Position(0)) in in_deal(session)


@pytest.mark.rule("R33")
def test_going_away_when_it_is_ones_turn_acts_at_once() -> None:
    session = next_deal(session_of())
    assert session.to_act == 1
    assert session.away(1).to_act == 2
    facing = play_on(session, "bet 2").away(2)
    assert in_deal(facing)[-1] == Folded(Position(1))
    assert facing.to_act == 0
    # Somebody else's absence changes nothing at the moment.
    assert session.away(2).to_act == 1


@pytest.mark.rule("R33")
def test_who_is_away_posts_a_bring_in_that_is_due() -> None:
    session = next_deal(session_of(bring_in=1).away(1))
    assert BringInPosted(Position(0), 1, 98) in in_deal(session)
    assert session.to_act == 2


@pytest.mark.rule("R33")
def test_a_deal_of_absent_players_plays_itself_to_the_end() -> None:
    session = next_deal(session_of().away(0).away(1).away(2))
    assert not session.playing
    assert session.number == 1
    assert sum(session.chips.values()) == 300


@pytest.mark.rule("R33")
def test_who_comes_back_plays_for_himself() -> None:
    session = next_deal(session_of().away(1).back(1))
    assert session.to_act == 1
    assert session.seats[session.order[0]].presence is Presence.HERE


@pytest.mark.rule("R33")
@pytest.mark.parametrize(
    ("bring_in", "script", "action"),
    [(0, "", "Call"), (0, "bet 2", "Fold"), (1, "", "BringIn"), (1, "bring-in", "Fold")],
)
def test_what_is_done_for_a_player(bring_in: int, script: str, action: str) -> None:
    session = next_deal(session_of(bring_in=bring_in), script)
    assert session.deal is not None
    assert session.deal.legal is not None
    assert type(idle_action(session.deal.legal)).__name__ == action


@pytest.mark.rule("R33")
@pytest.mark.rule("R34")
def test_who_leaves_in_the_middle_of_a_hand_is_in_it_to_its_end() -> None:
    session = next_deal(session_of(), "check, check, check").leave(2)
    assert session.dealt_in == (0, 1)
    assert session.to_act == 1
    session = whole_deal_from(play_on(session, "check, check"))
    # He checked all the way: his hand was shown like the others.
    assert Folded(Position(1)) not in in_deal(session)


def whole_deal_from(session: Session) -> Session:
    while session.playing:
        session = play_on(session, "check")
    return session


@pytest.mark.rule("R34")
def test_who_left_is_out_from_the_next_hand_on_and_ranks_by_his_chips() -> None:
    session = whole_deal(session_of(4, deals=2), "bet 10, fold, fold, fold").leave(1)
    assert session.chips == {0: 99, 1: 103, 2: 99, 3: 99}
    assert session.dealt_in == (0, 2, 3)
    session = whole_deal(session, "bet 10, fold, fold")
    assert session.chips == {0: 99 - 1, 1: 103, 2: 98, 3: 101}
    assert session.places == {0: 3, 1: 1, 2: 3, 3: 2}


@pytest.mark.rule("R34")
@pytest.mark.rule("R21")
def test_the_session_ends_when_all_but_one_have_left() -> None:
    session = session_of().leave(0)
    assert not session.over
    session = session.leave(2)
    assert session.over
    assert isinstance(session.events[-1], SessionEnded)
    assert session.places == {0: 1, 1: 1, 2: 1}


@pytest.mark.rule("R34")
def test_the_session_goes_on_to_the_end_of_the_hand_in_which_they_leave() -> None:
    session = next_deal(session_of(2), "bet 2").leave(1)
    assert session.playing
    session = play_on(session, "call")
    while session.playing:
        session = play_on(session, "check")
    assert session.over


@pytest.mark.rule("R34")
@pytest.mark.parametrize("step", ["away", "back", "leave"])
def test_who_has_left_does_not_come_back(step: str) -> None:
    session = session_of().leave(1)
    with pytest.raises(SessionError, match="seat 1 has left for good") as refused:
        getattr(session, step)(1)
    assert refused.value.code == "seat_left"
    with pytest.raises(SessionError, match="nobody has seat 5") as refused:
        getattr(session, step)(5)
    assert refused.value.code == "no_such_seat"


@pytest.mark.rule("R35")
def test_a_latecomer_sits_left_of_the_last_seat_taken() -> None:
    session = next_deal(session_of(latecomers=True)).enter()
    assert sorted(session.seats) == [0, 1, 2, 3]
    assert session.chips == {0: 99, 1: 99, 2: 99, 3: 100}
    # He is in from the next hand on.
    assert session.order == (1, 2, 0)
    spectator = session.view(3)
    assert spectator is not None
    assert spectator.position is None
    session = next_deal(whole_deal_from(session))
    assert session.order == (2, 3, 0, 1)
    assert session.seats[session.order[1]].chips == 100


@pytest.mark.rule("R35")
def test_a_latecomer_may_choose_an_empty_seat() -> None:
    session = Session.start(rules_of(latecomers=True, players=4), seats=[0, 3], dealer=0)
    assert sorted(session.enter(2).seats) == [0, 2, 3]
    wider = Session.start(rules_of(latecomers=True), seats=[0, 3], dealer=0)
    assert sorted(wider.enter().seats) == [0, 3, 4]
    # Behind the last seat there is none: the first empty one.
    assert sorted(session.enter().seats) == [0, 1, 3]
    with pytest.raises(SessionError, match=r"seat 3 is not free; free are \[1, 2\]") as refused:
        session.enter(3)
    assert refused.value.code == "seat_taken"
    with pytest.raises(SessionError, match="seat 4 is not free"):
        session.enter(4)
    with pytest.raises(SessionError, match="all 4 seats are taken") as refused:
        session.enter().enter().enter()
    assert refused.value.code == "table_full"


@pytest.mark.rule("R35")
def test_latecomers_enter_only_where_the_host_allows_it() -> None:
    with pytest.raises(SessionError, match="takes no latecomers") as refused:
        session_of().enter()
    assert refused.value.code == "no_latecomers"


@pytest.mark.rule("R35")
def test_the_seat_of_somebody_who_left_is_not_free() -> None:
    session = session_of(latecomers=True).leave(1)
    with pytest.raises(SessionError, match="seat 1 is not free"):
        session.enter(1)


@pytest.mark.rule("R36")
@pytest.mark.rule("R19")
def test_a_correction_changes_the_total_and_is_marked() -> None:
    session = whole_deal(session_of()).correct(2, 25, author="Ada", reason="paid twice")
    assert session.events[-1] == ChipsCorrected(Seat(2), 25, "Ada", "paid twice")
    assert sum(session.chips.values()) == 325
    assert [seat.corrected for seat in session.seats.values()] == [0, 0, 25]
    assert [seat.corrections for seat in session.seats.values()] == [0, 0, 1]
    session = session.correct(2, -5, author="Ada", reason="miscounted")
    assert (
        session.seats[session.order[1]].corrected,
        session.seats[session.order[1]].corrections,
    ) == (20, 2)
    session = next_deal(session)
    assert session.deal is not None
    assert all_chips(session.deal.state) == 320


@pytest.mark.rule("R36")
@pytest.mark.parametrize(
    ("seat", "chips", "reason", "code"),
    [
        (1, -101, "too much", "too_few_chips"),
        (1, 10**12, "all there is", "too_many_chips"),
        (1, 10**400, "more than that", "too_many_chips"),
        (1, 5, "", "no_reason"),
        (1, 5, "  ", "no_reason"),
        (5, 5, "who", "no_such_seat"),
    ],
)
def test_a_correction_that_is_refused(seat: int, chips: int, reason: str, code: str) -> None:
    with pytest.raises(SessionError) as refused:
        session_of().correct(seat, chips, author="Ada", reason=reason)
    assert refused.value.code == code


@pytest.mark.rule("R36")
def test_no_correction_while_a_deal_is_going_on() -> None:
    with pytest.raises(SessionError, match="a deal is going on") as refused:
        next_deal(session_of()).correct(1, 5, author="Ada", reason="why not")
    assert refused.value.code == "deal_running"


@pytest.mark.rule("R36")
@pytest.mark.rule("R20")
def test_a_correction_may_put_a_player_out_and_in_again() -> None:
    session = session_of().correct(1, -100, author="Ada", reason="sat down by mistake")
    assert session.dealt_in == (0, 2)
    assert session.correct(1, 1, author="Ada", reason="no, he plays").dealt_in == (0, 1, 2)
    assert session.correct(2, -100, author="Ada", reason="he too").over


@pytest.mark.rule("R37")
def test_if_the_next_dealer_is_gone_the_deal_passes_on_left() -> None:
    session = whole_deal(session_of(4))
    assert session.dealer == 1
    assert session.leave(1).dealer == 2
    assert session.leave(1).leave(2).dealer == 3
    assert session_of(4, dealer=2).leave(2).dealer == 3
    # One who is only away deals.
    assert session.away(1).dealer == 1


CHOICE: dict[str, Any] = {"dealers_choice": True, "ante": 2, "limit": Limit.FIXED, "min_bet": 5}


@pytest.mark.rule("R38")
def test_the_dealer_names_a_preset_for_one_deal() -> None:
    session = session_of(**CHOICE).name_preset(0, "liz")
    assert session.events[-1] == PresetNamed(Seat(0), "liz")
    session = next_deal(session)
    assert session.deal is not None
    rules = session.deal.rules
    # The preset sets the cards and the opening round; the stakes stay the table's.
    assert (rules.preset, rules.wild, rules.opening_round) == ("liz", Wild.LOWEST_BOARD, True)
    assert (rules.ante, rules.limit, rules.min_bet) == (2, Limit.FIXED, 5)
    session = whole_deal_from(session).name_preset(1, "last-suit")
    session = next_deal(session)
    assert session.deal is not None
    assert (session.deal.rules.split, session.deal.rules.wild) == (Split.LAST_SUIT, Wild.NONE)


@pytest.mark.rule("R38")
def test_a_dealer_who_names_none_gets_the_tables_own() -> None:
    session = whole_deal_from(next_deal(session_of(**CHOICE).name_preset(0, "liz")))
    session = next_deal(session)
    assert session.deal is not None
    assert session.deal.rules == session.rules


@pytest.mark.rule("R38")
@pytest.mark.rule("R37")
def test_a_choice_is_gone_with_the_dealer_who_made_it() -> None:
    """The next dealer named none, so he gets the table's own game."""
    session = next_deal(session_of(**CHOICE).name_preset(0, "liz").leave(0))
    assert session.dealer == 1
    assert session.deal is not None
    assert session.deal.rules.preset == "cincinnati"


@pytest.mark.rule("R38")
def test_only_the_dealer_chooses_between_deals_and_where_that_is_played() -> None:
    session = session_of(**CHOICE)
    for seat, code in ((1, "not_the_dealer"), (5, "not_the_dealer")):
        with pytest.raises(SessionError, match="seat 0 names the game") as refused:
            session.name_preset(seat, "liz")
        assert refused.value.code == code
    with pytest.raises(SessionError) as refused:
        next_deal(session).name_preset(0, "liz")
    assert refused.value.code == "deal_running"
    with pytest.raises(SessionError, match="no dealer's choice") as refused:
        session_of().name_preset(0, "liz")
    assert refused.value.code == "no_choice"
    with pytest.raises(RulesError, match="no 'texas'; there are cincinnati, classic"):
        session.name_preset(0, "texas")


def test_rules_change_from_the_next_deal_on() -> None:
    session = whole_deal(session_of(deals=5)).change_rules(rules_of("liz", ante=3))
    assert session.rules.preset == "liz"
    session = next_deal(session)
    assert AntesPosted((3, 3, 3)) in in_deal(session)
    with pytest.raises(SessionError) as refused:
        session.change_rules(rules_of())
    assert refused.value.code == "deal_running"


def test_rules_that_have_no_room_for_a_seat_are_refused() -> None:
    with pytest.raises(SessionError, match="seat 2 is taken") as refused:
        session_of(3).change_rules(rules_of(players=2))
    assert refused.value.code == "seats"


@pytest.mark.rule("R21")
@pytest.mark.parametrize("deals", [1, 2])
def test_fewer_deals_than_were_played_end_the_session(deals: int) -> None:
    session = whole_deal(whole_deal(session_of(deals=5)))
    assert session.change_rules(rules_of(deals=deals)).over


@pytest.mark.rule("R20")
def test_a_higher_ante_may_put_players_out() -> None:
    session = whole_deal(session_of(), "bet 10, fold, fold")
    assert session.change_rules(rules_of(ante=100)).over


def test_events_of_a_deal_come_after_its_start() -> None:
    session = session_of()
    with pytest.raises(SessionError, match="before its DealStarted"):
        Session.resume([*session.events, InDeal(Checked(Position(0)))])


def test_a_deck_that_is_too_short_is_refused() -> None:
    with pytest.raises(RulesError, match="0 cards are too few"):
        session_of().start_deal(Deck(()))
