"""Which cards somebody may know, by the log alone, and whether he was sent any other.

The one idea: `Known` reads the log by its own means, not by those of the server, so that a fault
there cannot hide itself here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from random import Random

from msgspec import Struct

from cincinnati.cards import PACK, Card, Deck
from cincinnati.engine.events import HandsDealt
from cincinnati.engine.seen import CardTurned, DealEnded, HandShown
from cincinnati.session import DealBegan, InDeal, Seat
from cincinnati.tables.live import PersonId, TableEvent
from cincinnati.tables.live.events import InSession, SeatCleared, SeatGiven

CARD = re.compile(r"(?<![\w-])([2-9TJQKA][cdhs])(?![\w-])")
BARE_CARD = re.compile(r"([2-9TJQKA][cdhs])")
TOLD_CARD = re.compile(r"(10|[2-9JQKA])([♠♥♦♣])")
SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


class Sent(Struct, frozen=True):
    """A text that somebody was sent: by which way, and the versions that it tells of."""

    way: str
    text: str
    since: int
    version: int


class Moment(Struct, frozen=True):
    """The cards of one deal that somebody may know at one version."""

    deal: int
    cards: frozenset[str]


class Known:
    """Who may know what, by the log."""

    def __init__(self, log: Iterable[tuple[int, Sequence[TableEvent]]]) -> None:
        self._seats: dict[Seat, PersonId] = {}
        self._dealt: list[PersonId | None] = []
        self._own: dict[str, set[str]] = {}
        self._public: set[str] = set()
        self._deal = 0
        self.finished = 0
        self._after: list[tuple[int, int, frozenset[str], dict[str, frozenset[str]]]] = []
        for version, events in log:
            for event in events:
                self._take(event)
            own = {who: frozenset(cards) for who, cards in self._own.items()}
            self._after.append((version, self._deal, frozenset(self._public), own))

    def _take(self, event: TableEvent) -> None:
        match event:
            case SeatGiven(person, seat):
                self._seats[seat] = person
            case SeatCleared(person):
                self._seats = {seat: who for seat, who in self._seats.items() if who != person}
            case InSession(DealBegan(_, order)):
                self._deal += 1
                self._dealt = [self._seats.get(seat) for seat in order]
                self._own, self._public = {}, set()
            case InSession(InDeal(HandsDealt(hands))):
                for who, hand in zip(self._dealt, hands, strict=True):
                    self._own[who or ""] = {str(card) for card in hand}
            case InSession(InDeal(CardTurned(card))):
                self._public.add(str(card))
            case InSession(InDeal(HandShown(_, cards))):
                self._public.update(map(str, cards))
            case InSession(InDeal(DealEnded())):
                self.finished += 1
            case _:
                pass

    def at(self, person: str, version: int) -> Moment:
        """What somebody may know of the running deal at a version."""
        _, deal, public, own = next(each for each in self._after if each[0] == version)
        return Moment(deal, public | own.get(person, frozenset()))

    def between(self, person: str, since: int, version: int) -> frozenset[str]:
        """What somebody may be told of the deals that ran after one version up to another."""
        last = {
            self.at(person, each[0]).deal: each[0] for each in self._after if each[0] <= version
        }
        first = self.at(person, max(1, since)).deal
        return frozenset().union(
            *(self.at(person, at).cards for deal, at in last.items() if deal >= first)
        )

    def of_deal(self, person: str, deal: int) -> frozenset[str]:
        """What somebody knew at the end of a deal, from 1."""
        last = max(each[0] for each in self._after if each[1] == deal)
        return self.at(person, last).cards


class Watched:
    """One session, as it was played."""

    def __init__(self) -> None:
        self.sent: dict[str, list[Sent]] = {}
        self.decks: list[Deck] = []
        self.people: dict[str, str] = {}
        self.log: list[tuple[int, tuple[TableEvent, ...]]] = []

    def texts(self, name: str) -> list[tuple[str, str]]:
        """All that somebody was sent, in order."""
        return [(each.way, each.text) for each in self.sent.get(name, ())]


def too_much(watched: Watched, name: str) -> list[str]:
    """Everything that somebody was sent and may not have known."""
    known = Known(watched.log)
    person = watched.people.get(name, "")
    found = []
    for sent in watched.sent.get(name, ()):
        for cards, allowed in _claims(sent, known, person):
            surplus = cards - allowed
            if surplus:
                found.append(f"{name} was sent {sorted(surplus)} by {sent.way} at {sent.version}")
    return found


def _claims(sent: Sent, known: Known, person: str) -> Iterable[tuple[set[str], frozenset[str]]]:
    """The cards in a text, and those that may be in it."""
    match sent.way:
        case "State":
            allowed = known.between(person, sent.since, sent.version)
            if sent.since == 0:
                allowed = known.at(person, sent.version).cards
            yield set(CARD.findall(sent.text)), allowed
        case "/records":
            for number, record in enumerate(re.split(r"^\[\d+\]$", sent.text, flags=re.M)[1:], 1):
                actions = record.partition("actions")[2].partition("]")[0]
                yield set(BARE_CARD.findall(actions)), known.of_deal(person, number)
        case "/transcript":
            told = {
                f"{'T' if rank == '10' else rank}{SUITS[suit]}"
                for rank, suit in TOLD_CARD.findall(sent.text)
            }
            deals = range(1, known.finished + 1)
            yield told, frozenset().union(*(known.of_deal(person, deal) for deal in deals))
        case _:
            yield set(CARD.findall(sent.text)), frozenset()


def exchanged(
    watched: Watched, name: str, rng: Random, *, at: int | None = None
) -> tuple[list[Deck], int]:
    """The decks with the cards that somebody may not know changed about; how many have moved.

    ``at``: those that he may not know at this version, in the deal of that moment only.
    """
    known = Known(watched.log)
    person = watched.people.get(name, "")
    decks, moved = [], 0
    for number, deck in enumerate(watched.decks, 1):
        if at is not None and known.at(person, at).deal != number:
            decks.append(deck)
            continue
        held = known.at(person, at).cards if at else known.of_deal(person, number)
        hidden = [card for card in PACK if str(card) not in held]
        shuffled = list(hidden)
        rng.shuffle(shuffled)
        change: dict[Card | None, Card] = dict(zip(hidden, shuffled, strict=True))
        decks.append(Deck(tuple(change.get(card, card) for card in deck.cards)))
        moved += sum(one != other for one, other in change.items())
    return decks, moved
