"""What one hand is worth, for use in any kernel (R17, R26, R30).

The one idea: it is `ranking.high_value` and `ranking.best_value` again, with a table
where they loop over ranks, and without branches where a guess would often be wrong.
A flush and the ungrouped ranks are always looked up and the best of all is taken.
"""

from __future__ import annotations

import numpy as np

from cincinnati.cards import LANE, LANE_MASK, LANES
from cincinnati.odds import tables
from cincinnati.odds.kernels.jit import kernel

# numba compiles globals in as constants. Sets are uint64 and all else int64: mixing
# the two kinds would make numba go through floating point.
MASK = np.uint64(LANE_MASK)
DIAMONDS, HEARTS, SPADES = np.uint64(LANE), np.uint64(2 * LANE), np.uint64(3 * LANE)
ALL_SUITS = np.uint64(LANES)
NO_CARDS = np.uint64(0)
NO_LOW = np.int32(tables.NO_LOW)

_BITS, _WILD = tables.bit_tables(), tables.wild_tables()
_TOP1, _TOP2, _TOP3 = _BITS.top1, _BITS.top2, _BITS.top3
_FLUSH = _BITS.flush.astype(np.int32)
_UNGROUPED = _BITS.ungrouped.astype(np.int32)
_WILD_FLUSH = _WILD.flush.astype(np.int32)
_WILD_STRAIGHT = _WILD.straight.astype(np.int32)
_LOWS = _WILD.lows.astype(np.int32)
_COUNT = np.bitwise_count(np.arange(LANE_MASK + 1)).astype(np.int32)

_PAIR, _TWO_PAIR, _THREE = (np.int32(each) for each in (tables.PAIR, tables.TWO_PAIR, tables.THREE))
_FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH, _FIVE = (
    np.int32(each) for each in (tables.FULL_HOUSE, tables.FOUR, tables.STRAIGHT_FLUSH, tables.FIVE)
)
_NONE = np.int32(0)
_ACE = np.int32(1 << LANE - 1)


@kernel
def top1(ranks: np.int32) -> np.int32:
    """The highest of a set of ranks."""
    return np.int32(_TOP1[ranks])


@kernel
def top2(ranks: np.int32) -> np.int32:
    """The two highest of a set of ranks."""
    return np.int32(_TOP2[ranks])


@kernel
def top3(ranks: np.int32) -> np.int32:
    """The three highest of a set of ranks."""
    return np.int32(_TOP3[ranks])


@kernel
def value_of(cards: np.uint64) -> np.int32:
    """`ranking.Value` of a set of five to ten cards, none of them wild."""
    c, d = np.int32(cards & MASK), np.int32(cards >> DIAMONDS & MASK)
    h, s = np.int32(cards >> HEARTS & MASK), np.int32(cards >> SPADES & MASK)
    c_and_d, c_or_d, h_and_s, h_or_s = c & d, c | d, h & s, h | s
    ranks = c_or_d | h_or_s
    twice = c_and_d | h_and_s | c_or_d & h_or_s
    thrice = c_and_d & h_or_s | h_and_s & c_or_d
    best = max(flush_of(cards), _UNGROUPED[ranks])
    if thrice:
        fours = c_and_d & h_and_s
        top = top1(fours if fours else thrice)
        second = top1((ranks if fours else twice) ^ top)
        if fours:
            value = _FOUR | top << LANE | second
        elif second:
            value = _FULL_HOUSE | top << LANE | second
        else:
            value = _THREE | top << LANE | top2(ranks ^ top)
        return max(best, value)
    pairs = top2(twice)
    rest = ranks ^ pairs
    if pairs & (pairs - 1):
        value = _TWO_PAIR | pairs << LANE | top1(rest)
    else:
        value = _PAIR | pairs << LANE | top3(rest)
    return max(best, value if twice else _NONE)


@kernel
def flush_of(cards: np.uint64) -> np.int32:
    """The best flush or straight flush, 0 for none."""
    c, d = _FLUSH[np.int32(cards & MASK)], _FLUSH[np.int32(cards >> DIAMONDS & MASK)]
    h, s = _FLUSH[np.int32(cards >> HEARTS & MASK)], _FLUSH[np.int32(cards >> SPADES & MASK)]
    return max(max(c, d), max(h, s))


@kernel
def ranks_of(cards: np.uint64) -> np.int32:
    """The ranks that are in a set of cards, as a `RankSet`."""
    return np.int32((cards | cards >> DIAMONDS | cards >> HEARTS | cards >> SPADES) & MASK)


@kernel
def cards_of(ranks: np.int32) -> np.uint64:
    """All cards of these ranks."""
    return np.uint64(ranks) * ALL_SUITS


@kernel
def size_of(cards: np.uint64) -> np.int32:
    """How many cards a set has."""
    return (
        _COUNT[np.int32(cards & MASK)]
        + _COUNT[np.int32(cards >> DIAMONDS & MASK)]
        + _COUNT[np.int32(cards >> HEARTS & MASK)]
        + _COUNT[np.int32(cards >> SPADES & MASK)]
    )


@kernel
def wild_value_of(cards: np.uint64, wild: np.uint64) -> np.int32:
    """`ranking.Value` of a set of five to ten cards; ``wild``: all wild cards, held or not."""
    jokers = size_of(cards & wild)
    if jokers == 0:
        return value_of(cards)
    natural = cards & ~wild
    ranks = ranks_of(natural)
    if jokers > tables.MOST_JOKERS:
        return _FIVE | (top1(ranks) if jokers == 4 else _ACE) << LANE
    c, d = np.int32(natural & MASK), np.int32(natural >> DIAMONDS & MASK)
    h, s = np.int32(natural >> HEARTS & MASK), np.int32(natural >> SPADES & MASK)
    c_and_d, c_or_d, h_and_s, h_or_s = c & d, c | d, h & s, h | s
    twice = c_and_d | h_and_s | c_or_d & h_or_s
    thrice = c_and_d & h_or_s | h_and_s & c_or_d
    if jokers == 1:
        fives, fours = c_and_d & h_and_s, thrice
    elif jokers == 2:
        fives, fours = thrice, twice
    else:
        fives, fours = twice, ranks
    if fives:
        return _FIVE | top1(fives) << LANE
    flush = _WILD_FLUSH[jokers]
    suited = max(max(flush[c], flush[d]), max(flush[h], flush[s]))
    if suited >= _STRAIGHT_FLUSH:
        return suited
    if fours:
        top = top1(fours)
        return _FOUR | top << LANE | top1(ranks ^ top)
    pairs = top2(twice)
    if pairs & (pairs - 1):
        top = top1(pairs)
        return _FULL_HOUSE | top << LANE | pairs ^ top
    if suited:
        return suited
    straight = _WILD_STRAIGHT[jokers, ranks]
    if straight:
        return straight
    if jokers == 1 and not twice:
        top = top1(ranks)
        return _PAIR | top << LANE | top3(ranks ^ top)
    top = pairs if jokers == 1 else top1(ranks)
    return _THREE | top << LANE | top2(ranks ^ top)


@kernel
def low_of(cards: np.uint64, wild: np.uint64) -> np.int32:
    """`ranking.Low` of a set of cards, or `NO_LOW`; ``wild``: all wild cards."""
    ranks = ranks_of(cards & ~wild)
    return _LOWS[size_of(cards & wild), (ranks << 1 | ranks >> LANE - 1) & 255]
