"""Regret matching: what one row of a decision does."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from cincinnati.bots.draws import advanced
from cincinnati.bots.menu import ACTIONS
from cincinnati.training.regrets import ROW, learn, match, next_action, remember, sample

ALL, NO_FOLD, CALL_OR_POT = 0b11111, 0b11110, 0b01010


def row(*regrets: float) -> NDArray[np.float32]:
    return np.array([*regrets, *[0.0] * (ROW - len(regrets))], dtype=np.float32)


def chances_of(regrets: NDArray[np.float32], offered: int) -> list[float]:
    chances = np.full(ACTIONS, 7.0)
    match(regrets, offered, chances)
    return [round(float(chance), 6) for chance in chances]


@pytest.mark.parametrize(
    ("regrets", "offered", "chances"),
    [
        ((0, 0, 0, 0, 0), ALL, [0.2] * 5),
        ((0, 0, 0, 0, 0), NO_FOLD, [0, 0.25, 0.25, 0.25, 0.25]),
        ((1, 3, 0, 0, 0), ALL, [0.25, 0.75, 0, 0, 0]),
        ((-5, 2, -1, 2, 0), ALL, [0, 0.5, 0, 0.5, 0]),
        ((-1, -2, -3, -4, -5), CALL_OR_POT, [0, 0.5, 0, 0.5, 0]),
        ((9, 1, 9, 3, 9), CALL_OR_POT, [0, 0.25, 0, 0.75, 0]),
    ],
)
def test_actions_are_taken_in_proportion_to_what_is_regretted(
    regrets: tuple[float, ...], offered: int, chances: list[float]
) -> None:
    assert chances_of(row(*regrets), offered) == chances


def test_what_would_have_been_better_is_regretted() -> None:
    learned = row(1, 1, 1, 1, 1, 8, 8, 8, 8, 8)
    chances, values = np.array([0, 0.5, 0, 0.5, 0]), np.array([99.0, 4, 99, -2, 99])
    assert learn(learned, CALL_OR_POT, chances, values, 0.5) == 1
    assert learned.tolist() == [1, 1 + 1.5, 1, 1 - 1.5, 1, 8, 8, 8, 8, 8]


def test_what_was_played_is_remembered_and_nothing_else_changes() -> None:
    learned = row(-1, 2, 3, 4, 5, 1, 1)
    remember(learned, np.array([0, 0.25, 0, 0.75, 0]), 2.0)
    assert learned.tolist() == [-1, 2, 3, 4, 5, 1, 1.5, 0, 1.5, 0]


def test_samples_come_as_often_as_they_should() -> None:
    chances, state, counts = np.array([0.9, 0.1, 0.0, 0.6, 0.3]), 1, [0] * ACTIONS
    for _ in range(4_000):
        state = advanced(state)
        counts[sample(chances, 0b11010, state)] += 1
    assert counts[0] == counts[2] == 0
    assert counts[1] == pytest.approx(400, abs=60)
    assert counts[3] == pytest.approx(2_400, abs=100)


@pytest.mark.parametrize("last", [0, 2**63 - 1])
def test_a_sample_is_always_on_the_menu(last: int) -> None:
    """Also when rounding leaves a little of the chance over."""
    chances = np.array([0, 0.3, 0, 0.7 - 1e-9, 0])
    assert sample(chances, CALL_OR_POT, last) in (1, 3)


def test_actions_on_the_menu_one_after_the_other() -> None:
    for offered in range(1, 1 << ACTIONS):
        found, action = [], next_action(offered, -1)
        while action < ACTIONS:
            found.append(action)
            action = next_action(offered, action)
        assert found == [action for action in range(ACTIONS) if offered >> action & 1]
