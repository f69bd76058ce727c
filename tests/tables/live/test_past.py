"""Past deals moment by moment: what somebody knew then, and nothing that he learned later."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from cincinnati.cards import PACK, Card, Deck
from cincinnati.engine.events import DealStarted, Event, HandsDealt
from cincinnati.engine.seen import AntesPosted, CardTurned, DealEnded, DealOpened, HandShown
from cincinnati.errors import TableError
from cincinnati.rules.presets import PRESETS
from cincinnati.session import InDeal, Seat
from cincinnati.tables.live import PersonId, TableEvent, past_deals
from cincinnati.tables.live.commands import Correct, Join, Leave, Sit, Start
from cincinnati.tables.live.events import InSession
from cincinnati.tables.live.past import Frame, Seated, frames, past_deal
from known_cards import CARD
from live_evening import Evening, Luck, deck_for
from live_settings import quick

HANDS = "AsAdAcAh2s KsKdKcKh3s QsQdQcQh4s"
BOARD = "2c 5c 9d Jh 7s"
VIEWERS = ("Ann", "Bob", "Cleo", "Dan", None)
ALL_IN = "bet 4, call, raise 20, call, fold"
ONE_TAKES_IT = "check, bet 2, fold, fold"


def evening(
    script: str, preset: str = "cincinnati", *, decks: tuple[Deck, ...] = (), deals: int = 1
) -> Evening:
    """Ann, Bob and Cleo have played a deal, Dan looked on."""
    luck = Luck(decks=decks or (deck_for(3, HANDS, BOARD),))
    table = Evening("Ann Bob Cleo", quick(preset, deals=deals), luck=luck)
    table.do("Dan", Join("Dan"))
    table.start(script)
    table.check_down()
    return table


def told(table: Evening) -> list[TableEvent]:
    return [event for event, _ in table.log]


def moments(table: Evening, name: str | None, number: int = 1) -> tuple[Frame, ...]:
    return past_deal(told(table), PersonId(name) if name else None, number)[1]


def truth(table: Evening) -> list[Event]:
    """Everything that happened in the deals, from the log itself."""
    return [
        event.event.event
        for event in told(table)
        if isinstance(event, InSession) and isinstance(event.event, InDeal)
    ]


def knows(events: list[Event], position: int | None) -> Iterator[set[str]]:
    """The cards that a position may know after each event, by the events alone."""
    cards: set[Card | None] = set()
    for event in events:
        match event:
            case DealStarted():
                cards = set()
            case HandsDealt(hands):
                cards |= set(hands[position]) if position is not None else set()
            case CardTurned(card):
                cards.add(card)
            case HandShown():
                cards |= set(event.cards)
            case _:
                pass
        yield {str(card) for card in cards}


def cards_in(frame: Frame) -> set[str]:
    return set(CARD.findall(msgspec.json.encode(frame).decode()))


# --- nothing that is learned later stands in an earlier frame ---------------------------------


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("script", ["", ALL_IN, ONE_TAKES_IT], ids=["checked", "raised", "folded"])
def test_no_frame_holds_a_card_that_was_not_known_at_that_moment(preset: str, script: str) -> None:
    table = evening(script, preset)
    happened = truth(table)
    for position, name in enumerate(VIEWERS):
        known = list(knows(happened, position if position < 3 else None))
        for frame, may in zip(moments(table, name), known, strict=True):
            assert cards_in(frame) <= may, (name, frame.event)


@pytest.mark.parametrize("name", VIEWERS)
def test_the_hidden_cards_exchanged_change_no_frame(name: str | None) -> None:
    """Of a hand without a showdown everything is the same; of one with it, all up to it."""
    rng = Random(3)
    for script, shown in ((ONE_TAKES_IT, False), ("", True)):
        first = evening(script)
        position = VIEWERS.index(name) if name in VIEWERS[:3] else None
        deck = deck_for(3, HANDS, BOARD)
        own = set(deck.cards[position:15:3]) if position is not None else set()
        hidden = [card for card in PACK if card not in own | set(deck.cards[15:20])]
        moved = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
        other = Deck(tuple(moved.get(card, card) if card else None for card in deck.cards))
        again = moments(evening(script, decks=(other,)), name)
        before = moments(first, name)
        same = _up_to_the_showdown(before) if shown else None
        assert msgspec.json.encode(before[:same]) == msgspec.json.encode(again[:same])
        if shown:
            assert before != again, "at the showdown they are seen"


def _up_to_the_showdown(moments: tuple[Frame, ...]) -> int:
    return next(at for at, frame in enumerate(moments) if isinstance(frame.event, HandShown))


def test_neither_deck_nor_seed_is_in_them() -> None:
    text = msgspec.json.encode([moments(evening(""), name) for name in VIEWERS]).decode()
    assert "deck" not in text
    assert "seed" not in text


def test_a_shown_hand_opens_with_its_own_frame_and_not_before() -> None:
    table = evening("")
    for name, hidden in (("Ann", {1, 2}), ("Bob", {0, 2}), ("Dan", {0, 1, 2}), (None, {0, 1, 2})):
        opened: set[int] = set()
        for frame in moments(table, name):
            if isinstance(frame.event, HandShown):
                opened.add(frame.event.position)
            for position in hidden & set(range(len(frame.view.players))):
                cards = frame.view.players[position].cards
                assert (None not in cards) == (position in opened) or not cards


def test_who_leaves_keeps_what_he_saw_and_who_comes_sees_what_a_spectator_saw() -> None:
    table = evening(ONE_TAKES_IT)
    before = moments(table, "Bob")
    table.do("Bob", Leave())
    table.do("Dan", Sit(Seat(1)))
    assert moments(table, "Bob") == before
    assert moments(table, "Dan") == moments(table, None)


# --- what they say -----------------------------------------------------------------------------


def test_the_frames_are_the_game_from_its_opening_to_its_end() -> None:
    table = evening("bet 4, call, call")
    deal, ann = past_deal(told(table), PersonId("Ann"), 1)
    assert [frame.event for frame in ann] == list(deal.events)
    assert isinstance(ann[0].event, DealOpened)
    assert isinstance(ann[1].event, AntesPosted)
    assert [player.stack for player in ann[1].view.players] == [99, 99, 99]
    assert ann[1].view.pots[0].amount == 3
    last = ann[-1]
    assert isinstance(last.event, DealEnded)
    assert last.view == table.view("Ann").deal, "the last one is what the table shows now"
    assert all(frame.view.position == deal.position == 0 for frame in ann)


def test_frames_follow_from_the_first_event_only() -> None:
    with pytest.raises(TableError):
        frames(truth(evening(""))[1:], None)


def test_a_deal_that_is_going_on_is_not_there() -> None:
    table = evening("", deals=2)
    table.next_deal("check")
    for number in (0, 2, 3):
        with pytest.raises(TableError) as refused:
            moments(table, "Ann", number)
        assert refused.value.code == "no_past_deal"


def test_deals_know_their_session_their_people_and_their_chips() -> None:
    table = evening(ONE_TAKES_IT, deals=2)
    table.do("Ann", Correct(Seat(2), 10, "a gift"))
    table.do("Bob", Leave())
    table.next_deal("bet 2, fold")
    table.do("Dan", Sit(Seat(1)))
    table.do("Ann", Start())
    table.next_deal(ONE_TAKES_IT)
    first, second, third = past_deals(told(table), PersonId("Bob"))
    numbers = [(deal.number, deal.session, deal.in_session) for deal in (first, second, third)]
    assert numbers == [(1, 1, 1), (2, 1, 2), (3, 2, 1)]
    assert [deal.position for deal in (first, second, third)] == [1, None, None]
    assert first.seats[1] == Seated(Seat(1), PersonId("Bob"), "Bob")
    assert third.seats[1] == Seated(Seat(1), PersonId("Dan"), "Dan")
    assert [there.name for there in second.seats] == ["Cleo", "Ann"]
    assert (first.before, first.after) == ({0: 100, 1: 100, 2: 100}, {0: 99, 1: 102, 2: 99})
    assert (second.before, second.after) == ({0: 99, 1: 102, 2: 109}, {0: 98, 1: 102, 2: 110})
    assert third.before == {0: 100, 1: 100, 2: 100}
