"""The ranking against a slow and plain one: every five cards, every card a wild one may be.

The plain one shares nothing with the project's but the rules: R17, R26 and R30.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cincinnati.cards import PACK, Card, CardSet, Rank, card_set, cards_of_ranks, parse_cards
from cincinnati.ranking import (
    best_five,
    best_low,
    best_value,
    category_of,
    high_value,
    low_five,
    low_ranks,
    order_of,
    played_ranks,
)

Score = tuple[int, ...]

CODES = [
    "high-card",
    "pair",
    "two-pair",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "five-of-a-kind",
]
SHAPES = {
    (5,): 9,
    (4, 1): 7,
    (3, 2): 6,
    (3, 1, 1): 3,
    (2, 2, 1): 2,
    (2, 1, 1, 1): 1,
    (1, 1, 1, 1, 1): 0,
}


@cache
def score(ranks: tuple[int, ...], one_suit: bool) -> Score:
    """Category, then what is compared, of five ranks in one suit or not."""
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    category = SHAPES[tuple(count for _, count in groups)]
    compared = tuple(rank for rank, _ in groups)
    if category == 0:
        wheel = compared == (14, 5, 4, 3, 2)
        if wheel or compared[0] - compared[4] == 4:
            compared = (5,) if wheel else compared[:1]
            category = 4
        if one_suit:
            category = 8 if category == 4 else 5
    return category, *compared


@cache
def reading(natural: tuple[int, ...], one_suit: bool) -> Score:
    """The best that five cards may be taken for: wild ones are any cards not among the five."""
    scores = []
    for stand_ins in combinations_with_replacement(range(2, 15), 5 - len(natural)):
        ranks = tuple(sorted(natural + stand_ins))
        different = len(set(ranks)) == 5
        scores.append(score(ranks, one_suit and different))
    return max(scores)


def plain_five(five: Sequence[Card], wild: Sequence[Card]) -> Score:
    natural = [card for card in five if card not in wild]
    ranks = tuple(sorted(int(card.rank) for card in natural))
    return reading(ranks, len({card.suit for card in natural}) <= 1)


def plain_high(cards: Sequence[Card], wild: Sequence[Card]) -> Score:
    return max(plain_five(five, wild) for five in combinations(cards, 5))


def plain_low(cards: Sequence[Card], wild: Sequence[Card]) -> Score | None:
    """The lowest five different ranks of eight or below; a wild card is any rank."""
    lows = []
    for five in combinations(cards, 5):
        natural = [1 if card.rank == 14 else int(card.rank) for card in five if card not in wild]
        for stand_ins in combinations(range(1, 9), 5 - len(natural)):
            ranks = sorted([*natural, *stand_ins], reverse=True)
            if len(set(ranks)) == 5 and ranks[0] <= 8:
                lows.append(tuple(ranks))
    return min(lows, default=None)


@cache
def places() -> dict[Score, int]:
    """All 7,475 hands, the best first."""
    scores = {
        score(tuple(ranks), False) for ranks in combinations_with_replacement(range(2, 15), 5)
    }
    scores |= {score(tuple(ranks), True) for ranks in combinations(range(2, 15), 5)}
    return {each: place for place, each in enumerate(sorted(scores, reverse=True), 1)}


NARROW = [
    PACK,
    tuple(card for card in PACK if card.suit < 2),
    tuple(card for card in PACK if card.rank <= 7),
    tuple(card for card in PACK if 8 <= card.rank <= 13 and card.suit < 3),
    tuple(card for card in PACK if card.rank in (14, 2, 3, 4, 5, 9)),
    tuple(card for card in PACK if card.suit == 3),
]
"""Packs in which flushes, straights and full houses meet more often."""


@st.composite
def hands(draw: st.DrawFn) -> tuple[Card, ...]:
    pack = draw(st.sampled_from(NARROW))
    size = draw(st.integers(5, 10))
    return tuple(draw(st.permutations(pack))[:size])


@st.composite
def hands_with_wild(draw: st.DrawFn) -> tuple[tuple[Card, ...], tuple[Rank, ...]]:
    cards = draw(hands())
    held = sorted({card.rank for card in cards})
    ranks = draw(st.lists(st.sampled_from(held), min_size=1, max_size=2, unique=True))
    return cards, tuple(ranks)


def check_high(cards: Sequence[Card], ranks: Sequence[Rank] = ()) -> None:
    held = card_set(cards)
    wild = CardSet(sum(cards_of_ranks(rank.bit) for rank in ranks))
    jokers = [card for card in cards if card.rank in ranks]
    value, plain = best_value(held, wild), plain_high(cards, jokers)
    assert category_of(value).code == CODES[plain[0]]
    assert order_of(value) == places()[plain]

    five = best_five(held, wild, value)
    assert len(set(five)) == 5
    assert set(five) <= set(cards)
    assert plain_five(five, jokers) == plain
    played = played_ranks(value)
    assert all(
        card.rank is rank or card in jokers for card, rank in zip(five, played, strict=True)
    ), "each card stands where its rank is named"
    assert score(tuple(sorted(played)), plain[0] in (5, 8)) == plain


def check_low(cards: Sequence[Card], ranks: Sequence[Rank] = ()) -> None:
    held = card_set(cards)
    wild = CardSet(sum(cards_of_ranks(rank.bit) for rank in ranks))
    jokers = [card for card in cards if card.rank in ranks]
    low, plain = best_low(held, wild), plain_low(cards, jokers)
    assert (None if low is None else low_ranks(low)) == plain
    if low is not None:
        five = low_five(held, wild, low)
        assert len(set(five)) == 5
        assert set(five) <= set(cards)
        assert plain_low(five, jokers) == plain
        numbers = [1 if card.rank == 14 else int(card.rank) for card in five]
        assert all(
            number == wanted or card in jokers
            for card, number, wanted in zip(five, numbers, low_ranks(low), strict=True)
        )


@pytest.mark.rule(17)
@given(hands())
@example(parse_cards("Ah Kh Qh Jh 9h As Ks Qs Js 8s"))
@example(parse_cards("9s 9h 9d 4s 4h 2s 7s Ks Js 3c"))
def test_five_to_ten_cards_are_worth_what_the_best_of_all_fives_is(cards: tuple[Card, ...]) -> None:
    check_high(cards)
    assert high_value(card_set(cards)) == best_value(card_set(cards))


@pytest.mark.rule(26)
@given(hands_with_wild())
@example((parse_cards("2c 2d 2h 2s Ac 7d"), (Rank.TWO,)))
@example((parse_cards("2c 2d 2h 2s 3c 3d 3h 3s 4c 4d"), (Rank.TWO, Rank.THREE)))
@example((parse_cards("As Ad 3c 3d 7h"), (Rank.ACE,)))
def test_a_wild_card_is_the_card_that_helps_most(
    hand: tuple[tuple[Card, ...], tuple[Rank, ...]],
) -> None:
    check_high(*hand)


@pytest.mark.rule(30)
@given(hands())
def test_the_best_low_is_the_lowest_of_all_fives(cards: tuple[Card, ...]) -> None:
    check_low(cards)


@pytest.mark.rule(30)
@given(hands_with_wild())
def test_a_wild_card_takes_the_lowest_rank_missing_in_a_low(
    hand: tuple[tuple[Card, ...], tuple[Rank, ...]],
) -> None:
    check_low(*hand)


@given(hands(), hands())
def test_values_compare_as_hands_do(one: tuple[Card, ...], other: tuple[Card, ...]) -> None:
    first, second = best_value(card_set(one)), best_value(card_set(other))
    assert (first > second) == (plain_high(one, ()) > plain_high(other, ()))
    assert (first > second) == (order_of(first) < order_of(second))
    assert (first == second) == (order_of(first) == order_of(second))


def test_there_are_as_many_hands_as_the_usual_numbering_has() -> None:
    assert len(places()) == 7475
