"""Pot limit: the most that a raise may reach (R23)."""

from typing import Any

import pytest

from cincinnati.engine import Deal, Raise
from cincinnati.errors import IllegalAction, Refusal
from cincinnati.rules import Limit
from home_game import deal_of, play

pytestmark = pytest.mark.rule("R23")


def pot_limit(stacks: list[int], preset: str = "cincinnati", **changes: Any) -> Deal:
    return deal_of(preset, stacks=stacks, limit=Limit.POT, **changes)


@pytest.mark.parametrize(
    ("script", "legal"),
    [
        # Three antes of 1 lie on the table.
        ("", "check, raise to 2 up to 3"),
        # 3 in the pot and a bet of 3: after the call of 3 there are 9, so 3 + 9.
        ("bet 3", "fold, call 3, raise to 6 up to 12"),
        # 3 + 3 + 12: after the call of 12 there are 30, so 12 + 30.
        ("bet 3, raise 12", "fold, call 12, raise to 21 up to 42"),
        # A caller makes it more: 3 + 3 + 3, and 3 for the call.
        ("bet 3, call", "fold, call 3, raise to 6 up to 15"),
        # Who has 3 in already calls 9 only: 3 + 3 + 12 + 12 + 9 = 39, above the level of 12.
        ("bet 3, raise 12, call", "fold, call 9, raise to 21 up to 51"),
        # The pots of earlier rounds count.
        ("bet 3, call, call |", "check, raise to 2 up to 12"),
        ("bet 3, call, fold | check, bet 9", "fold, call 9, raise to 18 up to 36"),
    ],
)
def test_a_raise_may_reach_the_level_and_the_table_after_the_call(script: str, legal: str) -> None:
    assert str(play(pot_limit([1000] * 3), script).legal) == legal


@pytest.mark.parametrize(
    ("changes", "stacks", "script", "legal"),
    [
        # Blinds 1 and 2, no ante: the first player may make it 2 + 3 + 2.
        ({"blinds": (1, 2), "ante": 0}, [100] * 3, "", "fold, call 2, raise to 4 up to 7"),
        # The small blind has 1 in: 2 + 3 + 1 after a fold, and after a call 2 + 5 + 1.
        ({"blinds": (1, 2), "ante": 0}, [100] * 3, "fold", "fold, call 1, raise to 4 up to 6"),
        ({"blinds": (1, 2), "ante": 0}, [100] * 3, "call", "fold, call 1, raise to 4 up to 8"),
        ({"blinds": (1, 2), "ante": 0}, [100] * 3, "call, call", "check, raise to 4 up to 8"),
        # A short big blind: the level is 2 all the same, on the table are 2 chips.
        ({"blinds": (1, 2), "ante": 0}, [100, 1, 100], "", "fold, call 2, raise to 4 up to 6"),
        # After the bring-in of 1 on three antes: 1 + 4 + 1.
        ({"bring_in": 1}, [100] * 3, "bring-in", "fold, call 1, raise to 2 up to 6"),
    ],
)
def test_with_blinds_or_a_bring_in(
    changes: dict[str, Any], stacks: list[int], script: str, legal: str
) -> None:
    assert str(play(pot_limit(stacks, preset="classic", **changes), script).legal) == legal


@pytest.mark.parametrize(
    ("stacks", "min_bet", "script", "legal"),
    [
        # Never less than the smallest full bet: the pot is 2, the minimum 10.
        ([100, 100], 10, "", "check, raise to 10"),
        ([100, 100], 10, "bet 10", "fold, call 10, raise to 20 up to 32"),
        # Not more than the player has.
        ([100, 9], 2, "bet 2", "fold, call 2, raise to 4 up to 8"),
        # An all-in for less, where the smallest full raise is more than he has.
        ([101, 16, 101], 2, "bet 3, raise 9, call", "fold, call 6, raise to 15 up to 39"),
        ([101, 16, 101], 10, "bet 10", "fold, call 10, raise to 15"),
        # Which moves the level but not the increment (R11).
        ([101, 16, 101], 10, "bet 10, all-in 15", "fold, call 15, raise to 25 up to 58"),
    ],
)
def test_neither_less_than_a_full_bet_nor_more_than_the_stack(
    stacks: list[int], min_bet: int, script: str, legal: str
) -> None:
    assert str(play(pot_limit(stacks, min_bet=min_bet), script).legal) == legal


def test_one_chip_more_than_the_pot_is_refused() -> None:
    deal = play(pot_limit([1000] * 3), "bet 3")
    with pytest.raises(IllegalAction, match="a raise to 13, more than 12") as refused:
        deal.act(Raise(to=13))
    assert refused.value.code is Refusal.RAISE_TOO_LARGE
