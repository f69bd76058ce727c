"""What comes out of a piece of a match, and what it adds up to.

The one idea: chips are counted in whole numbers, deal by deal, so pieces that were played
anywhere, in any order and by any engine, add up to exactly the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from cincinnati.arena.match import Match

Chips = NDArray[np.int64]
"""For each deal (row) and bot (column) what its seats won in all seatings together."""

Key = TypeVar("Key", int, str)

_STEPS = 5
"""Bits of a time that are kept: it is right to 3 %."""


class Log(Struct):
    """How one bot behaved in a piece."""

    decisions: int = 0
    times: dict[int, int] = field(default_factory=dict)
    """How many decisions fell into each `slot` of time; empty where nobody looked at a clock."""
    faults: dict[str, int] = field(default_factory=dict)
    """How often it did what wrong."""
    examples: dict[str, str] = field(default_factory=dict)
    """The first fault of each kind in words."""

    def took(self, nanoseconds: int) -> None:
        """Count a decision."""
        self.decisions += 1
        _count(self.times, {slot(nanoseconds): 1})

    def blame(self, kind: str, what: str) -> None:
        """Count a fault."""
        _count(self.faults, {kind: 1})
        self.examples.setdefault(kind, what)

    def add(self, other: Log) -> None:
        """Count what another piece counted, which came later in the match."""
        self.decisions += other.decisions
        _count(self.times, other.times)
        _count(self.faults, other.faults)
        self.examples = other.examples | self.examples

    def quantile(self, share: float) -> float | None:
        """The time that this share of the decisions (0 to 1) kept within, in seconds."""
        wanted, seen = share * sum(self.times.values()), 0
        for place in sorted(self.times):
            seen += self.times[place]
            if seen >= wanted:
                return middle(place) * 1e-9
        return None


class Played(Struct):
    """Deals of a match, one row of chips each, and a log for each bot."""

    chips: Chips
    logs: tuple[Log, ...]


class Engine(Protocol):
    """What plays a piece of a match; any two of them agree on every chip."""

    def play(self, match: Match, first: int, last: int) -> Played:
        """The deals from number ``first`` up to ``last``, which is left out, in every seating."""


def _count(counts: dict[Key, int], more: Mapping[Key, int]) -> None:
    for key, times in more.items():
        counts[key] = counts.get(key, 0) + times


def slot(nanoseconds: int) -> int:
    """The slot of a time ≥ 0; the slots' widths grow with the times."""
    spare = max(nanoseconds.bit_length() - _STEPS - 1, 0)
    return (spare << _STEPS) + (nanoseconds >> spare)


def middle(place: int) -> float:
    """The middle of a slot, in nanoseconds."""
    spare = max((place >> _STEPS) - 1, 0)
    return ((place - (spare << _STEPS)) << spare) + ((1 << spare) - 1) / 2
