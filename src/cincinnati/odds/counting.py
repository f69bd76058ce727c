"""How many hands of n cards have each value, exactly.

The one idea: only a flush depends on suits. So hands are counted by their multiset of
ranks, 566,280 for ten cards instead of 15,820,024,220 hands; those with five or more of a
suit are counted apart, by the ranks of that suit and the multiset of the rest. Of ten
cards five and five may be of a suit; no hand has three flushes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import comb

import numpy as np
from msgspec import Struct

from cincinnati.cards import LANE, LANE_MASK
from cincinnati.errors import CardError
from cincinnati.odds import tables
from cincinnati.odds.arrays import Keys, Values, key_places
from cincinnati.odds.spot import Counts
from cincinnati.ranking import Category, Value, category_of, class_of

CLASSES = 7462
"""Values without wild cards, from a royal flush (class 1) down."""

_RANK_PART = np.uint64((1 << tables.SUITS_AT) - 1)


class Distribution(Struct, frozen=True, kw_only=True):
    """How many hands of so many cards have each value."""

    cards: int
    classes: Counts
    """By class as `class_of` counts, 1 (royal flush) to 7462: shape (7463,), nothing at 0."""
    categories: dict[Category, int]
    """By category, the best first; royal flushes are straight flushes."""

    @property
    def hands(self) -> int:
        """All hands of so many cards."""
        return int(self.classes.sum())

    @property
    def royal(self) -> int:
        """How many have a royal flush."""
        return int(self.classes[1])

    @property
    def classes_that_occur(self) -> int:
        """How many of the 7,462 classes any hand has."""
        return int(np.count_nonzero(self.classes))


def distribution(cards: int) -> Distribution:
    """Count all hands of five to ten cards; raises `CardError` for another number."""
    if not 5 <= cards <= tables.MOST_CARDS:
        raise CardError(f"hands have five to ten cards, not {cards}", text=str(cards), at=0)
    values = tables.key_tables(cards).values
    keys, ways = _multisets(cards, most=4)
    without_flush = np.zeros(len(values), dtype=np.int64)
    without_flush[key_places(keys, cards)] = ways

    by_value = dict[int, int]()
    for suited in np.flatnonzero(np.bitwise_count(np.arange(LANE_MASK + 1)) >= 5):
        rest = cards - int(suited).bit_count()
        if rest >= 0:
            _count_suited(int(suited), rest, values, without_flush, by_value)
    for value in np.unique(values):
        _add(by_value, int(value), int(without_flush[values == value].sum()))
    return _distribution(cards, by_value)


def _count_suited(
    suited: int, rest: int, values: Values, without_flush: Counts, by_value: dict[int, int]
) -> None:
    """Count the hands with just these ranks of a suit, and take them off ``without_flush``.

    A hand with two flushes is met twice, as each suit's; it counts where it is better.
    """
    flush = int(tables.bit_tables().flush[suited])
    keys, ways = _multisets(rest, most=3)
    places = key_places(keys + _rank_key(suited), suited.bit_count() + rest)
    ways = 4 * ways
    if rest == 5:
        _count_two_flushes(suited, values, without_flush, by_value)
        one_suited = (
            ways == 4 * 3**5
        )  # all different, which three of the 3 ** 5 ways leave in a suit
        ways = np.where(one_suited, ways - 4 * 3, ways)
    without_flush[places] -= ways
    made = values[places]
    better = made > flush
    _add(by_value, flush, int(ways[~better].sum()))
    for value in np.unique(made[better]):
        _add(by_value, int(value), int(ways[made == value].sum()))


def _count_two_flushes(
    suited: int, values: Values, without_flush: Counts, by_value: dict[int, int]
) -> None:
    """Count hands of two suits, these ranks in one and no better five in the other."""
    flushes = tables.bit_tables().flush
    five = np.flatnonzero(np.bitwise_count(np.arange(LANE_MASK + 1)) == 5)
    other = five[(flushes[five] < flushes[suited]) | (five == suited)]
    ways = np.where(other == suited, comb(4, 2), 4 * 3)
    places = key_places(_rank_keys()[other] + _rank_key(suited), 2 * 5)
    np.subtract.at(without_flush, places, ways)
    made = np.maximum(values[places], flushes[suited])
    for value in np.unique(made):
        _add(by_value, int(value), int(ways[made == value].sum()))


def _rank_keys() -> Keys:
    """The rank part of the keys of all sets of ranks."""
    keys: Keys = tables.suit_keys()[0] & _RANK_PART
    return keys


def _rank_key(ranks: int) -> np.uint64:
    key: np.uint64 = tables.suit_keys()[0][ranks] & _RANK_PART
    return key


@lru_cache(maxsize=16)
def _multisets(cards: int, most: int) -> tuple[Keys, Counts]:
    """All multisets of so many ranks, each at most ``most`` times: their keys and ways.

    The ways are in how many hands from ``most`` suits a multiset comes.
    """
    sizes, keys = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.uint64)
    ways = np.ones(1, dtype=np.int64)
    for digit in range(LANE):
        times = np.arange(most + 1)
        key = _rank_key(1 << digit)
        sizes = (sizes + times[:, np.newaxis]).reshape(-1)
        keys = (keys + times[:, np.newaxis].astype(np.uint64) * key).reshape(-1)
        chosen = np.array([comb(most, each) for each in times], dtype=np.int64)
        ways = (ways * chosen[:, np.newaxis]).reshape(-1)
        fitting = (sizes <= cards) & (sizes >= cards - most * (LANE - 1 - digit))
        sizes, keys, ways = sizes[fitting], keys[fitting], ways[fitting]
    return keys, ways


def _add(by_value: dict[int, int], value: int, hands: int) -> None:
    by_value[value] = by_value.get(value, 0) + hands


def _distribution(cards: int, by_value: Mapping[int, int]) -> Distribution:
    classes = np.zeros(CLASSES + 1, dtype=np.int64)
    categories = dict.fromkeys(reversed(Category), 0)
    del categories[Category.FIVE_OF_A_KIND]
    for number, hands in by_value.items():
        value = Value(number)
        if hands:
            classes[class_of(value) or 0] += hands
            categories[category_of(value)] += hands
    return Distribution(cards=cards, classes=classes, categories=categories)
