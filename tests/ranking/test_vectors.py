"""Hands whose worth was worked out apart from the project."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations
from struct import pack
from typing import Any

import pytest

from cincinnati.cards import PACK, CardSet, Rank, card_set, cards_of_ranks, parse_cards
from cincinnati.engine.hands import holding, wild_ranks
from cincinnati.ranking import (
    best_five,
    best_low,
    best_value,
    category_of,
    class_of,
    high_value,
    low_five,
    low_ranks,
    order_of,
    ranks_in,
)
from cincinnati.rules import Ruleset, Wild
from vector_files import load, load_one

NONE = CardSet(0)


@pytest.mark.rule(17)
def test_ten_card_hands() -> None:
    for vector in load("ten-card-hands.jsonl"):
        cards = parse_cards(vector["cards"])
        value = best_value(card_set(cards))
        assert (class_of(value), category_of(value).code) == (vector["class"], vector["category"])
        five = best_five(card_set(cards), NONE, value)
        assert set(five) <= set(cards)
        assert class_of(best_value(card_set(five))) == vector["class"]


@pytest.mark.rule(30)
def test_low_hands() -> None:
    for vector in load("low-hands.jsonl"):
        cards = parse_cards(vector["cards"])
        low = best_low(card_set(cards))
        assert (None if low is None else list(low_ranks(low))) == vector["low"], vector
        if low is not None:
            five = low_five(card_set(cards), NONE, low)
            assert set(five) <= set(cards)
            assert best_low(card_set(five)) == low


@pytest.mark.rule(26)
@pytest.mark.rule(27)
@pytest.mark.rule(28)
@pytest.mark.rule(29)
def test_wild_hands() -> None:
    for vector in load("wild-hands.jsonl"):
        check_wild(vector)


def check_wild(vector: dict[str, Any]) -> None:
    rules = Ruleset(wild=Wild(vector["wild"]))
    private, board = parse_cards(vector["private"]), parse_cards(vector["board"])
    assert ranks_in(wild_ranks(rules, private, board)) == (Rank.of(vector["wild_rank"]),)
    held = holding(rules, private, board)
    value = held.high()
    assert (order_of(value), category_of(value).code) == (vector["order"], vector["category"])
    five = held.high_five()
    assert set(five) <= {*private, *board}
    wild = cards_of_ranks(Rank.of(vector["wild_rank"]).bit)
    assert order_of(best_value(card_set(five), wild)) == vector["order"]


def test_every_five_card_hand_has_its_class() -> None:
    by_rank = [card.bit for rank in Rank for card in PACK if card.rank is rank]
    bytes_of: dict[int, bytes] = {}
    digest = sha256()
    for cards in combinations(by_rank, 5):
        value = high_value(CardSet(sum(cards)))
        if value not in bytes_of:
            bytes_of[value] = pack(">H", class_of(value))
        digest.update(bytes_of[value])
    assert digest.hexdigest() == load_one("five-card-digest.json")["sha256"]
