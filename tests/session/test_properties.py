"""What holds for every session: random tables, with players who come, go and stay away."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cincinnati.errors import SessionError
from cincinnati.rules.presets import PRESETS
from cincinnati.session import (
    ChipsCorrected,
    SeatTaken,
    Session,
    SessionEnded,
    SessionEvent,
    SessionStarted,
)
from random_play import actions, decks, tables


@st.composite
def sessions(draw: st.DrawFn) -> list[Session]:
    """A session after its start and after every step, to its end."""
    rules = replace(
        draw(tables()),
        stack=draw(st.integers(4, 40)),
        deals=draw(st.integers(1, 4)),
        players=8,
        latecomers=draw(st.booleans()),
    )
    if len(rules.bets) <= 2:
        rules = replace(rules, dealers_choice=draw(st.booleans()))
    seats = draw(st.sets(st.integers(0, 7), min_size=2, max_size=6))
    dealer = draw(st.sampled_from(sorted(seats)))
    steps = [Session.start(rules, seats=seats, dealer=dealer)]
    while not steps[-1].over:
        steps.append(draw(_step(steps[-1])))
    return steps


@st.composite
def _step(draw: st.DrawFn, session: Session) -> Session:
    """Mostly the next action or the next deal; at times somebody comes, goes or stays away."""
    seat = draw(st.sampled_from(sorted(session.seats)))
    chips = draw(st.integers(-5, 20))
    name = draw(st.sampled_from(list(PRESETS)))
    others: list[Callable[[], Session]] = [
        lambda: session.away(seat),
        lambda: session.back(seat),
        lambda: session.leave(seat),
        lambda: session.enter(),
        lambda: session.correct(seat, chips, author="host", reason="miscounted"),
        lambda: session.name_preset(session.dealer, name),
    ]
    if draw(st.integers(1, 3)) == 3:
        with suppress(SessionError):  # not now: the game goes on
            return draw(st.sampled_from(others))()
    if session.playing and session.deal is not None and session.deal.legal is not None:
        return session.act(draw(actions(session.deal.legal)))
    return session.start_deal(draw(decks))


def chips_brought(events: tuple[SessionEvent, ...]) -> int:
    """What the players sat down with, and what the host gave and took (R36)."""
    first = events[0]
    assert isinstance(first, SessionStarted)
    total = first.rules.stack * len(first.seats)
    for event in events:
        if isinstance(event, SeatTaken | ChipsCorrected):
            total += event.chips
    return total


def chips_there(session: Session) -> int:
    """What is in front of the players and on the table."""
    on_table = session.deal.state.on_table if session.deal and session.playing else 0
    return sum(session.chips.values()) + on_table


@pytest.mark.rule("R19")
@pytest.mark.rule("R36")
@given(sessions())
def test_no_chip_is_won_or_lost(steps: list[Session]) -> None:
    for session in steps:
        assert chips_there(session) == chips_brought(session.events)
        assert min(session.chips.values()) >= 0


@given(sessions())
def test_resuming_from_the_events_gives_the_live_session(steps: list[Session]) -> None:
    session = steps[-1]
    assert Session.resume(session.events) == session
    text = msgspec.json.encode(list(session.events))
    assert Session.resume(msgspec.json.decode(text, type=list[SessionEvent])) == session
    for earlier in steps[:: max(1, len(steps) // 5)]:
        assert Session.resume(session.events[: len(earlier.events)]) == earlier


@pytest.mark.rule("R21")
@given(sessions())
def test_places_agree_with_chips(steps: list[Session]) -> None:
    session = steps[-1]
    assert session.places is not None
    assert isinstance(session.events[-1], SessionEnded)
    ranked = sorted(session.chips.values(), reverse=True)
    # The place is the number of those who have more, and one: equal chips share it.
    assert session.places == {
        seat: 1 + ranked.index(chips) for seat, chips in session.chips.items()
    }
    assert session.number == session.rules.deals or len(session.dealt_in) < 2


@pytest.mark.rule("R2")
@given(sessions())
def test_the_dealer_is_one_who_is_dealt_in(steps: list[Session]) -> None:
    for session in steps:
        if session.playing:
            assert session.dealer == session.order[-1]
            assert len(set(session.order)) == len(session.order) >= 2
        elif not session.over:
            assert session.dealer in session.dealt_in
