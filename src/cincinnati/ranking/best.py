"""Which five cards make the hand (R17, R26, R30).

The one idea: a value says by itself which five ranks the hand has, and in one suit
or not. So the five cards are found by filling five places: first with natural
cards, then, where none fits, with wild ones.
"""

from __future__ import annotations

from cincinnati.cards import LANE, LANE_MASK, Card, CardSet, Rank, RankSet, cards_in
from cincinnati.ranking.low import Low, low_rank_of, low_ranks
from cincinnati.ranking.value import (
    STRAIGHTS,
    Category,
    Value,
    category_of,
    groups_of,
    kickers_of,
    ranks_in,
)

_GROUP_SIZES = {
    Category.PAIR: 2,
    Category.TWO_PAIR: 2,
    Category.THREE_OF_A_KIND: 3,
    Category.FULL_HOUSE: 3,
    Category.FOUR_OF_A_KIND: 4,
    Category.FIVE_OF_A_KIND: 5,
}


def played_ranks(value: Value) -> tuple[Rank, ...]:
    """The five ranks of a hand in the order in which they are named.

    The larger group first, then the next, then kickers; a straight from its top,
    where 5-4-3-2-A ends with the ace.
    """
    category, groups = category_of(value), groups_of(value)
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        top = ranks_in(groups)[0]
        ranks = ranks_in(STRAIGHTS[top])
        return ranks[1:] + ranks[:1] if top is Rank.FIVE else ranks
    size = _GROUP_SIZES.get(category, 1)
    kicker_size = 2 if category is Category.FULL_HOUSE else 1
    return tuple(rank for rank in ranks_in(groups) for _ in range(size)) + tuple(
        rank for rank in ranks_in(kickers_of(value)) for _ in range(kicker_size)
    )


def best_five(cards: CardSet, wild: CardSet, value: Value) -> tuple[Card, ...]:
    """Five cards of the set that make a hand of this value, in the order of `played_ranks`.

    ``value`` is what `best_value` gave for the same cards. The card at a place that
    has another rank than the place is wild and stands for it.
    """
    ranks = played_ranks(value)
    natural = CardSet(cards & ~wild)
    if category_of(value) in (Category.FLUSH, Category.STRAIGHT_FLUSH):
        natural = _suit_for(natural, ranks)
    return _fill(ranks, natural, CardSet(cards & wild))


def low_five(cards: CardSet, wild: CardSet, low: Low) -> tuple[Card, ...]:
    """Five cards of the set that make this low hand, the highest rank first."""
    ranks = tuple(low_rank_of(number) for number in low_ranks(low))
    return _fill(ranks, CardSet(cards & ~wild), CardSet(cards & wild))


def _suit_for(natural: CardSet, ranks: tuple[Rank, ...]) -> CardSet:
    """The natural cards of the suit that holds most of these ranks."""
    wanted = RankSet(sum(rank.bit for rank in ranks))
    suits = (CardSet(natural & wanted << lane * LANE) for lane in (3, 2, 1, 0))
    return max(suits, key=int.bit_count)


def _fill(ranks: tuple[Rank, ...], natural: CardSet, jokers: CardSet) -> tuple[Card, ...]:
    naturals, wilds = list(cards_in(natural)), list(cards_in(jokers))
    five = []
    for rank in ranks:
        fitting = next((card for card in naturals if card.rank is rank), None)
        if fitting is None:
            five.append(wilds.pop(0))
        else:
            naturals.remove(fitting)
            five.append(fitting)
    return tuple(five)


def ranks_held(cards: CardSet) -> RankSet:
    """The ranks that are in a set of cards."""
    return RankSet((cards | cards >> LANE | cards >> 2 * LANE | cards >> 3 * LANE) & LANE_MASK)
