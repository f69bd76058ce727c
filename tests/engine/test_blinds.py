"""Blinds: who posts, who begins, the option, short ones, one alone, heads-up (R24)."""

from typing import Any

import pytest

from cincinnati.engine import Deal
from cincinnati.engine.seen import BlindsPosted
from home_game import deal_of, names, play, shown

pytestmark = pytest.mark.rule("R24")


def with_blinds(stacks: list[int], preset: str = "classic", **changes: Any) -> Deal:
    options: dict[str, Any] = {"blinds": (1, 2), "ante": 0} | changes
    return deal_of(preset, stacks=stacks, **options)


def posted(deal: Deal) -> tuple[int, ...]:
    (event,) = (event for event in deal.events if isinstance(event, BlindsPosted))
    return event.chips


@pytest.mark.parametrize(
    ("stacks", "changes", "blinds", "first"),
    [
        ([100] * 4, {}, (1, 2, 0, 0), 2),
        ([100] * 3, {}, (1, 2, 0), 2),
        # Heads-up the dealer (p1) is the small blind and acts first.
        ([100] * 2, {}, (2, 1), 1),
        # A single blind is the first player's left of the dealer, heads-up too.
        ([100] * 4, {"blinds": (2,)}, (2, 0, 0, 0), 1),
        ([100] * 2, {"blinds": (2,)}, (2, 0), 1),
        # Whoever has less posts what he has.
        ([100, 1, 100], {}, (1, 1, 0), 2),
        ([1, 100, 100], {"blinds": (2, 4)}, (1, 4, 0), 2),
        # Left of the big blind somebody is all-in after the ante: the next one begins.
        ([100, 100, 1, 100], {"ante": 1}, (1, 2, 0, 0), 3),
        # The ante is paid first: nothing is left for the blind.
        ([100, 1, 100], {"ante": 1}, (1, 0, 0), 2),
    ],
)
def test_who_posts_and_who_begins(
    stacks: list[int], changes: dict[str, Any], blinds: tuple[int, ...], first: int
) -> None:
    deal = with_blinds(stacks, **changes)
    assert posted(deal) == blinds
    assert deal.to_act == first


def test_the_ante_is_paid_before_the_blinds_and_is_not_in_the_level() -> None:
    deal = with_blinds([100] * 3, ante=1)
    assert names(deal) == ["DealStarted", "AntesPosted", "BlindsPosted", "HandsDealt"]
    assert deal.stacks == (98, 97, 99)
    assert str(deal.legal) == "fold, call 2, raise to 4 up to 99"


@pytest.mark.parametrize(
    ("stacks", "script", "to_act", "legal"),
    [
        # Everybody called: the big blind, last to act, may check or raise.
        ([100] * 3, "call 2, call 1", 1, "check, raise to 4 up to 100"),
        ([100] * 2, "call 1", 0, "check, raise to 4 up to 100"),
        ([100] * 4, "fold, call 2, fold", 1, "check, raise to 4 up to 100"),
        # If he raises, the callers are asked again; if he checks, the round is over.
        ([100] * 3, "call, call, raise 4", 2, "fold, call 2, raise to 6 up to 100"),
        ([100] * 3, "call, call, check |", 0, "check, raise to 2 up to 98"),
        # The option is one turn: after his own raise was called he is not asked again.
        ([100] * 3, "call, call, raise 4, call, call |", 0, "check, raise to 2 up to 96"),
    ],
)
def test_the_option_of_the_big_blind(
    stacks: list[int], script: str, to_act: int, legal: str
) -> None:
    deal = play(with_blinds(stacks), script)
    assert deal.to_act == to_act
    assert str(deal.legal) == legal


def test_the_single_blind_has_the_option_too() -> None:
    deal = play(with_blinds([100] * 3, blinds=(2,)), "call 2, call 2")
    assert deal.to_act == 0
    assert str(deal.legal) == "check, raise to 4 up to 100"


@pytest.mark.parametrize(
    ("changes", "script"),
    [
        ({}, "call, call, check | check, check, check"),
        ({"preset": "cincinnati"}, "call, call, check | check, check, check"),
    ],
)
def test_blinds_are_live_in_the_first_round_only(changes: dict[str, Any], script: str) -> None:
    deal = play(with_blinds([100] * 3, **changes), script)
    assert deal.to_act == 0
    assert str(deal.legal) == "check, raise to 2 up to 98"
    assert names(deal).count("BlindsPosted") == 1


def test_heads_up_the_dealer_is_first_in_the_first_round_and_last_afterwards() -> None:
    deal = with_blinds([100] * 2)
    order = []
    for script in ("call", "check", "check", "check", "check", "check"):
        order.append(deal.to_act)
        deal = play(deal, script)
    assert order == [1, 0, 0, 1, 0, 1]


@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    ("stacks", "script", "legal"),
    [
        # The big blind has 1 of his 2: the others owe the full 2, and a raise goes to 4 …
        ([100, 1, 100], "", "fold, call 2, raise to 4 up to 100"),
        ([100, 1, 100], "call", "fold, call 1, raise to 4 up to 100"),
        ([100, 1, 100], "raise 4", "fold, call 3, raise to 6 up to 100"),
        # … but the small blind against him alone owes nothing more (R9).
        ([100, 1, 100], "fold", "None"),
    ],
)
def test_a_short_big_blind_costs_the_others_the_full_amount(
    stacks: list[int], script: str, legal: str
) -> None:
    assert str(play(with_blinds(stacks), script).legal) == legal


def test_nobody_has_the_option_when_the_big_blind_is_all_in() -> None:
    deal = play(with_blinds([100, 2, 100]), "call, call |")
    assert deal.to_act == 0
    assert len(deal.board) == 1


def test_a_short_small_blind_changes_nothing_for_the_others() -> None:
    deal = play(with_blinds([1, 100, 100]), "call")
    assert deal.to_act == 1
    assert str(deal.legal) == "check, raise to 4 up to 100"


@pytest.mark.rule("R16")
def test_blinds_are_no_bets_for_the_order_of_showing() -> None:
    deal = play(with_blinds([2, 2, 2]), "all-in 2, all-in 2")
    assert deal.over
    assert shown(deal) == [0, 1, 2]
