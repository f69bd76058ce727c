"""The trainer of betting lines on games of which everything is known.

Exploitability is what best answers win, worked out over all deals; it is 0 in an equilibrium.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

from cincinnati.bots.menu import ACTIONS, CALL, FOLD, HALF
from cincinnati.training.lines import fixed, iterate, won_share
from cincinnati.training.quantized import weights_of
from cincinnati.training.regrets import Learned
from cincinnati.training.tree import BOTH, NONE
from small_games import (
    Answers,
    Game,
    Strategy,
    answers,
    best_answer,
    by_others,
    exploitability,
    kuhn,
    shrunken,
    value,
)

CHECK, BET, CALLS = CALL, HALF, CALL
JACK, QUEEN, KING = range(3)


def kuhn_strategy(*bets: tuple[int, int, float]) -> Strategy:
    """Node, card and the chance of betting or calling there; 0 everywhere else."""
    strategy = np.zeros((4, 3, ACTIONS))
    strategy[:2, :, CHECK] = 1
    strategy[2:, :, FOLD] = 1
    for node, card, chance in bets:
        passive, active = (CHECK, BET) if node < 2 else (FOLD, CALLS)
        strategy[node, card, [passive, active]] = 1 - chance, chance
    return strategy


def equilibrium(bluffs: float) -> Strategy:
    """One of Kuhn's: the first player bets the jack so often, 0 to 1/3."""
    first = [(0, JACK, bluffs), (0, KING, 3 * bluffs), (3, QUEEN, bluffs + 1 / 3), (3, KING, 1.0)]
    second = [(1, JACK, 1 / 3), (1, KING, 1.0), (2, QUEEN, 1 / 3), (2, KING, 1.0)]
    return kuhn_strategy(*first, *second)


# --- the yardstick itself -----------------------------------------------------------------------


@pytest.mark.parametrize("bluffs", [0, 1 / 6, 1 / 3])
def test_kuhns_equilibria_cannot_be_exploited(bluffs: float) -> None:
    strategy = equilibrium(bluffs)
    assert value(kuhn(), strategy) == pytest.approx(-1 / 18)
    assert best_answer(kuhn(), strategy, 0) == pytest.approx(-1 / 18)
    assert best_answer(kuhn(), strategy, 1) == pytest.approx(1 / 18)
    assert exploitability(kuhn(), equilibrium(bluffs + 0.1)) > 0.005 or bluffs < 0.3


@pytest.mark.parametrize("player", [0, 1])
def test_no_pure_answer_is_better_than_the_best(player: int) -> None:
    """All 64 of each player are tried."""
    chance = np.random.default_rng(5)
    bets = [(node, card, chance.random()) for node in range(4) for card in range(3)]
    mine = (0, 3) if player == 0 else (1, 2)
    theirs = [bet for bet in bets if bet[0] not in mine]
    places = [(node, card) for node in mine for card in range(3)]
    worths = []
    for choice in product((0.0, 1.0), repeat=6):
        pure = [(*place, chosen) for place, chosen in zip(places, choice, strict=True)]
        worths.append(value(kuhn(), kuhn_strategy(*theirs, *pure)) * (1 if player == 0 else -1))
    assert max(worths) == pytest.approx(best_answer(kuhn(), kuhn_strategy(*bets), player))


# --- Kuhn's poker -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_kuhns_poker_is_worth_minus_an_eighteenth(seed: int) -> None:
    strategy = kuhn().trained(200_000, seed)
    assert value(kuhn(), strategy) == pytest.approx(-1 / 18, abs=0.003)
    assert exploitability(kuhn(), strategy) < 0.003
    kings = strategy[0, KING, BET] / max(strategy[0, JACK, BET], 1e-9)
    assert kings == pytest.approx(3, abs=0.4)  # it bluffs once for three good bets


def test_a_king_never_folds_and_a_jack_never_calls() -> None:
    strategy = kuhn().trained(20_000)
    for node in (2, 3):
        assert strategy[node, KING, FOLD] < 0.002
        assert strategy[node, JACK, CALLS] < 0.002
    assert strategy[1, KING, CHECK] < 0.002


# --- a shrunken Cincinnati ----------------------------------------------------------------------


def falls(game: Game, fewest: int, most: int) -> float:
    """The power of the iterations with which exploitability falls; -1/2 is the square root."""
    less, more = (
        np.mean([exploitability(game, game.trained(count, seed)) for seed in (1, 2, 3, 4)])
        for count in (fewest, most)
    )
    return float(np.log(more / less) / np.log(most / fewest))


def test_exploitability_falls_as_the_square_root_of_the_iterations() -> None:
    assert -0.8 < falls(kuhn(), 1_000, 64_000) < -0.35
    assert -0.8 < falls(shrunken(stack=8), 8_000, 128_000) < -0.45


@pytest.mark.parametrize(
    ("size", "at_first", "at_last"),
    [
        ({"stack": 5}, 0.20, 0.06),
        ({"stack": 12}, 0.55, 0.13),
        ({"stack": 8, "low": True}, 0.08, 0.006),
        ({"stack": 6, "ranks": 5}, 0.36, 0.095),
    ],
    ids=["5 chips", "12 chips", "hi-lo", "ten cards"],
)
def test_what_is_left_to_exploit(size: dict[str, Any], at_first: float, at_last: float) -> None:
    """In chips a deal; ``at_last`` after ten times the iterations of ``at_first``."""
    game = shrunken(**size)
    assert exploitability(game, game.trained(0)) > 2 * at_first
    first = exploitability(game, game.trained(10_000))
    assert first < at_first
    assert exploitability(game, game.trained(100_000)) < min(at_last, first / 2)


def test_both_players_get_what_the_game_is_worth() -> None:
    """Whatever the seed: what the first wins, the second loses."""
    values = [
        value(shrunken(stack=8), shrunken(stack=8).trained(50_000, seed)) for seed in range(3)
    ]
    assert max(values) - min(values) < 0.02
    strategy = shrunken(stack=8).trained(200_000)
    for player, sign in ((0, 1), (1, -1)):
        assert best_answer(shrunken(stack=8), strategy, player) >= sign * value(
            shrunken(stack=8), strategy
        )
        assert best_answer(shrunken(stack=8), strategy, player) - sign * np.mean(values) < 0.09


# --- heroes who answer another's bets ------------------------------------------------------------


@cache
def heroes(stack: int, *sizes: int) -> Answers:
    """Their policy of the lines has been trained a good while."""
    game, learned = shrunken(stack=stack), shrunken(stack=stack).untrained()
    iterate(game.tree, learned, game.buckets, game.highs, game.halves, 0, 1, 0, 50_000)
    small, large = sizes
    return answers(game, weights_of(learned, 50_000), (small, large), stack)


def taught(made: Answers, *pieces: int) -> Learned:
    """What heroes know after so many iterations, and after so many more."""
    learned, game, done = made.untrained(), made.game, 0
    for piece in pieces:
        arrays = game.buckets, game.highs, game.halves
        iterate(game.tree, learned, *arrays, 0, 1, done, done + piece)
        done += piece
    return learned


def test_what_is_settled_stays_as_it_is_and_the_others_moves_are_not_kept() -> None:
    made = heroes(12, 33, 150)
    tree, own, before = made.game.tree, made.own(), made.untrained()
    assert 5 < len(own) < len(tree.player) / 2
    assert before[own].any(axis=(1, 2)).sum() > 5
    learned = taught(made, 3_000)
    assert learned[own].tobytes() == before[own].tobytes()
    other = tree.player != tree.hero
    assert not learned[other][:, :, ACTIONS:].any()
    assert learned[other][:, :, :ACTIONS].any(axis=(1, 2)).mean() > 0.9, "he learns all the same"
    answer = (tree.player == tree.hero) & (tree.known == NONE)
    assert learned[answer][:, :, ACTIONS:].any(axis=(1, 2)).mean() > 0.9


def test_a_settled_row_says_what_the_weights_say() -> None:
    weights = np.array([[[0, 9, 6, 0, 0], [0, 0, 0, 0, 0]]], dtype=np.uint8)
    rows = fixed(weights)
    assert rows.shape == (1, 2, 2 * ACTIONS)
    assert not rows[:, :, :ACTIONS].any()
    shares = rows[0, 0, ACTIONS:] / rows[0, 0, ACTIONS:].sum()
    assert shares == pytest.approx([0, 0.6, 0.4, 0, 0])
    assert not rows[0, 1].any()


@pytest.mark.parametrize(
    ("stack", "sizes", "at_last"),
    [(8, (33, 150), 0.25), (12, (33, 150), 0.35), (20, (75, 300), 0.5)],
)
def test_anothers_bets_win_less_and_less(
    stack: int, sizes: tuple[int, int], at_last: float
) -> None:
    """In chips a deal; heroes who have not learned to answer them lose more than a chip."""
    made = heroes(stack, *sizes)
    won = [
        by_others(made.game, made.strategy_of(taught(made, count)))
        for count in (0, 1_000, 6_000, 36_000)
    ]
    assert won == sorted(won, reverse=True)
    assert won[0] > 1.2
    assert won[-1] < min(at_last, won[0] / 5)


def test_heroes_in_both_places_learn() -> None:
    made = heroes(12, 33, 150)
    clever, simple = (made.strategy_of(taught(made, count)) for count in (20_000, 0))
    for hero, root in enumerate(made.game.tree.roots.tolist()):
        won = [best_answer(made.game, each, 1 - hero, root) for each in (simple, clever)]
        assert won[0] - won[1] > 1


def test_pieces_are_the_whole_for_heroes_too() -> None:
    made = heroes(8, 33, 150)
    assert np.array_equal(taught(made, 1, 400, 0, 599), taught(made, 1_000))
    assert (made.game.tree.hero != BOTH).all()


# --- how it goes through its iterations ----------------------------------------------------------


def test_pieces_of_a_training_are_the_whole_training() -> None:
    arrays = shrunken(stack=8).buckets, shrunken(stack=8).highs, shrunken(stack=8).halves
    whole, pieces = shrunken(stack=8).untrained(), shrunken(stack=8).untrained()
    visited = iterate(shrunken(stack=8).tree, whole, *arrays, 0, 7, 0, 1_000)
    parts = [(0, 1), (1, 400), (400, 400), (400, 1_000)]
    assert visited == sum(
        iterate(shrunken(stack=8).tree, pieces, *arrays, 0, 7, first, last) for first, last in parts
    )
    assert np.array_equal(whole, pieces)
    other = shrunken(stack=8).untrained()
    iterate(shrunken(stack=8).tree, other, *arrays, 0, 8, 0, 1_000)
    assert not np.array_equal(whole, other)


@pytest.mark.parametrize(
    ("highs", "halves", "share"),
    [
        ((5, 3), (0, 0), 1.0),
        ((3, 5), (0, 0), 0.0),
        ((4, 4), (0, 0), 0.5),
        ((5, 3), (1, 2), 0.5),
        ((5, 3), (2, 0), 1.0),
        ((5, 3), (2, 2), 0.75),
        ((4, 4), (0, 2), 0.25),
        ((3, 5), (7, 2), 0.5),
    ],
)
def test_what_part_of_the_pot_is_won(
    highs: tuple[int, int], halves: tuple[int, int], share: float
) -> None:
    """Two halves where anybody has a hand for the second one (R30)."""
    numbers = np.array(highs, dtype=np.int32), np.array(halves, dtype=np.int32)
    assert won_share(*numbers, 0, 1) == share
    assert won_share(*numbers, 1, 0) == 1 - share
