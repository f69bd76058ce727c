"""The whole betting line of a heads-up deal, as arrays.

The one idea: with the five actions of `bots.menu` and at most three raises a round, every
line that two players with equal stacks can bet is a node of one tree. Its nodes are
numbered breadth first, so a policy file needs two bytes a node to rebuild it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cincinnati.arena.kernels import betting
from cincinnati.bots import menu

NONE = -1
"""In `Tree.child`: the action is not on the menu."""


class Tree(NamedTuple):
    """Decision nodes and the ends of lines; nodes from 0, the root."""

    player: NDArray[np.int8]
    """Who acts at a node, 0 or 1: shape (nodes,)."""
    round: NDArray[np.int8]
    """The betting round of a node, from 0: shape (nodes,)."""
    child: NDArray[np.int32]
    """Shape (nodes, 5): the next node, `NONE`, or -2 - end for the end of a line."""
    winner: NDArray[np.int8]
    """Who takes the pot at an end, -1 for a showdown: shape (ends,)."""
    chips: NDArray[np.int32]
    """What the loser of an end loses, in chips, antes included: shape (ends,)."""

    @property
    def menu_mask(self) -> NDArray[np.uint8]:
        """By node: bit a is on when action a is on the menu."""
        return _bits(self.child != NONE)

    @property
    def inner_mask(self) -> NDArray[np.uint8]:
        """By node: bit a is on when action a leads to another node."""
        return _bits(self.child >= 0)


def _bits(flags: NDArray[np.bool_]) -> NDArray[np.uint8]:
    return (flags << np.arange(menu.ACTIONS)).sum(axis=1).astype(np.uint8)


def built(*, stack: int, ante: int, min_bet: int, rounds: int) -> Tree:
    """The tree for two stacks of so many chips."""
    row = np.zeros(betting.WIDTH, dtype=np.int64)
    betting.start(row, np.array([stack, stack]), ante, min_bet, rounds)
    waiting, player, round_, children = [row], [], [], []
    winner: list[int] = []
    chips: list[int] = []
    seen = np.zeros(betting.LOOK, dtype=np.int64)
    for deal in waiting:  # grows while it is gone through
        betting.look(deal, 0, seen)
        player.append(deal[betting.TO_ACT])
        round_.append(deal[betting.ROUND])
        child = [NONE] * menu.ACTIONS
        for action in _offered(seen):
            after = deal.copy()
            betting.move(after, action, seen, min_bet, rounds)
            if after[betting.OVER] == betting.RUNNING:
                child[action] = len(waiting)
                waiting.append(after)
            else:
                child[action] = -2 - len(winner)
                folded = after[betting.OVER] == betting.FOLDED
                winner.append(1 - deal[betting.TO_ACT] if folded else -1)
                chips.append(after[betting.PUT : betting.PUT + 2].min())
        children.append(child)
    return Tree(
        player=np.array(player, dtype=np.int8),
        round=np.array(round_, dtype=np.int8),
        child=np.array(children, dtype=np.int32),
        winner=np.array(winner, dtype=np.int8),
        chips=np.array(chips, dtype=np.int32),
    )


def _offered(seen: NDArray[np.int64]) -> list[int]:
    """The actions on the menu."""
    actions = [menu.FOLD] if seen[betting.CALL_CHIPS] else []
    actions.append(menu.CALL)
    sizes = ((menu.HALF, betting.HALF_TO), (menu.POT, betting.POT_TO))
    for action, at in (*sizes, (menu.ALL_IN, betting.ALL_IN_TO)):
        if seen[at]:
            actions.append(action)
    return actions
