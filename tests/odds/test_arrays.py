"""Values of many hands: kernel = NumPy = `ranking` = the best of all 252 choices of five."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from random import Random
from types import ModuleType

import numpy as np
import pytest

from cincinnati.cards import PACK, CardSet, Rank, RankSet, cards_of_ranks, parse_cards
from cincinnati.engine.hands import holding
from cincinnati.errors import CardError
from cincinnati.odds import arrays, evaluate
from cincinnati.odds.arrays import NO_LOW
from cincinnati.odds.kernels import arrays as kernel_arrays
from cincinnati.odds.sets import sets_of
from cincinnati.ranking import (
    Value,
    best_low,
    best_value,
    class_of,
    high_value,
    low_ranks,
    order_of,
)
from cincinnati.rules import Ruleset, Split, Wild, presets
from many_hands import BOTH, NASTY, random_rows, random_sets, text_set
from vector_files import load

SIZES = range(5, 11)
PRESETS = [each for each in vars(presets).values() if isinstance(each, Ruleset)]


@pytest.fixture(params=BOTH, ids=["NumPy", "numba"])
def library(request: pytest.FixtureRequest) -> ModuleType:
    module: ModuleType = request.param
    return module


def by_brute_force(cards: int) -> int:
    """The best of all choices of five, each valued by itself."""
    bits = [card.bit for card in PACK if card.bit & cards]
    return max(high_value(CardSet(sum(five))) for five in combinations(bits, 5))


@pytest.mark.rule(17)
def test_ten_card_vectors(library: ModuleType) -> None:
    vectors = load("ten-card-hands.jsonl")
    sets = np.array([text_set(each["cards"]) for each in vectors], dtype=np.uint64)
    found = [class_of(Value(int(value))) for value in library.values(sets)]
    assert found == [each["class"] for each in vectors]


@pytest.mark.rule(30)
def test_low_vectors(library: ModuleType) -> None:
    vectors = load("low-hands.jsonl")
    sets = np.array([text_set(each["cards"]) for each in vectors], dtype=np.uint64)
    for vector, low in zip(vectors, library.lows(sets), strict=True):
        assert (None if low == NO_LOW else list(low_ranks(low))) == vector["low"], vector


@pytest.mark.rule(26)
def test_wild_vectors(library: ModuleType) -> None:
    vectors = load("wild-hands.jsonl")
    sets = [text_set(each["private"] + each["board"]) for each in vectors]
    wild = [Rank.of(each["wild_rank"]).bit for each in vectors]
    values = library.wild_values(np.array(sets, np.uint64), np.array(wild, np.uint16))
    assert [order_of(Value(int(v))) for v in values] == [each["order"] for each in vectors]


@pytest.mark.rule(29)
def test_wild_vectors_by_their_rules(library: ModuleType) -> None:
    for vector in load("wild-hands.jsonl")[::10]:
        private = np.array(text_set(vector["private"]), dtype=np.uint64)
        board = np.array([PACK.index(card) for card in parse_cards(vector["board"])], np.uint8)
        rules = Ruleset(wild=Wild(vector["wild"]))
        high = library.hand_values(private, board, rules).high
        assert order_of(Value(int(high))) == vector["order"]


@pytest.mark.rule(17)
@pytest.mark.parametrize("name", NASTY)
def test_nasty_hands(library: ModuleType, name: str) -> None:
    cards = text_set(NASTY[name])
    sets = np.array([cards], dtype=np.uint64)
    assert library.values(sets)[0] == by_brute_force(cards) == high_value(CardSet(cards))


@pytest.mark.rule(26)
@pytest.mark.parametrize("name", NASTY)
def test_nasty_hands_with_every_pair_of_wild_ranks(library: ModuleType, name: str) -> None:
    cards = CardSet(text_set(NASTY[name]))
    wild = [RankSet(one.bit | other.bit) for one in Rank for other in Rank]
    wild += [RankSet(0x1FFF), RankSet(0xFF), RankSet(0x1F00)]
    expected = [best_value(cards, cards_of_ranks(ranks)) for ranks in wild]
    lows = [best_low(cards, cards_of_ranks(ranks)) or NO_LOW for ranks in wild]
    sets, ranks = np.full(len(wild), cards, dtype=np.uint64), np.array(wild, dtype=np.uint16)
    assert library.wild_values(sets, ranks).tolist() == expected
    assert library.lows(sets, ranks).tolist() == lows


@pytest.mark.parametrize("cards", SIZES)
def test_random_hands_by_brute_force(library: ModuleType, cards: int) -> None:
    rows = random_rows(400, cards, seed=cards)
    sets = sets_of(rows)
    expected = [by_brute_force(int(each)) for each in sets]
    assert library.values(sets).tolist() == expected
    assert library.row_values(rows).tolist() == expected
    assert [high_value(CardSet(int(each))) for each in sets] == expected


@pytest.mark.rule(17)
def test_a_hundred_thousand_hands_of_ten_are_worth_the_best_of_their_252_choices_of_five() -> None:
    rows = random_rows(100_000, 10, seed=252)
    sets = sets_of(rows)
    best = np.max([arrays.row_values(rows[:, five]) for five in combinations(range(10), 5)], axis=0)
    assert [high_value(CardSet(held)) for held in sets.tolist()] == best.tolist()
    for library in BOTH:
        assert np.array_equal(library.values(sets), best)
        assert np.array_equal(library.row_values(rows), best)


@pytest.mark.parametrize("cards", SIZES)
def test_random_wild_and_low_hands(library: ModuleType, cards: int) -> None:
    sets = random_sets(2000, cards, seed=cards)
    chance = Random(cards)
    wild = [RankSet(chance.choice([0, 1 << chance.randrange(13), chance.randrange(1 << 13)]))
            for _ in sets]  # fmt: skip
    pairs = [(CardSet(int(held)), cards_of_ranks(ranks))
             for held, ranks in zip(sets, wild, strict=True)]  # fmt: skip
    ranks = np.array(wild, dtype=np.uint16)
    assert library.wild_values(sets, ranks).tolist() == [best_value(*pair) for pair in pairs]
    assert library.lows(sets, ranks).tolist() == [best_low(*pair) or NO_LOW for pair in pairs]


def test_the_kernels_agree_with_numpy_on_a_hundred_thousand_hands_of_each_size() -> None:
    for cards in SIZES:
        rows = random_rows(100_000, cards, seed=100 + cards)
        sets = sets_of(rows)
        values = arrays.values(sets)
        assert np.array_equal(kernel_arrays.values(sets), values)
        assert np.array_equal(kernel_arrays.row_values(rows), values)
        assert np.array_equal(arrays.row_values(rows), values)
        wild = (sets % np.uint64(8191)).astype(np.uint16) & np.uint16(0b1001)
        assert np.array_equal(kernel_arrays.wild_values(sets, wild), arrays.wild_values(sets, wild))
        assert np.array_equal(kernel_arrays.lows(sets, wild), arrays.lows(sets, wild))


@pytest.mark.rule(27)
@pytest.mark.rule(28)
@pytest.mark.rule(29)
@pytest.mark.rule(32)
@pytest.mark.parametrize("rules", PRESETS, ids=lambda rules: rules.preset)
@pytest.mark.parametrize("turned", range(6))
def test_hands_under_rules(library: ModuleType, rules: Ruleset, turned: int) -> None:
    rows = random_rows(150, 10, seed=turned)
    found = library.hand_values(sets_of(rows[:, :5]), rows[:, 5 : 5 + turned], rules)
    for row, high, low in zip(rows, found.high, found.low, strict=True):
        cards = [PACK[number] for number in row]
        held = holding(rules, cards[:5], cards[5 : 5 + turned])
        assert high == held.high()
        assert low == (held.low() or NO_LOW if rules.split is Split.LOW8 else NO_LOW)


def test_one_board_serves_many_hands(library: ModuleType) -> None:
    rows = random_rows(50, 10)
    private, board = sets_of(rows[:, :5])[:, np.newaxis], rows[:1, 5:]
    private = private[(private & sets_of(board)) == 0][:, np.newaxis]
    found = library.hand_values(private, board, presets.LIZ)
    assert found.high.shape == private.shape
    one = library.hand_values(private[3, 0], board[0], presets.LIZ)
    assert one.high == found.high[3, 0]


def test_shapes_are_kept(library: ModuleType) -> None:
    sets = random_sets(24, 7).reshape(2, 3, 4)
    assert (
        library.values(sets).tolist() == library.values(sets.reshape(-1)).reshape(2, 3, 4).tolist()
    )
    assert library.values(sets.T).tolist() == library.values(sets).T.tolist()
    assert library.values(sets[:0]).shape == (0, 3, 4)
    assert library.row_values(random_rows(6, 5).reshape(2, 3, 5)).shape == (2, 3)
    assert library.wild_values(sets, np.zeros(4, dtype=np.uint16)).shape == (2, 3, 4)


def test_hands_of_several_sizes_may_stand_together(library: ModuleType) -> None:
    sets = np.concatenate([random_sets(40, cards) for cards in SIZES])
    assert library.values(sets).tolist() == [high_value(CardSet(int(each))) for each in sets]


def test_threads_may_share_the_work(library: ModuleType) -> None:
    parts = [random_sets(20_000, 10, seed=seed) for seed in range(8)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(library.values, parts))
    assert all(np.array_equal(one, library.values(part))
               for one, part in zip(found, parts, strict=True))  # fmt: skip


def test_one_hand_is_valued_as_text_or_cards() -> None:
    text = NASTY["a flush with a full house"]
    value = high_value(CardSet(text_set(text)))
    assert evaluate(text) == evaluate(parse_cards(text)) == value
    five_aces = evaluate("AsAdAcAh 2c", wild_ranks=Rank.TWO.bit)
    assert order_of(five_aces) == 1


def test_an_array_of_hands_is_valued() -> None:
    sets = random_sets(10, 8).reshape(2, 5)
    assert np.array_equal(evaluate(sets), arrays.values(sets))
    assert np.array_equal(evaluate(sets.astype(np.int64)), arrays.values(sets))
    wild = evaluate(sets, wild_ranks=Rank.TWO.bit)
    assert np.array_equal(wild, arrays.wild_values(sets, np.array(1, dtype=np.uint16)))


@pytest.mark.parametrize(
    ("cards", "complaint"),
    [
        (np.array([0b1111]), "five to ten cards, number 0 has 4"),
        (np.array([0b11111, 0xFFFF]), "number 1 has 16"),
        (np.array([1 << 52 | 0b1111]), "bits 0 to 51"),
        (np.array([-1]), "bits 0 to 51"),
        (np.array([1.5]), "whole numbers, not float64"),
        ("AsKs", "five to ten cards, this one 2"),
        ("AsKsQsJsTs9s8s7s6s5s4s", "five to ten cards, this one 11"),
        ("AsKsQsJsAs", "As stands twice"),
        ("AsKsQsJsXs", "not a card"),
    ],
)
def test_what_is_no_hand_is_refused(cards: str, complaint: str) -> None:
    with pytest.raises(CardError, match=complaint):
        evaluate(cards)


def test_a_card_twice_is_refused() -> None:
    with pytest.raises(CardError, match="Kd stands twice"):
        evaluate([*parse_cards("KdQdJdTd"), *parse_cards("Kd")])
