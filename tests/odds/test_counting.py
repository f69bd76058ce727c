"""Exact counts of hands by category and class."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
import pytest

from cincinnati.errors import CardError
from cincinnati.odds.counting import Distribution, distribution
from cincinnati.odds.kernels import arrays
from cincinnati.ranking import Category, Value, class_of
from many_hands import random_sets
from vector_files import load_one

counted = cache(distribution)


@pytest.mark.parametrize("cards", range(5, 11))
def test_all_hands_are_counted(cards: int) -> None:
    found = counted(cards)
    expected = load_one("distribution.json")["n"][str(cards)]
    assert {each.code: hands for each, hands in found.categories.items()} == expected["categories"]
    assert found.royal == expected["royal_flush"]
    assert found.classes_that_occur == expected["classes_that_occur"]
    assert found.hands == expected["hands"] == comb(52, cards)


@pytest.fixture(scope="module")
def ten() -> Distribution:
    return counted(10)


def test_classes_add_up_to_categories(ten: Distribution) -> None:
    assert ten.classes[0] == 0
    assert sum(ten.categories.values()) == ten.hands
    assert list(ten.categories) == sorted(ten.categories, reverse=True)
    assert ten.classes[:11].sum() == ten.categories[Category.STRAIGHT_FLUSH]


def test_with_ten_cards_the_order_is_turned_round(ten: Distribution) -> None:
    assert ten.categories[Category.FULL_HOUSE] > ten.categories[Category.STRAIGHT]
    assert ten.categories[Category.FLUSH] > ten.categories[Category.STRAIGHT]
    assert ten.categories[Category.HIGH_CARD] < ten.categories[Category.STRAIGHT_FLUSH]


def test_samples_come_as_often_as_the_counts_say(ten: Distribution) -> None:
    values, counts = np.unique(arrays.values(random_sets(400_000, 10)), return_counts=True)
    classes = [class_of(Value(int(value))) or 0 for value in values]
    expected = ten.classes[classes] / ten.hands * counts.sum()
    usual = expected > 30
    assert np.abs((counts - expected) / np.sqrt(expected))[usual].max() < 5


@pytest.mark.parametrize("cards", [4, 11])
def test_other_numbers_of_cards_are_refused(cards: int) -> None:
    with pytest.raises(CardError, match=f"five to ten cards, not {cards}"):
        distribution(cards)
