"""From a wish to a legal action: pots, prices, sizes (R6, R10-R15, R22-R25)."""

from __future__ import annotations

from typing import Any

import pytest

from cincinnati.bots.moves import Spot
from cincinnati.engine import Action, BringIn, Call, Deal, Fold, Raise
from cincinnati.rules import Limit
from home_game import deal_of, play


def spot(deal: Deal) -> Spot:
    assert deal.to_act is not None
    return Spot.of(deal.view(deal.to_act))


def spot_after(script: str, stacks: list[int], **changes: Any) -> Spot:
    return spot(play(deal_of(stacks=stacks, **changes), script))


@pytest.mark.parametrize(
    ("script", "stacks", "opponents", "pot", "price"),
    [
        ("", [100, 100, 100], 2, 3, 0),
        ("check, bet 6", [100, 100, 100], 2, 9, 6),
        ("bet 6, fold", [100, 100, 100], 1, 9, 6),
        ("bet 6, raise 20, call", [100, 100, 100], 2, 49, 14),
        ("bet 6, call, call | bet 10", [100, 100, 100], 2, 31, 10),
        ("check, bet 50, call", [5, 100, 100], 2, 11, 4),
        ("bet 50, call", [100, 100, 21], 2, 43, 20),
    ],
)
def test_what_a_player_can_win_and_what_it_costs(
    script: str, stacks: list[int], opponents: int, pot: int, price: int
) -> None:
    seen = spot_after(script, stacks)
    assert (seen.opponents, seen.pot, seen.price) == (opponents, pot, price)
    assert seen.odds == (price / (pot + price) if price else 0)


@pytest.mark.parametrize(
    ("script", "part", "action"),
    [
        ("", 1.0, Raise(to=3)),
        ("", 0.6, Raise(to=2)),
        ("", 0.1, Raise(to=2)),
        ("check, bet 6", 1.0, Raise(to=21)),
        ("check, bet 6", 0.5, Raise(to=14)),
        ("check, bet 6", 0.1, Raise(to=12)),
        ("check, bet 50", 0.5, Raise(to=99)),
        ("bet 20, call, call | bet 30", 0.4, Raise(to=79)),
        ("bet 20, call, call |", 0.3, Raise(to=19)),
        ("check, all-in 99, fold", 1.0, Call()),
    ],
)
def test_a_part_of_the_pot_becomes_the_nearest_amount(
    script: str, part: float, action: Action
) -> None:
    assert spot_after(script, [100, 100, 100]).bet(part) == action


@pytest.mark.parametrize(
    ("part", "action"), [(0.3, Raise(to=4)), (0.6, Raise(to=14)), (9.0, Raise(to=14))]
)
def test_no_stump_of_a_stack_is_left_behind(part: float, action: Action) -> None:
    assert spot_after("bet 5, call |", [20, 20]).bet(part) == action


@pytest.mark.parametrize(
    ("changes", "script", "action"),
    [
        ({"limit": Limit.FIXED}, "check, bet 2", Raise(to=4)),
        ({"limit": Limit.FIXED}, "bet 2, raise 4, raise 6, raise 8", Call()),
        ({"limit": Limit.POT}, "check, bet 2", Raise(to=9)),
        ({"blinds": (1, 2)}, "", Raise(to=26)),
        ({"bring_in": 1}, "", Raise(to=9)),
        ({"bring_in": 1}, "bring-in", Raise(to=16)),
    ],
)
def test_other_limits_bend_the_wish(changes: dict[str, Any], script: str, action: Action) -> None:
    assert spot_after(script, [100, 100, 100], **changes).bet(3.0) == action


@pytest.mark.parametrize(
    ("changes", "script", "stay", "give_up"),
    [
        ({}, "check", Call(), Call()),
        ({}, "bet 2", Call(), Fold()),
        ({"bring_in": 1}, "", BringIn(), BringIn()),
        ({"bring_in": 1}, "bring-in", Call(), Fold()),
        ({"blinds": (1, 2)}, "call, call", Call(), Call()),
    ],
)
def test_staying_and_giving_up(
    changes: dict[str, Any], script: str, stay: Action, give_up: Action
) -> None:
    seen = spot_after(script, [100, 100, 100], **changes)
    assert (seen.stay(), seen.give_up()) == (stay, give_up)


def test_a_bring_in_that_is_due_has_no_price() -> None:
    assert spot_after("", [100, 100], bring_in=1).price == 0


def test_whose_turn_it_is_not_has_no_spot() -> None:
    for viewer in (1, None):
        with pytest.raises(ValueError, match="turn"):
            Spot.of(deal_of(stacks=[100, 100]).view(viewer))
