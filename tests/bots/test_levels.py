"""Who there is."""

from __future__ import annotations

from typing import Any

import pytest

from cincinnati.bots import LEVELS, STYLES, YARDSTICKS, Spec, heuristics, make, names, spec_of
from cincinnati.bots.player import Player


def test_the_five_levels_and_the_four_styles_are_offered() -> None:
    assert list(LEVELS) == ["rookie", "casual", "regular", "strong", "expert"]
    assert list(STYLES) == ["expert-tight", "expert-loose", "expert-aggressive", "expert-timid"]
    assert {*LEVELS, *STYLES} <= set(names())
    assert not YARDSTICKS.keys() & set(names())


@pytest.mark.parametrize("name", [*LEVELS, *STYLES, *YARDSTICKS])
def test_each_can_be_made_by_name(name: str) -> None:
    bot = make(name, 2**64 + 3)
    assert isinstance(bot, Player)
    assert bot.spec == spec_of(name)
    assert bot.seed == 3


def test_nobody_else_has_a_spec() -> None:
    assert spec_of("shark") is None


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("strong", {"blur": 8, "passive": 20}),
        ("expert", {"purify": 15}),
        ("expert-tight", {"purify": 15, "folds": 3}),
        ("expert-loose", {"purify": 15, "calls": 3}),
        ("expert-aggressive", {"purify": 15, "raises": 3}),
        ("expert-timid", {"purify": 15, "folds": 3, "calls": 3}),
    ],
)
def test_what_makes_those_who_play_by_a_table(name: str, numbers: dict[str, Any]) -> None:
    assert spec_of(name) == Spec(table=True, **numbers)


def test_the_others_need_none() -> None:
    plain = [name for name, spec in YARDSTICKS.items() if not spec.size]
    for name in ("rookie", "casual", "regular", *plain):
        spec = spec_of(name)
        assert spec == Spec(kind=spec.kind if spec else -1)
    assert len({YARDSTICKS[name].kind for name in plain}) == len(plain) == 7


def test_five_are_tight_aggressive_with_bets_off_the_tree() -> None:
    sizes = {name: spec.size for name, spec in YARDSTICKS.items() if spec.size}
    assert sizes == {
        "third-pot": 33,
        "three-quarters": 75,
        "pot-and-half": 150,
        "three-pots": 300,
        "any-size": -1,
    }
    for name, size in sizes.items():
        assert spec_of(name) == Spec(kind=heuristics.TIGHT, size=size)
