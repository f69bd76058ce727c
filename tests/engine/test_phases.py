"""The table of phases: no event leads anywhere else, and every entry of it happens."""

from itertools import pairwise

import pytest

from cincinnati.engine import Deal
from cincinnati.engine.decide import STEPS
from cincinnati.engine.state import FOLLOWERS, Phase
from home_game import check_down, deal_of, play, states

DEALS = {
    "checked down": deal_of(stacks=[100] * 3),
    "with an opening round": deal_of("classic", stacks=[100] * 3),
    "folded to a bet": play(deal_of(stacks=[100] * 2), "bet 2, fold"),
    "blinds and no ante": play(
        deal_of("classic", stacks=[100] * 3, blinds=(1, 2), ante=0), "call, call, check |"
    ),
    "everybody folds to a single blind": play(
        deal_of("classic", stacks=[100] * 2, blinds=(2,), ante=0), "fold"
    ),
    "called all-in": play(deal_of(stacks=[100] * 2), "all-in 99, all-in 99"),
    "called all-in for less": play(deal_of(stacks=[100, 50]), "all-in 99, all-in 49"),
    "all-in for less in the last round": play(
        deal_of(stacks=[100, 50]),
        "check, check | check, check | check, check | check, check | bet 60, all-in 49",
    ),
    "nobody can bet": deal_of("classic", stacks=[1, 1]),
    "side pots": play(deal_of(stacks=[11, 100, 100]), "all-in 10, raise 20, call"),
    "bring-in": play(deal_of(stacks=[100] * 2, bring_in=1), "bring-in, call |"),
}


def transitions(deal: Deal) -> set[tuple[Phase, Phase]]:
    phases = [state.phase for state in states(deal.events)]
    return set(pairwise(phases))


def table() -> set[tuple[Phase, Phase]]:
    return {(phase, then) for phase, following in FOLLOWERS.items() for then in following}


@pytest.mark.parametrize("name", DEALS)
def test_every_step_of_a_deal_stands_in_the_table(name: str) -> None:
    assert transitions(check_down(DEALS[name])) <= table()


def test_every_entry_of_the_table_happens() -> None:
    happened = set[tuple[Phase, Phase]]()
    for deal in DEALS.values():
        happened |= transitions(check_down(deal))
    never = table() - happened
    assert not never, f"unreached: {sorted(f'{a.value} -> {b.value}' for a, b in never)}"


def test_the_table_knows_every_phase() -> None:
    assert set(FOLLOWERS) == set(Phase)
    assert FOLLOWERS[Phase.OVER] == ()


def test_something_happens_by_itself_unless_a_player_is_waited_for() -> None:
    assert set(Phase) - set(STEPS) == {Phase.BETTING, Phase.OVER}
