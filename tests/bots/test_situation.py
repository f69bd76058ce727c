"""A decision as one number: what it keeps apart and what it forgets."""

from __future__ import annotations

from itertools import product

import pytest

from cincinnati.bots.situation import (
    ATTEMPTS,
    ME,
    NOBODY,
    OTHER,
    SITUATIONS,
    depth_class,
    facing_class,
    opponents_class,
    other_price,
    situation,
    story_class,
    taken_pot,
)

PLAIN = {
    "opponents": 2, "dealt_in": 4, "turned": 3, "last": 0, "behind": 1, "call": 4, "pot": 20,
    "left": 60, "raises": 1, "raised": 0, "initiative": OTHER, "mine": 0, "theirs": 1,
}  # fmt: skip


def number(**changes: int) -> int:
    return situation(**PLAIN | changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"opponents": 1},
        {"opponents": 3},
        {"turned": 4},
        {"last": 1},
        {"behind": 0},
        {"behind": 2},
        {"call": 0},
        {"call": 9},
        {"left": 5},
        {"raises": 2},
        {"raises": 0},
        {"raises": 2, "raised": 1},
        {"mine": 1},
    ],
    ids=str,
)
def test_what_is_told_apart(changes: dict[str, int]) -> None:
    assert number(**changes) != number()


@pytest.mark.parametrize(
    "changes",
    [
        {"dealt_in": 3},
        {"call": 8, "pot": 40, "left": 120},
        {"behind": 1, "initiative": ME},  # somebody has bet since
        {"mine": 0, "theirs": 1, "left": 58},
    ],
    ids=str,
)
def test_what_is_forgotten(changes: dict[str, int]) -> None:
    assert number(**changes) == number()


def test_heads_up_from_the_start_is_another_game() -> None:
    assert number(opponents=1, dealt_in=2) != number(opponents=1, dealt_in=3)
    assert number(opponents=1, dealt_in=3) == number(opponents=1, dealt_in=8)


def test_against_many_less_is_remembered() -> None:
    rounds = [
        len(
            {
                number(opponents=opponents, mine=mine, theirs=theirs)
                for mine in range(4)
                for theirs in range(4)
            }
        )
        for opponents in (1, 2, 3)
    ]
    assert rounds == sorted(rounds, reverse=True)
    assert rounds[0] == 9


def test_the_initiative_counts_until_somebody_bets() -> None:
    first = [number(call=0, raises=0, initiative=who) for who in (NOBODY, ME, OTHER)]
    assert len(set(first)) == 3
    assert number(initiative=ME) == number(initiative=NOBODY)


@pytest.mark.parametrize(
    ("call", "pot", "kind"),
    [(0, 9, 0), (1, 4, 1), (5, 12, 2), (42, 100, 2), (43, 100, 3), (55, 100, 3), (56, 100, 4),
     (70, 100, 4), (71, 100, 5), (85, 100, 5), (86, 100, 6), (99, 2, 6)],
)  # fmt: skip
def test_prices(call: int, pot: int, kind: int) -> None:
    assert facing_class(call, pot) == kind


@pytest.mark.parametrize(("call", "others"), [
    (0, []), (20, [40, 50]), (40, [20, 50]), (50, [40, 20]), (60, [50, 40, 20]),
    (80, [50, 40, 20]), (95, [50, 40, 20]),
])  # fmt: skip
def test_an_unknown_price_is_taken_for_the_nearest_cheaper_one(
    call: int, others: list[int]
) -> None:
    def priced(call: int) -> int:
        return number(call=call, pot=100, left=10_000)

    found = [other_price(priced(call), attempt) for attempt in range(ATTEMPTS)]
    assert [each for each in found if each >= 0] == [priced(each) for each in others]


@pytest.mark.parametrize(
    ("size", "price", "taken"),
    [  # of a pot of 90: what is to be won if the bet is taken for a third, half or the whole of it
        (45, None, 135), (90, None, 180), (30, 2, 135), (65, None, 135), (80, None, 180),
        (30, 3, 180), (60, 1, 120), (135, 3, 180), (270, 3, 180), (135, 2, 135),
        (20, None, 110),  # cheap with a row of its own: what it is, nobody bets so in training
    ],
)  # fmt: skip
@pytest.mark.parametrize("dealt_in", [2, 5])
def test_a_bet_is_taken_for_the_size_of_its_row(
    size: int, price: int | None, taken: int, dealt_in: int
) -> None:
    def priced(call: int) -> int:
        return number(opponents=1, call=call, pot=100, left=1_000, dealt_in=dealt_in)

    asked = priced(100 * size // (90 + size))
    met = asked if price is None else priced((0, 20, 40, 50)[price])
    assert taken_pot(asked, met, 0, size, 90 + size) == taken
    if met == asked:
        assert taken_pot(asked, met, 1, size, 90 + size) == 90 + size


def test_elsewhere_a_bet_is_what_it_is() -> None:
    among_three = number(call=65, pot=155, left=1_000)
    last_chips = number(opponents=1, call=65, pot=155, left=0)
    for asked in (among_three, last_chips):
        assert taken_pot(asked, asked, 0, 65, 155) == 155


@pytest.mark.parametrize(
    ("left", "kind"),
    [(0, 0), (-3, 0), (1, 1), (35, 1), (36, 2), (80, 2), (81, 3), (170, 3), (171, 4), (350, 4),
     (351, 5), (700, 5), (701, 6), (1500, 6), (1501, 7)],
)  # fmt: skip
def test_depths(left: int, kind: int) -> None:
    assert depth_class(left, 100) == kind


def test_opponents() -> None:
    assert [opponents_class(count, 8) for count in range(1, 8)] == [1, 2, 3, 4, 4, 5, 5]
    assert opponents_class(1, 2) == 0


def test_stories_of_a_round() -> None:
    told = [story_class(0, 0, who) for who in (NOBODY, ME, OTHER)]
    told += [story_class(raises, raised, OTHER) for raises in (1, 2, 3) for raised in (0, 1)]
    assert told == [0, 1, 2, 3, 4, 4, 5, 6, 7]


def test_every_number_is_in_range() -> None:
    edges = product((1, 7), (2, 8), (0, 5), (0, 1), (0, 7), (0, 1000), (0, 9999), (0, 3), (0, 5))
    for opponents, dealt_in, turned, last, behind, call, left, raises, rounds in edges:
        made = situation(opponents, dealt_in, turned, last, behind, call, 4, left, raises,
                         min(raises, 1), OTHER, rounds, rounds)  # fmt: skip
        assert 0 <= made < SITUATIONS
