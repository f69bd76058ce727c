"""Means and intervals, worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from arena_bots import bot, rules_for
from cincinnati.arena.match import Direction, Match
from cincinnati.arena.played import Log, Played, middle, slot
from cincinnati.arena.results import NORMAL_95, Row, gain, rows_of


def match(deals: int, seats: int = 2, way: Direction = Direction.ONE, **changes: Any) -> Match:
    rules = rules_for(seats, **changes)
    return Match.between(bot("calls"), bot("folds"), way, rules, deals=deals, seed=1)


def rows(played: Match, chips: Sequence[Sequence[int]]) -> tuple[Row, ...]:
    return tuple(rows_of(played, Played(np.array(chips), tuple(Log() for _ in played.bots))))


def test_four_deals_heads_up() -> None:
    # Two hands a deal: 2, 0, -1 and 3 chips a hand, mean 1; (1 + 1 + 4 + 4) / 3 is their variance.
    hero, other = rows(match(4), [[4, -4], [0, 0], [-2, 2], [6, -6]])
    assert (hero.chips.mean, other.chips.mean) == (1.0, -1.0)
    half = NORMAL_95 * (10 / 3) ** 0.5 / 4**0.5
    assert hero.chips.half == pytest.approx(half) == pytest.approx(1.789, abs=5e-4)
    assert other.chips.half == hero.chips.half


def test_thousandths_of_a_minimum_bet() -> None:
    for changes, unit in (({"min_bet": 2}, 2), ({"blinds": (5, 10)}, 10)):
        hero, _ = rows(match(2, **changes), [[4, -4], [0, 0]])
        assert hero.thousandths.mean == 1000 * hero.chips.mean / unit == 1000 / unit
        assert hero.thousandths.half == pytest.approx(1000 * hero.chips.half / unit)


def test_a_hand_is_one_of_a_single_seat() -> None:
    # Three seatings; the many won 12 chips in two seats, that is 2 a hand; the one lost 4 a hand.
    many, one = rows(match(2, 3, Direction.MANY), [[12, -12], [12, -12]])
    assert (many.seats, many.chips.mean, many.chips.half) == (2, 2.0, 0.0)
    assert (one.seats, one.chips.mean, one.chips.half) == (1, -4.0, 0.0)


def test_equal_decks_have_no_scatter_however_wild_their_hands_were() -> None:
    assert gain(match(3), np.array([[10, -10]] * 3), 0).half == 0


def test_the_interval_is_over_decks_and_holds_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    held, pools = 0, 2000
    for _ in range(pools):
        chips = rng.integers(-50, 52, size=(40, 1))  # their mean is 0.5, that of a hand 0.25
        interval = gain(match(40), np.hstack([chips, -chips]), 0)
        held += abs(interval.mean - 0.25) <= interval.half
    assert 0.93 < held / pools < 0.965


@pytest.mark.parametrize("took", [0, 1, 31, 32, 63, 64, 65, 100, 999, 12_345, 10**6, 10**9, 10**12])
def test_a_time_is_kept_to_three_percent(took: int) -> None:
    assert middle(slot(took)) == pytest.approx(took, rel=0.016)


def test_slots_of_longer_times_come_later() -> None:
    places = [slot(took) for took in range(5000)]
    assert places == sorted(places)
    assert set(places) == set(range(max(places) + 1))


def test_half_and_almost_all_of_the_times() -> None:
    log = Log()
    for milliseconds in range(1, 101):
        log.took(milliseconds * 10**6)
    assert log.decisions == 100
    assert log.quantile(0.5) == pytest.approx(0.050, rel=0.016)
    assert log.quantile(0.99) == pytest.approx(0.099, rel=0.016)
    assert Log(decisions=3).quantile(0.5) is None


def test_logs_add_up_and_the_first_fault_stays_first() -> None:
    first, second = Log(), Log()
    first.took(10)
    first.blame("failed", "a")
    second.took(10)
    second.blame("failed", "b")
    second.blame("slow", "c")
    first.add(second)
    assert (first.decisions, first.times) == (2, {slot(10): 2})
    assert (first.faults, first.examples) == (
        {"failed": 2, "slow": 1},
        {"failed": "a", "slow": "c"},
    )
