"""Cards by number, and sets of them, in arrays."""

from __future__ import annotations

import doctest

import numpy as np
import pytest

from cincinnati import odds
from cincinnati.cards import PACK, card_set, parse_cards
from cincinnati.errors import CardError, DuplicateCard, UnknownCard
from cincinnati.odds import sets
from cincinnati.odds.sets import number_of, numbers, numbers_in, sets_of
from many_hands import random_rows


def test_a_card_has_the_number_of_its_bit() -> None:
    assert [1 << number_of(card) for card in PACK] == [card.bit for card in PACK]


def test_rows_and_sets_turn_into_each_other() -> None:
    for cards in range(1, 11):
        rows = random_rows(200, cards)
        found = sets_of(rows)
        assert [int(each) for each in found] == [
            card_set(PACK[number] for number in row) for row in rows
        ]
        assert np.array_equal(numbers_in(found), np.sort(rows, axis=1))


def test_one_hand_or_many() -> None:
    hand = parse_cards("AsKd2c")
    assert numbers(hand).tolist() == [51, 24, 0]
    assert numbers([hand, hand]).shape == (2, 3)
    assert sets_of(numbers(hand)) == card_set(hand)


def test_no_hands_at_all() -> None:
    assert sets_of(np.empty((0, 5), dtype=np.uint8)).shape == (0,)
    assert numbers_in(np.empty(0, dtype=np.uint64)).shape == (0, 0)


def test_wrong_rows_are_refused() -> None:
    with pytest.raises(UnknownCard, match="no card has number 52"):
        sets_of([[0, 52]])
    with pytest.raises(UnknownCard, match="no card has number -1"):
        sets_of([[0, -1]])
    with pytest.raises(DuplicateCard, match="twice in row 1"):
        sets_of([[0, 1], [7, 7]])
    with pytest.raises(CardError, match="differ in size"):
        numbers_in(np.array([0b1, 0b11], dtype=np.uint64))


@pytest.mark.parametrize("module", [odds, sets])
def test_the_examples(module: object) -> None:
    failed, tried = doctest.testmod(module)  # type: ignore[arg-type]
    assert tried
    assert not failed
