"""The luck of live tables, which is nobody's to foresee (R3)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from cincinnati.cards import Deck
from cincinnati.session import Seat
from cincinnati.tables.keys import new_key
from cincinnati.tables.live.events import PersonId


class SystemChance:
    """Luck from the operating system: what live tables are dealt with."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    def deck(self) -> Deck:
        """A shuffled and cut pack."""
        return Deck.shuffled(self._random).cut(self._random.randint(1, 51))

    def dealer(self, seats: Sequence[Seat]) -> Seat:
        """One of the seats."""
        return self._random.choice(seats)

    def person(self) -> PersonId:
        """A name that nobody has."""
        return PersonId(new_key(6))
