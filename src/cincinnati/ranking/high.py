"""The best five of five to ten cards, without wild cards (R17).

The one idea: cards of equal rank are found by logic on the four suits' lanes, all
thirteen ranks at once. With clubs, diamonds, hearts and spades as 13-bit rank sets,
``c & d & h & s`` is the set of ranks held four times, and so on; no loop over cards
or over the 252 choices of five. What needs the *best* bits of a rank set (its top
two, its straight, its flush) looks them up in tables of 8,192 entries, built
when the module is first used.

Every category is looked at on its own and the best wins, so a flush beside a full
house, or two flushes, are right: evaluators made for seven cards go wrong there.
"""

from __future__ import annotations

from cincinnati.cards import LANE, LANE_MASK, CardSet, RankSet
from cincinnati.ranking.value import STRAIGHTS, Category, Value, value_of

_PAIR = value_of(Category.PAIR, 0)
_TWO_PAIR = value_of(Category.TWO_PAIR, 0)
_THREE = value_of(Category.THREE_OF_A_KIND, 0)
_STRAIGHT = value_of(Category.STRAIGHT, 0)
_FULL_HOUSE = value_of(Category.FULL_HOUSE, 0)
_FOUR = value_of(Category.FOUR_OF_A_KIND, 0)
_STRAIGHT_FLUSH = value_of(Category.STRAIGHT_FLUSH, 0)


def top_ranks(ranks: RankSet, count: int) -> RankSet:
    """The highest ``count`` ranks of a set (all of it, if it has no more)."""
    rest = ranks
    for _ in range(count):
        rest = RankSet(rest & ~(1 << rest.bit_length() >> 1))
    return RankSet(ranks ^ rest)


def straight_in(ranks: RankSet) -> RankSet:
    """The top rank of the best straight in a set of ranks, or the empty set."""
    for top, straight in STRAIGHTS.items():
        if ranks & straight == straight:
            return top.bit
    return RankSet(0)


def flush_in(ranks: RankSet) -> Value:
    """The flush or straight flush that the ranks of one suit make, or 0."""
    if ranks.bit_count() < 5:
        return Value(0)
    if top := straight_in(ranks):
        return value_of(Category.STRAIGHT_FLUSH, top)
    return value_of(Category.FLUSH, top_ranks(ranks, 5))


def ungrouped(ranks: RankSet) -> Value:
    """The straight or high card that ranks without regard to suits make."""
    if top := straight_in(ranks):
        return value_of(Category.STRAIGHT, top)
    return value_of(Category.HIGH_CARD, top_ranks(ranks, 5))


_TOP1: list[RankSet] = []
_TOP2: list[RankSet] = []
_TOP3: list[RankSet] = []
_FLUSH: list[Value] = []
_UNGROUPED: list[Value] = []


def _build_tables() -> None:
    """Fill each table in one step, the one that `high_value` asks for last: safe in threads."""
    every = [RankSet(ranks) for ranks in range(LANE_MASK + 1)]
    _TOP2[:] = [top_ranks(ranks, 2) for ranks in every]
    _TOP3[:] = [top_ranks(ranks, 3) for ranks in every]
    _FLUSH[:] = [flush_in(ranks) for ranks in every]
    _UNGROUPED[:] = [ungrouped(ranks) for ranks in every]
    _TOP1[:] = [top_ranks(ranks, 1) for ranks in every]


def high_value(cards: CardSet) -> Value:
    """What the best five of a set of five to ten cards are worth, none of them wild.

    The set is trusted to hold at least five cards.
    """
    if not _TOP1:
        _build_tables()
    c, d, h, s = (
        cards & LANE_MASK,
        cards >> LANE & LANE_MASK,
        cards >> 2 * LANE & LANE_MASK,
        cards >> 3 * LANE,
    )
    flush = max(_FLUSH[c], _FLUSH[d], _FLUSH[h], _FLUSH[s])
    if flush >= _STRAIGHT_FLUSH:
        return flush

    c_and_d, c_or_d, h_and_s, h_or_s = c & d, c | d, h & s, h | s
    ranks = c_or_d | h_or_s
    twice = c_and_d | h_and_s | c_or_d & h_or_s
    thrice = c_and_d & h_or_s | h_and_s & c_or_d
    if thrice:
        if fours := c_and_d & h_and_s:
            top = _TOP1[fours]
            return Value(_FOUR | top << LANE | _TOP1[ranks ^ top])
        top = _TOP1[thrice]
        if twice != top:
            return Value(_FULL_HOUSE | top << LANE | _TOP1[twice ^ top])
    if flush:
        return flush
    value = _UNGROUPED[ranks]
    if not twice or value >= _STRAIGHT:
        return value
    if thrice:
        return Value(_THREE | top << LANE | _TOP2[ranks ^ top])
    pairs = _TOP2[twice]
    if pairs & pairs - 1:
        return Value(_TWO_PAIR | pairs << LANE | _TOP1[ranks ^ pairs])
    return Value(_PAIR | pairs << LANE | _TOP3[ranks ^ pairs])
