"""Games so small that everything about them can be worked out, in the shape of a training.

The one idea: a game is a tree of betting lines and all its deals. So the value of two strategies,
and of the best answer to one, are sums over the deals, node by node, without any chance.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cincinnati.bots.menu import ACTIONS, CALL
from cincinnati.training.lines import PURIFY, fixed, iterate
from cincinnati.training.quantized import Weights
from cincinnati.training.regrets import ROW, Learned
from cincinnati.training.tree import BOTH, NONE, Stakes, Tree, answering, built

Strategy = NDArray[np.float64]
"""Probabilities: shape (nodes, buckets, 5)."""
Chips = NDArray[np.float64]
"""By deal, what the first player wins."""


class Game(NamedTuple):
    """A tree and all deals, alike in chance; the first hand of a deal is the first player's."""

    tree: Tree
    buckets: NDArray[np.uint16]
    """What a player knows of the cards, as a number: shape (deals, 2, rounds)."""
    highs: NDArray[np.int32]
    halves: NDArray[np.int32]
    share: NDArray[np.float64]
    """What part of the pot the first player wins at a showdown: shape (deals,)."""

    def untrained(self) -> Learned:
        """Room for what is learned."""
        count = int(self.buckets.max()) + 1
        return np.zeros((len(self.tree.player), count, ROW), dtype=np.float32)

    def trained(self, iterations: int, seed: int = 1) -> Strategy:
        """What the trainer of lines makes of it."""
        learned = self.untrained()
        arrays = self.buckets, self.highs, self.halves
        iterate(self.tree, learned, *arrays, 0, seed, 0, iterations)
        return strategy_of(learned, self.tree)


@cache
def kuhn() -> Game:
    """H. W. Kuhn's simplified poker (1950): three cards, an ante and a bet of one chip.

    Its value is -1/18 for the first player.
    """
    check_or_bet, fold_or_call = (-1, 1, 2, -1, -1), (0, 1, -1, -1, -1)
    child = [
        _row(check_or_bet, {1: 1, 2: 2}),
        _row(check_or_bet, {1: _end(0), 2: 3}),
        _row(fold_or_call, {0: _end(1), 1: _end(2)}),
        _row(fold_or_call, {0: _end(3), 1: _end(4)}),
    ]
    tree = Tree(
        player=np.array([0, 1, 1, 0], dtype=np.int8),
        round=np.zeros(4, dtype=np.int8),
        child=np.array(child, dtype=np.int32),
        winner=np.array([-1, 0, -1, 1, -1], dtype=np.int8),
        chips=np.array([1, 1, 2, 1, 2], dtype=np.int32),
        hero=np.full(4, BOTH, dtype=np.int8),
        known=np.full(4, NONE, dtype=np.int32),
    )
    cards = np.array(list(permutations(range(3), 2)))
    share = (cards[:, 0] > cards[:, 1]).astype(np.float64)
    highs = cards.astype(np.int32)
    return Game(tree, cards[:, :, None].astype(np.uint16), highs, np.zeros_like(highs), share)


def _end(number: int) -> int:
    return -2 - number


def _row(offered: tuple[int, ...], to: dict[int, int]) -> list[int]:
    return [to[action] if action in offered else NONE for action in range(ACTIONS)]


@cache
def shrunken(*, stack: int, ranks: int = 4, low: bool = False) -> Game:
    """Cincinnati with two suits of so many ranks, one private card and two community cards.

    There is a betting round after each community card. A pair with one's own card beats all else,
    then the higher card wins. With ``low`` the lower card without such a pair wins half the pot.
    A player's bucket are the ranks that he sees, which is all that matters.
    """
    tree = built(Stakes(stack, 1, 2, 2))
    pack = [rank for rank in range(ranks) for _ in range(2)]
    deals = np.array(list(permutations(range(len(pack)), 4)))
    cards = np.array(pack)[deals]
    own, first, second = cards[:, :2], cards[:, 2:3], cards[:, 3:]
    once = own * ranks + first
    paired = (own == first) | (own == second)
    highs = 1 + own + ranks * paired
    halves = np.where(paired, 0, ranks - own) if low else np.zeros_like(own)
    share = _better(highs)
    if low:
        share = np.where(halves.any(axis=1), (share + _better(halves)) / 2, share)
    buckets = np.stack([once, once * ranks + second], axis=2).astype(np.uint16)
    return Game(tree, buckets, highs.astype(np.int32), halves.astype(np.int32), share)


class Answers(NamedTuple):
    """A game of heroes who know the weights of the lines for both, against another's bets."""

    game: Game
    known: Weights

    def own(self) -> NDArray[np.int64]:
        """The heroes' decisions that are on the lines for both."""
        tree = self.game.tree
        return np.flatnonzero((tree.hero == tree.player) & (tree.known != NONE))

    def untrained(self) -> Learned:
        """Room for what is learned, with what is settled already."""
        learned = self.game.untrained()
        learned[self.own()] = fixed(self.known[self.game.tree.known[self.own()]])
        return learned

    def strategy_of(self, learned: Learned) -> Strategy:
        """What the heroes play: on the lines as the best bots do, and the mean of what they tried.

        The others' rows are worth nothing.
        """
        strategy = strategy_of(learned, self.game.tree)
        weights = self.known[self.game.tree.known[self.own()]].astype(np.float64)
        whole, most = weights.sum(axis=2, keepdims=True), weights.max(axis=2, keepdims=True)
        weights[100 * weights < np.minimum(PURIFY * whole, 100 * most)] = 0
        weights[weights.sum(axis=2) == 0, CALL] = 1
        strategy[self.own()] = weights / weights.sum(axis=2, keepdims=True)
        return strategy


def answers(lines: Game, known: Weights, sizes: tuple[int, int], stack: int) -> Answers:
    """A `shrunken` game at the same stack in which the other has these bets."""
    tree = answering(lines.tree, sizes, Stakes(stack, 1, 2, 2))
    return Answers(lines._replace(tree=tree), known)


def _better(numbers: NDArray[np.int64]) -> NDArray[np.float64]:
    first, second = numbers.T
    return np.asarray(np.where(first == second, 0.5, first > second))


def strategy_of(learned: Learned, tree: Tree) -> Strategy:
    """The mean of the strategies that were played; all actions alike where none was."""
    sums = learned[:, :, ACTIONS:].astype(np.float64)
    offered = np.broadcast_to((tree.child != NONE)[:, None, :], sums.shape)
    assert not sums[~offered].any(), "an action that is not on the menu"
    sums = np.where(sums.sum(axis=2, keepdims=True) > 0, sums, offered)
    return np.asarray(sums / sums.sum(axis=2, keepdims=True))


def value(game: Game, strategy: Strategy) -> float:
    """What the first player wins a deal, in chips, when both play by a strategy."""
    return _worth(game, strategy, best=None)


def best_answer(game: Game, strategy: Strategy, player: int, root: int = 0) -> float:
    """What a player can win a deal, in chips, from one who plays by a strategy."""
    return _worth(game, strategy, best=player, root=root) * (1 if player == 0 else -1)


def exploitability(game: Game, strategy: Strategy) -> float:
    """What best answers win from a strategy, in chips a deal, the mean of both positions."""
    return (best_answer(game, strategy, 0) + best_answer(game, strategy, 1)) / 2


def by_others(game: Game, strategy: Strategy) -> float:
    """What best answers with another's bets win from heroes, in chips a deal, the mean of both."""
    roots = game.tree.roots
    return sum(best_answer(game, strategy, 1 - hero, int(roots[hero])) for hero in (0, 1)) / 2


def _worth(game: Game, strategy: Strategy, best: int | None, root: int = 0) -> float:
    """What the first player wins a deal; ``best`` plays as well as can be, if anybody does."""
    sign = -1 if best == 1 else 1

    def worth(node: int, reach: Chips) -> Chips:
        """By deal, times the chance that those who follow the strategy get here."""
        tree = game.tree
        if node < 0:
            winner, chips = tree.winner[-2 - node], float(tree.chips[-2 - node])
            part = game.share if winner < 0 else float(winner == 0)
            return reach * chips * (2 * part - 1)
        player = int(tree.player[node])
        held = game.buckets[:, player, tree.round[node]]
        actions = np.flatnonzero(tree.child[node] != NONE)
        if player != best:
            parts = [
                worth(tree.child[node, action], reach * strategy[node, held, action])
                for action in actions
            ]
            return np.asarray(np.sum(parts, axis=0))
        worths = np.stack([worth(tree.child[node, action], reach) for action in actions])
        by_bucket = [np.bincount(held, weights=sign * each) for each in worths]
        return np.asarray(worths[np.argmax(by_bucket, axis=0)[held], np.arange(len(held))])

    return float(worth(root, np.ones(len(game.share))).mean())
