"""What a live table's life is made of: one list of events, sessions and deals among them.

Credentials are not here, nor chat; cards are, inside `InSession`.

Events are kept for a whole evening and never refer to themselves. So Python's search for circles
passes them over (``gc=False``), here and in the sessions and deals: it stops everybody while it
runs, the longer the more there is to look at.
"""

from __future__ import annotations

from typing import NewType

from msgspec import Struct

from cincinnati.session import Seat, SessionEvent
from cincinnati.tables.live.settings import Settings

PersonId = NewType("PersonId", str)
"""Somebody at a table, person or bot; public, and worth nothing without his secret."""


class TableMade(Struct, frozen=True, gc=False, tag="table_made"):
    """Somebody made the table and is its host. ``seed`` is the bots' and secret."""

    settings: Settings
    host: PersonId
    name: str
    seed: int


class PersonJoined(Struct, frozen=True, gc=False, tag="person_joined"):
    """Somebody came to the table; he has no seat yet."""

    person: PersonId
    name: str


class SeatAsked(Struct, frozen=True, gc=False, tag="seat_asked"):
    """He wants to sit down; the host decides."""

    person: PersonId
    seat: Seat


class SeatRefused(Struct, frozen=True, gc=False, tag="seat_refused"):
    """The host said no."""

    person: PersonId


class SeatGiven(Struct, frozen=True, gc=False, tag="seat_given"):
    """He sits; in a running session he is in from the next deal on, where that is allowed."""

    person: PersonId
    seat: Seat


class BotSeated(Struct, frozen=True, gc=False, tag="bot_seated"):
    """A program sits; ``bot`` is its name in the registry."""

    person: PersonId
    name: str
    bot: str
    seat: Seat


class SeatCleared(Struct, frozen=True, gc=False, tag="seat_cleared"):
    """He left his seat, or was removed from it, for good; the chair is free."""

    person: PersonId


class HostChanged(Struct, frozen=True, gc=False, tag="host_changed"):
    """Somebody else is the host now."""

    person: PersonId


class OwnGame(Struct, frozen=True, gc=False, tag="own_game"):
    """The dealer plays the table's own game (dealer's choice)."""

    seat: Seat


class SettingsChanged(Struct, frozen=True, gc=False, tag="settings_changed"):
    """The host changed the settings, from the next deal on."""

    settings: Settings


class InSession(Struct, frozen=True, gc=False, tag="in_session"):
    """Something happened in the session; secret where the event is."""

    event: SessionEvent


class BankSpent(Struct, frozen=True, gc=False, tag="bank_spent"):
    """A player took more than his time; the rest came out of his time bank."""

    seat: Seat
    ms: int


class GraceGiven(Struct, frozen=True, gc=False, tag="grace_given"):
    """The server was away: nothing happens by itself before this moment (ms since 1970)."""

    until: int


class Paused(Struct, frozen=True, gc=False, tag="paused"):
    """No clock runs."""


class Resumed(Struct, frozen=True, gc=False, tag="resumed"):
    """The game goes on, the running decision with its whole time."""


class TableEnded(Struct, frozen=True, gc=False, tag="table_ended"):
    """The host closed the table."""


TableEvent = (
    TableMade
    | PersonJoined
    | SeatAsked
    | SeatRefused
    | SeatGiven
    | BotSeated
    | SeatCleared
    | HostChanged
    | OwnGame
    | SettingsChanged
    | InSession
    | BankSpent
    | GraceGiven
    | Paused
    | Resumed
    | TableEnded
)
