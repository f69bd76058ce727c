"""From what a training has summed up to the weights of a file."""

from __future__ import annotations

import numpy as np
import pytest

from cincinnati.bots.menu import ACTIONS
from cincinnati.training import quantized
from cincinnati.training.lines import WEIGHT_UNIT, iterate
from cincinnati.training.quantized import FIFTEENTHS, packed, visits_of, weights_of
from cincinnati.training.regrets import ROW, Learned
from small_games import kuhn

BUCKETS, ITERATIONS = 50, 1_000
VISIT = WEIGHT_UNIT * (ITERATIONS + 1) / 2
"""What the mean visit adds to the sums."""


def learned(**visits: tuple[float, ...]) -> Learned:
    """One cell; ``b7=(0, 30, 70)``: the class of strength 7 folded never, called 30 times, ..."""
    made = np.zeros((1, BUCKETS, ROW), dtype=np.float32)
    made[:, :, :ACTIONS] = 99  # regrets count for nothing here
    for name, counts in visits.items():
        made[0, int(name[1:]), ACTIONS : ACTIONS + len(counts)] = np.array(counts) * VISIT
    return made


def weights(bucket: int, **visits: tuple[float, ...]) -> list[int]:
    return [int(weight) for weight in weights_of(learned(**visits), ITERATIONS)[0, bucket]]


@pytest.mark.parametrize(
    ("counts", "wanted"),
    [
        ((1000,), [15, 0, 0, 0, 0]),
        ((0, 500, 500), [0, 6, 6, 0, 0]),  # two fifths and a half each
        ((200, 200, 200, 200, 200), [3, 3, 3, 3, 3]),
        ((0, 0, 0, 290, 710), [0, 0, 0, 3, 12]),
        ((0, 0, 0, 310, 690), [0, 0, 0, 6, 9]),
        ((0, 890, 0, 110), [0, 12, 0, 3, 0]),  # 11 times in 100 is played
        ((0, 905, 95), [0, 15, 3, 0, 0]),  # what is kept is a fifth at least
        ((0, 915, 85), [0, 15, 0, 0, 0]),  # less than 9 times in 100 is noise
        ((0, 840, 80, 80), [0, 12, 0, 0, 0]),
        ((650, 270, 80), [9, 3, 0, 0, 0]),
        ((0, 0, 0, 0, 0), [0, 0, 0, 0, 0]),
    ],
)
def test_fifths_are_enough(counts: tuple[float, ...], wanted: list[int]) -> None:
    assert weights(20, b20=counts) == wanted


@pytest.mark.parametrize(
    ("counts", "wanted"),
    [
        ((0, 500, 500), [0, 8, 8, 0, 0]),
        ((200, 200, 200, 200, 200), [3, 3, 3, 3, 3]),
        ((0, 0, 0, 80, 920), [0, 0, 0, 1, 14]),
        ((0, 960, 40), [0, 14, 1, 0, 0]),
        ((0, 969, 31), [0, 15, 1, 0, 0]),  # 3 times in 100 is played
        ((0, 972, 28), [0, 15, 0, 0, 0]),  # less is noise
    ],
)
def test_fifteenths_are_finer(counts: tuple[float, ...], wanted: list[int]) -> None:
    made = weights_of(learned(b20=counts), ITERATIONS, FIFTEENTHS)
    assert made[0, 20].tolist() == wanted


def test_whoever_was_met_often_stands_alone() -> None:
    assert weights(20, b20=(0, 100), b19=(100,), b21=(0, 0, 1000)) == [0, 15, 0, 0, 0]


@pytest.mark.parametrize(
    ("bucket", "wanted"),
    [
        (20, [15, 0, 0, 0, 0]),
        (21, [15, 0, 0, 0, 0]),
        (23, [15, 0, 0, 0, 0]),
        (24, [0, 0, 0, 0, 0]),  # too far
        (17, [15, 0, 0, 0, 0]),
        (16, [0, 0, 0, 0, 0]),
    ],
)
def test_whoever_was_never_met_leans_on_its_neighbours(bucket: int, wanted: list[int]) -> None:
    assert weights(bucket, b20=(400,)) == wanted


def test_the_nearer_neighbour_counts_twice_as_much() -> None:
    """Half of the one and a quarter of the other: 2 to 1, which are 3.3 and 1.7 fifths."""
    assert weights(20, b19=(600,), b22=(0, 600)) == [9, 6, 0, 0, 0]


def test_the_fewer_visits_the_more_it_leans() -> None:
    """With 50 visits of 100, half of half of what the neighbour has is added: 60 to 50.

    All of half would be 120 to 50, which are 3.5 and 1.5 fifths.
    """
    assert weights(20, b20=(0, 50), b21=(240,)) == [9, 6, 0, 0, 0]
    assert weights(20, b20=(0, 5), b21=(48,)) == [12, 3, 0, 0, 0]


def test_the_ends_have_neighbours_on_one_side_only() -> None:
    assert weights(0, b49=(900,), b1=(0, 900)) == [0, 15, 0, 0, 0]
    assert weights(49, b0=(900,), b48=(0, 900)) == [0, 15, 0, 0, 0]


def test_cells_do_not_lean_on_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are worked out at a time."""
    chance = np.random.default_rng(2)
    made = chance.random((7, BUCKETS, ROW)).astype(np.float32) * 40 * np.float32(VISIT)
    whole = weights_of(made, ITERATIONS)
    monkeypatch.setattr(quantized, "PIECE", 3)
    assert np.array_equal(weights_of(made, ITERATIONS), whole)
    assert np.array_equal(weights_of(made[4:5], ITERATIONS)[0], whole[4])
    assert set(np.unique(whole)) <= {0, 3, 6, 9, 12, 15}


def test_visits_are_counted_from_the_sums() -> None:
    """The first decision of each deal is one visit of the second player's walk."""
    game, made = kuhn(), kuhn().untrained()
    iterate(game.tree, made, game.buckets, game.highs, game.halves, 0, 1, 0, 3_000)
    visits = visits_of(made, 3_000)
    assert visits[0].sum() == pytest.approx(3_000, rel=1e-4)
    assert visits[0] == pytest.approx([1_000] * 3, rel=0.1)


def test_two_weights_a_byte_action_by_action() -> None:
    made = np.zeros((1, 3, ACTIONS), dtype=np.uint8)
    made[0, :, 0] = 1, 2, 3
    made[0, :, 1] = 4, 5, 6
    made[0, :, 4] = 13, 14, 15
    assert packed(made) == bytes([0x21, 0x43, 0x65, 0, 0, 0, 0xED, 0x0F])
