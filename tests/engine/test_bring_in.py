"""The bring-in, with every kind of limit (R25)."""

from typing import Any

import pytest

from cincinnati.engine import Call, Deal, Fold, Legal
from cincinnati.engine.actions import BringIn
from cincinnati.errors import IllegalAction, Refusal
from cincinnati.rules import Limit
from home_game import deal_of, names, play

pytestmark = pytest.mark.rule("R25")

DEEP = [1001] * 4


def with_bring_in(stacks: list[int], **changes: Any) -> Deal:
    return deal_of(stacks=stacks, **({"bring_in": 1} | changes))


@pytest.mark.parametrize(
    ("stacks", "changes", "to_act", "legal"),
    [
        # He posts it, or bets at least the minimum; he may neither check nor fold.
        (DEEP, {}, 0, "post the bring-in, raise to 2 up to 1000"),
        (DEEP, {"limit": Limit.FIXED, "min_bet": 20, "bring_in": 5}, 0,
         "post the bring-in, raise to 20"),
        (DEEP, {"limit": Limit.POT, "min_bet": 3}, 0, "post the bring-in, raise to 3 up to 4"),
        # All-in for anything between.
        ([8, 101], {"min_bet": 20, "bring_in": 5}, 0, "post the bring-in, raise to 7"),
        ([8, 101], {"min_bet": 20, "bring_in": 5, "limit": Limit.FIXED}, 0,
         "post the bring-in, raise to 7"),
        # Whoever has no more than the bring-in can only post it.
        ([6, 101], {"min_bet": 20, "bring_in": 5}, 0, "post the bring-in"),
        ([3, 101], {"min_bet": 20, "bring_in": 5}, 0, "post the bring-in"),
        ([7, 101], {"min_bet": 20, "bring_in": 5}, 0, "post the bring-in, raise to 6"),
        # The first live player left of the dealer *with chips*.
        ([1, 101, 101], {}, 1, "post the bring-in, raise to 2 up to 100"),
        # In the opening round of a variant that has one.
        (DEEP, {"opening_round": True}, 0, "post the bring-in, raise to 2 up to 1000"),
    ],
)  # fmt: skip
def test_the_first_player_must_open(
    stacks: list[int], changes: dict[str, Any], to_act: int, legal: str
) -> None:
    deal = with_bring_in(stacks, **changes)
    assert deal.to_act == to_act
    assert str(deal.legal) == legal


def test_neither_check_nor_fold_and_no_second_bring_in() -> None:
    deal = with_bring_in(DEEP)
    for action in (Call(), Fold()):
        with pytest.raises(IllegalAction, match="the bring-in is due") as refused:
            deal.act(action)
        assert refused.value.code is Refusal.BRING_IN_DUE
    with pytest.raises(IllegalAction, match="a bring-in, but none is due") as refused:
        play(deal, "bring-in").act(BringIn())
    assert refused.value.code is Refusal.NO_BRING_IN
    with pytest.raises(IllegalAction, match="none is due"):
        deal_of(stacks=DEEP).act(BringIn())


@pytest.mark.rule("R9")
def test_nobody_brings_it_in_when_nobody_could_answer() -> None:
    deal = deal_of(stacks=[101, 1, 1], bring_in=1)
    assert deal.over
    assert "BringInPosted" not in names(deal)


def test_only_the_first_round_is_brought_in() -> None:
    deal = play(with_bring_in(DEEP), "bring-in, call, call, call |")
    assert str(deal.legal) == "check, raise to 2 up to 999"


@pytest.mark.parametrize("opened", ["bring-in, call, call, call", "bring-in, fold, call, fold"])
def test_if_all_only_call_the_poster_is_not_asked_again(opened: str) -> None:
    deal = play(with_bring_in(DEEP), opened)
    assert len(deal.board) == 2
    assert names(deal)[-1] == "CardTurned"


@pytest.mark.rule("R12")
def test_posting_is_not_acting() -> None:
    """A short all-in of 1 above the bring-in does not close the betting for the poster."""
    deal = play(with_bring_in([101, 3, 101], min_bet=4), "bring-in, all-in 2, call")
    assert deal.to_act == 0
    assert str(deal.legal) == "fold, call 1, raise to 4 up to 100"


@pytest.mark.parametrize(
    ("stacks", "changes", "script", "legal"),
    [
        # The next player may complete to the full bet.
        (DEEP, {}, "bring-in", "fold, call 1, raise to 2 up to 1000"),
        (DEEP, {"min_bet": 5}, "bring-in", "fold, call 1, raise to 5 up to 1000"),
        # The example: bring-in 1, raise to 6, next to 11 (6 met 1: a rise of 5).
        (DEEP, {}, "bring-in, raise 6", "fold, call 6, raise to 11 up to 1000"),
        # The increment is at least the minimum bet: completing 1 to 5 is a rise of 4.
        (DEEP, {"min_bet": 5}, "bring-in, complete 5", "fold, call 5, raise to 10 up to 1000"),
        (DEEP, {"min_bet": 5}, "bring-in, raise 7", "fold, call 7, raise to 13 up to 1000"),
        # Opening with a bet instead of the bring-in.
        (DEEP, {"min_bet": 5}, "bet 5", "fold, call 5, raise to 10 up to 1000"),
        (DEEP, {"min_bet": 5}, "bet 12", "fold, call 12, raise to 24 up to 1000"),
        # Every wager below the full bet is short: the bet is still to be made.
        ([1001, 4, 1001], {"min_bet": 5}, "bring-in, all-in 3",
         "fold, call 3, raise to 5 up to 1000"),
        ([4, 1001, 1001], {"min_bet": 5}, "all-in 3", "fold, call 3, raise to 5 up to 1000"),
        # The rise is counted from the level that the raise met: 3 to 9, so 9 to 15.
        ([1001, 4, 1001], {"min_bet": 5}, "bring-in, all-in 3, raise 9",
         "fold, call 8, raise to 15 up to 1000"),
    ],
)  # fmt: skip
def test_completing_and_raising(
    stacks: list[int], changes: dict[str, Any], script: str, legal: str
) -> None:
    assert str(play(with_bring_in(stacks, **changes), script).legal) == legal


@pytest.mark.parametrize(
    ("stacks", "script", "legal"),
    [
        # The poster has 1 of 3 chips: the whole bring-in is due all the same.
        ([2, 101, 101], "bring-in", "fold, call 3, raise to 8 up to 100"),
        ([2, 101, 101], "bring-in, call", "fold, call 3, raise to 8 up to 100"),
        # But nobody is asked for what no live opponent could still put in (R9).
        ([2, 101], "bring-in", "fold, call 1"),
        ([2, 101, 101], "bring-in, fold", "fold, call 1"),
        # A caller who has less than the bring-in is all-in for less.
        ([101, 3, 101], "bring-in", "fold, call 2"),
        ([101, 3, 101], "bring-in, all-in 2", "fold, call 3, raise to 8 up to 100"),
    ],
)
@pytest.mark.rule("R9")
def test_a_short_bring_in_costs_the_others_the_whole_one(
    stacks: list[int], script: str, legal: str
) -> None:
    assert str(play(with_bring_in(stacks, bring_in=3, min_bet=8), script).legal) == legal


@pytest.mark.rule("R22")
@pytest.mark.parametrize(
    ("stacks", "script", "legal"),
    [
        # Completing counts as the bet: three raises are left.
        (DEEP, "bring-in", "fold, call 5, raise to 20"),
        (DEEP, "bring-in, complete 20, raise 40, raise 60", "fold, call 55, raise to 80"),
        (DEEP, "bring-in, complete 20, raise 40, raise 60, raise 80", "fold, call 60"),
        # Below a full bet every wager is short, also when it is half a bet or more.
        ([1001, 16, 1001], "bring-in, all-in 15", "fold, call 15, raise to 20"),
        ([1001, 20, 1001], "bring-in, all-in 19", "fold, call 19, raise to 20"),
        ([16, 1001, 1001], "all-in 15", "fold, call 15, raise to 20"),
        # After such an all-in, completing is still the bet.
        ([1001, 16, 1001, 1001], "bring-in, all-in 15, complete 20, raise 40, raise 60",
         "fold, call 40, raise to 80"),
        ([1001, 16, 1001, 1001], "bring-in, all-in 15, complete 20, raise 40, raise 60, raise 80",
         "fold, call 40"),
        # Once there is a full bet, half a bet counts again (R22).
        ([1001, 1001, 31, 1001], "bring-in, complete 20, all-in 30", "fold, call 30, raise to 50"),
        ([1001, 1001, 30, 1001], "bring-in, complete 20, all-in 29", "fold, call 29, raise to 40"),
    ],
)  # fmt: skip
def test_with_fixed_limit(stacks: list[int], script: str, legal: str) -> None:
    deal = with_bring_in(stacks, limit=Limit.FIXED, min_bet=20, bring_in=5)
    assert str(play(deal, script).legal) == legal


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    ("limit", "script", "legal"),
    [
        # A call of the bring-in counts as acting at level 0: completing re-opens the betting …
        (Limit.NO, "bring-in, call, complete 20, call", "fold, call 15, raise to 40 up to 1000"),
        (Limit.FIXED, "bring-in, call, complete 20, call", "fold, call 15, raise to 40"),
    ],
)
def test_completing_reopens_for_those_who_called(limit: Limit, script: str, legal: str) -> None:
    deal = with_bring_in([1001, 1001, 1001], limit=limit, min_bet=20, bring_in=5)
    assert str(play(deal, script).legal) == legal


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    ("limit", "all_in", "legal"),
    [
        # … and a short all-in for 19 does not, without a limit: 19 is less than the bet of 20.
        (Limit.NO, 19, "fold, call 14"),
        (Limit.NO, 20, "fold, call 15, raise to 40 up to 1000"),
        # At fixed limit half a bet above level 0 is enough to raise again: to complete to 20.
        (Limit.FIXED, 10, "fold, call 5, raise to 20"),
        (Limit.FIXED, 9, "fold, call 4"),
    ],
)
def test_a_call_below_the_full_bet_is_acting_at_level_0(
    limit: Limit, all_in: int, legal: str
) -> None:
    stacks = [1001, 1001, all_in + 1]
    deal = with_bring_in(stacks, limit=limit, min_bet=20, bring_in=5)
    deal = play(deal, f"bring-in, call, all-in {all_in}, call")
    assert deal.to_act == 1
    assert str(deal.legal) == legal


@pytest.mark.rule("R12")
def test_the_first_rounds_bet_is_the_full_one_whatever_later_rounds_cost() -> None:
    deal = deal_of(stacks=[100, 100, 100, 6], limit=Limit.FIXED, bets=(4, 8, 8, 8, 8), bring_in=1)
    deal = play(deal, "bring-in, raise 4, call, all-in 5, fold, call")
    assert deal.to_act == 2
    assert deal.legal == Legal(fold=True, call=1, raise_to=None, bring_in=False)
