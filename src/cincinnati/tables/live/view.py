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

from cincinnati.engine import View
from cincinnati.session import Presence, Seat
from cincinnati.store import Version
from cincinnati.tables.live.events import PersonId
from cincinnati.tables.live.settings import Settings
from cincinnati.tables.live.table import Phase, Reason, Table, position_of

PERSONS = (Reason.TIME_UP, Reason.CHOICE_UP)
"""What a person is waited for; how long a bot will seem to think is not told."""


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
    return view_for(public_view(table, version), table, person)


def public_view(table: Table, version: Version) -> TableView:
    """What everybody may know of a table, without the deal: the same for all viewers."""
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
        deal=None,
        places=dict(sorted(session.places.items())) if session and session.places else None,
    )


def view_for(public: TableView, table: Table, person: PersonId | None) -> TableView:
    """The public view of a table, with what one person may know besides."""
    known = table.people.get(person) if person is not None else None
    deal = _deal(table, person if known and known.seat is not None else None)
    view = replace(public, you=person if known else None, deal=deal)
    return replace(view, digest=digest_of(view))


def digest_of(view: TableView) -> str:
    """A short hash of a view with its own field left empty: SHA-256, which browsers have too."""
    text = msgspec.json.encode(replace(view, digest=""))
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


def _deal(table: Table, person: PersonId | None) -> View | None:
    """The deal as it was dealt to a person: whoever takes his chair later is a spectator of it."""
    deal = table.session.deal if table.session else None
    view = deal.view(position_of(person, table.dealt)) if deal else None
    if view is None or view.position is None or table.settings.name_hands or view.over:
        return view
    own = view.players[view.position]
    players = list(view.players)
    players[view.position] = replace(own, hand=None)
    return replace(view, players=tuple(players))
