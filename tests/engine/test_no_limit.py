"""Opening, raising, all-in for less and re-opening without a limit (R10-R13).

Every player has paid an ante of 1, so a stack of 101 leaves 100 to bet.
"""

import pytest

from cincinnati.engine import Fold, Raise
from cincinnati.errors import IllegalAction, Refusal
from home_game import deal_of, play

DEEP = [1001] * 4


@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    ("script", "legal"),
    [
        ("", "check, raise to 2 up to 1000"),
        ("check, check", "check, raise to 2 up to 1000"),
        ("bet 2", "fold, call 2, raise to 4 up to 1000"),
        ("bet 2, raise 6", "fold, call 6, raise to 10 up to 1000"),
        ("bet 2, raise 6, raise 10", "fold, call 10, raise to 14 up to 1000"),
        ("bet 2, raise 6, raise 15", "fold, call 15, raise to 24 up to 1000"),
        ("bet 50, raise 100, fold, fold", "fold, call 50, raise to 150 up to 1000"),
        ("bet 2, raise 300, fold, fold, call |", "check, raise to 2 up to 700"),
    ],
)
def test_a_full_raise_adds_the_last_full_bet_or_raise(script: str, legal: str) -> None:
    assert str(play(deal_of(stacks=DEEP), script).legal) == legal


@pytest.mark.rule("R10")
@pytest.mark.parametrize("to", [-1, 0, 1, 1001])
def test_an_opening_bet_is_the_minimum_bet_up_to_the_stack(to: int) -> None:
    deal = deal_of(stacks=DEEP)
    with pytest.raises(IllegalAction) as refused:
        deal.act(Raise(to=to))
    small = refused.value.code is Refusal.RAISE_TOO_SMALL
    assert small == (to < 2)
    assert str(refused.value).endswith("allowed: check, raise to 2 up to 1000")


@pytest.mark.rule("R10")
@pytest.mark.rule("R24")
def test_the_big_blind_takes_the_place_of_the_minimum_bet_in_every_round() -> None:
    deal = play(deal_of(stacks=[100] * 3, blinds=(1, 5), ante=0), "call, call, check |")
    assert str(deal.legal) == "check, raise to 5 up to 95"


@pytest.mark.rule("R11")
@pytest.mark.parametrize(
    ("stacks", "script", "legal"),
    [
        # The two examples of the rules.
        ([1001, 141, 1001], "bet 100, all-in 140", "fold, call 140, raise to 240 up to 1000"),
        ([2, 101, 101], "all-in 1", "fold, call 1, raise to 3 up to 100"),
        # A short all-in after a short all-in: each moves the level, none the increment.
        (
            [1001, 141, 171, 1001],
            "bet 100, all-in 140, all-in 170",
            "fold, call 170, raise to 270 up to 1000",
        ),
        # A raise over a short all-in counts from the level, not from the last full raise.
        (
            [1001, 141, 1001, 1001],
            "bet 100, all-in 140, raise 250",
            "fold, call 250, raise to 360 up to 1000",
        ),
        # All-in for less than the minimum raise, and as a short call.
        ([1001, 151, 1001], "bet 100", "fold, call 100, raise to 150"),
        ([1001, 61, 1001], "bet 100", "fold, call 60"),
        # A short call changes nothing.
        ([1001, 61, 1001], "bet 100, all-in 60", "fold, call 100, raise to 200 up to 1000"),
    ],
)
def test_a_short_all_in_moves_the_level_and_not_the_increment(
    stacks: list[int], script: str, legal: str
) -> None:
    assert str(play(deal_of(stacks=stacks), script).legal) == legal


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    ("stacks", "script", "legal"),
    [
        # A bets 100, B is all-in for 140, C calls: 40 is too little to let A raise again.
        ([1001, 141, 1001], "bet 100, all-in 140, call", "fold, call 40"),
        # C, who had not acted, could raise, and then A may as well.
        (
            [1001, 141, 1001],
            "bet 100, all-in 140, raise 240",
            "fold, call 140, raise to 340 up to 1000",
        ),
        # Two short all-ins together: 140 and 200 are a full raise for A, who acted at 100 …
        (
            [1001, 141, 1001, 201],
            "bet 100, all-in 140, call, all-in 200",
            "fold, call 100, raise to 300 up to 1000",
        ),
        # … but not for C, who acted at 140 (A only calls).
        ([1001, 141, 1001, 201], "bet 100, all-in 140, call, all-in 200, call", "fold, call 60"),
        # One short of a full raise.
        ([1001, 141, 1001, 200], "bet 100, all-in 140, call, all-in 199", "fold, call 99"),
        # Not even all-in: A has 1 chip left beyond the call and may not move it in.
        ([142, 141, 1001], "bet 100, all-in 140, call", "fold, call 40"),
        # A check is acting at level 0: an all-in of 1 does not re-open, one of 2 does.
        ([101, 2, 101], "check, all-in 1, call", "fold, call 1"),
        ([101, 3, 101], "check, all-in 2, call", "fold, call 2, raise to 4 up to 100"),
        # A new round is a new beginning.
        (
            [1001, 141, 1001],
            "bet 100, all-in 140, call, call |",
            "check, raise to 2 up to 860",
        ),
    ],
)
def test_betting_reopens_for_each_player_by_his_own_last_action(
    stacks: list[int], script: str, legal: str
) -> None:
    assert str(play(deal_of(stacks=stacks), script).legal) == legal


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    ("stacks", "script", "legal"),
    [
        # The big blind faces a short raise of 1: he has not acted, so he may raise.
        ([100, 100, 3], "all-in 3, call 2", "fold, call 1, raise to 5 up to 100"),
        ([100, 100, 3], "all-in 3", "fold, call 2, raise to 5 up to 100"),
        # The first caller has acted at 2.
        ([100, 100, 100, 3], "call, all-in 3, fold, call", "fold, call 1"),
    ],
)
def test_paying_a_blind_is_not_acting(stacks: list[int], script: str, legal: str) -> None:
    deal = deal_of("classic", stacks=stacks, blinds=(1, 2), ante=0)
    assert str(play(deal, script).legal) == legal


@pytest.mark.rule("R12")
def test_a_refused_raise_says_why_and_changes_nothing() -> None:
    deal = play(deal_of(stacks=[1001, 141, 1001]), "bet 100, all-in 140, call")
    before = deal.events
    with pytest.raises(IllegalAction, match="nobody has made a full raise since he acted") as no:
        deal.act(Raise(to=1000))
    assert no.value.code is Refusal.RAISE_CLOSED
    assert no.value.tried == Raise(to=1000)
    assert no.value.allowed == deal.legal
    assert deal.events == before


@pytest.mark.rule("R13")
@pytest.mark.parametrize(
    ("stacks", "script", "legal"),
    [
        # Heads-up against an all-in: only a call is left.
        ([51, 101], "all-in 50", "fold, call 50"),
        # B is all-in and C has folded: A's further chips could be answered by nobody.
        ([101, 51, 101], "bet 2, all-in 50, fold", "fold, call 48"),
        # C can still answer 1 chip above the level: a raise is open, as far as A likes.
        ([101, 51, 52], "bet 2, all-in 50, call", "fold, call 48, raise to 98 up to 100"),
        ([101, 51, 51], "bet 2, all-in 50, all-in 50", "fold, call 48"),
        # The smallest raise does not depend on the opponents' stacks, and neither does the most.
        ([101, 4], "", "check, raise to 2 up to 100"),
        ([101, 2], "", "check, raise to 2 up to 100"),
        ([201, 101, 21], "bet 10, raise 60", "fold, call 20"),
        ([201, 101, 21], "bet 10, raise 60, fold", "fold, call 50, raise to 110 up to 200"),
    ],
)
def test_nobody_raises_what_no_live_opponent_could_answer(
    stacks: list[int], script: str, legal: str
) -> None:
    assert str(play(deal_of(stacks=stacks), script).legal) == legal


@pytest.mark.rule("R22")
@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    ("raises", "script", "legal"),
    [
        (0, "bet 2", "fold, call 2"),
        (1, "bet 2", "fold, call 2, raise to 4 up to 1000"),
        (1, "bet 2, raise 6", "fold, call 6"),
        (2, "bet 2, raise 6", "fold, call 6, raise to 10 up to 1000"),
        (1, "bet 2, raise 6, call, call, call |", "check, raise to 2 up to 994"),
    ],
)
def test_max_raises_goes_with_no_limit_as_well(raises: int, script: str, legal: str) -> None:
    assert str(play(deal_of(stacks=DEEP, max_raises=raises), script).legal) == legal


@pytest.mark.rule("R22")
def test_only_full_raises_count_for_the_cap() -> None:
    deal = deal_of(stacks=[1001, 141, 1001, 1001], max_raises=1)
    short = play(deal, "bet 100, all-in 140")
    assert str(short.legal) == "fold, call 140, raise to 240 up to 1000"
    assert str(play(short, "raise 240").legal) == "fold, call 240"


@pytest.mark.rule("R6")
def test_a_fold_is_refused_where_a_check_is_free() -> None:
    with pytest.raises(IllegalAction, match=r"nothing to match \(R6\)") as refused:
        deal_of(stacks=DEEP).act(Fold())
    assert refused.value.code is Refusal.NOTHING_TO_MATCH
