"""What a hand is worth, as one number (R17, R26).

The one idea: a value is three sets of bits side by side, and comparing the numbers
compares the hands as R17 does::

    category (4 bits) | groups (13 bits, a RankSet) | kickers (13 bits, a RankSet)

Groups are the ranks that make the category (the four equal cards, the three of a
full house, both pairs; a straight's top; all five of a flush or a high card),
kickers what is compared after them. Two sets with equally many ranks compare as
numbers just as they do card by card from the top, so nothing else is needed.
The higher value wins; equal values tie.

The usual numberings are made from it: `order_of` counts all 7,475 hands from the
best (1, five aces) to the worst (7-5-4-3-2), `class_of` the 7,462 without five
of a kind, as Cactus Kev's evaluator numbers them (1, a royal flush, to 7462).
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from itertools import combinations
from typing import NewType

from msgspec import Struct

from cincinnati.cards import LANE, LANE_MASK, Rank, RankSet

Value = NewType("Value", int)
"""What a hand is worth; the higher one wins."""

_GROUPS_AT = LANE
_CATEGORY_AT = 2 * LANE


class Category(IntEnum):
    """The ten kinds of hands, the worst first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9

    @property
    def code(self) -> str:
        """The name as a code, for records and catalogues: ``"two-pair"``."""
        return self.name.lower().replace("_", "-")


class HandName(Struct, frozen=True):
    """What to call a hand: two pair, kings and nines, with an ace.

    ``ranks`` are those of the groups, the larger group first (a full house names its
    three before its two), ``kickers`` the others, highest first. A straight is named
    by its top rank alone; ``royal`` marks the straight flush to the ace.
    """

    category: Category
    ranks: tuple[Rank, ...]
    kickers: tuple[Rank, ...] = ()

    @property
    def royal(self) -> bool:
        """Whether this is the royal flush."""
        return self.category is Category.STRAIGHT_FLUSH and self.ranks[0] is Rank.ACE


def value_of(category: Category, groups: int, kickers: int = 0) -> Value:
    """The value with these parts; ``groups`` and ``kickers`` are rank sets."""
    return Value(category << _CATEGORY_AT | groups << _GROUPS_AT | kickers)


def category_of(value: Value) -> Category:
    """Which of the ten kinds a value is."""
    return Category(value >> _CATEGORY_AT)


def groups_of(value: Value) -> RankSet:
    """The ranks that make the category."""
    return RankSet(value >> _GROUPS_AT & LANE_MASK)


def kickers_of(value: Value) -> RankSet:
    """The ranks that are compared after the groups (a full house: its pair)."""
    return RankSet(value & LANE_MASK)


def ranks_in(ranks: RankSet) -> tuple[Rank, ...]:
    """The ranks of a set, highest first."""
    return tuple(rank for rank in reversed(Rank) if ranks & rank.bit)


def name_of(value: Value) -> HandName:
    """What to call a hand of this value."""
    category = category_of(value)
    ranks, kickers = ranks_in(groups_of(value)), ranks_in(kickers_of(value))
    if category is Category.FULL_HOUSE:
        return HandName(category, ranks + kickers)
    return HandName(category, ranks, kickers)


def order_of(value: Value) -> int:
    """The place among all 7,475 hands: 1 is five aces, 14 the royal flush, 7475 the worst."""
    return _orders()[value]


def class_of(value: Value) -> int | None:
    """Cactus Kev's class, 1 (royal flush) to 7462; ``None`` for five of a kind."""
    order = order_of(value)
    return order - len(Rank) if order > len(Rank) else None


@cache
def _orders() -> dict[Value, int]:
    """The place of every value that a hand can have."""
    return {value: place for place, value in enumerate(sorted(_values(), reverse=True), 1)}


def _values() -> list[Value]:
    ones = [rank.bit for rank in Rank]
    twos, threes, fives = (_sets(size) for size in (2, 3, 5))
    tops = [rank.bit for rank in Rank if rank >= Rank.FIVE]
    broken = [ranks for ranks in fives if ranks not in STRAIGHTS.values()]
    shapes: dict[Category, tuple[list[RankSet], list[RankSet]]] = {
        Category.HIGH_CARD: (broken, [RankSet(0)]),
        Category.PAIR: (ones, threes),
        Category.TWO_PAIR: (twos, ones),
        Category.THREE_OF_A_KIND: (ones, twos),
        Category.STRAIGHT: (tops, [RankSet(0)]),
        Category.FLUSH: (broken, [RankSet(0)]),
        Category.FULL_HOUSE: (ones, ones),
        Category.FOUR_OF_A_KIND: (ones, ones),
        Category.STRAIGHT_FLUSH: (tops, [RankSet(0)]),
        Category.FIVE_OF_A_KIND: (ones, [RankSet(0)]),
    }
    return [
        value_of(category, group, kicker)
        for category, (groups, kickers) in shapes.items()
        for group in groups
        for kicker in kickers
        if not group & kicker
    ]


def _sets(size: int) -> list[RankSet]:
    return [RankSet(sum(rank.bit for rank in ranks)) for ranks in combinations(Rank, size)]


STRAIGHTS: dict[Rank, RankSet] = {
    top: RankSet(0b11111 << top - 6) if top > Rank.FIVE else RankSet(0b1_0000_0000_1111)
    for top in sorted(Rank, reverse=True)
    if top >= Rank.FIVE
}
"""The five ranks of each straight by its top, the best first; the ace is low in 5-4-3-2-A."""
