"""What a session is made of: its events, and what they leave at each seat."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from cincinnati.engine.actions import Seat
from cincinnati.engine.events import Event
from cincinnati.rules import Ruleset


class SessionStarted(Struct, frozen=True, gc=False, tag="session_started"):
    """Who sits where, and whom the lot made the first dealer (R2)."""

    rules: Ruleset
    seats: tuple[Seat, ...]
    dealer: Seat


class PresetNamed(Struct, frozen=True, gc=False, tag="preset_named"):
    """The dealer named the game of the next deal (dealer's choice)."""

    seat: Seat
    preset: str


class RulesChanged(Struct, frozen=True, gc=False, tag="rules_changed"):
    """Other rules hold from the next deal on; who sits keeps his seat and his chips."""

    rules: Ruleset


class DealBegan(Struct, frozen=True, gc=False, tag="deal_began"):
    """The next deal, numbered from 1; ``order`` has the seat of each position, dealer last."""

    number: int
    order: tuple[Seat, ...]


class InDeal(Struct, frozen=True, gc=False, tag="in_deal"):
    """Something happened in the running deal; secret where the event is."""

    event: Event


class SeatTaken(Struct, frozen=True, gc=False, tag="seat_taken"):
    """A latecomer sat down; he is in from the next deal on (R35)."""

    seat: Seat
    chips: int


class SeatAway(Struct, frozen=True, gc=False, tag="seat_away"):
    """The player is away: checks when that is free, else folds (R33)."""

    seat: Seat


class SeatBack(Struct, frozen=True, gc=False, tag="seat_back"):
    """The player plays for himself again."""

    seat: Seat


class SeatLeft(Struct, frozen=True, gc=False, tag="seat_left"):
    """The player left or was removed for good: out from the next deal on (R34)."""

    seat: Seat


class ChipsCorrected(Struct, frozen=True, gc=False, tag="chips_corrected"):
    """The host gave or took chips (``chips`` may be negative), and said why (R36)."""

    seat: Seat
    chips: int
    author: str
    reason: str


class SessionEnded(Struct, frozen=True, gc=False, tag="session_ended"):
    """The session is over; places from 1, equal chips sharing one (R21)."""

    places: dict[Seat, int]


SessionEvent = (
    SessionStarted
    | PresetNamed
    | RulesChanged
    | DealBegan
    | InDeal
    | SeatTaken
    | SeatAway
    | SeatBack
    | SeatLeft
    | ChipsCorrected
    | SessionEnded
)


class Presence(Enum):
    """Whether the player of a seat plays for himself."""

    HERE = "here"
    AWAY = "away"
    GONE = "gone"


class SeatState(Struct, frozen=True, gc=False):
    """One seat that is or was taken; ``chips`` are those between deals."""

    chips: int
    presence: Presence = Presence.HERE
    corrections: int = 0
    """How often the host corrected them: the mark in the standings (R36)."""
    corrected: int = 0
    """The sum of them, in chips."""
