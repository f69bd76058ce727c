"""The whole betting line of a heads-up deal, as arrays.

The one idea: with the five actions of `bots.menu` and at most three raises a round, every
line that two players with equal stacks can bet is a node of one tree. Its nodes are
numbered breadth first, so a policy file needs two bytes a node to rebuild it.

There are trees, too, in which only a *hero* has the menu's bets and the other has two of
sizes of his own: what is learned on them is how to answer such bets. As long as he has made none,
the hand is still on the first tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cincinnati.arena.kernels import betting
from cincinnati.bots import menu

NONE = -1
"""In `Tree.child`: the action is not on the menu. In `Tree.known`: the line has left that tree."""
BOTH = -1
"""In `Tree.hero`: both bet the menu's sizes."""


class Tree(NamedTuple):
    """Decision nodes and the ends of lines; nodes from 0, the root or roots."""

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
    hero: NDArray[np.int8]
    """Whose bets are those of the menu: 0, 1, or `BOTH`; the roots, if there are two, are those of
    hero 0 and hero 1. Shape (nodes,)."""
    known: NDArray[np.int32]
    """The node of the tree for both that a line is still on, or `NONE`: shape (nodes,)."""

    @property
    def roots(self) -> NDArray[np.int64]:
        """The root of each position's hero: shape (2,); the same if there is one tree."""
        return np.array([0, 0 if self.hero[0] == BOTH else 1])

    @property
    def menu_mask(self) -> NDArray[np.uint8]:
        """By node: bit a is on when action a is on the menu."""
        return _bits(self.child != NONE)

    @property
    def inner_mask(self) -> NDArray[np.uint8]:
        """By node: bit a is on when action a leads to another node."""
        return _bits(self.child >= 0)

    def met(self, wanted: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """The nodes on the way to those that are wanted, and which actions lead to another of them.

        The actions as bits, as in ``inner_mask``; the roots are there in any case.
        """
        kept = wanted.copy()
        kept[self.roots] = True
        inner, into = self.child >= 0, np.maximum(self.child, 0)
        for node in range(len(kept) - 1, -1, -1):  # all children are further behind
            inner[node] &= kept[into[node]]
            kept[node] |= inner[node].any()
        rows = np.flatnonzero(kept)
        return rows, _bits(inner[rows])


def _bits(flags: NDArray[np.bool_]) -> NDArray[np.uint8]:
    return (flags << np.arange(menu.ACTIONS)).sum(axis=1).astype(np.uint8)


class Stakes(NamedTuple):
    """What a tree is for; amounts in chips."""

    stack: int
    """What both begin with."""
    ante: int
    min_bet: int
    rounds: int


def built(stakes: Stakes) -> Tree:
    """The tree for two players who both bet the menu's sizes."""
    return _grown(stakes, (BOTH,))


def answering(lines: Tree, sizes: tuple[int, int], stakes: Stakes) -> Tree:
    """The trees of a hero in each place and another who bets these percents of the pot.

    ``lines`` is the tree that both are on until then.
    """
    return _grown(stakes, (0, 1), sizes, lines)


def _grown(
    stakes: Stakes,
    heroes: tuple[int, ...],
    sizes: tuple[int, int] = menu.SIZES,
    lines: Tree | None = None,
) -> Tree:
    stack, ante, min_bet, rounds = stakes
    opening = np.zeros(betting.WIDTH, dtype=np.int64)
    betting.start(opening, np.array([stack, stack]), ante, min_bet, rounds)
    root = NONE if lines is None else 0
    waiting = [(opening, hero, root) for hero in heroes]
    nodes: list[tuple[int, int, list[int], int, int]] = []
    ends: list[tuple[int, int]] = []
    seen = np.zeros(betting.LOOK, dtype=np.int64)
    for deal, hero, known in waiting:  # grows while it is gone through
        player = int(deal[betting.TO_ACT])
        betting.look(deal, 0, seen)
        own = seen.copy()
        if hero not in (BOTH, player):
            betting.resize(deal, seen, sizes[0], sizes[1])
        child = [NONE] * menu.ACTIONS
        for action in _offered(seen):
            after = deal.copy()
            betting.move(after, action, seen, min_bet, rounds)
            if after[betting.OVER] == betting.RUNNING:
                child[action] = len(waiting)
                waiting.append((after, hero, _follow(lines, known, deal, own, seen, action)))
            else:
                child[action] = -2 - len(ends)
                folded = after[betting.OVER] == betting.FOLDED
                put = after[betting.PUT : betting.PUT + 2]
                ends.append((1 - player if folded else -1, int(put.min())))
        nodes.append((player, int(deal[betting.ROUND]), child, hero, known))
    players, turns, children, whose, knowns = zip(*nodes, strict=True)
    winners, chips = zip(*ends, strict=True)
    return Tree(
        player=np.array(players, dtype=np.int8),
        round=np.array(turns, dtype=np.int8),
        child=np.array(children, dtype=np.int32),
        winner=np.array(winners, dtype=np.int8),
        chips=np.array(chips, dtype=np.int32),
        hero=np.array(whose, dtype=np.int8),
        known=np.array(knowns, dtype=np.int32),
    )


def _follow(
    lines: Tree | None,
    known: int,
    deal: betting.Row,
    own: betting.Row,
    seen: betting.Row,
    action: int,
) -> int:
    """Where the line stands on the tree for both after an action, `NONE` if it has left it.

    ``own`` has the menu's sizes, ``seen`` those that the player has.
    """
    if lines is None or known == NONE:
        return NONE
    if action in (menu.HALF, menu.POT):
        to, half, pot, all_in = seen[betting.HALF_TO + action - menu.HALF], *own[_SIZES]
        action = menu.mapped(to, deal[betting.LEVEL], own[betting.AFTER], half, pot, all_in, 0.5)
    return NONE if action < 0 else max(int(lines.child[known, action]), NONE)


def _offered(seen: betting.Row) -> Iterator[int]:
    """The actions on the menu."""
    if seen[betting.CALL_CHIPS]:
        yield menu.FOLD
    yield menu.CALL
    for action, to in enumerate(seen[_SIZES], start=menu.HALF):
        if to:
            yield action


_SIZES = slice(betting.HALF_TO, betting.ALL_IN_TO + 1)
