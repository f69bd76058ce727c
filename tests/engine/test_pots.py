"""Main pot and side pots, what goes back, odd chips, and that no chip is lost (R14-R19)."""

from typing import Any

import pytest

from cincinnati.engine import Position
from cincinnati.engine.pots import divide, pots, refund
from cincinnati.engine.seen import Share
from home_game import all_chips, check_down, deal_of, names, play, refunds, states, wins

WHOLE = Share.WHOLE


def put_in(text: str) -> list[int]:
    """Contributions by position; a folded player's has an ``f`` behind it."""
    return [int(word.rstrip("f")) for word in text.split()]


def live(text: str) -> list[Position]:
    return [Position(at) for at, word in enumerate(text.split()) if not word.endswith("f")]


@pytest.mark.rule("R15")
@pytest.mark.parametrize(
    ("contributions", "expected"),
    [
        ("5 5 5", [(15, (0, 1, 2))]),
        ("10 30 30", [(30, (0, 1, 2)), (40, (1, 2))]),
        ("10 20 30 30", [(40, (0, 1, 2, 3)), (30, (1, 2, 3)), (20, (2, 3))]),
        # A folded player's chips stay in, level by level, and make no pot of their own.
        ("10 15f 30 30", [(40, (0, 2, 3)), (45, (2, 3))]),
        ("5f 10 10", [(25, (1, 2))]),
        ("30f 10 40 40", [(40, (1, 2, 3)), (80, (2, 3))]),
        # Two levels with the same contestants are one pot.
        ("7f 3f 10 10", [(30, (2, 3))]),
        # A level that no live player reached belongs to the pot below.
        ("12f 10 10", [(32, (1, 2))]),
        ("25f 10 20 20", [(40, (1, 2, 3)), (35, (2, 3))]),
        # Whoever put nothing in contests nothing.
        ("0 10 10", [(20, (1, 2))]),
        ("0 0", []),
        ("8f 9", [(17, (1,))]),
    ],
)
def test_pots_by_levels_of_contribution(
    contributions: str, expected: list[tuple[int, tuple[int, ...]]]
) -> None:
    found = pots(put_in(contributions), live(contributions))
    assert [(pot.amount, pot.eligible) for pot in found] == expected


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    ("contributions", "expected"),
    [
        ("5 5 5", None),
        ("20 5 5", (0, 15)),
        ("5 30 20f", (1, 10)),
        ("5 30f 30", None),
        ("0 2 1f", (1, 1)),
    ],
)
def test_what_nobody_matched_goes_back(
    contributions: str, expected: tuple[int, int] | None
) -> None:
    assert refund(put_in(contributions)) == expected


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    ("stacks", "script", "expected", "last"),
    [
        # Beyond the contributions of folded players as well: B folded with 20 in.
        ([101, 101], "bet 20, raise 50, fold", [(1, 30)], "Raised"),
        ([101, 101, 101], "bet 10, call, call | bet 20, fold, fold", [(0, 20)], "Bet"),
        # Before the showdown, and before the cards are awarded: A had 100, B only 50.
        ([101, 51], "all-in 100, all-in 50", [(0, 50)], "CardTurned"),
        ([101, 101], "all-in 100, all-in 100", [], "CardTurned"),
    ],
)
def test_the_refund_is_an_event_of_its_own_before_anything_is_shared_out(
    stacks: list[int], script: str, expected: list[tuple[int, int]], last: str
) -> None:
    deal = play(deal_of(stacks=stacks), script)
    assert refunds(deal) == expected
    told = names(deal)
    if expected:
        at = told.index("Refunded")
        assert told[at - 1] in (last, "Folded")
        assert not {"HandShown", "PotAwarded"} & set(told[:at])


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    ("changes", "script", "refunded", "stacks"),
    [
        # An ante counts: A's ante of 1 is matched by nobody's more.
        ({"ante": 1}, "bet 5, fold", [(0, 5)], (101, 99)),
        # Blinds count: the big blind takes back what is above the small one.
        ({"ante": 0, "blinds": (1, 2)}, "fold", [(0, 1)], (101, 99)),
        # Without antes a blind that everybody folds to goes back whole, and there is no pot.
        ({"ante": 0, "blinds": (2,)}, "fold", [(0, 2)], (100, 100)),
        # The bring-in counts.
        ({"ante": 1, "bring_in": 1}, "bring-in, fold", [(0, 1)], (101, 99)),
    ],
)
def test_antes_blinds_and_the_bring_in_are_contributions(
    changes: dict[str, Any], script: str, refunded: list[tuple[int, int]], stacks: tuple[int, ...]
) -> None:
    deal = play(deal_of("classic", stacks=[100] * 2, **changes), script)
    assert refunds(deal) == refunded
    assert deal.stacks == stacks
    assert len(deal.awards) == (changes != {"ante": 0, "blinds": (2,)})


@pytest.mark.rule("R18")
def test_the_example_of_32_chips_among_three() -> None:
    assert divide(32, [Position(2), Position(0), Position(1)]) == {0: 11, 1: 11, 2: 10}


@pytest.mark.rule("R18")
@pytest.mark.parametrize(
    ("amount", "winners", "shares"),
    [
        (33, [0, 1, 2], {0: 11, 1: 11, 2: 11}),
        (31, [0, 1, 2], {0: 11, 1: 10, 2: 10}),
        # The dealer has the last position and gets an odd chip last.
        (5, [1, 3], {1: 3, 3: 2}),
        (1, [4, 2], {2: 1, 4: 0}),
        (7, [3], {3: 7}),
    ],
)
def test_odd_chips_go_one_each_from_the_dealers_left(
    amount: int, winners: list[int], shares: dict[int, int]
) -> None:
    assert divide(amount, [Position(winner) for winner in winners]) == shares


BOARD_PLAYS = "AsKsQsJsTs"
"""A royal flush on the board: everybody plays it and all tie."""


@pytest.mark.rule("R18")
@pytest.mark.rule("R15")
@pytest.mark.parametrize(
    ("stacks", "ante", "script", "expected"),
    [
        # The example of the rules: p0 folded his ante of 2, the others put in 10 each.
        ([100] * 4, 2, "check, bet 8, call, call, fold", [(0, WHOLE, {1: 11, 2: 11, 3: 10})]),
        # The dealer comes last: 31 among p1, p2 and the dealer.
        ([100] * 4, 1, "check, bet 9, call, call, fold", [(0, WHOLE, {1: 11, 2: 10, 3: 10})]),
        # Pot by pot, the odd chips beginning anew: 25 among four, then 23 among three.
        (
            [5, 100, 100, 12, 100],
            1,
            "bet 2, call, call, call, call | all-in 2, raise 4, raise 9, all-in 9, call, fold",
            [(0, WHOLE, {0: 7, 2: 6, 3: 6, 4: 6}), (1, WHOLE, {2: 8, 3: 8, 4: 7})],
        ),
    ],
)
def test_a_tied_pot_is_divided_pot_by_pot(
    stacks: list[int], ante: int, script: str, expected: list[tuple[int, Share, dict[int, int]]]
) -> None:
    deal = deal_of(stacks=stacks, board=BOARD_PLAYS, ante=ante)
    assert wins(check_down(play(deal, script))) == expected


@pytest.mark.rule("R15")
def test_each_pot_goes_to_its_own_winner() -> None:
    deal = deal_of(
        stacks=[11, 31, 101, 101],
        hands="AsAdAhAc2c KsKdKhKc2d QsQdQhQc2h JsJdJhJc2s",
        board="3c4d6h7s9c",
    )
    deal = check_down(play(deal, "all-in 10, all-in 30, raise 60, call | check, bet 10, fold"))
    # p2 folded at last, so the chips that only p2 and p3 contested are p3's without a contest.
    assert wins(deal) == [
        (0, WHOLE, {0: 44}),
        (1, WHOLE, {1: 60}),
        (2, WHOLE, {3: 60}),
    ]
    assert refunds(deal) == [(3, 10)]
    assert deal.stacks == (44, 60, 40, 100)


@pytest.mark.rule("R19")
@pytest.mark.parametrize(
    ("changes", "stacks", "script"),
    [
        ({}, [4, 100, 100, 100, 2], "all-in 3, raise 9, call, raise 50, all-in 1, fold, call"),
        ({"blinds": (1, 2), "ante": 0}, [100, 100, 100], "fold, fold"),
        ({"bring_in": 1}, [100, 100, 7], "bring-in, raise 4, all-in 6, call, call"),
    ],
)
def test_the_chips_add_up_after_every_event(
    changes: dict[str, Any], stacks: list[int], script: str
) -> None:
    deal = check_down(play(deal_of("hi-lo", stacks=stacks, **changes), script))
    assert deal.over
    assert {all_chips(state) for state in states(deal.events)} == {sum(stacks)}
