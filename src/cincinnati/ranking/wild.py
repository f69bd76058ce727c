"""The best five of five to ten cards when some of them are wild (R26).

A wild card stands for any card that is not already among the five, or for itself.
The one idea: whatever it is printed as, a wild card only fills a gap. So the
natural cards are looked at alone, a category can be made when they lack no more
cards than there are wild ones, and from the top the first category that can be
made is the best. Five of a kind, possible with wild cards only, comes first.
"""

from __future__ import annotations

from collections.abc import Iterator

from cincinnati.cards import LANE, LANE_MASK, NO_CARDS, CardSet, Rank, RankSet
from cincinnati.ranking.high import high_value, top_ranks
from cincinnati.ranking.value import STRAIGHTS, Category, Value, value_of

_RANKS_DOWN = tuple(rank.bit for rank in reversed(Rank))
_ACE = Rank.ACE.bit


def best_value(cards: CardSet, wild: CardSet = NO_CARDS) -> Value:
    """What the best five of a set of five to ten cards are worth.

    ``wild`` is the set of all cards that are wild, held or not.
    """
    jokers = (cards & wild).bit_count()
    if not jokers:
        return high_value(cards)
    natural = CardSet(cards & ~wild)
    suits = tuple(RankSet(natural >> lane * LANE & LANE_MASK) for lane in range(4))
    return (
        _five_of_a_kind(suits, jokers)
        or _straight_flush(suits, jokers)
        or _four_of_a_kind(suits, jokers)
        or _full_house(suits)
        or _flush(suits, jokers)
        or _straight(suits, jokers)
        or _three_or_pair(suits, jokers)
    )


_Suits = tuple[RankSet, ...]
"""The ranks of the natural cards, suit by suit."""


def _ranks(suits: _Suits) -> RankSet:
    return RankSet(suits[0] | suits[1] | suits[2] | suits[3])


def _held_at_least(suits: _Suits, count: int) -> RankSet:
    """The ranks of which there are so many natural cards (all ranks for 0 or less)."""
    if count <= 0:
        return RankSet(LANE_MASK)
    c, d, h, s = suits
    match count:
        case 1:
            return _ranks(suits)
        case 2:
            return RankSet(c & d | h & s | (c | d) & (h | s))
        case 3:
            return RankSet(c & d & (h | s) | h & s & (c | d))
        case _:
            return RankSet(c & d & h & s)


def _five_of_a_kind(suits: _Suits, jokers: int) -> Value:
    ranks = _held_at_least(suits, 5 - jokers)
    return value_of(Category.FIVE_OF_A_KIND, top_ranks(ranks, 1)) if ranks else Value(0)


def _straight_flush(suits: _Suits, jokers: int) -> Value:
    for top, straight in STRAIGHTS.items():
        if any((suit & straight).bit_count() + jokers >= 5 for suit in suits):
            return value_of(Category.STRAIGHT_FLUSH, top.bit)
    return Value(0)


def _four_of_a_kind(suits: _Suits, jokers: int) -> Value:
    fours = _held_at_least(suits, 4 - jokers)
    if not fours:
        return Value(0)
    # No wild card is left over, or there would be five: the kicker is a natural card.
    four = top_ranks(fours, 1)
    return value_of(Category.FOUR_OF_A_KIND, four, top_ranks(RankSet(_ranks(suits) & ~four), 1))


def _full_house(suits: _Suits) -> Value:
    # Two wild cards and a pair would be four of a kind, so two pairs have just one with them.
    pairs = _held_at_least(suits, 2)
    if pairs.bit_count() < 2:
        return Value(0)
    three = top_ranks(pairs, 1)
    return value_of(Category.FULL_HOUSE, three, top_ranks(RankSet(pairs ^ three), 1))


def _flush(suits: _Suits, jokers: int) -> Value:
    flushes = [suit for suit in suits if suit.bit_count() + jokers >= 5]
    best = max((_filled(suit, jokers, _RANKS_DOWN) for suit in flushes), default=RankSet(0))
    return value_of(Category.FLUSH, best) if best else Value(0)


def _filled(ranks: RankSet, jokers: int, order: tuple[RankSet, ...]) -> RankSet:
    """The top five after wild cards took the first missing ranks of an order."""
    missing: Iterator[RankSet] = (rank for rank in order if not ranks & rank)
    for _, rank in zip(range(jokers), missing, strict=False):
        ranks = RankSet(ranks | rank)
    return top_ranks(ranks, 5)


def _straight(suits: _Suits, jokers: int) -> Value:
    ranks = _ranks(suits)
    for top, straight in STRAIGHTS.items():
        if (ranks & straight).bit_count() + jokers >= 5:
            return value_of(Category.STRAIGHT, top.bit)
    return Value(0)


def _three_or_pair(suits: _Suits, jokers: int) -> Value:
    """Three of a kind with the kickers 2, or a pair with 3: nothing better is there."""
    ranks = _ranks(suits)
    if threes := _held_at_least(suits, 3 - jokers):
        three = top_ranks(threes, 1)
        return value_of(Category.THREE_OF_A_KIND, three, top_ranks(RankSet(ranks ^ three), 2))
    pair = top_ranks(ranks, 1)
    return value_of(Category.PAIR, pair, top_ranks(RankSet(ranks ^ pair), 3))
