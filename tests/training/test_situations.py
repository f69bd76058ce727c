"""The trainer for two to eight seats: on games that are known, and whom it seats with what."""

from __future__ import annotations

import numpy as np
import pytest

from cincinnati.arena.kernels import betting
from cincinnati.bots import menu
from cincinnati.bots.situation import (
    CARDS_TURNED,
    COUNTS,
    DEPTHS,
    FACING,
    OPPONENTS,
    PLACES,
    SITUATIONS,
    STORIES,
)
from cincinnati.training.regrets import ROW, Learned
from cincinnati.training.situations import Hands, Stakes, iterate, offered_in
from small_games import Game, Strategy, exploitability, shrunken, strategy_of, value

BUCKETS = 64


class Table:
    """A training for so many seats, each with a like stack, over two betting rounds."""

    def __init__(self, seats: int, stack: int, hands: Hands, rows: int = 400) -> None:
        chances = np.array([float(count >= seats) for count in range(2, 9)])
        self.stakes = Stakes(1, 2, 2, 0, stack, stack, stack, chances, np.array([[50, 100]]))
        self.learned: Learned = np.zeros((rows, BUCKETS, ROW), dtype=np.float32)
        self.index = np.full(SITUATIONS, -1, dtype=np.int32)
        self.used = np.zeros(1, dtype=np.int64)
        self.hands = hands

    def train(self, last: int, first: int = 0, seed: int = 1) -> int:
        return iterate(
            self.stakes, self.learned, self.index, self.hands, seed, first, last, self.used
        )

    @property
    def situations(self) -> list[int]:
        return [int(number) for number in np.flatnonzero(self.index >= 0)]


def heads_up(game: Game, stack: int) -> Table:
    return Table(2, stack, Hands(game.buckets, game.highs, game.halves))


def open_hands(count: int = 4_000) -> Hands:
    """Deals of eight hands, in which everybody knows from the start that he has 0 to 7."""
    highs = np.random.default_rng(1).permuted(
        np.tile(np.arange(8, dtype=np.int32), (count, 1)), axis=1
    )
    buckets = np.repeat(highs[:, :, None], 2, axis=2).astype(np.uint16)
    return Hands(buckets, highs + np.int32(1), np.zeros_like(highs))


def situations_of(stack: int) -> list[int]:
    """The situation of each node of the tree of lines, breadth first."""
    row, seen = np.zeros(betting.WIDTH, dtype=np.int64), np.zeros(betting.LOOK, dtype=np.int64)
    betting.start(row, np.array([stack, stack]), 1, 2, 2)
    waiting, found = [row], []
    for deal in waiting:
        betting.look(deal, 0, seen)
        found.append(int(seen[betting.SITUATION]))
        for action in range(menu.ACTIONS):
            if offered_in(seen) >> action & 1:
                after = deal.copy()
                betting.move(after, action, seen, 2, 2)
                if after[betting.OVER] == betting.RUNNING:
                    waiting.append(after)
    return found


def strategy(table: Table, game: Game, stack: int) -> Strategy:
    return strategy_of(table.learned[table.index[situations_of(stack)]], game.tree)


def opponents_of(situation: int) -> int:
    return situation // (CARDS_TURNED * PLACES * FACING * DEPTHS * STORIES * COUNTS)


@pytest.mark.parametrize(("stack", "at_last"), [(5, 0.09), (8, 0.14)])
def test_exploitability_falls_here_too(stack: int, at_last: float) -> None:
    """In chips a deal. Situations forget a little, so some of it stays: 0.075 with five chips."""
    game = shrunken(stack=stack)
    table = heads_up(game, stack)
    table.train(10_000)
    first = exploitability(game, strategy(table, game, stack))
    table.train(100_000, first=10_000)
    last = strategy(table, game, stack)
    assert exploitability(game, last) < min(at_last, 0.6 * first)
    assert value(game, last) == pytest.approx(value(game, game.trained(100_000)), abs=0.01)


def test_a_half_of_the_pot_counts() -> None:
    game = shrunken(stack=8, low=True)
    table = heads_up(game, 8)
    table.train(50_000)
    assert exploitability(game, strategy(table, game, 8)) < 0.02


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_everybody_learns_what_his_hand_is_worth(seats: int) -> None:
    """The best hand never folds, the worst one never calls a bet."""
    table = Table(seats, 12, open_hands())
    table.train(4_000 if seats < 5 else 1_500)
    facing = [at for at in table.situations if at // (DEPTHS * STORIES * COUNTS) % FACING]
    rows = table.learned[table.index[facing], :8, menu.ACTIONS :].sum(axis=0)
    played = rows / rows.sum(axis=1, keepdims=True)
    assert played[7, menu.FOLD] < 0.05
    assert played[0, menu.FOLD] > 0.9
    assert played[7, menu.HALF :].sum() > played[4, menu.HALF :].sum()


@pytest.mark.parametrize(
    ("seats", "kinds"), [(2, {0}), (3, {1, 2}), (4, {1, 2, 3}), (8, {1, 2, 3, 4, 5})]
)
def test_as_many_sit_down_as_is_wanted(seats: int, kinds: set[int]) -> None:
    table = Table(seats, 12, open_hands())
    table.train(400)
    assert {opponents_of(each) for each in table.situations} == kinds
    assert max(kinds) < OPPONENTS


def test_seats_and_stacks_come_as_often_as_they_should() -> None:
    """With so short stacks that all are in with the ante there is nothing to decide."""
    table = Table(2, 1, open_hands())
    assert table.train(100) == 0
    half = table.stakes._replace(stack=1, shortest=12, deepest=12)
    alone = iterate(half, table.learned, table.index, table.hands, 1, 0, 400, table.used)
    whole = half._replace(stack=12)
    assert alone / iterate(
        whole, table.learned, table.index, table.hands, 1, 0, 400, table.used
    ) == pytest.approx(0.5, abs=0.1)


def test_stacks_between_the_shortest_and_the_deepest() -> None:
    """All depths come up, none that is deeper; with 300 chips at an ante of one there are eight."""
    table = Table(3, 100, open_hands(), rows=4_000)
    table.stakes = table.stakes._replace(shortest=2, deepest=300)
    table.train(1_500)
    depths = {at // (STORIES * COUNTS) % DEPTHS for at in table.situations}
    assert depths == set(range(DEPTHS))
    short = Table(3, 4, open_hands())
    short.train(400)
    assert {at // (STORIES * COUNTS) % DEPTHS for at in short.situations} <= {0, 1, 2, 3}


def test_pieces_of_a_training_are_the_whole_training() -> None:
    whole, pieces = Table(4, 12, open_hands()), Table(4, 12, open_hands())
    visited = whole.train(300)
    assert visited == pieces.train(1) + pieces.train(120, first=1) + pieces.train(300, first=120)
    assert np.array_equal(whole.learned, pieces.learned)
    assert np.array_equal(whole.index, pieces.index)
    other = Table(4, 12, open_hands())
    other.train(300, seed=2)
    assert not np.array_equal(whole.learned, other.learned)


def test_every_row_is_one_situation() -> None:
    table = Table(5, 12, open_hands())
    table.train(200)
    assert sorted(table.index[table.index >= 0].tolist()) == list(range(table.used[0]))
    assert not table.learned[table.used[0] :].any()


def test_more_situations_than_rows_are_refused() -> None:
    with pytest.raises(IndexError, match="more situations than rows"):
        Table(5, 12, open_hands(), rows=10).train(200)
