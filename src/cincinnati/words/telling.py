"""A whole deal as plain text, for the seat whose events these are.

The one idea: a single event says what happened; what it means (the board so far, what
is wild now, why a hand won) depends on those before it. So the teller keeps a little of the
public story: rules, board, bets, who folded, who showed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cincinnati.cards import Card
from cincinnati.engine.seen import (
    AntesPosted,
    Bet,
    BlindsPosted,
    BringInPosted,
    Called,
    CardTurned,
    DealOpened,
    Folded,
    HandShown,
    HandsReceived,
    PotAwarded,
    Raised,
    Seen,
)
from cincinnati.rules import BOARD_CARDS, Layout, Ruleset
from cincinnati.words.events import Names, name_at
from cincinnati.words.wild import wild_for, wild_for_all
from cincinnati.words.words import Words

CROSS = ("top", "right", "bottom", "left", "centre")
"""The places of a cross, in the order in which they are turned (R32)."""


def transcript(events: Iterable[Seen], words: Words, names: Names) -> str:
    """A deal line by line, each ended by a line feed.

    It tells what the given events hold and nothing else: `Deal.seen` of a position gives what
    that position may know.
    """
    return "".join(f"{line}\n" for lines in told(events, words, names) for line in lines)


def told(events: Iterable[Seen], words: Words, names: Names) -> Iterator[tuple[str, ...]]:
    """The same, event by event: the lines of each."""
    teller = _Teller(words, names)
    for event in events:
        yield tuple(teller.tell(event))


class _Teller:
    def __init__(self, words: Words, names: Names) -> None:
        self.words = words
        self.names = names
        self.rules = Ruleset()
        self.board: list[Card] = []
        self.wild = ""
        self.chips = Contributions()
        self.shown: list[HandShown] = []

    def tell(self, event: Seen) -> Iterator[str]:
        """The lines of the next event."""
        self.chips.note(event, opening_round=self.rules.opening_round)
        match event:
            case CardTurned(card):
                yield from self._turned(card)
            case PotAwarded():
                yield from self.words.event(event, self.names)
                yield from self._why(event)
            case HandShown():
                if not self.shown:
                    yield from ("", self.words.text("table.showdown"))
                self.shown.append(event)
                yield from self.words.event(event, self.names)
                yield from self._own_wild(event.position, event.cards)
            case HandsReceived(hands):
                yield from self.words.event(event, self.names)
                for position, hand in enumerate(hands):
                    yield from self._own_wild(position, hand)
            case DealOpened():
                self.rules = event.rules
                self.wild = wild_for_all(self.words, event.rules, ())
                yield from self.words.event(event, self.names)
            case _:
                yield from self.words.event(event, self.names)

    def _turned(self, card: Card) -> Iterator[str]:
        yield ""
        if self.rules.layout is Layout.CROSS:
            place = CROSS[len(self.board)]
            yield self.words.text(f"event.turned.{place}", card=card.symbol)
        else:
            yield from self.words.event(CardTurned(card), self.names)
        self.board.append(card)
        hidden = (None,) * (BOARD_CARDS - len(self.board))
        yield self.words.text("table.board.cards", cards=self.words.cards((*self.board, *hidden)))
        yield from self._wild_now()

    def _wild_now(self) -> Iterator[str]:
        wild = wild_for_all(self.words, self.rules, self.board)
        if wild and wild != self.wild:
            yield wild
        self.wild = wild

    def _own_wild(self, position: int, cards: tuple[Card | None, ...]) -> Iterator[str]:
        line = wild_for(self.words, self.rules, cards, name_at(self.names, position))
        if line:
            yield line

    def _why(self, award: PotAwarded) -> Iterator[str]:
        contestants = self.chips.contestants(award.pot)
        shown = [hand for hand in self.shown if hand.position in contestants]
        why = self.words.reason(award, shown, self.names, rules=self.rules, board=self.board)
        if why and shown:
            yield f"  {why}"


class Contributions:
    """Who put in how much, to know who contests which pot (R15).

    A refund (R14) need not be taken off: it goes to the one with the most, who has the most of
    those who contest the last pot with it as well as without.
    """

    def __init__(self) -> None:
        self.put_in: dict[int, int] = {}
        self.bets: dict[int, int] = {}
        self.folded: set[int] = set()
        self.turned = 0

    def note(self, event: Seen, *, opening_round: bool) -> None:
        """What an event changes."""
        match event:
            case AntesPosted(chips):
                self.put_in = dict(enumerate(chips))
            case BlindsPosted(chips):
                for position, blind in enumerate(chips):
                    self._bet(position, blind)
            case BringInPosted(position, chips) | Called(position, chips):
                self._bet(position, self.bets.get(position, 0) + chips)
            case Bet(position, to) | Raised(position, to):
                self._bet(position, to)
            case Folded(position):
                self.folded.add(position)
            case CardTurned():
                # The blinds belong to the first round, which may begin with the first card.
                if self.turned or opening_round:
                    self.bets.clear()
                self.turned += 1
            case _:
                pass

    def contestants(self, pot: int) -> set[int]:
        """The positions that contest a pot, counted from the main pot, 0."""
        live = {at: chips for at, chips in self.put_in.items() if at not in self.folded and chips}
        level = sorted(set(live.values()))[pot]
        return {position for position, chips in live.items() if chips >= level}

    def _bet(self, position: int, to: int) -> None:
        self.put_in[position] += to - self.bets.get(position, 0)
        self.bets[position] = to
