"""Chance in whole numbers: fixed for ever, since strength and every decision hang on it."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cincinnati.bots.draws import advanced, below, mixed, spread, unit

states = st.integers(0, 2**63 - 1)


def test_the_first_numbers() -> None:
    state, seen = 1, []
    for _ in range(4):
        state = advanced(state)
        seen.append(state)
    assert seen == [
        7806831264735756412,
        173536691264035611,
        2736747771374053902,
        7062582979898595269,
    ]


@pytest.mark.parametrize(
    ("state", "word", "mix"),
    [
        (0, 0, 4923981469812188776),
        (1, 2, 6866263655705558115),
        (0, 2**52 - 1, 2167219208935569541),
        (7, 2**62, 139111661383002195),
    ],
)
def test_a_mix(state: int, word: int, mix: int) -> None:
    assert mixed(state, word) == mix


def test_numbers_below_another() -> None:
    assert [below(state, 52) for state in (0, 2**62, 2**63 - 1)] == [0, 26, 51]
    assert [unit(state) for state in (0, 2**62)] == [0.0, 0.5]
    assert unit(2**63 - 1) == 1 - 2.0**-52


@given(state=states, word=states, count=st.integers(1, 2**31 - 1))
def test_all_stay_within_63_bits(state: int, word: int, count: int) -> None:
    assert 0 <= advanced(state) < 2**63
    assert 0 <= mixed(state, word) < 2**63
    assert 0 <= below(state, count) < count
    assert 0 <= unit(state) < 1


@given(state=states, word=states, bit=st.integers(0, 62))
def test_every_bit_of_a_word_matters(state: int, word: int, bit: int) -> None:
    assert mixed(state, word) != mixed(state, word ^ 1 << bit)


def test_neighbouring_words_give_even_numbers() -> None:
    drawn = Counter(below(mixed(0, word), 10) for word in range(20_000))
    assert all(1_850 < drawn[number] < 2_150 for number in range(10))


def test_the_spread_is_nearly_normal() -> None:
    drawn = [spread(mixed(5, number)) for number in range(20_000)]
    assert abs(fmean(drawn)) < 0.03
    assert abs(pstdev(drawn) - 1) < 0.03
    assert max(map(abs, drawn)) < 2 * 3**0.5
