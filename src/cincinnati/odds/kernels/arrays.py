"""The twins of `odds.arrays`: the same functions and answers, several times faster."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cincinnati.odds.arrays import HandValues, Lows, Values, with_lines
from cincinnati.odds.kernels.jit import kernel
from cincinnati.odds.kernels.value import NO_CARDS, cards_of, low_of, value_of, wild_value_of
from cincinnati.odds.sets import CardNumbers, CardSets, RankSets
from cincinnati.rules import Ruleset

_ONE = np.uint64(1)


def values(sets: CardSets) -> Values:
    """As `arrays.values`."""
    out = np.empty(sets.shape, dtype=np.uint32)
    _values(np.ravel(sets), out.reshape(-1))
    return out


def row_values(rows: CardNumbers) -> Values:
    """As `arrays.row_values`."""
    out = np.empty(rows.shape[:-1], dtype=np.uint32)
    _row_values(np.ascontiguousarray(rows.reshape(-1, rows.shape[-1])), out.reshape(-1))
    return out


def wild_values(sets: CardSets, wild_ranks: RankSets) -> Values:
    """As `arrays.wild_values`."""
    sets, wild_ranks = np.broadcast_arrays(sets, wild_ranks)
    out = np.empty(sets.shape, dtype=np.uint32)
    _wild_values(np.ravel(sets), np.ravel(wild_ranks), out.reshape(-1))
    return out


def lows(sets: CardSets, wild_ranks: RankSets | int = 0) -> Lows:
    """As `arrays.lows`."""
    sets, wild_ranks = np.broadcast_arrays(sets, np.asarray(wild_ranks, dtype=np.uint16))
    out = np.empty(sets.shape, dtype=np.uint8)
    _lows(np.ravel(sets), np.ravel(wild_ranks), out.reshape(-1))
    return out


def hand_values(private: CardSets, board: CardNumbers, rules: Ruleset) -> HandValues:
    """As `arrays.hand_values`."""
    return with_lines(private, board, rules, values=values, wild_values=wild_values, lows=lows)


@kernel
def _values(sets: CardSets, out: Values) -> None:
    for at in range(len(sets)):
        out[at] = value_of(sets[at])


@kernel
def _row_values(rows: CardNumbers, out: Values) -> None:
    for at in range(len(rows)):
        held = NO_CARDS
        for place in range(rows.shape[1]):
            held |= _ONE << np.uint64(rows[at, place])
        out[at] = value_of(held)


@kernel
def _wild_values(sets: CardSets, wild_ranks: RankSets, out: Values) -> None:
    for at in range(len(sets)):
        out[at] = wild_value_of(sets[at], cards_of(np.int32(wild_ranks[at])))


@kernel
def _lows(sets: CardSets, wild_ranks: RankSets, out: NDArray[np.uint8]) -> None:
    for at in range(len(sets)):
        out[at] = low_of(sets[at], cards_of(np.int32(wild_ranks[at])))
