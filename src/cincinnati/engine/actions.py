"""What a player may do, what he is allowed at the moment, what he did (R6, R10, R25)."""

from __future__ import annotations

from typing import NewType

from msgspec import Struct

Position = NewType("Position", int)
"""A player of one deal, counted from the dealer's left; the dealer is the last (R5)."""

Seat = NewType("Seat", int)
"""A chair at the table, from 0, clockwise; ``Ruleset.players`` is how many there are."""


class Fold(Struct, frozen=True, tag="fold"):
    """Give the hand up; legal only when there is something to match (R6)."""


class Call(Struct, frozen=True, tag="call"):
    """Match the level, with all chips if they do not suffice; a check when that is free."""


class Raise(Struct, frozen=True, tag="raise"):
    """Bet, raise, complete or move all-in.

    ``to`` is everything put in during this round afterwards, in chips: the level it
    makes, never the difference.
    """

    to: int


class BringIn(Struct, frozen=True, tag="bring_in"):
    """Post the bring-in, with all chips if they do not suffice (R25)."""


Action = Fold | Call | Raise | BringIn


class Move(Struct, frozen=True, array_like=True):
    """What one player did when it was his turn, as a list: position, round, to.

    The posted bring-in is a move (R25), antes and blinds are none (R24).
    """

    position: Position
    round: int
    """The betting round, 0-based."""
    to: int | None
    """What he has put in this round afterwards, blinds included, in chips; ``None``: he folded."""


class Legal(Struct, frozen=True):
    """What the player to act may do.

    ``call`` is the number of chips that a call adds, 0 for a check, ``None`` while the
    bring-in is due. ``raise_to`` holds the least and the most that a bet or raise may
    reach, every whole amount between them being legal; ``None`` when raising is not open.
    """

    fold: bool
    call: int | None
    raise_to: tuple[int, int] | None
    bring_in: bool

    def __str__(self) -> str:
        parts = ["fold"] if self.fold else []
        if self.call is not None:
            parts.append(f"call {self.call}" if self.call else "check")
        if self.bring_in:
            parts.append("post the bring-in")
        if self.raise_to is not None:
            least, most = self.raise_to
            parts.append(f"raise to {least}" + (f" up to {most}" if most > least else ""))
        return ", ".join(parts)
