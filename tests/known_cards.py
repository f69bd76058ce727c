"""Which cards somebody may know, by the log alone, and whether he was sent any other.

The one idea: `Known` reads the log by its own means, not by those of the server, so that a fault
there cannot hide itself here.
"""

from __future__ import annotations

import json
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
MEASURED = ("/metrics",)
"""What tells of time that has passed, which is never the same."""
SUITS = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


class Sent(Struct, frozen=True):
    """A text that somebody was sent: by which way, and the versions that it tells of."""

    way: str
    text: str
    since: int
    version: int
    deal: int | None = None
    """The deal that it tells of, if it is one."""


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
        self._ended: dict[int, int] = {}
        self._moments: dict[int, list[tuple[frozenset[str], dict[str, frozenset[str]]]]] = {}
        self._after: list[tuple[int, int, frozenset[str], dict[str, frozenset[str]]]] = []
        for version, events in log:
            for event in events:
                self._take(event)
                if isinstance(event, InSession) and isinstance(event.event, InDeal):
                    self._moments.setdefault(self._deal, []).append(self._now())
                    if isinstance(event.event.event, DealEnded):
                        self._ended[self._deal] = version
            self._after.append((version, self._deal, *self._now()))

    def _now(self) -> tuple[frozenset[str], dict[str, frozenset[str]]]:
        own = {who: frozenset(cards) for who, cards in self._own.items()}
        return frozenset(self._public), own

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
            case _:
                pass

    @property
    def finished(self) -> int:
        """How many deals have ended."""
        return len(self._ended)

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
        return self.moments(person, deal)[-1]

    def past(self, person: str, deal: int, version: int) -> frozenset[str]:
        """What somebody may look up of a deal at a version: nothing before its end."""
        ended = self._ended.get(deal)
        over = ended is not None and ended <= version
        return self.of_deal(person, deal) if over else frozenset()

    def moments(self, person: str, deal: int) -> list[frozenset[str]]:
        """What somebody knew after each event of a deal, from 1; nothing of one that never was."""
        moments = self._moments.get(deal, [(frozenset(), {})])
        return [public | own.get(person, frozenset()) for public, own in moments]


class Watched:
    """One session, as it was played."""

    def __init__(self) -> None:
        self.sent: dict[str, list[Sent]] = {}
        self.decks: list[Deck] = []
        self.people: dict[str, str] = {}
        self.log: list[tuple[int, tuple[TableEvent, ...]]] = []

    def texts(self, name: str) -> list[tuple[str, str]]:
        """All that somebody was sent, in order."""
        return [
            (each.way, each.text) for each in self.sent.get(name, ()) if each.way not in MEASURED
        ]


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


def who_knows(watched: Watched, names: Iterable[str], cards: Sequence[frozenset[str]]) -> list[str]:
    """Who of them may know one of these cards, which are given by deals."""
    known = Known(watched.log)
    return [
        name
        for name in names
        if any(
            known.of_deal(watched.people.get(name, ""), number) & moved
            for number, moved in enumerate(cards, 1)
        )
    ]


def _claims(sent: Sent, known: Known, person: str) -> Iterable[tuple[set[str], frozenset[str]]]:
    """The cards in a text, and those that may be in it."""
    match sent.way:
        case "State":
            allowed = known.between(person, sent.since, sent.version)
            if sent.since == 0:
                allowed = known.at(person, sent.version).cards
            yield set(CARD.findall(sent.text)), allowed
        case "/records":
            records = re.split(r"^\[\d+\]$", sent.text, flags=re.M)
            of = enumerate(records[1:], 1) if sent.deal is None else [(sent.deal, sent.text)]
            for number, record in of:
                actions = record.partition("actions")[2].partition("]")[0]
                yield set(BARE_CARD.findall(actions)), known.past(person, number, sent.version)
        case "/transcript":
            told = {
                f"{'T' if rank == '10' else rank}{SUITS[suit]}"
                for rank, suit in TOLD_CARD.findall(sent.text)
            }
            deals = range(1, known.finished + 1) if sent.deal is None else [sent.deal]
            past = (known.past(person, deal, sent.version) for deal in deals)
            yield told, frozenset().union(*past)
        case "/deals/{deal}":
            yield from _claims_of_frames(sent, known, person)
        case "/deals/{deal}/advice" if sent.deal is not None:
            allowed = known.past(person, sent.deal, sent.version)
            yield set(CARD.findall(sent.text)), allowed
        case _:
            yield set(CARD.findall(sent.text)), frozenset()


def _claims_of_frames(
    sent: Sent, known: Known, person: str
) -> Iterable[tuple[set[str], frozenset[str]]]:
    """Of a deal that is looked at again each frame shows what he knew then, and no more."""
    told = json.loads(sent.text)
    frames = told.pop("frames", [])
    yield set(CARD.findall(json.dumps(told))), frozenset()
    if sent.deal is not None and frames:
        moments = known.moments(person, sent.deal)
        ended = known.past(person, sent.deal, sent.version)
        for frame, moment in zip(frames, moments, strict=True):
            yield set(CARD.findall(json.dumps(frame))), moment & ended


def exchanged(
    watched: Watched, name: str, rng: Random, *, at: int | None = None
) -> tuple[list[Deck], list[frozenset[str]]]:
    """The decks with the cards that somebody may not know changed about, and those, by deals.

    ``at``: those that he may not know at this version, in the deal of that moment only.
    """
    known = Known(watched.log)
    person = watched.people.get(name, "")
    decks: list[Deck] = []
    moved: list[frozenset[str]] = []
    for number, deck in enumerate(watched.decks, 1):
        if at is not None and known.at(person, at).deal != number:
            decks.append(deck)
            moved.append(frozenset())
            continue
        held = known.at(person, at).cards if at else known.of_deal(person, number)
        hidden = [card for card in PACK if str(card) not in held]
        shuffled = list(hidden)
        rng.shuffle(shuffled)
        change: dict[Card | None, Card] = dict(zip(hidden, shuffled, strict=True))
        decks.append(Deck(tuple(change.get(card, card) for card in deck.cards)))
        moved.append(frozenset(str(one) for one, other in change.items() if one != other))
    return decks, moved
