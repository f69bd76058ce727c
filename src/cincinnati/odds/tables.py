"""The tables that make values fast, made by NumPy when first used.

Two ideas, each measured (docs/decisions/0011). *Bit logic*: what needs the best bits of
a set of ranks (its top three, its straight, its flush) is looked up in tables of 8,192
entries. *Keys*: a card is a number such that the sum of a hand's cards tells its
multiset of ranks, seven radix-5 digits below and six above, and two small tables turn
the digits into the place of that multiset among all of its size, without a gap
(a minimal perfect hash that needs no search, since the places are counted).
"""

from __future__ import annotations

from functools import cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from cincinnati.cards import LANE, LANE_MASK, PACK, Card, Rank
from cincinnati.ranking import Category
from cincinnati.ranking.value import STRAIGHTS, value_of

RankTable = NDArray[np.uint16]
ValueTable = NDArray[np.uint32]
KeyTable = NDArray[np.uint64]
StartTable = NDArray[np.int64]

PAIR = int(value_of(Category.PAIR, 0))
TWO_PAIR = int(value_of(Category.TWO_PAIR, 0))
THREE = int(value_of(Category.THREE_OF_A_KIND, 0))
FULL_HOUSE = int(value_of(Category.FULL_HOUSE, 0))
FOUR = int(value_of(Category.FOUR_OF_A_KIND, 0))
_STRAIGHT = int(value_of(Category.STRAIGHT, 0))
_FLUSH = int(value_of(Category.FLUSH, 0))
STRAIGHT_FLUSH = int(value_of(Category.STRAIGHT_FLUSH, 0))

FIVE = int(value_of(Category.FIVE_OF_A_KIND, 0))
MOST_CARDS = 10
MOST_JOKERS = 3
"""With four wild cards or more the hand is five of a kind, and needs no table."""
NO_LOW = 255
"""Stands for "no low hand"; a number above every `Low`."""

LOW_RANKS = 7
"""The ranks 2 to 8 are digits of a key's lower part, the ranks 9 to A of its upper."""
UPPER_AT = 17
"""The upper part's place in a key; the lower is less than 5 ** 7, 17 bits."""
SUITS_AT = 32
"""The four suits' counters: one byte each, counting from 3, so that bit 3 says "five"."""
FIVE_OF_A_SUIT = 0x0808_0808 << SUITS_AT
NO_CARD_KEY = 0x0303_0303 << SUITS_AT
"""What a sum of keys starts from: the counters' bias."""


class BitTables(Struct, frozen=True):
    """By set of ranks: its one, two or three highest; the flush and the rest it makes."""

    top1: RankTable
    top2: RankTable
    top3: RankTable
    straight: RankTable
    flush: ValueTable
    ungrouped: ValueTable


class WildTables(Struct, frozen=True):
    """By how many of the cards are wild (none to three) and the ranks of the others.

    ``flush`` is the flush or straight flush that one suit makes, ``straight`` the
    straight; 0 for none. Shape (4, 8192). ``lows`` is by how many are wild (none to ten)
    and the natural ranks up to the eight, the ace lowest; `NO_LOW` for none. Shape (11, 256).
    """

    flush: ValueTable
    straight: ValueTable
    lows: NDArray[np.uint8]


class KeyTables(Struct, frozen=True):
    """For hands of one size: from a sum of keys to the value without flushes."""

    lower: RankTable
    upper: StartTable
    values: ValueTable


@cache
def bit_tables() -> BitTables:
    """The tables of 8,192 entries."""
    every = np.arange(LANE_MASK + 1, dtype=np.int64)
    straight = np.zeros_like(every)
    for top, ranks in reversed(STRAIGHTS.items()):
        straight[every & ranks == ranks] = top.bit
    best = _top(every, 5)
    flush = np.where(np.bitwise_count(every) >= 5, _FLUSH | best << LANE, 0)
    flush = np.where(straight > 0, STRAIGHT_FLUSH | straight << LANE, flush)
    ungrouped = np.where(straight > 0, _STRAIGHT | straight << LANE, best << LANE)
    return BitTables(
        top1=_top(every, 1).astype(np.uint16),
        top2=_top(every, 2).astype(np.uint16),
        top3=_top(every, 3).astype(np.uint16),
        straight=straight.astype(np.uint16),
        flush=flush.astype(np.uint32),
        ungrouped=ungrouped.astype(np.uint32),
    )


@cache
def wild_tables() -> WildTables:
    """The tables for hands with wild cards, and for low hands."""
    every = np.arange(LANE_MASK + 1, dtype=np.int64)
    counts = np.bitwise_count(every)
    flush = np.zeros((MOST_JOKERS + 1, len(every)), dtype=np.int64)
    straight = np.zeros_like(flush)
    for jokers in range(MOST_JOKERS + 1):
        filled = every
        for _ in range(jokers):
            filled = filled | _highest(LANE_MASK ^ filled)
        flush[jokers] = np.where(counts + jokers >= 5, _FLUSH | _top(filled, 5) << LANE, 0)
        for top, ranks in reversed(STRAIGHTS.items()):
            made = np.bitwise_count(every & ranks) + jokers >= 5
            flush[jokers, made] = STRAIGHT_FLUSH | top.bit << LANE
            straight[jokers, made] = _STRAIGHT | top.bit << LANE
    return WildTables(
        flush=flush.astype(np.uint32), straight=straight.astype(np.uint32), lows=_lows()
    )


def _lows() -> NDArray[np.uint8]:
    held = np.arange(256, dtype=np.int64)
    lows = np.zeros((MOST_CARDS + 1, 256), dtype=np.uint8)
    for jokers in range(MOST_CARDS + 1):
        five = held
        while np.any(np.bitwise_count(five) > 5):
            five = np.where(np.bitwise_count(five) > 5, five & ~_highest(five), five)
        lows[jokers] = np.where(np.bitwise_count(five) == 5, five, NO_LOW)
        held = np.minimum(held | (held + 1), 255)
    return lows


def _highest(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The highest bit of each, which has thirteen at most."""
    for shift in (1, 2, 4, 8):
        ranks = ranks | ranks >> shift
    return ranks ^ ranks >> 1


def _top(ranks: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """The highest so many bits of each."""
    rest = ranks
    for _ in range(count):
        rest = rest ^ _highest(rest)
    return ranks ^ rest


def key_of(card: Card) -> int:
    """What a card adds to the key of a hand."""
    digit = card.rank - Rank.TWO
    part: int = 5**digit if digit < LOW_RANKS else 5 ** (digit - LOW_RANKS) << UPPER_AT
    return part + (1 << SUITS_AT + 8 * card.suit)


@cache
def card_keys() -> KeyTable:
    """The keys of the 52 cards, by number."""
    return np.array([key_of(card) for card in PACK], dtype=np.uint64)


@cache
def pair_keys() -> KeyTable:
    """The keys of two cards, at ``256 * one + other``: two bytes of a row read as one number."""
    keys = np.zeros((len(PACK), 256), dtype=np.uint64)
    keys[:, : len(PACK)] = card_keys()[:, np.newaxis] + card_keys()
    return keys.reshape(-1)


@cache
def pair_sets() -> KeyTable:
    """The sets of two cards, at the same places."""
    sets = np.zeros((len(PACK), 256), dtype=np.uint64)
    bits = np.array([card.bit for card in PACK], dtype=np.uint64)
    sets[:, : len(PACK)] = bits[:, np.newaxis] | bits
    return sets.reshape(-1)


@cache
def suit_keys() -> KeyTable:
    """The sum of the keys of a set of ranks in a suit: shape (4, 8192)."""
    keys = card_keys().reshape(4, LANE)
    sums = np.zeros((4, LANE_MASK + 1), dtype=np.uint64)
    for digit in range(LANE):
        sums[:, 1 << digit : 2 << digit] = sums[:, : 1 << digit] + keys[:, digit : digit + 1]
    return sums


@cache
def key_tables(cards: int) -> KeyTables:
    """The tables for hands of so many cards, five to ten."""
    lower, upper = _digits(LOW_RANKS), _digits(LANE - LOW_RANKS)
    lower_sum, upper_sum = lower.sum(axis=1), upper.sum(axis=1)
    by_sum = [np.flatnonzero(lower_sum == total) for total in range(cards + 1)]
    lower_place = np.zeros(len(lower), dtype=np.uint16)
    for members in by_sum:
        lower_place[members] = np.arange(len(members))
    fitting = np.array([len(members) for members in by_sum])
    possible = np.flatnonzero(upper_sum <= cards)
    sizes = fitting[cards - upper_sum[possible]]
    upper_start = np.zeros(len(upper), dtype=np.int64)
    upper_start[possible] = np.cumsum(sizes) - sizes
    uppers = np.repeat(possible, sizes)
    lowers = np.concatenate([by_sum[cards - upper_sum[each]] for each in possible])
    held = [
        (_at_least(lower, times)[lowers] | _at_least(upper, times)[uppers] << LOW_RANKS)
        for times in range(1, 5)
    ]
    return KeyTables(lower=lower_place, upper=upper_start, values=grouped_values(*held))


def _digits(count: int) -> NDArray[np.uint8]:
    """The radix-5 digits of 0 to 5 ** count - 1, the lowest first."""
    every = np.arange(5**count)
    return np.stack([every // 5**digit % 5 for digit in range(count)], axis=1).astype(np.uint8)


def _at_least(digits: NDArray[np.uint8], times: int) -> NDArray[np.int64]:
    """The set of the digits that are so high, for each row."""
    place = 1 << np.arange(digits.shape[1], dtype=np.int64)
    bits: NDArray[np.int64] = (digits >= times) @ place
    return bits


def grouped_values(
    once: NDArray[np.int64],
    twice: NDArray[np.int64],
    thrice: NDArray[np.int64],
    fours: NDArray[np.int64],
) -> ValueTable:
    """The values without flushes of hands that hold these ranks so many times or more."""
    tables = bit_tables()
    top1, top2, top3 = (table.astype(np.int64) for table in (tables.top1, tables.top2, tables.top3))
    four, three, pairs = top1[fours], top1[thrice], top2[twice]
    pair_left = twice & ~three
    two_pair = pairs & (pairs - 1) > 0
    choices = [
        (fours > 0, FOUR | four << LANE | top1[once ^ four]),
        ((thrice > 0) & (pair_left > 0), FULL_HOUSE | three << LANE | top1[pair_left]),
        (tables.straight[once] > 0, tables.ungrouped[once].astype(np.int64)),
        (thrice > 0, THREE | three << LANE | top2[once ^ three]),
        (two_pair, TWO_PAIR | pairs << LANE | top1[once ^ pairs]),
        (twice > 0, PAIR | pairs << LANE | top3[once ^ pairs]),
    ]
    values = tables.ungrouped[once].astype(np.int64)
    for holds, value in reversed(choices):
        values = np.where(holds, value, values)
    return values.astype(np.uint32)
