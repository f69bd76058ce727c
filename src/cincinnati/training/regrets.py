"""Regret matching, the heart of both trainers (Zinkevich, Johanson, Bowling and Piccione 2007).

The one idea: a row holds what a decision has learned: five regrets and, beside them, five sums of
the strategies played, so that one visit touches one line of the processor's cache.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cincinnati.arena.kernels.betting import PLAIN
from cincinnati.arena.kernels.compiled import kernel
from cincinnati.bots import menu

ROW = 2 * menu.ACTIONS
Learned = NDArray[np.float32]
"""Regrets and sums of strategies: shape (cells, buckets, `ROW`)."""
Chances = NDArray[np.float64]
"""Probabilities of the five actions."""

_unit = PLAIN.unit


@kernel
def match(row: NDArray[np.float32], offered: int, chances: Chances) -> None:
    """The current strategy of a row: each action in proportion to its positive regret.

    ``offered``: bit a is on when action a is on the menu. Without regret all are alike.
    """
    whole, count = 0.0, 0
    for action in range(menu.ACTIONS):
        chances[action] = 0.0
        if offered >> action & 1:
            count += 1
            if row[action] > 0:
                chances[action] = row[action]
                whole += row[action]
    for action in range(menu.ACTIONS):
        if whole > 0:
            chances[action] /= whole
        elif offered >> action & 1:
            chances[action] = 1.0 / count


@kernel
def sample(chances: Chances, offered: int, state: int) -> int:
    """An action with these probabilities; ``state`` is one of `draws`."""
    left = _unit(state)
    chosen = -1
    for action in range(menu.ACTIONS):
        if offered >> action & 1:
            chosen = action
            left -= chances[action]
            if left < 0:
                return action
    return chosen


@kernel
def remember(row: NDArray[np.float32], chances: Chances, weight: float) -> None:
    """Add a strategy that was played to the sum of strategies."""
    for action in range(menu.ACTIONS):
        row[menu.ACTIONS + action] += np.float32(weight * chances[action])


@kernel
def learn(
    row: NDArray[np.float32],
    offered: int,
    chances: Chances,
    values: NDArray[np.float64],
    weight: float,
) -> float:
    """Add the regrets of having mixed, when the actions are worth ``values``; the mix's value."""
    mean = 0.0
    for action in range(menu.ACTIONS):
        if offered >> action & 1:
            mean += chances[action] * values[action]
    for action in range(menu.ACTIONS):
        if offered >> action & 1:
            row[action] += np.float32(weight * (values[action] - mean))
    return mean


@kernel
def next_action(offered: int, action: int) -> int:
    """The next action on the menu, `menu.ACTIONS` after the last."""
    action += 1
    while action < menu.ACTIONS and not offered >> action & 1:
        action += 1
    return action
