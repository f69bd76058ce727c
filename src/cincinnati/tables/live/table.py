"""A live table at one moment: what its events add up to, and when what comes by itself.

The fold knows no clock; each event comes with the moment of its decision, and from these
moments follows `due`: when somebody's time is up, a bot has thought long enough, or
the next deal begins. Any process can work that out from the log, so none is special.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from cincinnati.engine import Position
from cincinnati.engine.seen import HandShown
from cincinnati.errors import TableError
from cincinnati.session import (
    DealBegan,
    InDeal,
    Presence,
    Seat,
    SeatTaken,
    Session,
    SessionEvent,
    SessionStarted,
)
from cincinnati.tables.live.events import (
    BankSpent,
    BotSeated,
    GraceGiven,
    HostChanged,
    InSession,
    OwnGame,
    Paused,
    PersonId,
    PersonJoined,
    Resumed,
    SeatAsked,
    SeatCleared,
    SeatGiven,
    SeatRefused,
    SettingsChanged,
    TableEnded,
    TableEvent,
    TableMade,
)
from cincinnati.tables.live.settings import Clock, Settings

DealtTo = tuple[PersonId | None, ...]
"""Who sat at each position when a deal began: to him, and to nobody else, its cards belong."""


ALONE_MS = 100
"""How long a bot thinks at least where no person was dealt in: nothing else would slow such a table
down, and its neighbours would pay for it."""


class Phase(Enum):
    """Where a table stands."""

    LOBBY = "lobby"
    PLAYING = "playing"
    PAUSED = "paused"
    FINISHED = "finished"
    CLOSED = "closed"


class Person(Struct, frozen=True):
    """Somebody at the table."""

    name: str
    seat: Seat | None = None
    asked: Seat | None = None
    """The seat that he has asked the host for."""
    bot: str | None = None
    """The name of the program that plays, ``None`` for people."""


class Reason(Enum):
    """Why something happens by itself."""

    TIME_UP = "time_up"
    BOT_MOVES = "bot_moves"
    NEXT_DEAL = "next_deal"
    CHOICE_UP = "choice_up"
    BOT_CHOOSES = "bot_chooses"


class Due(Struct, frozen=True):
    """When (ms since 1970) something happens by itself, and what."""

    at: int
    reason: Reason
    seat: Seat | None = None


class Table(Struct, frozen=True):
    """A live table; times in ms since 1970."""

    settings: Settings
    clock: Clock
    """The clocks that run: those of the settings, but a running deal keeps its own."""
    host: PersonId
    seed: int
    people: Mapping[PersonId, Person]
    session: Session | None = None
    """As it is now, without what has happened in it."""
    sessions: int = 0
    """Sessions begun at this table."""
    entered: frozenset[PersonId] = frozenset()
    """Who has had a seat in this session; nobody enters it twice (R20, R34)."""
    dealt: DealtTo = ()
    """To whom the positions of the latest deal were dealt."""
    own_game: bool = False
    """Whether the dealer has chosen the table's own game."""
    turn: int = 0
    """The number of the turn: grows with everything that happens in a deal, for ever."""
    bank: Mapping[Seat, int] = {}
    """What is left of each seat's time bank, in ms."""
    since: int = 0
    """When the present turn, or the present pause between deals, began."""
    not_before: int = 0
    paused: bool = False
    closed: bool = False

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.closed:
            return Phase.CLOSED
        if self.session is None:
            return Phase.LOBBY
        if self.session.over:
            return Phase.FINISHED
        return Phase.PAUSED if self.paused else Phase.PLAYING

    @property
    def seats(self) -> dict[Seat, PersonId]:
        """Who sits where."""
        return {
            person.seat: name for name, person in self.people.items() if person.seat is not None
        }

    def person_at(self, seat: Seat) -> Person | None:
        """Who sits at a seat now."""
        name = self.seats.get(seat)
        return None if name is None else self.people[name]

    @property
    def choosing(self) -> Seat | None:
        """The dealer who has to name the next game (dealer's choice)."""
        session = self.session
        if session is None or session.over or session.playing:
            return None
        if not session.rules.dealers_choice or session.named is not None or self.own_game:
            return None
        return session.dealer

    @property
    def bank_from(self) -> int:
        """When the time bank of the player to act begins to run."""
        return max(self.since + self.clock.action_ms, self.not_before)

    @property
    def due(self) -> Due | None:
        """What happens by itself next, and when."""
        if self.phase is not Phase.PLAYING or self.session is None:
            return None
        due = self._turn_due(self.session) if self.session.playing else self._pause_due()
        return due and replace(due, at=max(due.at, self.not_before))

    def _turn_due(self, session: Session) -> Due | None:
        seat = session.to_act
        if seat is None:
            return None
        person = self.person_at(seat)
        if person is not None and person.bot:
            return Due(self.since + self._thinking(seat), Reason.BOT_MOVES, seat)
        return Due(self.bank_from + self.bank.get(seat, 0), Reason.TIME_UP, seat)

    def _thinking(self, seat: Seat) -> int:
        """How long a bot seems to think: different each turn, the same in every process."""
        least, most = self.clock.think_ms
        dealt = [self.people.get(person) for person in self.dealt if person is not None]
        if all(there is None or there.bot for there in dealt):  # none but bots ever leave
            least, most = max(least, ALONE_MS), max(most, ALONE_MS)
        return least + (self.seed + 7919 * self.turn + 104_729 * seat) % (most - least + 1)

    def _pause_due(self) -> Due:
        clock, session = self.clock, self.session
        deal = session.deal if session else None
        shown = sum(isinstance(event, HandShown) for event in deal.events) if deal else 0
        begins = self.since + (clock.between_ms + clock.show_ms * shown if deal else 0)
        seat = self.choosing
        if seat is None:
            return Due(begins, Reason.NEXT_DEAL)
        person = self.person_at(seat)
        if person is not None and person.bot:
            return Due(begins, Reason.BOT_CHOOSES, seat)
        away = session is None or session.seats[seat].presence is not Presence.HERE
        return Due(begins + (0 if away else clock.action_ms), Reason.CHOICE_UP, seat)

    @property
    def deserted(self) -> bool:
        """Whether no person is there to play: everybody at the table is away or a bot."""
        session = self.session
        return session is not None and not any(
            session.seats[seat].presence is Presence.HERE
            for seat, name in self.seats.items()
            if seat in session.seats and not self.people[name].bot
        )


def made(event: TableMade, at: int) -> Table:
    """The table that the first event makes."""
    people = {event.host: Person(event.name)}
    return Table(event.settings, event.settings.clock, event.host, event.seed, people, since=at)


def dealt_to(order: Sequence[Seat], seats: Mapping[Seat, PersonId]) -> DealtTo:
    """Who sits at each position of a deal that begins now."""
    return tuple(seats.get(seat) for seat in order)


def position_of(person: PersonId | None, dealt: DealtTo) -> Position | None:
    """Which position was dealt to a person."""
    return Position(dealt.index(person)) if person is not None and person in dealt else None


def fold(events: Iterable[tuple[TableEvent, int]]) -> Table:
    """The table that a whole log adds up to; raises `TableError` if it has no beginning."""
    table: Table | None = None
    for event, at in events:
        if isinstance(event, TableMade):
            table = made(event, at)
        elif table is None:
            raise TableError("log", "a table's log begins with its making")
        else:
            table = evolve(table, event, at)
    if table is None:
        raise TableError("no_table", "there is no such table")
    return table


def evolve(table: Table, event: TableEvent, at: int) -> Table:
    """What the table becomes when the event has happened at a moment. It never refuses."""
    match event:
        case InSession(inner):
            return _in_session(table, inner, at)
        case TableMade():
            return made(event, at)
        case (
            PersonJoined() | SeatAsked() | SeatRefused() | SeatGiven() | BotSeated() | SeatCleared()
        ):
            return replace(table, people=_people(table.people, event))
        case HostChanged(person):
            return replace(table, host=person)
        case OwnGame():
            return replace(table, own_game=True)
        case SettingsChanged(settings):
            playing = table.session is not None and table.session.playing
            return replace(
                table, settings=settings, clock=table.clock if playing else settings.clock
            )
        case BankSpent(seat, ms):
            left = max(0, table.bank.get(seat, 0) - ms)
            return replace(table, bank={**table.bank, seat: left})
        case GraceGiven(until):
            # If the clock was set back meanwhile, what began in the future begins now.
            return replace(table, not_before=until, since=min(table.since, at))
        case Paused():
            return replace(table, paused=True)
        case Resumed():
            return replace(table, paused=False, since=at)
        case TableEnded():
            return replace(table, closed=True)
    assert_never(event)


def _people(
    people: Mapping[PersonId, Person],
    event: PersonJoined | SeatAsked | SeatRefused | SeatGiven | BotSeated | SeatCleared,
) -> dict[PersonId, Person]:
    """Who is at the table, and where, after somebody came, sat down or got up."""
    name = event.person
    match event:
        case PersonJoined():
            person = Person(event.name)
        case BotSeated():
            person = Person(event.name, event.seat, bot=event.bot)
        case SeatAsked():
            person = replace(people[name], asked=event.seat)
        case SeatRefused():
            person = replace(people[name], asked=None)
        case SeatGiven():
            person = replace(people[name], seat=event.seat, asked=None)
        case SeatCleared():
            if people[name].bot:
                return {other: there for other, there in people.items() if other != name}
            person = replace(people[name], seat=None, asked=None)
    return {**people, name: person}


def _in_session(table: Table, inner: SessionEvent, at: int) -> Table:
    if isinstance(inner, SessionStarted):
        return replace(
            table,
            session=_without_past(Session.resume([inner])),
            sessions=table.sessions + 1,
            entered=frozenset(table.seats[seat] for seat in inner.seats),
            dealt=(),
            own_game=False,
            clock=table.settings.clock,
            bank=dict.fromkeys(inner.seats, table.settings.clock.bank_ms),
            since=at,
            paused=False,
        )
    if table.session is None:
        raise TableError("log", "an event of a session before its beginning")
    table = replace(table, session=_without_past(table.session.evolve(inner)))
    match inner:
        case DealBegan(_, order):
            dealt = dealt_to(order, table.seats)
            clock = table.settings.clock
            return replace(table, dealt=dealt, clock=clock, own_game=False, since=at, not_before=0)
        case InDeal():  # grace was for the decision that was interrupted, nobody waits for more
            return replace(table, turn=table.turn + 1, since=at, not_before=0)
        case SeatTaken(seat):
            return replace(
                table,
                entered=table.entered | {table.seats[seat]},
                bank={**table.bank, seat: table.clock.bank_ms},
            )
        case _:
            return table


def _without_past(session: Session) -> Session:
    """What a session is now: what happened in it is in the log, and a table lives for ever."""
    return replace(session, events=())
