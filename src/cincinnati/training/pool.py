"""Deals made once and trained on many times: eight hands on one board, and what they are worth.

The one idea: the strength of a hand costs a thousand times what a step of training does, so it is
worked out for a pool of deals before, and every iteration takes some hands of one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cincinnati.arena.kernels.betting import SEATS
from cincinnati.arena.kernels.compiled import kernel
from cincinnati.arena.kernels.strength import (
    Cards,
    cards_of_rules,
    deal_cards,
    numbers_of,
    points_of,
)
from cincinnati.bots.strength import RUNS
from cincinnati.rules import BOARD_CARDS, Ruleset

CHUNK = 500
"""Deals between two reports of progress."""


class Pool(NamedTuple):
    """Deals by number, each with eight hands."""

    own: NDArray[np.uint64]
    """Private cards as sets: shape (deals, 8)."""
    board: NDArray[np.uint64]
    """Community cards in turning order: shape (deals, 5)."""
    points: NDArray[np.int16]
    """`bots.strength.points` by cards turned, 0 where no round is: shape (deals, 8, 6)."""
    highs: NDArray[np.int32]
    halves: NDArray[np.int32]
    """What each hand has for either half at the end: shape (deals, 8)."""


def pool_of(
    rules: Ruleset, *, seed: int, deals: int, progress: Callable[[int], None] = lambda _: None
) -> Pool:
    """So many deals; the same for equal seeds. ``progress`` is told how many are made."""
    pool = Pool(
        own=np.zeros((deals, SEATS), dtype=np.uint64),
        board=np.zeros((deals, BOARD_CARDS), dtype=np.uint64),
        points=np.zeros((deals, SEATS, BOARD_CARDS + 1), dtype=np.int16),
        highs=np.zeros((deals, SEATS), dtype=np.int32),
        halves=np.zeros((deals, SEATS), dtype=np.int32),
    )
    cards = cards_of_rules(rules)
    first = BOARD_CARDS + 1 - rules.rounds
    for start in range(0, deals, CHUNK):
        stop = min(start + CHUNK, deals)
        _fill(pool, cards, first, seed, start, stop, RUNS)
        progress(stop)
    return pool


@kernel
def _fill(
    pool: Pool, cards: Cards, turned_first: int, seed: int, start: int, stop: int, runs: int
) -> None:
    for number in range(start, stop):
        own, board = pool.own[number], pool.board[number]
        deal_cards(seed, number, SEATS, own, board)
        numbers_of(cards, own, board, pool.highs[number], pool.halves[number])
        for hand in range(SEATS):
            for turned in range(turned_first, BOARD_CARDS + 1):
                pool.points[number, hand, turned] = points_of(
                    cards, own[hand], board, turned, 1, runs
                )


def cuts_of(points: NDArray[np.int16], buckets: int, skew: float = 1.0) -> NDArray[np.int16]:
    """Where the buckets of each round begin: shape (6, buckets - 1).

    A hand's bucket is how many of them are not above its points. With a ``skew`` of 1 all are
    equally full; the larger it is, the finer are the strongest hands told apart, which
    is what counts against many opponents.
    """
    shares = 1 - (1 - np.arange(1, buckets) / buckets) ** skew
    return np.stack(
        [
            np.quantile(points[:, :, turned], shares, method="higher").astype(np.int16)
            for turned in range(points.shape[2])
        ]
    )


def buckets_of(points: NDArray[np.int16], cuts: NDArray[np.int16]) -> NDArray[np.uint16]:
    """The bucket of each hand by cards turned: the shape of ``points``."""
    out = np.empty(points.shape, dtype=np.uint16)
    for turned in range(points.shape[2]):
        out[:, :, turned] = np.searchsorted(cuts[turned], points[:, :, turned], side="right")
    return out
