"""Codes into English sentences, for the plain commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import assert_never

from msgspec import Struct, field

from cincinnati.cards import Card, Rank
from cincinnati.engine.actions import Position
from cincinnati.engine.events import DealStarted, Event, HandsDealt
from cincinnati.engine.seen import (
    AntesPosted,
    Bet,
    BlindsPosted,
    BringInPosted,
    Called,
    CardTurned,
    Checked,
    DealEnded,
    DealOpened,
    Folded,
    HandShown,
    HandsReceived,
    PotAwarded,
    Raised,
    Refunded,
    Seen,
    Share,
)
from cincinnati.ranking import Category, HandName, Value, low_ranks, name_of

_RANKS = {
    Rank.TWO: ("two", "twos"),
    Rank.THREE: ("three", "threes"),
    Rank.FOUR: ("four", "fours"),
    Rank.FIVE: ("five", "fives"),
    Rank.SIX: ("six", "sixes"),
    Rank.SEVEN: ("seven", "sevens"),
    Rank.EIGHT: ("eight", "eights"),
    Rank.NINE: ("nine", "nines"),
    Rank.TEN: ("ten", "tens"),
    Rank.JACK: ("jack", "jacks"),
    Rank.QUEEN: ("queen", "queens"),
    Rank.KING: ("king", "kings"),
    Rank.ACE: ("ace", "aces"),
}


class Names(Struct, frozen=True):
    """What to call the positions of a deal; p1, p2, … if they have no names."""

    names: Mapping[int, str] = field(default_factory=dict)

    def of(self, position: Position) -> str:
        """The name of a position."""
        return self.names.get(position, f"p{position + 1}")


def cards_words(cards: Iterable[Card | None]) -> str:
    """Cards for people: ``A♠ 10♦ ??``."""
    return " ".join("??" if card is None else card.symbol for card in cards)


def high_words(value: Value) -> str:
    """The name of a hand: ``two pair, kings and nines, with an ace``."""
    name = name_of(value)
    kickers = " and ".join(_one(rank) for rank in name.kickers)
    return _made_words(name) + (f", with {kickers}" if kickers else "")


def _made_words(name: HandName) -> str:
    first = name.ranks[0]
    match name.category:
        case Category.FIVE_OF_A_KIND:
            return f"five {_many(first)}"
        case Category.STRAIGHT_FLUSH:
            return "a royal flush" if name.royal else f"a straight flush to the {_one(first)}"
        case Category.FOUR_OF_A_KIND:
            return f"four {_many(first)}"
        case Category.FULL_HOUSE:
            return f"a full house, {_many(first)} over {_many(name.ranks[1])}"
        case Category.FLUSH:
            return f"a flush, {_list(name.ranks)}"
        case Category.STRAIGHT:
            return f"a straight to the {_one(first)}"
        case Category.THREE_OF_A_KIND:
            return f"three {_many(first)}"
        case Category.TWO_PAIR:
            return f"two pair, {_many(first)} and {_many(name.ranks[1])}"
        case Category.PAIR:
            return f"a pair of {_many(first)}"
        case Category.HIGH_CARD:
            return f"high card, {_list(name.ranks)}"
    assert_never(name.category)


def low_words(ranks: Sequence[int]) -> str:
    """A low hand: ``8-6-4-2-A``."""
    return "-".join("A" if rank == 1 else str(rank) for rank in ranks)


def _one(rank: Rank) -> str:
    return _RANKS[rank][0]


def _many(rank: Rank) -> str:
    return _RANKS[rank][1]


def _list(ranks: Sequence[Rank]) -> str:
    return " ".join(_one(rank) for rank in ranks)


def describe_deal(events: Iterable[Event | Seen], names: Names) -> Iterator[str]:
    """A deal told line by line."""
    for event in events:
        yield from describe(event, names)


def describe(event: Event | Seen, names: Names) -> list[str]:
    """One event as lines of English; some have nothing to say."""
    match event:
        case DealStarted() | DealOpened():
            stacks = enumerate(event.stacks)
            return [", ".join(f"{names.of(Position(p))} has {stack}" for p, stack in stacks)]
        case AntesPosted(chips):
            return [f"Everybody antes {max(chips)}."] if any(chips) else []
        case BlindsPosted(chips):
            posted = [(Position(p), blind) for p, blind in enumerate(chips) if blind]
            return [f"{names.of(position)} posts a blind of {blind}." for position, blind in posted]
        case HandsDealt(hands) | HandsReceived(hands):
            known = [(Position(p), hand) for p, hand in enumerate(hands) if None not in hand]
            return [f"{names.of(position)} holds {cards_words(hand)}" for position, hand in known]
        case CardTurned(card):
            return [f"The next card is the {card.symbol}."]
        case HandShown() | PotAwarded():
            return _showdown(event, names)
        case DealEnded(stacks):
            ends = ", ".join(f"{names.of(Position(p))} {stack}" for p, stack in enumerate(stacks))
            return [f"Stacks: {ends}."]
        case _:
            return [_move(event, names)]


def _move(
    event: BringInPosted | Folded | Checked | Called | Bet | Raised | Refunded, names: Names
) -> str:
    who = names.of(event.position)
    match event:
        case Folded():
            return f"{who} folds."
        case Checked():
            return f"{who} checks."
        case Refunded(_, chips):
            return f"{who} takes back {chips} that nobody matched."
        case BringInPosted(_, chips, left):
            move = f"{who} brings it in for {chips}"
        case Called(_, chips, left):
            move = f"{who} calls {chips}"
        case Bet(_, to, left):
            move = f"{who} bets {to}"
        case Raised(_, to, left):
            move = f"{who} raises to {to}"
    return f"{move}." if left else f"{move} and is all-in."


_SHARES = {
    Share.WHOLE: "the pot",
    Share.HIGH: "the high half",
    Share.LOW: "the low half",
    Share.SUIT: "the suit's half",
}


def _showdown(event: HandShown | PotAwarded, names: Names) -> list[str]:
    if isinstance(event, HandShown):
        low = f"; low {low_words(low_ranks(event.low))}" if event.low is not None else ""
        worth = high_words(event.high)
        return [f"{names.of(event.position)} shows {cards_words(event.cards)}: {worth}{low}."]
    side = f" of side pot {event.pot}" if event.pot and event.share is not Share.WHOLE else ""
    what = f"side pot {event.pot}" if event.pot and not side else _SHARES[event.share] + side
    return [
        f"{names.of(win.position)} wins {win.chips} from {what}"
        + (f" with {cards_words(win.cards)}." if win.cards else ", unopposed.")
        for win in event.winners
    ]
