"""Sampled answers: within their error, the same for a seed, and stopped when they should."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, pairwise
from typing import Any

import pytest

from cincinnati import RulesError
from cincinnati.odds.engines import Engine
from cincinnati.odds.equity import Equity, Progress, after_next_card, equity
from cincinnati.odds.question import Question
from cincinnati.odds.sampling import LARGE_BLOCK, SMALL_BLOCK, SMALL_BLOCKS, Stop
from cincinnati.rules import Ruleset
from odds_rules import RULES

TWO_HANDS = Question.of("AsAd3c4c6d", "KsKd5h7h9d", "2c 3d ?? 9h Tc", board="AhKc8c2d")


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_sample_is_within_four_standard_errors_of_the_truth(rules: Ruleset) -> None:
    question = Question(TWO_HANDS.hands, TWO_HANDS.board, rules=rules)
    truth = equity(question)
    sample = equity(question, exact_ends=0, stop=Stop(samples=20_000))
    assert truth.exact
    assert not sample.exact
    assert sample.ends == 20_000
    for seat, right in zip(sample.seats, truth.seats, strict=True):
        assert abs(seat.share - right.share) <= 4 * seat.share_error
        assert abs(seat.win - right.win) <= 4 * sample.error_of(right.win)
        for kind, chance in right.categories.items():
            assert abs(seat.categories[kind] - chance) <= 4 * sample.error_of(chance) + 1e-12


def test_the_standard_error_is_the_spread_of_the_answers() -> None:
    answers = [
        equity(TWO_HANDS, seed=seed, exact_ends=0, stop=Stop(samples=500)).seats[0]
        for seed in range(60)
    ]
    mean = sum(seat.share for seat in answers) / len(answers)
    spread = (sum((seat.share - mean) ** 2 for seat in answers) / (len(answers) - 1)) ** 0.5
    assert spread == pytest.approx(answers[0].share_error, rel=0.3)


def sampled(question: Question = TWO_HANDS, **options: Any) -> Equity:
    return equity(question, exact_ends=0, engine=Engine.NUMPY, **options)


def test_a_seed_gives_the_same_answer_again_and_on_any_number_of_threads() -> None:
    stop = Stop(samples=SMALL_BLOCK * 5 + 77)
    first, *others = (sampled(seed=7, stop=stop, threads=threads) for threads in (1, 1, 2, 3))
    assert [other.seats for other in others] == [first.seats] * 3
    assert sampled(seed=8, stop=stop).seats != first.seats


def test_an_error_stops_at_the_same_sample_on_any_number_of_threads() -> None:
    answers = [sampled(stop=Stop(error=0.004), threads=threads) for threads in (1, 2)]
    assert answers[0].seats == answers[1].seats
    assert answers[0].ends == answers[1].ends


@pytest.mark.parametrize("error", [0.01, 0.003])
def test_sampling_goes_on_until_the_error_is_small_enough(error: float) -> None:
    answer = sampled(stop=Stop(error=error))
    assert max(seat.share_error for seat in answer.seats) <= error
    assert answer.ends % SMALL_BLOCK == 0
    if answer.ends > SMALL_BLOCK:
        shorter = sampled(stop=Stop(samples=answer.ends - SMALL_BLOCK))
        assert max(seat.share_error for seat in shorter.seats) > error


def ticking(step: float) -> Callable[[], float]:
    """A clock that goes on by so many seconds each time somebody looks at it."""
    times = count()
    return lambda: next(times) * step


def test_a_time_stops_it() -> None:
    answer = sampled(stop=Stop(seconds=3.0), clock=ticking(1.0))
    # The clock is looked at before the first block and after each.
    assert answer.ends == 3 * SMALL_BLOCK


def test_what_comes_first_stops_it() -> None:
    assert sampled(stop=Stop(samples=100, seconds=1e6, error=1e-6)).ends == 100
    assert sampled(stop=Stop(samples=10**9, error=0.2)).ends == SMALL_BLOCK
    assert sampled(stop=Stop(samples=10**9, seconds=1.0), clock=ticking(1.0)).ends == SMALL_BLOCK


def test_later_blocks_are_larger() -> None:
    told: list[Progress] = []
    sampled(stop=Stop(samples=SMALL_BLOCKS * SMALL_BLOCK + LARGE_BLOCK + 5), progress=told.append)
    ends = [0, *(progress.ends for progress in told)]
    blocks = [after - before for before, after in pairwise(ends)]
    assert blocks == [SMALL_BLOCK] * SMALL_BLOCKS + [LARGE_BLOCK, 5]


def test_progress_is_told_with_its_error() -> None:
    told: list[Progress] = []
    answer = sampled(stop=Stop(samples=3 * SMALL_BLOCK), progress=told.append)
    assert [progress.of for progress in told] == [3 * SMALL_BLOCK] * 3
    assert told[0].error > told[1].error > told[2].error
    assert told[2].error == max(seat.share_error for seat in answer.seats)


def test_the_progress_of_an_exact_answer_ends_with_everything() -> None:
    told: list[Progress] = []
    answer = equity(TWO_HANDS, progress=told.append)
    assert told[-1] == Progress(answer.ends, answer.ends, 0.0)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"error": -0.001}, "error: a share above 0 and below 1"),
    ({"error": 0.0}, "error: a share above 0"),
    ({"error": float("nan")}, "error: a share above 0"),
    ({"error": 1.0}, "error: a share above 0 and below 1"),
    ({"seconds": 0.0}, "time: seconds above 0"),
    ({"seconds": -2.0}, "time: seconds above 0"),
    ({"seconds": float("inf")}, "time: seconds above 0"),
    ({"samples": 0}, "samples: 1 to"),
    ({}, "sampling has to stop"),
]


@pytest.mark.parametrize(("rule", "words"), WRONG)
def test_a_rule_that_never_stops_is_refused(rule: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError, match=words):
        Stop(**rule)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seed": -1}, "seed: .* not -1"),
        ({"seed": 2**64}, "seed: a whole number from 0 to"),
        ({"exact_ends": -1}, "exact: 0 to .* ends, not -1"),
        ({"exact_ends": 10**30}, "exact: 0 to"),
        ({"threads": 0}, "threads: 1 or more, not 0"),
        ({"threads": -2}, "threads: 1 or more, not -2"),
    ],
)
def test_numbers_that_cannot_be_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(RulesError, match=words):
        equity(TWO_HANDS, **options)
    with pytest.raises(RulesError, match=words):
        after_next_card(TWO_HANDS, **options)


def test_the_largest_seed_is_a_seed() -> None:
    assert sampled(seed=2**64 - 1, stop=Stop(samples=10)).ends == 10
