"""What kernels take from a `Plan`, and how they lay cards for it.

The one idea: what stays the same in all ends travels as one named tuple, which numba
takes apart at compile time.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cincinnati.odds import tables
from cincinnati.odds.kernels.jit import kernel
from cincinnati.odds.kernels.keys import NO_TABLES
from cincinnati.odds.plan import Half, Plan, WildRule
from cincinnati.odds.sets import CardSets
from cincinnati.odds.tables import RankTable, StartTable, ValueTable

SIZE, SEAT, LINES, LAST = range(4)
"""The columns of `Known.groups`."""

_NOBODY, _CONSTANT = int(Half.NOBODY), int(WildRule.CONSTANT)


class Known(NamedTuple):
    """A `Plan` in the types that kernels take."""

    private: CardSets
    lines: CardSets
    last: np.uint64
    groups: NDArray[np.int64]
    deck: CardSets
    wild: int
    wild_ranks: int
    half: int
    lower: RankTable
    upper: StartTable
    values: ValueTable


def known_of(plan: Plan) -> Known:
    """The plan for kernels; the tables of keys are for plain games."""
    by_key = tables.key_tables(tables.MOST_CARDS) if plan.plain else NO_TABLES
    return Known(
        private=plan.private,
        lines=plan.lines,
        last=plan.last,
        groups=plan.steps,
        deck=plan.deck,
        wild=int(plan.wild),
        wild_ranks=plan.wild_ranks,
        half=int(plan.half),
        lower=by_key.lower,
        upper=by_key.upper,
        values=by_key.values,
    )


@kernel
def is_plain(known: Known) -> bool:
    """As `Plan.plain`."""
    return (
        len(known.lines) == 1
        and known.half == _NOBODY
        and known.wild == _CONSTANT
        and known.wild_ranks == 0
    )


@kernel
def lay(
    group: NDArray[np.int64], chosen: np.uint64, own: CardSets, laid: CardSets, last: np.uint64
) -> np.uint64:
    """Put a group's cards where they belong; returns the last community card, if it is known."""
    if group[SEAT] >= 0:
        own[group[SEAT]] |= chosen
        return last
    for line in range(len(laid)):
        if group[LINES] >> line & 1:
            laid[line] |= chosen
    return chosen if group[LAST] else last
