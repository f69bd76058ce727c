"""Which of the two libraries works: NumPy, always there, or numba, several times faster.

The one idea: the size of the work decides, not what is installed. numba and its kernels
need a good half second to start, in which NumPy values some ten million hands. The first time
ever they are compiled, which takes ten seconds or more.
"""

from __future__ import annotations

import importlib
import os
import sys
from importlib.util import find_spec
from typing import Protocol, cast

from cincinnati.odds.arrays import HandValues, Lows, Values
from cincinnati.odds.kernels.folder import compiled_before
from cincinnati.odds.sets import CardNumbers, CardSets, RankSets
from cincinnati.odds.spot import Spot, Tally
from cincinnati.rules import Ruleset

WORTH_STARTING = 10_000_000
"""Hands to value from which numba is started; once it runs, it does all the work."""

_KERNELS = "cincinnati.odds.kernels"


class Arrays(Protocol):
    """What `cincinnati.odds.arrays` and `cincinnati.odds.kernels.arrays` both have."""

    def values(self, sets: CardSets) -> Values:
        """See `arrays.values`."""

    def row_values(self, rows: CardNumbers) -> Values:
        """See `arrays.row_values`."""

    def wild_values(self, sets: CardSets, wild_ranks: RankSets) -> Values:
        """See `arrays.wild_values`."""

    def lows(self, sets: CardSets, wild_ranks: RankSets | int = 0) -> Lows:
        """See `arrays.lows`."""

    def hand_values(self, private: CardSets, board: CardNumbers, rules: Ruleset) -> HandValues:
        """See `arrays.hand_values`."""


class Dealing(Protocol):
    """What `cincinnati.odds.dealing` and `cincinnati.odds.kernels.dealing` both have."""

    def count(self, spot: Spot) -> int:
        """See `dealing.count`."""

    def enumerated(self, spot: Spot, start: int = 0, stop: int | None = None) -> Tally:
        """See `dealing.enumerated`."""

    def sampled(self, spot: Spot, *, seed: int, block: int, deals: int) -> Tally:
        """See `dealing.sampled`."""


def numba_there() -> bool:
    """Whether numba is installed (the extra ``speed``); does not load it."""
    return find_spec("numba") is not None


def numba_compiles() -> bool:
    """Whether numba is there and may compile; as plain Python its kernels would take hours."""
    config = sys.modules.get("numba.core.config")
    off: object = os.environ.get("NUMBA_DISABLE_JIT") if config is None else config.DISABLE_JIT
    return off in (None, "", "0", 0) and numba_there()


def has_to_compile() -> bool:
    """Whether the kernels that deal will first be compiled: ten seconds or more, once."""
    needed = ("enumeration.enumerate_ends", "sampling.sample")
    return not all(compiled_before(kernel) for kernel in needed)


def uses_numba(hands: int) -> bool:
    """Whether numba is to do work of so many valued hands."""
    started = f"{_KERNELS}.jit" in sys.modules
    return (started or hands >= WORTH_STARTING) and numba_compiles()


def arrays_for(hands: int) -> Arrays:
    """The functions over arrays for work of so many valued hands."""
    room = _KERNELS if uses_numba(hands) else "cincinnati.odds"
    return cast(Arrays, importlib.import_module(f"{room}.arrays"))
