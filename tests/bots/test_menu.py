"""Five actions: their sizes, what stands in for one that is not there, and foreign sizes."""

from __future__ import annotations

import pytest

from cincinnati.bots.draws import mixed, unit
from cincinnati.bots.menu import (
    ALL_IN,
    CALL,
    FOLD,
    HALF,
    NEAR,
    POT,
    fitted,
    mapped,
    part_of,
    size_to,
)


@pytest.mark.parametrize(
    ("level", "after", "bet", "least", "top", "sizes"),
    [
        (0, 2, 0, 2, 99, (0, 2, 99)),  # heads-up, antes of 1: half a pot is no legal bet
        (0, 8, 0, 2, 99, (4, 8, 99)),
        (0, 9, 0, 2, 99, (5, 9, 99)),  # half of an odd pot is rounded up
        (6, 20, 0, 12, 99, (16, 26, 99)),
        (6, 20, 2, 12, 99, (16, 26, 99)),
        (0, 60, 0, 2, 91, (30, 60, 91)),
        (0, 60, 0, 2, 90, (30, 0, 90)),  # the pot is two thirds of what there is
        (0, 60, 0, 2, 40, (0, 0, 40)),
        (40, 200, 10, 70, 60, (0, 0, 60)),
        (6, 20, 0, 0, 0, (0, 0, 0)),  # no raise
    ],
)
def test_sizes(
    level: int, after: int, bet: int, least: int, top: int, sizes: tuple[int, int, int]
) -> None:
    made = [size_to(action, level, after, bet, least, top) for action in (HALF, POT, ALL_IN)]
    assert tuple(made) == sizes


@pytest.mark.parametrize(
    ("action", "call", "half", "pot", "all_in", "instead"),
    [
        (FOLD, 0, 4, 8, 99, CALL),
        (FOLD, 4, 14, 20, 99, FOLD),
        (CALL, 4, 14, 20, 99, CALL),
        (HALF, 0, 4, 8, 99, HALF),
        (HALF, 0, 0, 8, 99, POT),
        (HALF, 0, 0, 0, 99, ALL_IN),
        (HALF, 0, 0, 0, 0, CALL),
        (POT, 0, 4, 8, 99, POT),
        (POT, 0, 4, 0, 99, ALL_IN),
        (POT, 0, 0, 0, 99, ALL_IN),
        (POT, 4, 0, 0, 0, CALL),
        (ALL_IN, 0, 4, 8, 99, ALL_IN),
        (ALL_IN, 4, 0, 0, 0, CALL),
    ],
)
def test_what_is_not_on_the_menu_has_a_neighbour(
    action: int, call: int, half: int, pot: int, all_in: int, instead: int
) -> None:
    assert fitted(action, call, half, pot, all_in) == instead


@pytest.mark.parametrize(
    ("to", "half", "pot", "all_in", "action"),
    [
        (10, 10, 20, 99, HALF),
        (20, 10, 20, 99, POT),
        (99, 10, 20, 99, ALL_IN),
        (9, 10, 20, 99, HALF),  # smaller than any, by less than a fifth
        (8, 10, 20, 99, -1),
        (25, 10, 20, 0, -1),
        (24, 10, 20, 0, POT),
        (118, 10, 20, 99, ALL_IN),
        (119, 10, 20, 99, -1),
        (20, 0, 0, 0, -1),
    ],
)
def test_a_size_near_one_of_ours_is_that_one(
    to: int, half: int, pot: int, all_in: int, action: int
) -> None:
    assert {mapped(to, 0, 20, half, pot, all_in, chance) for chance in (0.0, 0.5, 0.99)} == {action}


def chance_of(x: float, a: float, b: float) -> float:
    """Of the smaller of two neighbours, all in parts of the pot."""
    return (b - x) * (1 + a) / ((b - a) * (1 + x))


@pytest.mark.parametrize("to", [11, 12, 13, 14, 15, 16, 17, 18, 19])
def test_between_two_the_pseudo_harmonic_chance_decides(to: int) -> None:
    tries = 4_000
    drawn = [mapped(to, 0, 20, 10, 20, 99, unit(mixed(to, number))) for number in range(tries)]
    near = [size for size in (10, 20) if to <= NEAR * size and size <= NEAR * to]
    expected = chance_of(to / 20, 0.5, 1.0)
    assert abs((drawn.count(HALF) if 10 in near else 0) / tries - expected * (10 in near)) < 0.03
    assert abs(drawn.count(POT) / tries - (1 - expected) * (20 in near)) < 0.03
    assert drawn.count(HALF) + drawn.count(POT) + drawn.count(-1) == tries


def test_a_raise_is_measured_above_the_level() -> None:
    assert part_of(26, 6, 20) == 1.0
    drawn = [mapped(18, 6, 20, 16, 26, 99, unit(mixed(1, number))) for number in range(4_000)]
    assert abs(drawn.count(HALF) / 4_000 - chance_of(0.6, 0.5, 1.0)) < 0.03
