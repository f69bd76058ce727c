"""A policy laid out for compiled players: every weight a byte, every row found by one look-up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cincinnati.bots.menu import ACTIONS
from cincinnati.bots.policy import Policy
from cincinnati.bots.situation import SITUATIONS
from cincinnati.errors import PolicyError

BUCKETS = 50
ROUNDS = 6
TREES = 8
"""The most policies of lines in a book."""


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
    roots: NDArray[np.int32]
    """By policy of lines and position, the node before the first move: shape (policies, 2)."""
    sizes: NDArray[np.int64]
    """The other's bets in percent of the pot, as in the policies' headers: shape (policies, 2)."""
    line_cuts: NDArray[np.int64]
    """Shape (policies, 6, 49)."""
    inner: NDArray[np.uint8]
    """By node of all trees of lines: bit a is on when action a leads to another node."""
    first: NDArray[np.int32]
    """By node: the number of its first child."""
    line_weights: NDArray[np.uint8]
    """Shape (nodes, 50, 5)."""


def book_of(situations: Policy | None, lines: Sequence[Policy] = ()) -> Book:
    """The book that holds these policies; those of lines are looked into in their order.

    Raises `PolicyError` if there are more than `TREES` of these.
    """
    if len(lines) > TREES:
        raise PolicyError(
            f"{len(lines)} policies of lines for the same stakes, not {TREES} at most"
        )
    rows = np.full(SITUATIONS, -1, dtype=np.int32)
    weights = np.zeros((0, BUCKETS, ACTIONS), dtype=np.uint8)
    if situations is not None:
        numbers = np.array(situations.situations(), dtype=np.int64)
        rows[numbers] = np.arange(len(numbers), dtype=np.int32)
        weights = unpacked(situations)
    nodes = 0
    roots, inner, first = [], [np.zeros(0, dtype=np.uint8)], [np.zeros(0, dtype=np.int32)]
    for policy in lines:
        roots.append((nodes, nodes + policy.roots - 1))
        inner.append(np.frombuffer(policy.inner_masks(), dtype=np.uint8))
        first.append(first_children(inner[-1], policy.roots) + nodes)
        nodes += policy.header.cells
    return Book(
        cuts=_cuts(situations),
        rows=rows,
        weights=weights,
        any_size=0 if situations is None else situations.any_size,
        roots=np.array(roots, dtype=np.int32).reshape(-1, 2),
        sizes=np.array([policy.header.sizes for policy in lines], dtype=np.int64).reshape(-1, 2),
        line_cuts=np.array([_cuts(policy) for policy in lines], dtype=np.int64).reshape(
            -1, ROUNDS, BUCKETS - 1
        ),
        inner=np.concatenate(inner),
        first=np.concatenate(first).astype(np.int32),
        line_weights=np.concatenate([weights[:0], *map(unpacked, lines)]),
    )


def first_children(inner: NDArray[np.uint8], roots: int = 1) -> NDArray[np.int32]:
    """The number of the first child of each node of a tree, from what leads to other nodes."""
    counts = np.bitwise_count(inner).astype(np.int32)
    return (np.cumsum(counts) - counts + roots).astype(np.int32)


def _cuts(policy: Policy | None) -> NDArray[np.int64]:
    cuts = np.full((ROUNDS, BUCKETS - 1), 1 << 30, dtype=np.int64)
    if policy is not None:
        for turned, at in enumerate(policy.header.cuts):
            if at:
                cuts[turned] = at
    return cuts


def unpacked(policy: Policy) -> NDArray[np.uint8]:
    """The weights of a policy: shape (rows, 50, 5)."""
    packed = np.frombuffer(policy.packed_weights(), dtype=np.uint8)
    halves = np.stack([packed & 15, packed >> 4], axis=1).reshape(-1)
    shape = (ACTIONS, policy.header.cells, policy.header.buckets)
    by_action = halves[: ACTIONS * policy.header.cells * policy.header.buckets].reshape(shape)
    return np.ascontiguousarray(by_action.transpose(1, 2, 0))
