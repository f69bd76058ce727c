"""Random ends of a spot, in compiled loops.

The one idea: the deck stays as the last deal left it, since any order is as good a
start for drawing as the first. In plain games hands are gathered for a while and then
valued in one go.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cincinnati.odds.kernels.chance import State, draw
from cincinnati.odds.kernels.jit import kernel
from cincinnati.odds.kernels.known import SEAT, SIZE, Known, is_plain, lay
from cincinnati.odds.kernels.showdown import (
    HandNumbers,
    common_wild,
    count_end,
    count_values,
    half_of,
    high_of,
    wild_for,
)
from cincinnati.odds.kernels.value import NO_CARDS, value_of
from cincinnati.odds.sets import CardSets
from cincinnati.odds.spot import Counts

Hands = NDArray[np.uint64]
"""Card sets of all seats for many deals: shape (seats, deals)."""

BUFFER = 1024
"""Deals that are valued together: they stay in the processor's first cache."""


@kernel
def sample(known: Known, state: State, deals: int, outcomes: Counts, by_category: Counts) -> None:
    """Count so many random ends; in plain games only ``by_category``."""
    order = known.deck.copy()
    if not is_plain(known):
        _sample_any(known, state, order, deals, outcomes, by_category)
        return
    seats = len(known.private)
    hands = np.empty((seats, BUFFER), dtype=np.uint64)
    values = np.empty((seats, BUFFER), dtype=np.int32)
    lacking = np.zeros(seats + 1, dtype=np.int64)
    for group in range(len(known.groups)):
        lacking[known.groups[group, SEAT]] = known.groups[group, SIZE]
    while deals > 0:
        batch = min(deals, BUFFER)
        deal(known.private, known.lines[0], lacking, order, state, hands[:, :batch])
        _count_hands(hands, values, batch, by_category)
        deals -= batch


@kernel
def deal(
    private: CardSets,
    board: np.uint64,
    lacking: NDArray[np.int64],
    order: CardSets,
    state: State,
    hands: Hands,
) -> None:
    """Fill ``hands`` with random deals: each seat's cards together with the board.

    ``private`` and ``board`` are the known cards, ``lacking`` how many are missing of
    each seat and, last, of the board; ``order`` the cards that may come, in any order.
    """
    seats, draws = len(private), lacking.sum()
    for number in range(hands.shape[1]):
        draw(state, order, draws)
        turned, at = board, 0
        for _ in range(lacking[seats]):
            turned |= order[at]
            at += 1
        for seat in range(seats):
            held = private[seat] | turned
            for _ in range(lacking[seat]):
                held |= order[at]
                at += 1
            hands[seat, number] = held


@kernel
def _count_hands(hands: Hands, values: HandNumbers, deals: int, by_category: Counts) -> None:
    for seat in range(len(hands)):
        for number in range(deals):
            values[seat, number] = value_of(hands[seat, number])
    count_values(values, deals, by_category)


@kernel
def _sample_any(
    known: Known,
    state: State,
    order: CardSets,
    deals: int,
    outcomes: Counts,
    by_category: Counts,
) -> None:
    own, laid = known.private.copy(), known.lines.copy()
    seats, draws = len(own), known.groups[:, SIZE].sum()
    highs, halves = np.empty(seats, dtype=np.int32), np.empty(seats, dtype=np.int32)
    for _ in range(deals):
        draw(state, order, draws)
        own[:] = known.private
        laid[:] = known.lines
        last, at = known.last, 0
        for group in range(len(known.groups)):
            chosen = NO_CARDS
            for _ in range(known.groups[group, SIZE]):
                chosen |= order[at]
                at += 1
            last = lay(known.groups[group], chosen, own, laid, last)
        common = common_wild(known.wild, known.wild_ranks, laid, last)
        for seat in range(seats):
            wild = wild_for(own[seat], known.wild, common)
            highs[seat] = high_of(own[seat], laid, wild)
            halves[seat] = half_of(own[seat], laid, wild, last, known.half)
        count_end(highs, halves, outcomes, by_category)
