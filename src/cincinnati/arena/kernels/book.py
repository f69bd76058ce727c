"""A policy laid out for compiled players: every weight a byte, every row found by one look-up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cincinnati.bots.menu import ACTIONS
from cincinnati.bots.policy import Policy
from cincinnati.bots.situation import SITUATIONS

BUCKETS = 50
ROUNDS = 6


class Book(NamedTuple):
    """What a player looks up; a part that is not there is empty."""

    cuts: NDArray[np.int64]
    """Where the buckets begin, by cards turned: shape (6, 49)."""
    rows: NDArray[np.int32]
    """The row of each situation, -1 for none: shape (`SITUATIONS`,)."""
    weights: NDArray[np.uint8]
    """Shape (rows, 50, 5)."""
    any_size: int
    """As `Policy.any_size`, of the situations."""
    line_cuts: NDArray[np.int64]
    inner: NDArray[np.uint8]
    """By node of the tree of lines: bit a is on when action a leads to another node."""
    first: NDArray[np.int32]
    """By node: the number of its first child."""
    line_weights: NDArray[np.uint8]
    """Shape (nodes, 50, 5)."""


def book_of(situations: Policy | None, lines: Policy | None) -> Book:
    """The book that holds these policies."""
    rows = np.full(SITUATIONS, -1, dtype=np.int32)
    weights = np.zeros((0, BUCKETS, ACTIONS), dtype=np.uint8)
    inner, first = np.zeros(0, dtype=np.uint8), np.zeros(0, dtype=np.int32)
    line_weights = weights
    if situations is not None:
        numbers = np.array(situations.situations(), dtype=np.int64)
        rows[numbers] = np.arange(len(numbers), dtype=np.int32)
        weights = _unpacked(situations)
    if lines is not None:
        inner = np.frombuffer(lines.inner_masks(), dtype=np.uint8).copy()
        counts = np.bitwise_count(inner).astype(np.int32)
        first = (np.cumsum(counts) - counts + 1).astype(np.int32)
        line_weights = _unpacked(lines)
    any_size = 0 if situations is None else situations.any_size
    return Book(
        _cuts(situations), rows, weights, any_size, _cuts(lines), inner, first, line_weights
    )


def _cuts(policy: Policy | None) -> NDArray[np.int64]:
    cuts = np.full((ROUNDS, BUCKETS - 1), 1 << 30, dtype=np.int64)
    if policy is not None:
        for turned, at in enumerate(policy.header.cuts):
            if at:
                cuts[turned] = at
    return cuts


def _unpacked(policy: Policy) -> NDArray[np.uint8]:
    packed = np.frombuffer(policy.packed_weights(), dtype=np.uint8)
    halves = np.stack([packed & 15, packed >> 4], axis=1).reshape(-1)
    shape = (ACTIONS, policy.header.cells, policy.header.buckets)
    by_action = halves[: ACTIONS * policy.header.cells * policy.header.buckets].reshape(shape)
    return np.ascontiguousarray(by_action.transpose(1, 2, 0))
