"""Seats, bots, settings and sessions: what people at the table and its host arrange (R34-R36)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, count

from cincinnati import bots
from cincinnati.errors import TableError
from cincinnati.session import Seat, Session
from cincinnati.tables.live.events import (
    BotSeated,
    HostChanged,
    InSession,
    PersonId,
    SeatAsked,
    SeatCleared,
    SeatGiven,
    SeatRefused,
    SettingsChanged,
    TableEnded,
    TableEvent,
)
from cincinnati.tables.live.settings import Settings
from cincinnati.tables.live.table import Phase, Table
from cincinnati.tables.live.texts import alike, plain

LONGEST_REASON = 200
BOT_NAMES = ("Ada", "Bruno", "Chiara", "Duarte", "Élise", "Felix", "Giulia", "Hugo")


def sit(table: Table, person: PersonId, seat: Seat | None) -> tuple[TableEvent, ...]:
    """He takes a seat, or asks for it where the host decides; the host himself need not ask."""
    if table.people[person].seat is not None:
        raise TableError("seated", f"you have seat {table.people[person].seat} already")
    place = _free_seat(table, seat, person)
    if table.settings.approve and person != table.host:
        return (SeatAsked(person, place),) if place != table.people[person].asked else ()
    return _give(table, person, place)


def approve(table: Table, person: PersonId) -> tuple[TableEvent, ...]:
    """The host says yes."""
    asked = _asked(table, person)
    free = free_seats(table, person)
    return _give(table, person, asked if asked in free else _free_seat(table, None, person))


def refuse(table: Table, person: PersonId) -> tuple[TableEvent, ...]:
    """The host says no."""
    _asked(table, person)
    return (SeatRefused(person),)


def add_bot(table: Table, bot: str, seat: Seat | None, person: PersonId) -> tuple[TableEvent, ...]:
    """A program sits down under a name that is not taken."""
    bots.make(bot, 0)  # refuses a name that the registry does not know
    place = _free_seat(table, seat, person)
    taken = {alike(there.name) for there in table.people.values()}
    names = chain(BOT_NAMES, (f"Bot {number}" for number in count(1)))
    name = next(name for name in names if alike(name) not in taken)
    return (BotSeated(person, name, bot, place), *_enters(table, place, person))


def clear(table: Table, person: PersonId) -> tuple[TableEvent, ...]:
    """His seat is free again; in a session he is out from the next deal on (R34)."""
    if person not in table.people:
        raise TableError("nobody", "there is nobody of that name")
    seat = table.people[person].seat
    if seat is None:
        if table.people[person].asked is not None:
            return (SeatRefused(person),)
        raise TableError("no_seat", "he has no seat")
    session = _running(table)
    gone: tuple[TableEvent, ...] = ()
    if session is not None and seat in session.seats:
        gone = told(session, session.leave(seat))
    return (*gone, SeatCleared(person))


def hand_over(table: Table, person: PersonId) -> tuple[TableEvent, ...]:
    """Somebody else is the host."""
    if person not in table.people or table.people[person].bot:
        raise TableError("nobody", "only a person at the table can be the host")
    return (HostChanged(person),) if person != table.host else ()


def change(table: Table, settings: Settings) -> tuple[TableEvent, ...]:
    """Other settings hold from the next deal on; every taken seat has to remain."""
    session = _running(table)
    highest = max([*table.seats, *(session.seats if session else ())], default=-1)
    if highest >= settings.rules.players:
        raise TableError("seats", f"seat {highest} is taken: more players are needed")
    return (SettingsChanged(settings),)


def start(table: Table, draw: Callable[[Sequence[Seat]], Seat]) -> tuple[TableEvent, ...]:
    """A session begins with everybody who has a seat; the lot makes the first dealer (R2)."""
    if _running(table) is not None:
        raise TableError("running", "a session is going on")
    seats = sorted(table.seats)
    if len(seats) < 2:
        raise TableError("too_few", "two players are needed; ask a friend, or add a bot")
    session = Session.start(table.settings.rules, seats=seats, dealer=draw(seats))
    return tuple(InSession(event) for event in session.events)


def correct(
    table: Table, author: PersonId, seat: Seat, chips: int, reason: str
) -> tuple[TableEvent, ...]:
    """The host gives or takes chips, between deals (R36)."""
    session = _running(table)
    if session is None:
        raise TableError("no_session", "no session is going on")
    name, why = table.people[author].name, plain(reason)
    if len(why) > LONGEST_REASON:
        raise TableError("bad_text", f"a reason has at most {LONGEST_REASON} characters")
    return told(session, session.correct(seat, chips, author=name, reason=why))


def end() -> tuple[TableEvent, ...]:
    """The table is closed; its log stays."""
    return (TableEnded(),)


def successor(table: Table, present: Sequence[PersonId]) -> PersonId | None:
    """Who becomes the host when the host is gone: who sits lowest, else who came first."""
    people = [
        name
        for name in table.people
        if name in present and name != table.host and not table.people[name].bot
    ]
    seats = {name: table.people[name].seat for name in people}
    return min(people, key=lambda name: (seats[name] is None, seats[name] or 0), default=None)


def free_seats(table: Table, person: PersonId) -> list[Seat]:
    """Chairs that a person may take: not those that others have asked for.

    The chairs of players gone from a running session are not free before its end.
    """
    session = _running(table)
    taken = {*table.seats, *(session.seats if session else ())}
    asked = {there.asked for name, there in table.people.items() if name != person}
    players = table.settings.rules.players
    return [Seat(seat) for seat in range(players) if seat not in taken | asked]


def _free_seat(table: Table, seat: Seat | None, person: PersonId) -> Seat:
    free = free_seats(table, person)
    if not free:
        raise TableError("full", f"all {table.settings.rules.players} seats are taken")
    if seat is None:
        # R35: to the left of the last seat taken.
        last = max(table.seats, default=-1)
        return next((number for number in free if number > last), free[0])
    if seat not in free:
        raise TableError("seat_taken", f"seat {seat} is not free; free are {free}")
    return seat


def _give(table: Table, person: PersonId, seat: Seat) -> tuple[TableEvent, ...]:
    return (SeatGiven(person, seat), *_enters(table, seat, person))


def _enters(table: Table, seat: Seat, person: PersonId) -> tuple[TableEvent, ...]:
    """A latecomer is in from the next deal on (R35).

    Where none are let in, from the next session on; so is who has left this one (R20, R34).
    """
    session = _running(table)
    if session is None or not session.rules.latecomers or person in table.entered:
        return ()
    return told(session, session.enter(seat))


def _asked(table: Table, person: PersonId) -> Seat:
    asked = table.people[person].asked if person in table.people else None
    if asked is None:
        raise TableError("not_asked", "he has not asked for a seat")
    return asked


def _running(table: Table) -> Session | None:
    return table.session if table.phase in (Phase.PLAYING, Phase.PAUSED) else None


def told(before: Session, after: Session) -> tuple[TableEvent, ...]:
    """What the session tells of a step, for the table's log."""
    return tuple(InSession(event) for event in after.events[len(before.events) :])
