"""What happened in a deal, as one seat may know it.

Most of what happens at a table is public and has one form for everybody. Two
things are not: the deck and the private cards. They have their own types here, which
cannot hold what a seat may not know: a card that is not his to see is ``None``.

Chips are whole numbers ≥ 0. ``left`` is what the player keeps in front of himself after
the move; 0 means that he is all-in. Events hold codes and numbers, never sentences.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from cincinnati.cards import Card
from cincinnati.engine.actions import Position
from cincinnati.ranking import Low, Value
from cincinnati.rules import Ruleset


class DealOpened(Struct, frozen=True, gc=False, tag="deal_opened"):
    """A deal begins under these rules, with these stacks by position."""

    rules: Ruleset
    stacks: tuple[int, ...]
    commitment: str | None = None


class AntesPosted(Struct, frozen=True, gc=False, tag="antes_posted"):
    """The antes, by position."""

    chips: tuple[int, ...]


class BlindsPosted(Struct, frozen=True, gc=False, tag="blinds_posted"):
    """The blinds, by position, 0 for those who owe none (R24)."""

    chips: tuple[int, ...]


class HandsReceived(Struct, frozen=True, gc=False, tag="hands_received"):
    """Everybody has his five private cards; those that one may not see are ``None``."""

    hands: tuple[tuple[Card | None, ...], ...]


class BringInPosted(Struct, frozen=True, gc=False, tag="bring_in_posted"):
    """The forced opening (R25)."""

    position: Position
    chips: int
    left: int


class Folded(Struct, frozen=True, gc=False, tag="folded"):
    """The player gave his hand up."""

    position: Position


class Checked(Struct, frozen=True, gc=False, tag="checked"):
    """The player stayed in for nothing."""

    position: Position


class Called(Struct, frozen=True, gc=False, tag="called"):
    """The player put in ``chips`` to match the level, or all he had."""

    position: Position
    chips: int
    left: int


class Bet(Struct, frozen=True, gc=False, tag="bet"):
    """The player opened the betting; he has put in ``to`` this round."""

    position: Position
    to: int
    left: int


class Raised(Struct, frozen=True, gc=False, tag="raised"):
    """The player raised or completed; he has put in ``to`` this round."""

    position: Position
    to: int
    left: int


class CardTurned(Struct, frozen=True, gc=False, tag="card_turned"):
    """The next community card (R3; in a cross: top, right, bottom, left, centre, R32)."""

    card: Card


class Refunded(Struct, frozen=True, gc=False, tag="refunded"):
    """What nobody had matched went back to the player (R14)."""

    position: Position
    chips: int


class HandShown(Struct, frozen=True, gc=False, tag="hand_shown"):
    """A live hand at the showdown, with what it is worth (R16)."""

    position: Position
    cards: tuple[Card, ...]
    high: Value
    low: Low | None


class Share(Enum):
    """Which part of a pot is given away: all of it, or a half (R30, R31)."""

    WHOLE = "whole"
    HIGH = "high"
    LOW = "low"
    SUIT = "suit"


class Win(Struct, frozen=True, gc=False):
    """What one player took of a share, and the cards that won it.

    They are the best five, for `Share.SUIT` the one card of the suit, and none when
    everybody else had folded.
    """

    position: Position
    chips: int
    cards: tuple[Card, ...]


class PotAwarded(Struct, frozen=True, gc=False, tag="pot_awarded"):
    """One share of one pot goes to its winners; ``pot`` counts from the main pot, 0."""

    pot: int
    share: Share
    chips: int
    winners: tuple[Win, ...]


class DealEnded(Struct, frozen=True, gc=False, tag="deal_ended"):
    """The deal is over; the stacks by position."""

    stacks: tuple[int, ...]


Public = (
    AntesPosted
    | BlindsPosted
    | BringInPosted
    | Folded
    | Checked
    | Called
    | Bet
    | Raised
    | CardTurned
    | Refunded
    | HandShown
    | PotAwarded
    | DealEnded
)
"""What everybody at the table sees alike."""

Seen = DealOpened | HandsReceived | Public
"""Everything that a seat can see happen."""
