"""Hands valued by keys that add up, for loops in which cards are added to known ones.

The one idea: where two hands stay the same and only boards change, few multisets of ranks
come, so the table of values stays in the processor's first caches, and a sum and three
look-ups value a hand twice as fast as `value.value_of` does. See `odds.tables`.
"""

from __future__ import annotations

import numpy as np

from cincinnati.odds import tables
from cincinnati.odds.kernels.jit import kernel
from cincinnati.odds.kernels.value import DIAMONDS, HEARTS, MASK, SPADES, flush_of
from cincinnati.odds.tables import KeyTables, RankTable, StartTable, ValueTable

BIAS = np.uint64(tables.NO_CARD_KEY)
"""What the sum of a hand's keys starts from."""

_COUNTERS = [np.uint64(tables.SUITS_AT + 8 * suit) for suit in range(4)]
_CLUBS_AT, _DIAMONDS_AT, _HEARTS_AT, _SPADES_AT = _COUNTERS
_RANK_KEYS = tables.suit_keys()[0] & np.uint64((1 << tables.SUITS_AT) - 1)
_COUNT = np.bitwise_count(np.arange(1 << 13)).astype(np.uint64)
_FIVE_OF_A_SUIT = np.uint64(tables.FIVE_OF_A_SUIT)
_UPPER_AT = np.uint64(tables.UPPER_AT)
_UPPER = np.uint64((1 << tables.SUITS_AT - tables.UPPER_AT) - 1)
_LOWER = np.uint64((1 << tables.UPPER_AT) - 1)

NO_TABLES = KeyTables(
    lower=np.empty(0, dtype=np.uint16),
    upper=np.empty(0, dtype=np.int64),
    values=np.empty(0, dtype=np.uint32),
)
"""For games in which hands cannot be valued by keys."""


@kernel
def key_of(cards: np.uint64) -> np.uint64:
    """The key of a set of cards, without `BIAS`."""
    c, d = np.int64(cards & MASK), np.int64(cards >> DIAMONDS & MASK)
    h, s = np.int64(cards >> HEARTS & MASK), np.int64(cards >> SPADES & MASK)
    ranks = _RANK_KEYS[c] + _RANK_KEYS[d] + _RANK_KEYS[h] + _RANK_KEYS[s]
    red = _COUNT[d] << _DIAMONDS_AT | _COUNT[h] << _HEARTS_AT
    return ranks + (_COUNT[c] << _CLUBS_AT | red | _COUNT[s] << _SPADES_AT)


@kernel
def keyed_value_of(
    key: np.uint64, cards: np.uint64, lower: RankTable, upper: StartTable, values: ValueTable
) -> np.int32:
    """`ranking.Value` of a set of cards that has this key, with `BIAS`; nothing is wild."""
    place = upper[key >> _UPPER_AT & _UPPER] + np.int64(lower[key & _LOWER])
    value = np.int32(values[place])
    if key & _FIVE_OF_A_SUIT:
        return max(value, flush_of(cards))
    return value
