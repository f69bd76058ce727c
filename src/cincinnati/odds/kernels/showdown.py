"""Who wins, for use in any kernel: hands compared and counted (R17, R18, R26-R32).

The one idea: both halves of a pot are numbers of which the higher wins, 0 for "none";
a tally needs only how many seats share the highest.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cincinnati.cards import LANE, LANE_MASK
from cincinnati.odds.kernels.jit import kernel
from cincinnati.odds.kernels.value import (
    MASK,
    NO_CARDS,
    NO_LOW,
    cards_of,
    low_of,
    ranks_of,
    value_of,
    wild_value_of,
)
from cincinnati.odds.plan import Half, WildRule
from cincinnati.odds.sets import CardSets
from cincinnati.odds.spot import Counts

Numbers = NDArray[np.int32]
"""What each seat has for a half of the pot: the higher wins, 0 is nothing."""

HandNumbers = NDArray[np.int32]
"""Values of all seats for many ends: shape (seats, ends)."""

CATEGORY_AT = 2 * LANE

_LOWEST_BOARD, _LAST_BOARD, _LOW_HOLE = (
    int(each) for each in (WildRule.LOWEST_BOARD, WildRule.LAST_BOARD, WildRule.LOW_HOLE)
)
_NOBODY, _LOW, _HIGHEST_OF_SUIT = int(Half.NOBODY), int(Half.LOW), int(Half.HIGHEST_OF_SUIT)
_LANE_BITS = np.uint64(LANE)


@kernel
def common_wild(rule: int, ranks: int, lines: CardSets, last: np.uint64) -> np.uint64:
    """All cards that are wild for everybody, with the whole board turned."""
    if rule == _LOWEST_BOARD:
        held = NO_CARDS
        for line in range(len(lines)):
            held |= lines[line]
        turned = ranks_of(held)
        return cards_of(np.int32(turned & -turned))
    if rule == _LAST_BOARD:
        return cards_of(ranks_of(last))
    return cards_of(np.int32(ranks))


@kernel
def wild_for(own: np.uint64, rule: int, common: np.uint64) -> np.uint64:
    """All cards that are wild for a hand with these private cards."""
    if rule == _LOW_HOLE:
        ranks = ranks_of(own)
        return cards_of(np.int32(ranks & -ranks))
    return common


@kernel
def high_of(own: np.uint64, lines: CardSets, wild: np.uint64) -> np.int32:
    """The best value over the lines."""
    best = np.int32(0)
    for line in range(len(lines)):
        held = own | lines[line]
        best = max(best, wild_value_of(held, wild) if wild else value_of(held))
    return best


@kernel
def half_of(
    own: np.uint64, lines: CardSets, wild: np.uint64, last: np.uint64, half: int
) -> np.int32:
    """What the hand has for the other half: the better the higher, 0 for nothing."""
    if half == _NOBODY:
        return np.int32(0)
    if half == _LOW:
        best = NO_LOW
        for line in range(len(lines)):
            best = min(best, low_of(own | lines[line], wild))
        return np.int32(NO_LOW - best)
    while last > MASK:
        last >>= _LANE_BITS
        own >>= _LANE_BITS
    suited = np.int32(own & MASK)
    if half == _HIGHEST_OF_SUIT or suited == 0:
        return suited
    return np.int32(LANE_MASK + 1 - (suited & -suited))


@kernel
def winners(numbers: Numbers) -> tuple[np.int32, int]:
    """The highest number, and how many have it."""
    best, count = numbers[0], 1
    for seat in range(1, len(numbers)):
        if numbers[seat] > best:
            best, count = numbers[seat], 1
        elif numbers[seat] == best:
            count += 1
    return best, count


@kernel
def count_end(highs: Numbers, halves: Numbers, outcomes: Counts, by_category: Counts) -> None:
    """Count one end in the tables of a `Tally`."""
    best, sharing = winners(highs)
    best_half, sharing_half = winners(halves)
    for seat in range(len(highs)):
        won = sharing if highs[seat] == best else 0
        half = 0
        if best_half > 0:
            half = 1 + (sharing_half if halves[seat] == best_half else 0)
        outcomes[seat, won, half] += 1
        by_category[seat, highs[seat] >> CATEGORY_AT, won] += 1


@kernel
def count_values(values: HandNumbers, ends: int, by_category: Counts) -> None:
    """Count the first ``ends`` ends of a plain game, where the highest value takes all."""
    seats = len(values)
    if seats == 2:
        for end in range(ends):
            mine, theirs = values[0, end], values[1, end]
            tie = 2 if mine == theirs else 0
            by_category[0, mine >> CATEGORY_AT, 1 if mine > theirs else tie] += 1
            by_category[1, theirs >> CATEGORY_AT, 1 if theirs > mine else tie] += 1
        return
    for end in range(ends):
        best, sharing = winners(values[:, end])
        for seat in range(seats):
            value = values[seat, end]
            by_category[seat, value >> CATEGORY_AT, sharing if value == best else 0] += 1
