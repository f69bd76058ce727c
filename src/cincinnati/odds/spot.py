"""A spot: what is known of a deal, and the counts of how it may end.

The one idea: everything that can be asked about a deal's end is in two integer tables
a seat (`Tally`), counted by enumeration or by sampling alike. Counts of disjoint
parts add up, so work may be cut in any pieces, and the shares are exact fractions.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from cincinnati.cards import CardSet
from cincinnati.ranking import Category
from cincinnati.rules import MOST_PLAYERS, PRIVATE_CARDS, Ruleset

Counts = NDArray[np.int64]
"""How many deals, by whatever the axes say."""


class Spot(Struct, frozen=True, kw_only=True):
    """What is known of a deal. The parts are trusted to share no card."""

    rules: Ruleset
    private: tuple[CardSet, ...]
    """The known private cards of each seat, none to five; the others are unknown."""
    board: tuple[int, ...] = ()
    """The numbers of the community cards, in the order turned, none to five."""
    deck: CardSet
    """The cards that may still come: all that are neither known nor dead."""

    @property
    def missing(self) -> tuple[int, ...]:
        """How many private cards of each seat are unknown."""
        return tuple(PRIVATE_CARDS - held.bit_count() for held in self.private)


class Tally(Struct, frozen=True, kw_only=True):
    """The counts of a number of ends of a spot."""

    deals: int
    outcomes: Counts
    """By seat, high and other half: shape (seats, 9, 10).

    High: 0 when the seat has not the best high hand, else how many have it (1 to 8).
    Other half: 0 when the best high hand takes the whole pot, 1 when the other half
    (low or suit) went to others, 1 + n when the seat shares it with n - 1 others.
    """
    highs: Counts
    """By seat, category of its high hand and high as in `outcomes`: shape (seats, 10, 9)."""

    @classmethod
    def empty(cls, seats: int) -> Tally:
        """No deal counted yet."""
        return cls(
            deals=0,
            outcomes=np.zeros((seats, MOST_PLAYERS + 1, MOST_PLAYERS + 2), dtype=np.int64),
            highs=np.zeros((seats, len(Category), MOST_PLAYERS + 1), dtype=np.int64),
        )

    def __add__(self, other: Tally) -> Tally:
        """The counts of both; they are trusted to be of different deals of one spot."""
        return Tally(
            deals=self.deals + other.deals,
            outcomes=self.outcomes + other.outcomes,
            highs=self.highs + other.highs,
        )
