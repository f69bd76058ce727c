"""What hands are worth, quickly: the same as `ranking` says, card for card (R17, R26, R30, R31)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cincinnati.bots.worth import low_score, lowest_rank, suit_score, wild_value
from cincinnati.cards import PACK, Card, CardSet, Rank, RankSet, card_set, cards_of_ranks
from cincinnati.engine.hands import suit_card
from cincinnati.ranking import best_low, best_value
from cincinnati.rules import SuitShare
from home_game import rules_of
from many_hands import NASTY, text_set

hands = st.lists(st.sampled_from(PACK), min_size=5, max_size=10, unique=True)
ranks = st.sets(st.sampled_from(Rank), max_size=4)


def cards_of(wild: set[Rank]) -> CardSet:
    return cards_of_ranks(RankSet(sum(rank.bit for rank in wild)))


@settings(max_examples=2_000)
@given(hand=hands, wild=ranks)
def test_a_hand_with_wild_cards(hand: list[Card], wild: set[Rank]) -> None:
    cards = card_set(hand)
    assert wild_value(cards, cards_of(wild)) == best_value(cards, cards_of(wild))


@settings(max_examples=1_000)
@given(hand=hands)
def test_its_lowest_rank_wild_as_in_liz_and_low_hole(hand: list[Card]) -> None:
    cards, wild = card_set(hand), cards_of({min(card.rank for card in hand)})
    assert lowest_rank(cards) == wild
    assert wild_value(cards, wild) == best_value(cards, wild)


@pytest.mark.parametrize("cards", NASTY.values(), ids=list(NASTY))
@pytest.mark.parametrize("rank", Rank, ids=lambda rank: rank.letter)
def test_hands_where_fast_evaluators_go_wrong(cards: str, rank: Rank) -> None:
    held, wild = CardSet(text_set(cards)), cards_of({rank})
    assert wild_value(held, wild) == best_value(held, wild)


@settings(max_examples=1_000)
@given(one=hands, other=hands, wild=ranks)
def test_low_hands_compare_as_they_do(one: list[Card], other: list[Card], wild: set[Rank]) -> None:
    jokers = cards_of(wild)
    scores = [low_score(card_set(hand), jokers) for hand in (one, other)]
    lows = [best_low(card_set(hand), jokers) for hand in (one, other)]
    assert [score > 0 for score in scores] == [low is not None for low in lows]
    if lows[0] is not None and lows[1] is not None:
        assert (scores[0] > scores[1]) == (lows[0] < lows[1])
        assert (scores[0] == scores[1]) == (lows[0] == lows[1])


@given(cards=st.permutations(PACK), share=st.sampled_from(SuitShare))
def test_the_card_of_the_last_suit_that_counts(cards: list[Card], share: SuitShare) -> None:
    rules, board = rules_of("last-suit", suit_share=share), cards[:5]
    highest = share is SuitShare.HIGHEST
    played = [
        (suit_card(rules, own, board), suit_score(card_set(own), board[-1].bit, highest=highest))
        for own in (cards[5:10], cards[10:15])
    ]
    for card, score in played:
        assert (score > 0) == (card is not None)
    (one, high), (other, less) = played
    if one is not None and other is not None:
        assert (high > less) == ((one.rank > other.rank) is highest)
