"""What one person at a live table may know: types, and how they are made.

The deal in it is the engine's `View` for the cards that were dealt to him; beside it only
what everybody at the table knows. ``digest`` is a hash of all the rest, so that a client can
tell that what it shows is not what was sent.
"""

from __future__ import annotations

import hashlib

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from cincinnati.engine import View, project
from cincinnati.session import Presence, Seat
from cincinnati.store import Version
from cincinnati.tables.live.events import PersonId
from cincinnati.tables.live.settings import Settings
from cincinnati.tables.live.table import Phase, Reason, Table, position_of

PERSONS = (Reason.TIME_UP, Reason.CHOICE_UP)
"""What a person is waited for; how long a bot will seem to think is not told."""
_END = len('"}')
"""Behind the digest nothing follows in a view but its end."""


class PersonView(Struct, frozen=True):
    """Somebody at the table."""

    person: PersonId
    name: str
    seat: Seat | None
    asked: Seat | None
    bot: str | None


class SeatView(Struct, frozen=True):
    """A seat of the session: its chips in front, its place by them, its presence."""

    seat: Seat
    chips: int
    place: int
    presence: Presence
    corrections: int
    corrected: int
    bank_ms: int


class TableView(Struct, frozen=True):
    """A live table as one person may know it; times in ms since 1970."""

    version: Version
    phase: Phase
    settings: Settings
    host: PersonId
    you: PersonId | None
    """Who the viewer is; ``None`` for somebody who has not joined."""
    people: tuple[PersonView, ...]
    seats: tuple[SeatView, ...]
    """The session's seats, those that are out included; empty before the first session."""
    session: int
    number: int
    """The deal's number in the session, from 1."""
    dealer: Seat | None
    order: tuple[Seat, ...]
    """The seat of each position of the deal."""
    to_act: Seat | None
    turn: int
    choosing: Seat | None
    """The dealer who has to name the next game."""
    acts_until: int | None
    """When the time of who has to act or choose is up, bank included; ``None`` without a clock."""
    bank_from: int | None
    """When his time bank begins to run."""
    deal: View | None
    places: dict[Seat, int] | None
    digest: str = ""


def table_view(table: Table, version: Version, person: PersonId | None) -> TableView:
    """What a person may know of a table; ``None`` is somebody who only looks on."""
    return signed(view_for(public_view(table, version), table, person))


def public_view(table: Table, version: Version) -> TableView:
    """What everybody may know of a table; it has no digest yet."""
    session, due = table.session, table.due
    clock = due if due is not None and due.reason in PERSONS else None
    return TableView(
        version=version,
        phase=table.phase,
        settings=table.settings,
        host=table.host,
        you=None,
        people=tuple(
            PersonView(name, there.name, there.seat, there.asked, there.bot)
            for name, there in table.people.items()
        ),
        seats=_seats(table),
        session=table.sessions,
        number=session.number if session else 0,
        dealer=session.dealer if session and not session.over else None,
        order=session.order if session else (),
        to_act=session.to_act if session else None,
        turn=table.turn,
        choosing=table.choosing,
        acts_until=clock.at if clock else None,
        bank_from=table.bank_from if clock else None,
        deal=session.deal.view(None) if session and session.deal else None,
        places=dict(sorted(session.places.items())) if session and session.places else None,
    )


def view_for(public: TableView, table: Table, person: PersonId | None) -> TableView:
    """The public view of a table, with what one person may know besides; without a digest."""
    known = table.people.get(person) if person is not None else None
    if known is None:
        return public
    if known.seat is None or public.deal is None:
        return replace(public, you=person)
    return replace(public, you=person, deal=_deal(public.deal, table, person))


def signed(view: TableView) -> TableView:
    """A view with its digest."""
    return replace(view, digest=digest_of(view))


def text_of(view: TableView) -> bytes:
    """A view without a digest as JSON, with its digest: the text is written only once."""
    text = msgspec.json.encode(view)
    return b"%s%s%s" % (text[:-_END], _digest(text).encode(), text[-_END:])


def digest_of(view: TableView) -> str:
    """A short hash of a view with its own field left empty: SHA-256, which browsers have too."""
    return _digest(msgspec.json.encode(replace(view, digest="")))


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:16]


def _seats(table: Table) -> tuple[SeatView, ...]:
    session = table.session
    if session is None:
        return ()
    chips, standings = session.chips, session.standings
    return tuple(
        SeatView(
            seat=seat,
            chips=chips[seat],
            place=standings[seat],
            presence=state.presence,
            corrections=state.corrections,
            corrected=state.corrected,
            bank_ms=table.bank.get(seat, 0),
        )
        for seat, state in sorted(session.seats.items())
    )


def _deal(everybodys: View, table: Table, person: PersonId | None) -> View:
    """The deal as it was dealt to a person: whoever takes his chair later is a spectator of it."""
    position = position_of(person, table.dealt)
    if position is None or table.session is None or table.session.deal is None:
        return everybodys
    view = project.view_from(everybodys, table.session.deal.state, position)
    if table.settings.name_hands or view.over:
        return view
    players = list(view.players)
    players[position] = replace(view.players[position], hand=None)
    return replace(view, players=tuple(players))
