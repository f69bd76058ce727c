"""Who sits at the table, by name in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from cincinnati.engine.actions import Seat
from cincinnati.words import Words


class Leaving(Exception):
    """The person has got up from the table."""


class Look(Struct, frozen=True, kw_only=True):
    """How the table is shown."""

    pace: float
    """Seconds that a step of the others is looked at."""
    encoding: str
    """What the terminal can write."""
    two_colours: bool = False
    odds: bool = False
    """Whether one's own chance is told."""


class Names(Struct, frozen=True):
    """What the seats are called; the person's own may follow the language."""

    own: Seat
    name: str | None
    """``None``: he is called a guest, in the language of the moment."""
    others: dict[Seat, str]
    bots: dict[Seat, str]
    """Which bot plays at which of the other seats."""

    def of(self, seat: Seat, words: Words) -> str:
        """The name of a seat."""
        if seat == self.own:
            return self.name or words.text("terminal.guest")
        return self.others[seat]

    def at(self, order: Iterable[Seat], words: Words) -> Mapping[int, str]:
        """The names of a deal's positions."""
        return {position: self.of(seat, words) for position, seat in enumerate(order)}

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise from the person's own."""
        seats = sorted([self.own, *self.others])
        own = seats.index(self.own)
        return (*seats[own:], *seats[:own])
