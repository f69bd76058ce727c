"""The finished deals of a live table, as one person saw them: told, or moment by moment.

The one idea: a deal's secrets are collected in a type of this module only (`_Finished`), and what
leaves it went through `project` first, with the position that was dealt to the person.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from cincinnati.engine import Position, View, project
from cincinnati.engine.decisions import Decision, decisions
from cincinnati.engine.events import DealStarted, Event
from cincinnati.engine.evolve import begin, evolve
from cincinnati.engine.seen import DealEnded, HandShown, Seen
from cincinnati.errors import TableError
from cincinnati.session import (
    ChipsCorrected,
    DealBegan,
    InDeal,
    Seat,
    SeatTaken,
    SessionEvent,
    SessionStarted,
)
from cincinnati.tables.live.events import (
    BotSeated,
    InSession,
    PersonId,
    PersonJoined,
    SeatCleared,
    SeatGiven,
    TableEvent,
    TableMade,
)
from cincinnati.tables.live.table import dealt_to, position_of


class Seated(Struct, frozen=True):
    """To whom a position was dealt, and what he was called then."""

    seat: Seat
    person: PersonId | None
    name: str


class PastDeal(Struct, frozen=True):
    """A finished deal: its numbers, who was in it, what the person saw."""

    number: int
    """At the table, from 1, over all sessions."""
    session: int
    in_session: int
    """The deal's number in its session, from 1."""
    seats: tuple[Seated, ...]
    """By position."""
    position: Position | None
    """Which one was dealt to the person; ``None``: he saw it as a spectator."""
    before: dict[Seat, int]
    """The chips of every seat of the session before the deal, those that are out included."""
    after: dict[Seat, int]
    events: tuple[Seen, ...]

    @property
    def names(self) -> dict[int, str]:
        """The names by position, as far as anybody sat there."""
        return {at: there.name for at, there in enumerate(self.seats) if there.person is not None}


class Frame(Struct, frozen=True):
    """One moment of a deal: what happened, and what its viewer knew then."""

    event: Seen
    view: View


class _Finished(Struct, frozen=True):
    """A finished deal with its secrets."""

    number: int
    session: int
    in_session: int
    seats: tuple[Seated, ...]
    before: dict[Seat, int]
    after: dict[Seat, int]
    events: tuple[Event, ...]

    def position(self, person: PersonId | None) -> Position | None:
        return position_of(person, tuple(there.person for there in self.seats))

    def seen(self, person: PersonId | None) -> PastDeal:
        position = self.position(person)
        return PastDeal(
            number=self.number,
            session=self.session,
            in_session=self.in_session,
            seats=self.seats,
            position=position,
            before=self.before,
            after=self.after,
            events=tuple(project.seen(self.events, position)),
        )


def past_deals(events: Iterable[TableEvent], person: PersonId | None) -> Iterator[PastDeal]:
    """All finished deals, in order. A deal that is going on is never among them.

    Where the person had no seat in a deal he saw it as a spectator.
    """
    return (deal.seen(person) for deal in _finished(events))


def past_deal(
    events: Iterable[TableEvent], person: PersonId | None, number: int
) -> tuple[PastDeal, tuple[Frame, ...]]:
    """One finished deal, and its moments as the person (``None``: a spectator) may know them.

    Raises `TableError` (``no_past_deal``) if none that has ended has this number.
    """
    for deal in _finished(events):
        if deal.number == number:
            return deal.seen(person), frames(deal.events, deal.position(person))
    raise _none_finished(number)


def past_decisions(
    events: Iterable[TableEvent], person: PersonId | None, number: int
) -> tuple[Decision, ...]:
    """What was decided in one finished deal, as far as the person may know the cards.

    Raises `TableError` as `past_deal` does.
    """
    for deal in _finished(events):
        if deal.number == number:
            return known_decisions(deal.events, deal.position(person))
    raise _none_finished(number)


def known_decisions(events: Sequence[Event], position: Position | None) -> tuple[Decision, ...]:
    """The decisions of a whole deal with the hands that a position (or a spectator) sees in it.

    Those are the position's own, and the hands that were shown at the end.
    """
    known = {event.position for event in events if isinstance(event, HandShown)}
    return tuple(decisions(events, known if position is None else known | {position}))


def frames(events: Sequence[Event], position: Position | None) -> tuple[Frame, ...]:
    """What a position (``None``: a spectator) knew after each event of a whole deal."""
    first, *later = events
    if not isinstance(first, DealStarted):
        raise TableError("log", "a deal begins with its DealStarted event")
    state = begin(first)
    states = [state]
    for event in later:
        state = evolve(state, event)
        states.append(state)
    told = project.seen(events, position)
    return tuple(
        Frame(event, project.view(state, position))
        for event, state in zip(told, states, strict=True)
    )


def _none_finished(number: int) -> TableError:
    return TableError("no_past_deal", f"no deal {number} has been finished at this table")


def _finished(events: Iterable[TableEvent]) -> Iterator[_Finished]:
    book = _Book()
    for event in events:
        match event:
            case InSession(inner):
                ended = book.in_session(inner)
                if ended is not None:
                    yield ended
            case TableMade(_, person, name) | PersonJoined(person, name):
                book.names[person] = name
            case SeatGiven(person, seat):
                book.sitting[seat] = person
            case BotSeated(person, name, _, seat):
                book.names[person] = name
                book.sitting[seat] = person
            case SeatCleared(person):
                book.sitting = {seat: who for seat, who in book.sitting.items() if who != person}
            case _:
                pass


class _Book:
    """What has to be known of a table to say of a deal who was in it, and with how much."""

    def __init__(self) -> None:
        self.names: dict[PersonId, str] = {}
        self.sitting: dict[Seat, PersonId] = {}
        self.chips: dict[Seat, int] = {}
        self.number = 0
        self.session = 0
        self.began = DealBegan(0, ())
        self.seats: tuple[Seated, ...] = ()
        self.told: list[Event] = []

    def in_session(self, event: SessionEvent) -> _Finished | None:
        """Take an event of the session; the deal that has ended with it."""
        match event:
            case SessionStarted(rules, seats):
                self.session += 1
                self.chips = dict.fromkeys(seats, rules.stack)
            case SeatTaken(seat, chips):
                self.chips[seat] = chips
            case ChipsCorrected(seat, chips):
                self.chips[seat] += chips
            case DealBegan(_, order):
                self.began, self.told = event, []
                self.seats = tuple(
                    Seated(seat, person, self.names[person] if person else "?")
                    for seat, person in zip(order, dealt_to(order, self.sitting), strict=True)
                )
            case InDeal(inner):
                self.told.append(inner)
                if isinstance(inner, DealEnded):
                    return self._ended(inner)
            case _:
                pass
        return None

    def _ended(self, event: DealEnded) -> _Finished:
        before = dict(sorted(self.chips.items()))
        self.chips |= dict(zip(self.began.order, event.stacks, strict=True))
        self.number += 1
        return _Finished(
            number=self.number,
            session=self.session,
            in_session=self.began.number,
            seats=self.seats,
            before=before,
            after=dict(sorted(self.chips.items())),
            events=tuple(self.told),
        )
