"""What holds for every deal by any rules: the engine's promises, tried on random play."""

from __future__ import annotations

import re
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cincinnati.cards import Card, Deck
from cincinnati.engine import Action, BringIn, Call, Deal, Fold, Raise
from cincinnati.engine.events import DealStarted, Event
from cincinnati.engine.seen import (
    Bet,
    BringInPosted,
    Called,
    Checked,
    Folded,
    HandShown,
    Raised,
)
from cincinnati.engine.state import FOLLOWERS
from cincinnati.errors import IllegalAction
from home_game import all_chips, states
from random_play import decks, lines, longest


@pytest.mark.rule("R19")
@given(lines())
def test_no_chip_is_won_or_lost(line: list[Deal]) -> None:
    events = line[-1].events
    started = events[0]
    assert isinstance(started, DealStarted)
    for state in states(events):
        assert all_chips(state) == sum(started.stacks)
        assert min(player.stack for player in state.players) >= 0
    assert line[-1].over
    assert sum(line[-1].stacks) == sum(started.stacks)


@given(lines())
def test_what_is_listed_as_legal_is_accepted(line: list[Deal]) -> None:
    for deal in line:
        for action in listed(deal):
            assert len(deal.act(action).events) > len(deal.events)


@given(lines())
def test_what_is_not_listed_as_legal_is_refused(line: list[Deal]) -> None:
    for deal in line:
        for action in not_listed(deal):
            before = deal.events
            with pytest.raises(IllegalAction) as refused:
                deal.act(action)
            assert refused.value.allowed == deal.legal
            assert deal.events is before


def listed(deal: Deal) -> list[Action]:
    """Every legal action, of a wide raise its ends and its middle only."""
    legal = deal.legal
    if legal is None:
        return []
    found: list[Action] = [BringIn()] if legal.bring_in else []
    found += [Fold()] if legal.fold else []
    found += [Call()] if legal.call is not None else []
    if legal.raise_to is not None:
        least, most = legal.raise_to
        assert least <= most
        wide = {least, least + 1, (least + most) // 2, most - 1, most}
        found += [Raise(to) for to in sorted(wide) if least <= to <= most]
    return found


def not_listed(deal: Deal) -> list[Action]:
    """Everything of another kind, and the raises just outside."""
    legal = deal.legal
    if legal is None:
        return [Fold(), Call(), BringIn(), Raise(0), Raise(2)]
    found: list[Action] = [] if legal.bring_in else [BringIn()]
    found += [] if legal.fold else [Fold()]
    found += [] if legal.call is not None else [Call()]
    least, most = legal.raise_to or (deal.state.level + 1, deal.state.level)
    outside = {-1, 0, least - 1, most + 1, sum(deal.stacks) + deal.state.on_table + 1}
    if legal.raise_to is None:
        outside |= {deal.state.level, deal.state.level + 1, deal.state.level + 100}
    return [*found, *(Raise(to) for to in sorted(outside))]


@given(lines())
def test_folding_the_events_gives_the_live_deal(line: list[Deal]) -> None:
    for deal in line:
        assert Deal.replay(deal.events) == deal
    for before, after in pairwise(line):
        assert after.events[: len(before.events)] == before.events


@given(lines())
def test_the_events_survive_being_written_as_json(line: list[Deal]) -> None:
    deal = line[-1]
    text = msgspec.json.encode(list(deal.events))
    assert Deal.replay(msgspec.json.decode(text, type=list[Event])) == deal


@given(lines())
def test_every_event_leads_where_the_table_of_phases_says(line: list[Deal]) -> None:
    for before, after in pairwise(states(line[-1].events)):
        assert after.phase in FOLLOWERS[before.phase]


@pytest.mark.rule("R8")
@pytest.mark.rule("R16")
@given(lines())
def test_hands_are_shown_at_a_showdown_only(line: list[Deal]) -> None:
    deal = line[-1]
    live = deal.state.live
    shown = [event.position for event in deal.events if isinstance(event, HandShown)]
    if len(live) == 1:
        assert shown == []
    else:
        assert sorted(shown) == list(live)
        assert len(deal.board) == 5
    for award in deal.awards:
        assert sum(win.chips for win in award.winners) == award.chips
        assert {win.position for win in award.winners} <= set(live)


@given(lines())
def test_a_deal_ends_in_a_bounded_number_of_actions(line: list[Deal]) -> None:
    assert len(line) - 1 < longest(line[0])
    for deal in line[:-1]:
        assert (deal.to_act is None) == (deal.legal is None) == deal.over
    assert line[-1].to_act is None


# --- secrets -------------------------------------------------------------------------


def known_cards(deal: Deal, position: int | None) -> set[Card | None]:
    """What a position (``None``: a spectator) may know: R3, R8, R16, worked out apart."""
    known: set[Card | None] = set(deal.board)
    for owner, cards in enumerate(deal.state.hands):
        shown = any(isinstance(e, HandShown) and e.position == owner for e in deal.events)
        if owner == position or shown:
            known |= set(cards)
    return known


def everything_told(deal: Deal, position: int | None) -> bytes:
    return msgspec.json.encode((deal.view(position), deal.seen(position)))


_CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


@pytest.mark.rule("R3")
@given(lines(), st.data())
def test_a_view_holds_no_card_that_its_viewer_may_not_know(
    line: list[Deal], data: st.DataObject
) -> None:
    deal = Deal.replay(line[-1].events[: data.draw(st.integers(1, len(line[-1].events)))])
    for position in (None, *range(len(line[0].stacks))):
        told = everything_told(deal, position).decode()
        assert {Card(text) for text in _CARD.findall(told)} <= known_cards(deal, position)


@pytest.mark.rule("R3")
@given(lines(), st.data())
def test_two_deals_that_differ_in_what_is_hidden_look_the_same(
    line: list[Deal], data: st.DataObject
) -> None:
    events = line[-1].events
    moment = data.draw(st.integers(1, len(events)))
    deal, other = Deal.replay(events[:moment]), data.draw(decks)
    for position in (None, *range(len(line[0].stacks))):
        twin = Deal.replay(twin_of(line, deal, position, other).events[:moment])
        assert everything_told(twin, position) == everything_told(deal, position)


def twin_of(line: list[Deal], deal: Deal, position: int | None, other: Deck) -> Deal:
    """The same play with the cards that a position does not know dealt in another order."""
    started = deal.events[0]
    assert isinstance(started, DealStarted)
    known = known_cards(deal, position)
    unknown = (card for card in other.cards if card not in known)
    deck = Deck(tuple(card if card in known else next(unknown) for card in started.deck.cards))
    twin = Deal.start(started.rules, stacks=started.stacks, deck=deck)
    for action in actions_of(line):
        if len(twin.events) >= len(deal.events):
            break
        twin = twin.act(action)
    return twin


def actions_of(line: list[Deal]) -> list[Action]:
    """What was done between the deals of a line, read from the events."""
    return [_action(after.events[len(before.events)]) for before, after in pairwise(line)]


def _action(event: Event) -> Action:
    match event:
        case Folded():
            return Fold()
        case Checked() | Called():
            return Call()
        case BringInPosted():
            return BringIn()
        case Bet(_, to) | Raised(_, to):
            return Raise(to)
        case _:
            raise AssertionError(event)
