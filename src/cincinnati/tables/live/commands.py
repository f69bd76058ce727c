"""What people may ask of a live table; each command has exactly its own fields."""

from __future__ import annotations

from msgspec import Struct

from cincinnati.engine import Action
from cincinnati.session import Seat
from cincinnati.tables.live.events import PersonId
from cincinnati.tables.live.settings import Settings


class Join(Struct, frozen=True, tag="join"):
    """Come to the table under a name. Who asks has no person yet; he gets this one."""

    name: str


class Sit(Struct, frozen=True, tag="sit"):
    """Take a seat, or ask the host for it; any free one without a number."""

    seat: Seat | None = None


class Leave(Struct, frozen=True, tag="leave"):
    """Give the seat up, for good (R34)."""


class SitOut(Struct, frozen=True, tag="sit_out"):
    """Be away for a while (R33)."""


class SitIn(Struct, frozen=True, tag="sit_in"):
    """Be back; may be repeated without harm."""


class Act(Struct, frozen=True, tag="act"):
    """Do something in the deal.

    ``deal`` is its number, ``turn`` the turn and ``price`` the chips to call that the player
    saw when he decided (``None`` while the bring-in is due): if they have changed since, the
    command is refused.
    """

    deal: int
    turn: int
    price: int | None
    action: Action


class NamePreset(Struct, frozen=True, tag="name_preset"):
    """The dealer names the next game (dealer's choice); ``None`` is the table's own."""

    preset: str | None


class Approve(Struct, frozen=True, tag="approve"):
    """The host lets somebody sit."""

    person: PersonId


class Refuse(Struct, frozen=True, tag="refuse"):
    """The host does not let him."""

    person: PersonId


class AddBot(Struct, frozen=True, tag="add_bot"):
    """The host seats a program."""

    bot: str
    seat: Seat | None = None


class Remove(Struct, frozen=True, tag="remove"):
    """The host frees somebody's seat (R34)."""

    person: PersonId


class HandOver(Struct, frozen=True, tag="hand_over"):
    """The host makes somebody else the host."""

    person: PersonId


class Change(Struct, frozen=True, tag="change"):
    """The host changes the settings, from the next deal on."""

    settings: Settings


class Start(Struct, frozen=True, tag="start"):
    """The host begins a session; after one has ended: the rematch."""


class Pause(Struct, frozen=True, tag="pause"):
    """The host stops the clocks."""


class Resume(Struct, frozen=True, tag="resume"):
    """The host lets them run again."""


class Correct(Struct, frozen=True, tag="correct"):
    """The host gives or takes chips between deals, and says why (R36)."""

    seat: Seat
    chips: int
    reason: str


class End(Struct, frozen=True, tag="end"):
    """The host closes the table."""


Command = (
    Join
    | Sit
    | Leave
    | SitOut
    | SitIn
    | Act
    | NamePreset
    | Approve
    | Refuse
    | AddBot
    | Remove
    | HandOver
    | Change
    | Start
    | Pause
    | Resume
    | Correct
    | End
)
