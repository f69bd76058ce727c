"""Hands as people know them: names, numbers, which five cards, and what beats what."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cincinnati.cards import CardSet, Rank, card_set, cards_of_ranks, parse_cards
from cincinnati.ranking import (
    Category,
    Value,
    best_five,
    best_low,
    best_value,
    category_of,
    class_of,
    high_value,
    low_five,
    low_rank_of,
    low_ranks,
    name_of,
    order_of,
    played_ranks,
)


def wild_set(letters: str) -> CardSet:
    return CardSet(sum(cards_of_ranks(Rank.of(letter).bit) for letter in letters))


def five(cards: str, wild: str = "") -> str:
    held, jokers = card_set(parse_cards(cards)), wild_set(wild)
    return " ".join(map(str, best_five(held, jokers, best_value(held, jokers))))


def spelled(value: Value) -> str:
    """The name of a hand in short: ``two-pair K9 A``."""
    name = name_of(value)
    ranks, kickers = ("".join(rank.letter for rank in each) for each in (name.ranks, name.kickers))
    return f"{name.category.code} {ranks} {kickers}".rstrip()


def named(cards: str, wild: str = "") -> str:
    return spelled(best_value(card_set(parse_cards(cards)), wild_set(wild)))


@pytest.mark.rule(17)
@pytest.mark.parametrize(
    ("cards", "name", "number"),
    [
        ("As Ks Qs Js Ts", "straight-flush A", 1),
        ("Ks Qs Js Ts 9s", "straight-flush K", 2),
        ("5d 4d 3d 2d Ad", "straight-flush 5", 10),
        ("As Ah Ad Ac Kd", "four-of-a-kind A K", 11),
        ("2s 2h 2d 2c 3d", "four-of-a-kind 2 3", 166),
        ("As Ah Ad Kc Kd", "full-house AK", 167),
        ("2s 2h 2d 3c 3d", "full-house 23", 322),
        ("As Ks Qs Js 9s", "flush AKQJ9", 323),
        ("7s 5s 4s 3s 2s", "flush 75432", 1599),
        ("As Kd Qs Js Ts", "straight A", 1600),
        ("5d 4s 3s 2s As", "straight 5", 1609),
        ("As Ah Ad Kc Qd", "three-of-a-kind A KQ", 1610),
        ("2s 2h 2d 4c 3d", "three-of-a-kind 2 43", 2467),
        ("As Ah Kd Kc Qd", "two-pair AK Q", 2468),
        ("3s 3h 2d 2c 4d", "two-pair 32 4", 3325),
        ("As Ah Kd Qc Jd", "pair A KQJ", 3326),
        ("2s 2h 5d 4c 3d", "pair 2 543", 6185),
        ("As Kd Qs Js 9s", "high-card AKQJ9", 6186),
        ("7d 5s 4s 3s 2s", "high-card 75432", 7462),
    ],
)
def test_the_first_and_last_hand_of_each_kind(cards: str, name: str, number: int) -> None:
    value = high_value(card_set(parse_cards(cards)))
    assert spelled(value) == name
    assert class_of(value) == number
    assert order_of(value) == number + 13


@pytest.mark.rule(26)
def test_five_of_a_kind_stands_above_the_usual_numbers() -> None:
    aces = best_value(card_set(parse_cards("As Ah Ad Ac 2c")), wild_set("2"))
    twos = best_value(card_set(parse_cards("2s 2h 2d 2c 3c")), wild_set("3"))
    assert (order_of(aces), class_of(aces), spelled(aces)) == (1, None, "five-of-a-kind A")
    assert (order_of(twos), class_of(twos), spelled(twos)) == (13, None, "five-of-a-kind 2")
    royal = high_value(card_set(parse_cards("As Ks Qs Js Ts")))
    assert twos > royal
    assert name_of(royal).royal
    assert not name_of(high_value(card_set(parse_cards("Ks Qs Js Ts 9s")))).royal


@pytest.mark.rule(17)
@pytest.mark.parametrize(
    ("cards", "name", "played"),
    [
        (  # a flush is there too
            "9s 9h 9d 4s 4h 2s 7s Ks Jc 3c",
            "full-house 94",
            "9s 9h 9d 4s 4h",
        ),
        (
            "2h 2d 2c 3c 3d Ah Kh 9h 7h 5s",
            "full-house 23",
            "2h 2d 2c 3d 3c",
        ),
        (  # two flushes
            "Ah Kh Qh Jh 8h As Ks Qs Js 9s",
            "flush AKQJ9",
            "As Ks Qs Js 9s",
        ),
        (
            "Ah 6h 4h 3h 2h Ks Qs Js 9s 8s",
            "flush A6432",
            "Ah 6h 4h 3h 2h",
        ),
        (  # a straight flush below a higher flush
            "As Ks 2d 3d 9c 5s 6s 7s 8s 9s",
            "straight-flush 9",
            "9s 8s 7s 6s 5s",
        ),
        (
            "Ah Kh Qh 9h 8h 2c 3c 4c 5c 6c",
            "straight-flush 6",
            "6c 5c 4c 3c 2c",
        ),
        ("As 2d 3h 4c 5s Kd", "straight 5", "5s 4c 3h 2d As"),
        ("As 2s 3s 4s 5s 9h", "straight-flush 5", "5s 4s 3s 2s As"),
        ("As 2d 3h 4c 5s 6h", "straight 6", "6h 5s 4c 3h 2d"),
        (  # no straight wraps
            "Qs Kd Ah 2c 3s 7d 8h",
            "high-card AKQ87",
            "Ah Kd Qs 8h 7d",
        ),
        ("Js Qd Kh Ac 2s 3d 7h 8c", "high-card AKQJ8", "Ac Kh Qd Js 8c"),
        (  # the top five of a long straight
            "5s 6d 7h 8c 9s Td Jh Qc Ks 2d",
            "straight K",
            "Ks Qc Jh Td 9s",
        ),
        ("As Ad 7c 7d 5h 5s 2c 2d Kh Qs", "two-pair A7 K", "As Ad 7d 7c Kh"),
        ("As Ad 7c 7d 5h 5s 2c 2d 3h 3s", "two-pair A7 5", "As Ad 7d 7c 5s"),
        ("7s 7h 7d 5s 5h 5d 2s 2h 2d Ac", "full-house 75", "7s 7h 7d 5s 5h"),
        ("4s 4h 4d 4c 5s 5h 5d 5c Ks 2d", "four-of-a-kind 5 K", "5s 5h 5d 5c Ks"),
        ("4s 4h 4d 4c 5s 5h 5d 5c 3s 2d", "four-of-a-kind 5 4", "5s 5h 5d 5c 4s"),
        ("9s 9h 9d 7c 7d 7h Ac", "full-house 97", "9s 9h 9d 7h 7d"),
    ],
)
def test_the_best_five_of_more(cards: str, name: str, played: str) -> None:
    assert named(cards) == name
    assert five(cards) == played


@pytest.mark.rule(17)
@pytest.mark.parametrize(
    "hands",
    [
        ["As Ks Qs Js Ts", "Ks Qs Js Ts 9s", "6s 5s 4s 3s 2s", "5s 4s 3s 2s As"],
        ["3s 3h 3d 3c 2d", "2s 2h 2d 2c Ad", "2s 2h 2d 2c Kd"],
        ["2s 2h 2d 2c 3d", "As Ah Ad Kc Kd", "As Ah Ad Qc Qd", "Ks Kh Kd Ac Ad"],
        ["3s 3h 3d 2c 2d", "2s 2h 2d Ac Ad"],
        ["2s 2h 2d 3c 3d", "As Ks Qs Js 9s", "As Ks Qs Js 8s", "As 6s 5s 4s 2s", "Ks Qs Js Ts 8s"],
        ["7s 5s 4s 3s 2s", "As Kd Qs Js Ts", "6d 5s 4s 3s 2s", "5d 4s 3s 2s As"],
        ["5d 4s 3s 2s As", "As Ah Ad Kc Qd", "As Ah Ad Kc Jd", "As Ah Ad 3c 2d", "Ks Kh Kd Ac Qd"],
        ["2s 2h 2d 4c 3d", "As Ah Kd Kc Qd", "As Ah Kd Kc 2d", "As Ah Qd Qc Kd", "Ks Kh Qd Qc Ad"],
        ["3s 3h 2d 2c 4d", "As Ah Kd Qc Jd", "As Ah Kd Qc Td", "As Ah 4d 3c 2d", "Ks Kh Ad Qc Jd"],
        ["2s 2h 5d 4c 3d", "As Kd Qs Js 9s", "As Kd Qs Js 8s", "Kd Qs Js Ts 8s", "7d 5s 4s 3s 2s"],
    ],
)
def test_what_beats_what(hands: list[str]) -> None:
    values = [high_value(card_set(parse_cards(cards))) for cards in hands]
    assert all(better > worse for better, worse in pairwise(values))
    assert all(order_of(better) < order_of(worse) for better, worse in pairwise(values))


@pytest.mark.rule(17)
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As Kd Qs Js 9s", "Ah Kc Qh Jh 9c"),
        ("As Ks Qs Js 9s", "Ah Kh Qh Jh 9h"),
        ("5d 4s 3s 2s As", "5c 4c 3c 2h Ah"),
        ("As Ah Kd Kc Qd 2c", "Ad Ac Ks Kh Qs 3d"),  # nothing outside the five counts
        ("As Ks Qs Js 9s 8s 7s", "Ah Kh Qh Jh 9h 2c 3c"),
    ],
)
def test_suits_and_other_cards_never_break_a_tie(one: str, other: str) -> None:
    values = {high_value(card_set(parse_cards(cards))) for cards in (one, other)}
    assert len(values) == 1


@pytest.mark.rule(26)
@pytest.mark.parametrize(
    ("cards", "wild", "name", "played"),
    [
        ("As Ah Kd Qc 2d", "2", "three-of-a-kind A KQ", "As Ah 2d Kd Qc"),
        ("As Kh Qd 9c 2d", "2", "pair A KQ9", "As 2d Kh Qd 9c"),
        ("As Kh 9d 8c 3h 2d", "2", "pair A K98", "As 2d Kh 9d 8c"),
        ("As Ks Qs 2d Ts", "2", "straight-flush A", "As Ks Qs 2d Ts"),
        ("As Ks 9s 5s 2d", "2", "flush AKQ95", "As Ks 2d 9s 5s"),
        ("As Ah Kd Kc 2d", "2", "full-house AK", "As Ah 2d Kd Kc"),
        ("9s 8h 7d 2c 2d", "2", "straight J", "2d 2c 9s 8h 7d"),
        ("As 2h 3d 5c 9d", "9", "straight 5", "5c 9d 3d 2h As"),
        ("Ks Kh Kd Kc 2d", "2", "five-of-a-kind K", "Ks Kh Kd Kc 2d"),
        ("2s 2h 2d 2c 7d", "2", "five-of-a-kind 7", "7d 2s 2h 2d 2c"),
        ("2s 2h 2d 2c 3s 3h 7d", "23", "five-of-a-kind A", "3s 3h 2s 2h 2d"),
        ("7s 7h 7d 7c Kd 2c", "2", "five-of-a-kind 7", "7s 7h 7d 7c 2c"),
        ("9s 8s 7s 6s 5s 2c", "2", "straight-flush T", "2c 9s 8s 7s 6s"),
        ("As Ks Qs Js Ts 9c", "2", "straight-flush A", "As Ks Qs Js Ts"),
    ],
)
def test_what_wild_cards_make(cards: str, wild: str, name: str, played: str) -> None:
    assert named(cards, wild) == name
    assert five(cards, wild) == played


@pytest.mark.rule(26)
def test_no_flush_has_two_aces() -> None:
    # The wild card cannot be a second ace of spades: it is the king.
    assert named("As Qs 9s 7s 2d", "2") == "flush AKQ97"


@pytest.mark.rule(26)
def test_a_hand_with_wild_cards_ties_with_the_same_hand_without() -> None:
    with_wild = best_value(card_set(parse_cards("As Ah Kd Qc 2d")), wild_set("2"))
    without = best_value(card_set(parse_cards("As Ah Ad Kd Qc")), wild_set("2"))
    assert with_wild == without


@pytest.mark.rule(30)
@pytest.mark.parametrize(
    ("cards", "wild", "low"),
    [
        ("5s 4h 3d 2c As", "", (5, 4, 3, 2, 1)),
        ("5s 4s 3s 2s As", "", (5, 4, 3, 2, 1)),
        ("8s 7h 6d 5c 4s", "", (8, 7, 6, 5, 4)),
        ("9s 7h 6d 5c 4s", "", None),
        ("8s 8h 7d 6c 5s 5d 5h", "", None),
        ("8s 8h 7d 6c 5s 5d As", "", (8, 7, 6, 5, 1)),
        ("8s 7h 6d 5c 4s 3h 2d Ac Kd Qd", "", (5, 4, 3, 2, 1)),
        ("8s 6h 4d 2c Ks", "K", (8, 6, 4, 2, 1)),
        ("Ks Kh Kd Kc 9s 9d", "K9", (5, 4, 3, 2, 1)),
        ("As 2h 3d Kc Kd", "K", (5, 4, 3, 2, 1)),
        ("8s 7h 7d Kc Ks", "K", None),
        ("2s 2h 3d 4c 6s", "2", (6, 4, 3, 2, 1)),
    ],
)
def test_lows(cards: str, wild: str, low: tuple[int, ...] | None) -> None:
    held, jokers = card_set(parse_cards(cards)), wild_set(wild)
    found = best_low(held, jokers)
    assert (None if found is None else low_ranks(found)) == low


@pytest.mark.rule(30)
def test_of_two_lows_the_one_with_the_lower_top_card_is_better() -> None:
    lows = [
        best_low(card_set(parse_cards(cards)))
        for cards in ("5s 4h 3d 2c As", "6s 4h 3d 2c As", "7s 5h 4d 3c 2s", "8s 4h 3d 2c As")
    ]
    numbers = [low for low in lows if low is not None]
    assert len(numbers) == 4
    assert numbers == sorted(numbers)
    assert low_rank_of(1) is Rank.ACE
    assert low_rank_of(8) is Rank.EIGHT


@pytest.mark.rule(30)
def test_high_and_low_use_different_cards() -> None:
    held = card_set(parse_cards("As Ah Kd Kc Kh 8s 5d 4c 2h Qs"))
    value, low = best_value(held), best_low(held)
    assert low is not None
    high_cards = best_five(held, wild_set(""), value)
    low_cards = low_five(held, wild_set(""), low)
    assert " ".join(map(str, high_cards)) == "Kh Kd Kc As Ah"
    assert " ".join(map(str, low_cards)) == "8s 5d 4c 2h As"


@pytest.mark.parametrize(
    ("cards", "ranks"),
    [
        ("As Kd Qs Js 9s", "AKQJ9"),
        ("9s 9h Kd Qc 2d", "99KQ2"),
        ("9s 9h Kd Kc 2d", "KK992"),
        ("9s 9h 9d Kc 2d", "999K2"),
        ("9s 9h 9d Kc Kd", "999KK"),
        ("9s 9h 9d 9c Kd", "9999K"),
        ("6s 5h 4d 3c 2s", "65432"),
        ("As 5h 4d 3c 2s", "5432A"),
        ("As 5s 4s 3s 2s", "5432A"),
    ],
)
def test_cards_are_named_from_the_larger_group_down(cards: str, ranks: str) -> None:
    value = high_value(card_set(parse_cards(cards)))
    assert "".join(rank.letter for rank in played_ranks(value)) == ranks
    assert "".join(card[0] for card in five(cards).split()) == ranks


def test_names_hold_the_ranks_that_matter() -> None:
    name = name_of(high_value(card_set(parse_cards("Ks 9d Kd 9c Ah 2c 3c"))))
    assert name.category is Category.TWO_PAIR
    assert name.ranks == (Rank.KING, Rank.NINE)
    assert name.kickers == (Rank.ACE,)
    full = name_of(high_value(card_set(parse_cards("9s 9d 9c Ks Kh"))))
    assert full.ranks == (Rank.NINE, Rank.KING)
    assert full.kickers == ()


def test_categories_have_codes() -> None:
    value = high_value(card_set(parse_cards("As Ah Ad Kc Kd")))
    assert category_of(value).code == "full-house"
    assert [category.code for category in Category] == [
        "high-card", "pair", "two-pair", "three-of-a-kind", "straight",
        "flush", "full-house", "four-of-a-kind", "straight-flush", "five-of-a-kind",
    ]  # fmt: skip
