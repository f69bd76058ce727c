"""The simple players, as the issue fixes them: one number, and what each makes of it."""

from __future__ import annotations

from collections import Counter

import pytest

from cincinnati.bots.heuristics import (
    CASUAL,
    HEURISTIC,
    MANIAC,
    MULTIWAY,
    NOISE,
    POT_ODDS,
    RANDOM,
    ROOKIE,
    STATION,
    TIGHT,
    decided,
)
from cincinnati.bots.menu import ALL_IN, CALL, FOLD, HALF, POT

TENS = [(tens + 0.5) / 100 for tens in range(100)]


def plays(
    kind: int,
    share: float,
    call: int = 0,
    pot: int = 20,
    *,
    raises: int = 0,
    against: int = 0,
    opponents: int = 1,
) -> dict[int, int]:
    """In how many of 100 chances it does what."""
    return dict(
        Counter(
            decided(kind, share, call, pot, raises, against, opponents, first, second)
            for first in TENS
            for second in (0.2, 0.7)
        )
    )


ALWAYS = 200


@pytest.mark.parametrize(
    ("kind", "share", "call", "action"),
    [
        (STATION, 0.0, 0, CALL),
        (STATION, 0.0, 99, CALL),
        (TIGHT, 0.63, 0, POT),
        (TIGHT, 0.62, 0, CALL),
        (TIGHT, 0.81, 10, POT),
        (TIGHT, 0.80, 10, CALL),
        (TIGHT, 0.51, 10, CALL),  # a call of 10 into 20 costs a third
        (TIGHT, 0.50, 10, FOLD),
        (TIGHT, 0.61, 20, FOLD),
        (TIGHT, 0.63, 20, CALL),
        (POT_ODDS, 0.38, 10, FOLD),
        (POT_ODDS, 0.39, 10, CALL),
        (CASUAL, 0.39, 10, CALL),
        (MANIAC, 0.34, 10, CALL),
        (MANIAC, 0.33, 10, FOLD),
        (HEURISTIC, 0.75, 10, POT),
        (HEURISTIC, 0.74, 10, CALL),
        (HEURISTIC, 0.33, 10, FOLD),
        (HEURISTIC, 0.5, 0, CALL),
        (ROOKIE, 0.14, 10, CALL),
        (ROOKIE, 0.13, 10, FOLD),
        (ROOKIE, 0.5, 0, CALL),
    ],
)
def test_what_is_certain(kind: int, share: float, call: int, action: int) -> None:
    assert plays(kind, share, call) == {action: ALWAYS}


@pytest.mark.parametrize(
    ("kind", "share", "call", "times"),
    [
        (RANDOM, 0.5, 0, {FOLD: 40, CALL: 40, HALF: 40, POT: 40, ALL_IN: 40}),
        (POT_ODDS, 0.56, 0, {HALF: 70, POT: 70, CALL: 60}),
        (POT_ODDS, 0.55, 0, {HALF: 16, CALL: 184}),
        (POT_ODDS, 0.73, 10, {POT: 120, CALL: 80}),
        (MANIAC, 0.36, 0, {POT: 120, CALL: 80}),
        (MANIAC, 0.35, 0, {POT: 60, CALL: 140}),
        (MANIAC, 0.36, 10, {POT: 120, CALL: 80}),
        (HEURISTIC, 0.59, 0, {POT: 140, HALF: 60}),
        (HEURISTIC, 0.24, 0, {POT: 30, CALL: 170}),
        (ROOKIE, 0.76, 0, {HALF: 60, CALL: 140}),
        (ROOKIE, 0.96, 10, {ALL_IN: 60, CALL: 140}),
    ],
)
def test_how_often(kind: int, share: float, call: int, times: dict[int, int]) -> None:
    assert plays(kind, share, call) == times


def test_the_heuristic_player_believes_those_who_bet() -> None:
    assert plays(HEURISTIC, 0.45, 10, raises=1) == {CALL: ALWAYS}
    assert plays(HEURISTIC, 0.45, 10, raises=2) == {FOLD: ALWAYS}
    assert plays(HEURISTIC, 0.45, 10, raises=1, against=1) == {FOLD: ALWAYS}


def test_multi_way_asks_for_less_of_a_pot_that_more_want() -> None:
    for share, call in ((0.63, 0), (0.62, 0), (0.81, 10), (0.8, 10), (0.51, 10), (0.5, 10)):
        assert plays(MULTIWAY, share, call) == plays(TIGHT, share, call)
    assert plays(MULTIWAY, 0.4, opponents=3) == {CALL: ALWAYS}  # a fair share is a quarter
    assert plays(MULTIWAY, 0.44, opponents=3) == {POT: ALWAYS}
    assert plays(MULTIWAY, 0.71, 10, opponents=3) == {POT: ALWAYS}
    assert plays(MULTIWAY, 0.69, 10, opponents=3) == {CALL: ALWAYS}
    assert plays(MULTIWAY, 0.44, 10, opponents=3) == {FOLD: ALWAYS}
    assert plays(MULTIWAY, 0.44, 4, opponents=3) == {CALL: ALWAYS}


def test_only_the_lower_levels_misjudge_their_hands() -> None:
    assert [NOISE[kind] for kind in (ROOKIE, CASUAL)] == [0.25, 0.1]
    assert {NOISE[kind] for kind in range(9) if kind not in (ROOKIE, CASUAL)} == {0.0}
