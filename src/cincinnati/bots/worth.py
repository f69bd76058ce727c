"""What a hand is worth, quickly: `ranking` over and over for the run-outs (R17, R26, R30, R31).

The one idea: a wild card only fills a gap, and which gaps a set of ranks has is looked up. What has
been asked once is remembered, so nothing is built beforehand.
"""

from __future__ import annotations

from functools import cache

from cincinnati.cards import LANE, LANE_MASK, LANES, CardSet, Rank, RankSet
from cincinnati.ranking import Category, Value, best_low, high_value
from cincinnati.ranking.high import top_ranks
from cincinnati.ranking.value import STRAIGHTS, value_of

_NONE = Value(0)
_STRAIGHT_FLUSH = value_of(Category.STRAIGHT_FLUSH, 0)
_ACES = Rank.ACE.bit
_ABOVE_ANY_LOW = 1 << 8
_PLAY_LOW = _ACES | 0b111_1111

_top = cache(top_ranks)


def wild_value(cards: CardSet, wild: CardSet) -> Value:
    """What `ranking.best_value` says; ``wild``: all cards that are wild, held or not."""
    held = cards & wild
    if not held:
        return high_value(cards)
    jokers = held.bit_count()
    natural = cards ^ held
    c, d = natural & LANE_MASK, natural >> LANE & LANE_MASK
    h, s = natural >> 2 * LANE & LANE_MASK, natural >> 3 * LANE
    c_and_d, c_or_d, h_and_s, h_or_s = c & d, c | d, h & s, h | s
    ranks = RankSet(c_or_d | h_or_s)
    twice = RankSet(c_and_d | h_and_s | c_or_d & h_or_s)
    thrice = c_and_d & h_or_s | h_and_s & c_or_d
    held_times = (c_and_d & h_and_s, thrice, twice, ranks)
    fives = held_times[jokers - 1] if jokers < 5 else _ACES
    if fives:
        return value_of(Category.FIVE_OF_A_KIND, _top(RankSet(fives), 1))
    # Here are three wild cards at most: with four there are five of a kind.
    flush = max(_flush(c, jokers), _flush(d, jokers), _flush(h, jokers), _flush(s, jokers))
    if flush >= _STRAIGHT_FLUSH:
        return flush
    if fours := held_times[jokers]:
        top = _top(RankSet(fours), 1)
        return value_of(Category.FOUR_OF_A_KIND, top, _top(RankSet(ranks ^ top), 1))
    return _flush_or_less(jokers, ranks, twice, flush)


def _flush_or_less(jokers: int, ranks: RankSet, twice: RankSet, flush: Value) -> Value:
    """The rest of it, without four of a kind, so with two wild cards at most."""
    if twice & twice - 1:
        pairs = _top(twice, 2)
        three = _top(pairs, 1)
        return value_of(Category.FULL_HOUSE, three, pairs ^ three)
    if flush:
        return flush
    if straight := _straight(ranks, jokers):
        return straight
    if jokers == 1 and not twice:
        top = _top(ranks, 1)
        return value_of(Category.PAIR, top, _top(RankSet(ranks ^ top), 3))
    top = twice if jokers == 1 else _top(ranks, 1)
    return value_of(Category.THREE_OF_A_KIND, top, _top(RankSet(ranks ^ top), 2))


@cache
def _flush(suit: int, jokers: int) -> Value:
    """The flush or straight flush of the natural ranks of a suit and so many wild cards, or 0."""
    if suit.bit_count() + jokers < 5:
        return _NONE
    for top, straight in STRAIGHTS.items():
        if (suit & straight).bit_count() + jokers >= 5:
            return value_of(Category.STRAIGHT_FLUSH, top.bit)
    for _ in range(jokers):
        missing = ~suit & LANE_MASK
        suit |= top_ranks(RankSet(missing), 1)
    return value_of(Category.FLUSH, top_ranks(RankSet(suit), 5))


@cache
def _straight(ranks: RankSet, jokers: int) -> Value:
    for top, straight in STRAIGHTS.items():
        if (ranks & straight).bit_count() + jokers >= 5:
            return value_of(Category.STRAIGHT, top.bit)
    return _NONE


def lowest_rank(cards: int) -> CardSet:
    """All cards of the lowest rank in a set that is not empty."""
    ranks = _ranks(cards)
    return CardSet((ranks & -ranks) * LANES)


def low_score(cards: CardSet, wild: CardSet) -> int:
    """The better the low hand, the higher; 0 for none (R30)."""
    return _low_score(_ranks(cards & ~wild) & _PLAY_LOW, (cards & wild).bit_count())


@cache
def _low_score(ranks: int, jokers: int) -> int:
    filling = CardSet((1 << jokers) - 1 << LANE)
    low = best_low(CardSet(ranks | filling), filling)
    return 0 if low is None else _ABOVE_ANY_LOW - low


def suit_score(own: CardSet, last: CardSet, *, highest: bool) -> int:
    """The better the private card of the last card's suit, the higher; 0 for none (R31)."""
    lane = (last.bit_length() - 1) // LANE * LANE
    suited = own >> lane & LANE_MASK
    if highest or not suited:
        return suited
    return LANE_MASK + 1 - (suited & -suited)


def _ranks(cards: int) -> int:
    return (cards | cards >> LANE | cards >> 2 * LANE | cards >> 3 * LANE) & LANE_MASK
