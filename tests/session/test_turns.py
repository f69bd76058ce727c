"""Whose turn it is to deal, who is out, when it ends, and the places (R2, R20, R21, R24)."""

from random import Random
from typing import Any

import pytest

from cincinnati.cards import Deck
from cincinnati.engine import Call
from cincinnati.engine.seen import AntesPosted
from cincinnati.errors import RulesError, SessionError
from cincinnati.rules import ShortAnte
from cincinnati.session import Seat, Session, draw_dealer
from cincinnati.session.events import SessionStarted
from home_game import next_deal, play_on, rules_of, whole_deal


def session_of(seats: list[int], dealer: int = 0, **changes: Any) -> Session:
    return Session.start(rules_of(**changes), seats=seats, dealer=dealer)


def dealers(session: Session, deals: int) -> list[int]:
    """Who deals the next deals, each of them checked down."""
    found = []
    for _ in range(deals):
        found.append(int(session.dealer))
        session = whole_deal(session)
    return found


ACES, KINGS = "AsAdAhAc2c", "KsKdKhKc2d"
BLANKS = "3c5d8h9cJs"
"""A board that helps neither aces nor kings."""


@pytest.mark.rule("R2")
def test_the_first_dealer_is_drawn_by_lot() -> None:
    seats = [Seat(seat) for seat in (0, 2, 5)]
    drawn = {draw_dealer(seats, Random(seed)) for seed in range(50)}
    assert drawn == set(seats)
    assert session_of([0, 2, 5], dealer=2).dealer == 2


@pytest.mark.rule("R2")
def test_the_deal_passes_left_over_empty_seats() -> None:
    assert dealers(session_of([0, 2, 5], dealer=2), 5) == [2, 5, 0, 2, 5]


@pytest.mark.rule("R2")
@pytest.mark.rule("R5")
def test_positions_count_from_the_dealers_left() -> None:
    session = next_deal(session_of([1, 3, 4, 7], dealer=3))
    assert session.order == (4, 7, 1, 3)
    assert session.to_act == 4
    view = session.view(1)
    assert view is not None
    assert view.position == 2
    spectator = session.view(0)
    assert spectator is not None
    assert spectator.position is None


@pytest.mark.rule("R2")
@pytest.mark.rule("R20")
def test_the_deal_passes_over_a_player_who_is_out() -> None:
    session = session_of([0, 1, 2], stack=10)
    # Seat 1 loses everything to seat 2, the next dealer would have been seat 1.
    session = whole_deal(session, "all-in 9, all-in 9, fold", hands=f"{KINGS} {ACES}", board=BLANKS)
    assert session.chips == {0: 9, 1: 0, 2: 21}
    assert session.dealt_in == (0, 2)
    assert session.dealer == 2
    assert whole_deal(session).dealer == 0


@pytest.mark.rule("R20")
@pytest.mark.parametrize(
    ("short_ante", "dealt_in"), [(ShortAnte.OUT, (0, 2)), (ShortAnte.ALL_IN, (0, 1, 2))]
)
def test_a_player_who_cannot_pay_the_whole_ante(
    short_ante: ShortAnte, dealt_in: tuple[int, ...]
) -> None:
    session = session_of([0, 1, 2], stack=20, ante=5, short_ante=short_ante)
    # Seat 2 has 12 on it, loses them to seat 0, and keeps 3.
    session = whole_deal(session, "bet 12, fold, call", hands=f"{KINGS} - {ACES}", board=BLANKS)
    assert session.chips == {0: 42, 1: 3, 2: 15}
    assert session.dealt_in == dealt_in
    # He keeps what he has for the final ranking.
    assert session.standings == {0: 1, 1: 3, 2: 2}


@pytest.mark.rule("R20")
def test_exactly_the_ante_is_enough() -> None:
    session = session_of([0, 1, 2], stack=10, ante=5)
    session = whole_deal(session, "check, check, check", hands=f"{KINGS} {ACES}", board=BLANKS)
    assert session.chips == {0: 5, 1: 5, 2: 20}
    assert session.dealt_in == (0, 1, 2)
    session = next_deal(session)
    assert session.deal is not None
    assert AntesPosted((5, 5, 5)) in session.deal.events
    # Only one of them has chips left, so that the cards decide at once (R9).
    assert session.deal.over


@pytest.mark.rule("R20")
def test_nobody_buys_in_again() -> None:
    session = session_of([0, 1, 2], stack=10, latecomers=True)
    session = whole_deal(session, "all-in 9, all-in 9, fold", hands=f"{KINGS} {ACES}", board=BLANKS)
    with pytest.raises(SessionError, match="seat 1 is not free"):
        session.enter(1)


@pytest.mark.rule("R21")
def test_the_session_ends_after_the_agreed_number_of_hands() -> None:
    session = session_of([0, 1, 2], deals=3)
    for number in range(3):
        assert not session.over
        assert session.number == number
        session = whole_deal(session)
    assert session.over
    assert session.places == session.standings
    with pytest.raises(SessionError, match="the session is over") as refused:
        session.start_deal(Deck.shuffled(Random(1)))
    assert refused.value.code == "session_over"


@pytest.mark.rule("R21")
def test_the_session_ends_when_fewer_than_two_can_be_dealt_in() -> None:
    session = whole_deal(session_of([0, 1], stack=10), "all-in 9, all-in 9",
                         hands=f"{KINGS} {ACES}", board=BLANKS)  # fmt: skip
    assert session.over
    assert session.number == 1
    assert session.places == {0: 1, 1: 2}


@pytest.mark.rule("R21")
@pytest.mark.parametrize(
    ("script", "chips", "places"),
    [
        ("bet 5, call, fold, call", [113, 94, 94, 99], [1, 3, 3, 2]),
        ("check, bet 5, call, call, fold", [113, 99, 94, 94], [1, 2, 3, 3]),
        # The places 1, 2, 2, 4 of the rules.
        ("check, check, check, bet 5, call, fold, fold", [108, 94, 99, 99], [1, 4, 2, 2]),
        ("check, check, check, bet 5, fold, fold, fold", [103, 99, 99, 99], [1, 2, 2, 2]),
        ("check, check, check, check", [103, 99, 99, 99], [1, 2, 2, 2]),
    ],
)
def test_equal_chips_share_the_place(script: str, chips: list[int], places: list[int]) -> None:
    session = whole_deal(
        session_of([0, 1, 2, 3], deals=1),
        script,
        hands=f"{KINGS} QsQdQhQc2h JsJdJhJc2s {ACES}",
        board="3c5d8h9cTs",
    )
    assert list(session.chips.values()) == chips
    assert session.places == dict(enumerate(places))


@pytest.mark.rule("R21")
def test_when_one_went_out_does_not_matter() -> None:
    session = session_of([0, 1, 2, 3], stack=10, deals=2)
    out = f"{KINGS} - - {ACES}"
    session = whole_deal(session, "all-in 9, fold, fold, all-in 9", hands=out, board=BLANKS)
    assert session.chips == {0: 22, 1: 0, 2: 9, 3: 9}
    # Now seat 2 deals; seat 3 is p0 and goes out one deal after seat 1.
    assert session.dealer == 2
    session = whole_deal(session, "all-in 8, call, fold", hands=f"{KINGS} {ACES}", board=BLANKS)
    assert session.chips == {0: 32, 1: 0, 2: 8, 3: 0}
    assert session.places == {0: 1, 1: 3, 2: 2, 3: 3}


def heads_up(loser: str, **changes: Any) -> Session:
    """Three seats of 10 with seat 0 to deal; the loser is out after one deal with blinds 1, 2."""
    session = session_of([0, 1, 2], stack=10, ante=0, blinds=(1, 2), **changes)
    hands = {"0": f"- {ACES} {KINGS}", "1": f"{KINGS} {ACES} -", "2": f"{ACES} {KINGS} -"}
    script = {
        "0": "raise 10, fold, all-in 10",
        "1": "fold, raise 10, all-in 10",
        "2": "fold, raise 10, all-in 10",
    }
    return whole_deal(session, script[loser], hands=hands[loser], board=BLANKS)


@pytest.mark.rule("R24")
@pytest.mark.parametrize(
    ("loser", "chips", "dealer"),
    [
        # Seat 2 was the big blind and is out: plainly seat 1 deals, seat 0 posts the big blind.
        ("2", {0: 10, 1: 20, 2: 0}, 1),
        # Seat 1 is out: plainly seat 2 deals and seat 0 is big blind; seat 2 was it.
        ("1", {0: 10, 1: 0, 2: 20}, 2),
        # Seat 0 is out: plainly seat 1 would deal and seat 2 be big blind twice running.
        ("0", {0: 0, 1: 9, 2: 21}, 2),
    ],
)
def test_nobody_is_big_blind_twice_running_when_play_becomes_heads_up(
    loser: str, chips: dict[int, int], dealer: int
) -> None:
    session = heads_up(loser)
    assert session.chips == chips
    assert session.dealer == dealer
    session = next_deal(session)
    assert session.big_blind != dealer
    # From here on the deal alternates, and so does the big blind.
    assert dealers(heads_up(loser), 3) == [dealer, 3 - dealer - int(loser), dealer]


@pytest.mark.rule("R24")
def test_a_single_blind_needs_no_swap() -> None:
    session = session_of([0, 1, 2], stack=10, ante=0, blinds=(2,))
    # Seat 1 posts and wins from seat 2, who is out; plainly seat 1 deals, seat 0 posts: no swap.
    ended = whole_deal(session, "all-in 10, fold, call", hands=f"{ACES} {KINGS}", board=BLANKS)
    assert (ended.chips, ended.dealer) == ({0: 10, 1: 20, 2: 0}, 1)
    # Seat 0 is out: plainly seat 1 deals and seat 2 posts; seat 1 was it. No swap either.
    ended = whole_deal(session, "fold, all-in 10, call", hands=f"{ACES} - {KINGS}", board=BLANKS)
    assert (ended.chips, ended.dealer) == ({0: 0, 1: 20, 2: 10}, 1)


@pytest.mark.rule("R24")
def test_without_blinds_the_plain_order_stands() -> None:
    session = session_of([0, 1, 2], stack=10)
    session = whole_deal(session, "check, all-in 9, all-in 9, fold",
                         hands=f"- {ACES} {KINGS}", board=BLANKS)  # fmt: skip
    assert (session.chips, session.dealer) == ({0: 0, 1: 9, 2: 21}, 1)


@pytest.mark.rule("R24")
def test_a_blind_may_be_missed_when_a_player_goes_out() -> None:
    """Four seats, seat 0 deals: seat 1 small, seat 2 big. Seat 2 goes out; no dead button."""
    session = session_of([0, 1, 2, 3], stack=10, ante=0, blinds=(1, 2))
    session = whole_deal(
        session, "all-in 10, fold, fold, call", hands=f"- {KINGS} {ACES}", board=BLANKS
    )
    assert session.dealt_in == (0, 1, 3)
    assert session.dealer == 1
    session = next_deal(session)
    # Seat 3 is small blind without ever having been the big one.
    assert session.order == (3, 0, 1)
    assert session.big_blind == 0


@pytest.mark.parametrize(
    ("seats", "dealer", "changes", "field"),
    [
        ([0], 0, {}, "players"),
        (list(range(9)), 0, {}, "players"),
        ([0, 0, 1], 0, {}, "players"),
        ([0, 8], 0, {}, "players"),
        ([-1, 0], 0, {}, "players"),
        ([0, 1, 2], 0, {"players": 2}, "players"),
        ([0, 1], 2, {}, "players"),
        ([0, 1], 0, {"stack": 3, "ante": 4}, "stack"),
    ],
)
def test_a_session_that_cannot_start(
    seats: list[int], dealer: int, changes: dict[str, Any], field: str
) -> None:
    with pytest.raises(RulesError) as refused:
        session_of(seats, dealer, **changes)
    assert refused.value.field == field


def test_a_session_is_resumed_from_its_events() -> None:
    session = whole_deal(session_of([0, 1, 2]), "bet 2, raise 6, fold, call")
    for told in range(1, len(session.events) + 1):
        assert Session.resume(session.events[:told]).events == session.events[:told]
    assert Session.resume(session.events) == session
    running = next_deal(session, "bet 2")
    assert play_on(Session.resume(running.events), "call") == play_on(running, "call")


@pytest.mark.parametrize("place", [0, 2])
def test_a_session_starts_once(place: int) -> None:
    started = session_of([0, 1]).events[0]
    assert isinstance(started, SessionStarted)
    events = next_deal(session_of([0, 1])).events
    wrong = events[1:] if place == 0 else (*events[:place], started)
    with pytest.raises(SessionError) as refused:
        Session.resume(wrong)
    assert refused.value.code == "events"
    with pytest.raises(SessionError):
        Session.resume([])


def test_what_goes_on_between_deals_and_within_one() -> None:
    session = session_of([0, 1, 2])
    assert session.view(0) is None
    assert session.to_act is None
    with pytest.raises(SessionError) as refused:
        session.act(Call())
    assert refused.value.code == "no_deal"
    running = next_deal(session)
    with pytest.raises(SessionError) as refused:
        running.start_deal(Deck.shuffled(Random(1)))
    assert refused.value.code == "deal_running"
    assert running.chips == {0: 99, 1: 99, 2: 99}
    assert running.dealer == 0
