"""Cards as people and programs write them, sets of cards, and the deck."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cincinnati.cards import (
    LANE,
    NO_CARDS,
    PACK,
    Card,
    Deck,
    Rank,
    Suit,
    card_set,
    cards_in,
    cards_of_ranks,
    parse_cards,
)
from cincinnati.errors import CardError, DuplicateCard, UnknownCard

CARDS = st.sampled_from(PACK)


def test_the_pack_has_every_rank_in_every_suit_once() -> None:
    assert len(PACK) == 52
    assert {(card.rank, card.suit) for card in PACK} == {(r, s) for r in Rank for s in Suit}


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("As", Card.SA),
        ("as", Card.SA),
        ("AS", Card.SA),
        ("aS", Card.SA),
        ("A♠", Card.SA),
        ("A♤", Card.SA),
        ("a♠", Card.SA),
        ("Kh", Card.HK),
        ("K♥", Card.HK),
        ("K♡", Card.HK),
        ("K♥\ufe0f", Card.HK),
        ("Qd", Card.DQ),
        ("Q♦", Card.DQ),
        ("Q♢", Card.DQ),
        ("Jc", Card.CJ),
        ("J♣", Card.CJ),
        ("J♧", Card.CJ),
        ("Td", Card.DT),
        ("td", Card.DT),
        ("10d", Card.DT),
        ("10♠", Card.ST),
        ("2c", Card.C2),
    ],
)
def test_a_card_may_be_written_in_many_ways(text: str, card: Card) -> None:
    assert Card(text) is card
    assert parse_cards(text) == (card,)


@pytest.mark.parametrize(
    "text", ["", "A", "s", "1s", "0s", "11s", "Ax", "sA", "As ", " As", "AsKd", "100s", "🂡", "Äs"]
)
def test_anything_else_is_not_a_card(text: str) -> None:
    with pytest.raises(UnknownCard, match="not a card") as caught:
        Card(text)
    assert caught.value.text == text


@pytest.mark.parametrize("value", [7, None, ("A", "s")])
def test_what_is_not_a_text_is_not_a_card(value: object) -> None:
    with pytest.raises(UnknownCard):
        Card(cast("str", value))


def test_the_message_says_how_a_card_is_written() -> None:
    with pytest.raises(UnknownCard, match=r"rank \(2-9, T or 10, J, Q, K, A\) and a suit"):
        parse_cards("As Xx")


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("AsKd10♥2c", "As Kd Th 2c"),
        ("As Kd 10♥ 2c", "As Kd Th 2c"),
        ("as, kd,TH ,2C", "As Kd Th 2c"),
        (" As\tKd\n", "As Kd"),
        ("A♠ 10♦", "As Td"),
        ("10s10h10d10c", "Ts Th Td Tc"),
        ("K♥\ufe0fQ♠\ufe0f", "Kh Qs"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_a_text_of_cards_keeps_its_order(text: str, cards: str) -> None:
    assert " ".join(map(str, parse_cards(text))) == cards


@pytest.mark.parametrize(
    ("text", "at", "wrong"),
    [
        ("Xs", 0, "Xs"),
        ("As Xs Kd", 3, "Xs"),
        ("AsKdX", 4, "X"),
        ("As, 1s", 4, "1s"),
        ("  As 11h", 5, "11h"),
        ("10♠ 10x", 4, "10x"),
        ("As A", 3, "A"),
        ("As?Kd", 2, "?Kd"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, at: int, wrong: str) -> None:
    with pytest.raises(UnknownCard) as caught:
        parse_cards(text)
    assert (caught.value.at, caught.value.text) == (at, wrong)
    assert f"character {at + 1}" in str(caught.value)
    assert repr(wrong) in str(caught.value)


@pytest.mark.parametrize(
    ("text", "at", "again"), [("AsAs", 2, "As"), ("As Kd A♠", 6, "A♠"), ("10d, 2c, Td", 9, "Td")]
)
def test_a_card_that_comes_twice_is_named_with_its_place(text: str, at: int, again: str) -> None:
    with pytest.raises(DuplicateCard) as caught:
        parse_cards(text)
    assert (caught.value.at, caught.value.text) == (at, again)
    assert str(Card(again)) in str(caught.value)


@pytest.mark.parametrize("card", PACK)
def test_every_card_reads_back_from_what_it_prints(card: Card) -> None:
    assert eval(repr(card)) is card  # noqa: S307  (our own text)
    assert Card(str(card)) is card
    assert Card(card.symbol) is card
    assert card.name == card.suit.letter.upper() + card.rank.letter


@pytest.mark.parametrize(
    ("card", "symbol"), [(Card.SA, "A♠"), (Card.DT, "10♦"), (Card.H9, "9♥"), (Card.C2, "2♣")]
)
def test_cards_for_people(card: Card, symbol: str) -> None:
    assert card.symbol == symbol


def test_ranks_are_read_from_letters() -> None:
    assert [Rank.of(letter) for letter in "23456789TJQKA"] == list(Rank)
    assert Rank.of("a") is Rank.ACE
    assert [rank.letter for rank in Rank] == list("23456789TJQKA")


@pytest.mark.parametrize("letter", ["", "1", "10", "X", "23", "AK"])
def test_other_letters_are_no_ranks(letter: str) -> None:
    with pytest.raises(UnknownCard, match="ranks are 2, 3, 4") as caught:
        Rank.of(letter)
    assert caught.value.text == letter


def test_a_card_is_one_bit_in_the_lane_of_its_suit() -> None:
    assert [card.bit for card in PACK] == [1 << place for place in range(52)]
    for card in PACK:
        assert card.bit == card.rank.bit << LANE * card.suit


@given(st.sets(CARDS))
def test_sets_of_cards_hold_what_was_put_in(cards: set[Card]) -> None:
    held = card_set(cards)
    assert set(cards_in(held)) == cards
    assert held.bit_count() == len(cards)
    assert card_set(cards_in(held)) == held


@given(st.sets(CARDS), st.sets(CARDS))
def test_sets_of_cards_are_joined_and_cut_as_bits(some: set[Card], others: set[Card]) -> None:
    assert card_set(some) | card_set(others) == card_set(some | others)
    assert card_set(some) & card_set(others) == card_set(some & others)


def test_no_cards() -> None:
    assert card_set([]) == NO_CARDS == 0
    assert cards_in(NO_CARDS) == ()


def test_the_cards_of_a_set_come_from_the_highest_rank_down() -> None:
    held = card_set(parse_cards("2c Ad Th As 2s Kc"))
    assert " ".join(map(str, cards_in(held))) == "As Ad Kc Th 2s 2c"


def test_a_set_holds_no_card_twice() -> None:
    with pytest.raises(DuplicateCard, match="Kd stands twice") as caught:
        card_set([Card.SA, Card.DK, Card.C2, Card.DK])
    assert (caught.value.at, caught.value.text) == (3, "Kd")


@pytest.mark.parametrize("rank", Rank)
def test_all_cards_of_a_rank(rank: Rank) -> None:
    assert set(cards_in(cards_of_ranks(rank.bit))) == {c for c in PACK if c.rank is rank}


def test_a_shuffled_deck_is_a_whole_pack_and_the_same_again_from_the_same_seed() -> None:
    deck = Deck.shuffled(Random(1))
    assert sorted(map(str, deck.cards)) == sorted(map(str, PACK))
    assert deck == Deck.shuffled(Random(1))
    assert deck != Deck.shuffled(Random(2))
    assert deck.cards != PACK


@pytest.mark.rule(3)
@given(st.integers(1, 51))
def test_a_cut_puts_the_top_cards_below_the_others(at: int) -> None:
    cut = Deck(PACK).cut(at)
    assert cut.cards == PACK[at:] + PACK[:at]
    assert cut.cut(52 - at).cards == PACK


@pytest.mark.parametrize("at", [-1, 0, 52, 53])
def test_a_cut_leaves_cards_on_both_sides(at: int) -> None:
    with pytest.raises(CardError, match=f"1 to 51, not {at}"):
        Deck(PACK).cut(at)


def test_a_deck_may_have_cards_that_nobody_knows() -> None:
    assert Deck((Card.SA, None, None)).cut(1).cards == (None, None, Card.SA)


def test_a_deck_holds_no_card_twice() -> None:
    with pytest.raises(DuplicateCard, match="As stands twice"):
        Deck((Card.SA, None, Card.SA))


def test_a_deck_has_no_more_than_a_pack() -> None:
    with pytest.raises(CardError, match="at most 52 cards, not 53"):
        Deck((*PACK, None))


def test_card_errors_are_value_errors_too() -> None:
    with pytest.raises(ValueError, match="not a card"):
        Card("Zz")
