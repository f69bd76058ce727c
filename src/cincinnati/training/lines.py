"""Training on a tree of betting lines: external sampling with linear weights.

The one idea: in each iteration both players in turn try all their actions, while the cards and the
other's actions are sampled (Lanctot, Waugh, Zinkevich and Bowling 2009). Iteration t counts
t times (Brown and Sandholm 2019). The walk keeps its own stack: a compiled function
that calls itself cannot be kept on disk.

On the trees of `tree.answering` the hero plays by the policy of the lines for both for as long as
the hand is on them: his rows of these nodes hold its weights (`fixed`) and are not learned.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cincinnati.arena.kernels.compiled import kernel, twins
from cincinnati.bots import choice, draws, menu
from cincinnati.bots.levels import LEVELS
from cincinnati.training.regrets import (
    ROW,
    Learned,
    learn,
    match,
    next_action,
    remember,
    sample,
)
from cincinnati.training.tree import BOTH, NONE, Tree

PURIFY = LEVELS["expert"].purify
"""The policy of the lines is played as the best bots do."""
DEEPEST = 64
"""More decisions of one player than a line can have."""
WEIGHT_UNIT = 1e-6

Buckets = NDArray[np.uint16]
"""Shape (deals, hands, cards turned + 1)."""

_SURE = 1e6
_P = twins(choice, draws, menu)
_advanced, _mixed, _below, _unit = _P.advanced, _P.mixed, _P.below, _P.unit
_picked = _P.picked


@kernel
def iterate(
    tree: Tree,
    learned: Learned,
    buckets: Buckets,
    highs: NDArray[np.int32],
    halves: NDArray[np.int32],
    turned_first: int,
    seed: int,
    first: int,
    last: int,
) -> int:
    """Iterations ``first`` to ``last`` - 1, each from its own number; returns the nodes visited."""
    deals, hands = highs.shape
    visited = 0
    seats = np.zeros(2, dtype=np.int64)
    for number in range(first, last):
        state = _mixed(seed, number)
        deal = _below(state, deals)
        state = _advanced(state)
        seats[0] = _below(state, hands)
        state = _advanced(state)
        seats[1] = (seats[0] + 1 + _below(state, hands - 1)) % hands
        share = won_share(highs[deal], halves[deal], seats[0], seats[1])
        weight = WEIGHT_UNIT * (number + 1)
        for walk in range(2 if tree.hero[0] == BOTH else 4):
            state = _advanced(state)
            visited += _walk(
                tree,
                learned,
                buckets[deal],
                seats,
                share,
                turned_first,
                walk >> 1,
                walk & 1,
                weight,
                state,
            )
    return visited


def fixed(weights: NDArray[np.uint8]) -> Learned:
    """Rows of a policy's weights that are as sure as if they had been learned for ever."""
    rows = np.zeros((*weights.shape[:2], ROW), dtype=np.float32)
    rows[:, :, menu.ACTIONS :] = weights
    return rows * np.float32(_SURE)


@kernel
def won_share(
    highs: NDArray[np.int32], halves: NDArray[np.int32], first: int, second: int
) -> float:
    """What part of the pot the first hand wins from the second at a showdown, 0 to 1."""
    high = 0.5 + 0.5 * np.sign(np.int64(highs[first]) - highs[second])
    if halves[first] == 0 and halves[second] == 0:
        return high
    return 0.5 * high + 0.25 + 0.25 * np.sign(np.int64(halves[first]) - halves[second])


@kernel
def _walk(
    tree: Tree,
    learned: Learned,
    buckets: NDArray[np.uint16],
    seats: NDArray[np.int64],
    share: float,
    turned_first: int,
    root: int,
    traverser: int,
    weight: float,
    state: int,
) -> int:
    """One walk through a tree for one player; the nodes that were visited."""
    nodes = np.zeros(DEEPEST, dtype=np.int64)
    trying = np.zeros(DEEPEST, dtype=np.int64)
    offers = np.zeros(DEEPEST, dtype=np.int64)
    values = np.zeros((DEEPEST, menu.ACTIONS))
    chances = np.zeros((DEEPEST, menu.ACTIONS))
    depth, node, visited = 0, root, 0
    while True:
        if node >= 0:
            visited += 1
            player = tree.player[node]
            bucket = buckets[seats[player], tree.round[node] + turned_first]
            row = learned[node, bucket]
            offered = 0
            for action in range(menu.ACTIONS):
                if tree.child[node, action] != NONE:
                    offered |= 1 << action
            if player == tree.hero[node] and tree.known[node] != NONE:
                state = _advanced(state)
                node = tree.child[node, _settled_action(row, offered, _unit(state))]
                continue
            match(row, offered, chances[depth])
            if player != traverser:
                if tree.hero[node] != 1 - player:  # what the other plays is not kept
                    remember(row, chances[depth], weight)
                state = _advanced(state)
                node = tree.child[node, sample(chances[depth], offered, state)]
                continue
            nodes[depth], offers[depth] = node, offered
            trying[depth] = next_action(offered, -1)
            node = tree.child[node, trying[depth]]
            depth += 1
            continue
        value = _end(tree, -2 - node, share, traverser)
        while depth > 0:
            at = depth - 1
            values[at, trying[at]] = value
            action = next_action(offers[at], trying[at])
            if action < menu.ACTIONS:
                trying[at] = action
                node = tree.child[nodes[at], action]
                break
            player = tree.player[nodes[at]]
            bucket = buckets[seats[player], tree.round[nodes[at]] + turned_first]
            row = learned[nodes[at], bucket]
            value = learn(row, offers[at], chances[at], values[at], weight)
            depth = at
        if depth == 0:
            return visited


@kernel
def _settled_action(row: NDArray[np.float32], offered: int, chance: float) -> int:
    """What the policy of a `fixed` row does."""
    weights = np.zeros(menu.ACTIONS, dtype=np.int64)
    for action in range(menu.ACTIONS):
        if offered >> action & 1:
            weights[action] = np.int64(row[menu.ACTIONS + action] / _SURE)
    fold, call, half, pot, all_in = weights
    action = _picked(fold, call, half, pot, all_in, PURIFY, chance)
    return action if action >= 0 else menu.CALL


@kernel
def _end(tree: Tree, end: int, share: float, player: int) -> float:
    """Chips that the player wins at an end; ``share`` is the first player's at a showdown."""
    chips = tree.chips[end]
    winner = tree.winner[end]
    if winner >= 0:
        return chips if winner == player else -chips
    first = chips * (2.0 * share - 1.0)
    return first if player == 0 else -first
