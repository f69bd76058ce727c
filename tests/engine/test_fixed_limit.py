"""Fixed limit: sizes, the cap, all-ins for less (R22).

Every player has paid an ante of 1, so a stack of 26 leaves 25 to bet. ``twenty`` plays with
bets of 20 and 40.
"""

from typing import Any

import pytest

from cincinnati.engine import Deal, Raise
from cincinnati.engine.seen import Share
from cincinnati.errors import IllegalAction
from cincinnati.rules import Limit, Split, Wild
from home_game import deal_of, five, play, wins

pytestmark = pytest.mark.rule("R22")

DEEP = [1001] * 4


def twenty(stacks: list[int], **changes: Any) -> Deal:
    return deal_of(stacks=stacks, limit=Limit.FIXED, min_bet=20, **changes)


CHECKS = {0: "", 1: "check, check |", 2: "check, check | check, check |",
          3: "check, check | check, check | check, check |",
          4: "check, check | check, check | check, check | check, check |"}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "sizes"),
    [
        # By default 2 up to the second community card and 4 after it.
        ({}, [2, 2, 4, 4, 4]),
        ({"opening_round": True}, [2, 2, 2, 4, 4, 4]),
        ({"min_bet": 5}, [5, 5, 10, 10, 10]),
        ({"bets": (3, 5)}, [3, 3, 5, 5, 5]),
        ({"bets": (1, 2, 3, 4, 5)}, [1, 2, 3, 4, 5]),
        ({"opening_round": True, "bets": (1, 2, 3, 4, 5, 6)}, [1, 2, 3, 4, 5, 6]),
    ],
)
def test_one_bet_size_a_round(changes: dict[str, Any], sizes: list[int]) -> None:
    deal = deal_of(stacks=[100, 100], limit=Limit.FIXED, **changes)
    found = []
    while not deal.over:
        bet = play(deal, f"bet {sizes[deal.state.round]}")
        assert bet.legal is not None
        assert bet.legal.raise_to == (2 * bet.state.level, 2 * bet.state.level)
        found.append(bet.state.level)
        deal = play(deal, "check, check")
    assert found == sizes


@pytest.mark.parametrize("to", [1, 19, 21, 40, 1000])
def test_bets_are_by_exactly_that_size(to: int) -> None:
    with pytest.raises(IllegalAction, match=r"allowed: check, raise to 20$"):
        twenty(DEEP).act(Raise(to=to))


@pytest.mark.parametrize(
    ("stacks", "script", "legal"),
    [
        (DEEP, "bet 20", "fold, call 20, raise to 40"),
        (DEEP, "bet 20, raise 40, raise 60", "fold, call 60, raise to 80"),
        # A bet and three raises, and then only calls …
        (DEEP, "bet 20, raise 40, raise 60, raise 80", "fold, call 60"),
        (DEEP, "bet 20, raise 40, raise 60, raise 80, call", "fold, call 40"),
        # … heads-up too.
        ([1001] * 2, "bet 20, raise 40, raise 60", "fold, call 20, raise to 80"),
        ([1001] * 2, "bet 20, raise 40, raise 60, raise 80", "fold, call 20"),
        # The next round is a new one.
        ([1001] * 2, "bet 20, raise 40, raise 60, raise 80, call |", "check, raise to 20"),
    ],
)
def test_a_bet_and_three_raises_in_each_round(stacks: list[int], script: str, legal: str) -> None:
    assert str(play(twenty(stacks), script).legal) == legal


@pytest.mark.parametrize(
    ("raises", "script", "legal"),
    [
        (1, "bet 20, raise 40", "fold, call 40"),
        (4, "bet 20, raise 40, raise 60, raise 80", "fold, call 60, raise to 100"),
        (0, "bet 20", "fold, call 20"),
    ],
)
def test_the_cap_may_be_set(raises: int, script: str, legal: str) -> None:
    assert str(play(twenty(DEEP, max_raises=raises), script).legal) == legal


@pytest.mark.parametrize(
    ("stacks", "script", "legal"),
    [
        # The examples: 25 is less than half a bet above 20, so it is completed to 40 …
        ([1001, 26, 1001], "bet 20, all-in 25", "fold, call 25, raise to 40"),
        # … 32 is half or more: a full raise, and the next goes a full bet above it.
        ([1001, 33, 1001], "bet 20, all-in 32", "fold, call 32, raise to 52"),
        ([1001, 31, 1001], "bet 20, all-in 30", "fold, call 30, raise to 50"),
        ([1001, 30, 1001], "bet 20, all-in 29", "fold, call 29, raise to 40"),
        # A short opening is completed to the bet.
        ([10, 1001, 1001], "all-in 9", "fold, call 9, raise to 20"),
        ([11, 1001, 1001], "all-in 10", "fold, call 10, raise to 30"),
        # Two short all-ins: whether one counts is measured from the last full wager.
        ([1001, 26, 30, 1001], "bet 20, all-in 25, all-in 29", "fold, call 29, raise to 40"),
        ([1001, 26, 32, 1001], "bet 20, all-in 25, all-in 31", "fold, call 31, raise to 51"),
        # After completing, raises go on by the full bet.
        ([1001, 26, 1001, 1001], "bet 20, all-in 25, complete 40", "fold, call 40, raise to 60"),
        # Whoever has less than the full raise goes all-in for what he has.
        ([1001, 36], "bet 20", "fold, call 20, raise to 35"),
        ([1001, 21], "bet 20", "fold, call 20"),
        ([1001, 11], "bet 20", "fold, call 10"),
    ],
)
def test_half_a_bet_makes_the_difference(stacks: list[int], script: str, legal: str) -> None:
    assert str(play(twenty(stacks), script).legal) == legal


@pytest.mark.parametrize(
    ("stacks", "script", "legal"),
    [
        # Completing a raise counts as a raise: bet, completion, two more, and that is the cap.
        (
            [1001, 26, 1001, 1001],
            "bet 20, all-in 25, complete 40, raise 60",
            "fold, call 40, raise to 80",
        ),
        ([1001, 26, 1001, 1001], "bet 20, all-in 25, complete 40, raise 60, raise 80",
         "fold, call 40"),
        # Completing a short opening counts as the bet: three raises are left.
        ([10, 1001, 1001, 1001], "all-in 9, complete 20, raise 40, raise 60",
         "fold, call 40, raise to 80"),
        ([10, 1001, 1001, 1001], "all-in 9, complete 20, raise 40, raise 60, raise 80",
         "fold, call 40"),
        # An opening of half a bet counts as the bet.
        ([11, 1001, 1001, 1001], "all-in 10, raise 30, raise 50, raise 70", "fold, call 40"),
        # At the cap a short all-in is no raise and opens nothing.
        ([1001, 1001, 1001, 71], "bet 20, raise 40, raise 60", "fold, call 60, raise to 70"),
        ([1001, 1001, 1001, 81], "bet 20, raise 40, raise 60, all-in 80", "fold, call 60"),
    ],
)  # fmt: skip
def test_what_counts_for_the_cap(stacks: list[int], script: str, legal: str) -> None:
    assert str(play(twenty(stacks), script).legal) == legal


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    ("script", "to_act", "legal"),
    [
        # A 20, B all-in 25, C calls, D all-in 31. D's counts: 11 above the last full wager.
        # A's own action was at 20, 11 below: he may raise, to a full bet above D's.
        ("bet 20, all-in 25, call 25, all-in 31", 0, "fold, call 11, raise to 51"),
        # C acted at 25, 6 below: he may call only.
        ("bet 20, all-in 25, call 25, all-in 31, call 11", 2, "fold, call 6"),
        # If A raises, C may raise again.
        ("bet 20, all-in 25, call 25, all-in 31, raise 51", 2, "fold, call 26, raise to 71"),
    ],
)
def test_the_example_of_two_measures(script: str, to_act: int, legal: str) -> None:
    deal = play(twenty([1001, 26, 1001, 32]), script)
    assert deal.to_act == to_act
    assert str(deal.legal) == legal


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    ("stacks", "script", "legal"),
    [
        # Risen by half a bet since the bettor's own action, or by less.
        ([1001, 31, 1001], "bet 20, all-in 30, call", "fold, call 10, raise to 50"),
        ([1001, 30, 1001], "bet 20, all-in 29, call", "fold, call 9"),
        # Two short all-ins of 5 and 10 in all: for the bettor they add up to half a bet.
        ([1001, 26, 31, 1001], "bet 20, all-in 25, all-in 30, call", "fold, call 10, raise to 50"),
        # After a check an opening of half a bet re-opens, less does not.
        ([1001, 11, 1001], "check, all-in 10, call", "fold, call 10, raise to 30"),
        ([1001, 10, 1001], "check, all-in 9, call", "fold, call 9"),
    ],
)
def test_a_player_may_raise_again_when_half_a_bet_was_added(
    stacks: list[int], script: str, legal: str
) -> None:
    assert str(play(twenty(stacks), script).legal) == legal


@pytest.mark.rule("R24")
@pytest.mark.parametrize(
    ("script", "legal"),
    [
        ("", "fold, call 2, raise to 4"),
        ("raise 4, raise 6", "fold, call 4, raise to 8"),
        ("raise 4, raise 6, raise 8", "fold, call 4"),
        ("raise 4, raise 6, raise 8, call", "fold, call 2"),
        # The option of the big blind, and the second round.
        ("call, call", "check, raise to 4"),
        ("call, call, check |", "check, raise to 2"),
    ],
)
def test_the_big_blind_is_the_bet(script: str, legal: str) -> None:
    deal = deal_of("classic", stacks=[100] * 3, limit=Limit.FIXED, blinds=(1, 2), ante=0)
    assert str(play(deal, script).legal) == legal


def test_crisscross_liz_hi_lo_at_fixed_limit_plays() -> None:
    """The combination that the rules name in section 6."""
    deal = deal_of(
        "crisscross",
        stacks=[100, 100],
        hands="AsKsQs9h9d 8h6c5d3h2s",
        # Top 4s, right Jh, bottom 7c, left 3c, centre Td: the lowest rank is the three.
        board="4sJh7c3cTd",
        limit=Limit.FIXED,
        wild=Wild.LOWEST_BOARD,
        split=Split.LOW8,
    )
    deal = play(deal, "bet 2, raise 4, call | check, check | check, check | bet 4, call | "
                "check, check | bet 4, raise 8, call")  # fmt: skip
    # Both play the row, left, centre, right: p0 has J and T there, p1 a second wild three,
    # so that one is a three in his low hand and the other one the ace.
    assert wins(deal) == [(0, Share.HIGH, {0: 17}), (0, Share.LOW, {1: 17})]
    assert (five(deal, 0), five(deal, 1)) == ("AsKsQsJhTd", "6c5d3h2s3c")
