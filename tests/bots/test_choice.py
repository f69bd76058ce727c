"""From five weights to an action."""

from __future__ import annotations

from collections import Counter

import pytest

from cincinnati.bots.choice import blurred, picked, repriced
from cincinnati.bots.draws import mixed
from cincinnati.bots.menu import ALL_IN, CALL, FOLD, HALF, POT

TRIES = 1_000


def drawn(*weights: int, purify: int = 0) -> Counter[int]:
    fold, call, half, pot, all_in = weights
    return Counter(
        picked(fold, call, half, pot, all_in, purify, (number + 0.5) / TRIES)
        for number in range(TRIES)
    )


def test_actions_come_as_often_as_they_weigh() -> None:
    assert drawn(1, 2, 3, 3, 1) == {FOLD: 100, CALL: 200, HALF: 300, POT: 300, ALL_IN: 100}


def test_what_is_seldom_is_left_out() -> None:
    assert drawn(1, 9, 0, 0, 0, purify=10) == {FOLD: 100, CALL: 900}
    assert drawn(1, 9, 0, 0, 0, purify=11) == {CALL: TRIES}
    assert drawn(3, 3, 3, 3, 8, purify=16) == {ALL_IN: TRIES}


@pytest.mark.parametrize("action", range(5))
def test_one_weight_is_a_certainty(action: int) -> None:
    weights = [15 if other == action else 0 for other in range(5)]
    assert drawn(*weights, purify=15) == {action: TRIES}


def test_no_weight_is_no_action() -> None:
    assert drawn(0, 0, 0, 0, 0, purify=15) == {-1: TRIES}


def test_a_bucket_is_blurred_evenly_and_stays_one() -> None:
    assert blurred(20, 50, 0, 12345) == 20
    seen = Counter(blurred(20, 50, 3, mixed(1, number)) for number in range(7_000))
    assert sorted(seen) == [17, 18, 19, 20, 21, 22, 23]
    assert all(850 < times < 1150 for times in seen.values())
    assert {blurred(49, 50, 3, mixed(1, number)) for number in range(200)} == {46, 47, 48, 49}
    assert {blurred(1, 50, 3, mixed(1, number)) for number in range(200)} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("bucket", "pot", "taken", "counts_as"),
    [
        (40, 20, 20, 40),
        (49, 25, 20, 49),  # one and a half pots taken for one: the best eight tenths of those
        (40, 25, 20, 38),
        (25, 25, 20, 19),
        (40, 40, 20, 30),  # three pots: one in four has to stand, twice as near to the top
        (10, 40, 20, 0),
        (40, 40, 45, 41),  # a third of a pot taken for half of it: nine for every eight
        (10, 40, 45, 14),
        (25, 25, 40, 34),  # one and a half pots taken for three
    ],
)
def test_a_bet_taken_for_another_takes_another_hand(
    bucket: int, pot: int, taken: int, counts_as: int
) -> None:
    assert repriced(bucket, 50, pot, taken) == counts_as


def test_a_larger_bet_never_makes_a_hand_better() -> None:
    for bucket in range(50):
        places = [repriced(bucket, 50, pot, 100) for pot in range(50, 500, 5)]
        assert places[10] == bucket
        assert places == sorted(places, reverse=True)
        assert 0 <= min(places) <= max(places) < 50
