"""A ruleset that contradicts itself is refused, and says which field and what is allowed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from cincinnati.cards import Rank
from cincinnati.errors import RulesError
from cincinnati.rules import Limit, Ruleset, Split, Wild, cards_needed
from random_deals import rulesets

FIXED = Limit.FIXED
MOST = 10**12

WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"players": 1}, "players", "from 2 to 8, not 1"),
    ({"players": 9}, "players", "from 2 to 8, not 9"),
    ({"players": 2.0}, "players", "a whole number from 2 to 8, not 2.0"),
    ({"stack": 0}, "stack", f"from 1 to {MOST}, not 0"),
    ({"stack": MOST + 1}, "stack", f"not {MOST + 1}"),
    ({"stack": "100"}, "stack", "a whole number from 1"),
    ({"stack": True}, "stack", "not True"),
    ({"stack": 10**5000}, "stack", "not what stands there"),
    ({"deals": 0}, "deals", "from 1 to 10000, not 0"),
    ({"deals": 10_001}, "deals", "from 1 to 10000"),
    ({"ante": -1}, "ante", "from 0"),
    ({"ante": 1.5}, "ante", "a whole number"),
    ({"ante": 0}, "ante", "at least 1 without blinds and bring-in"),
    ({"min_bet": 0}, "min_bet", "from 1"),
    ({"bring_in": -1}, "bring_in", "from 0"),
    ({"bring_in": 2}, "bring_in", "less than a full bet of 2, not 2"),
    ({"bring_in": 1, "blinds": (1, 2)}, "bring_in", "blinds or a bring-in, not both"),
    ({"blinds": (1, 2, 4)}, "blinds", r"\(big,\) or \(small, big\), not 3"),
    ({"blinds": (2, 1)}, "blinds", r"the small one comes first and is no larger: \(2, 1\)"),
    ({"blinds": (0, 2)}, "blinds", "whole numbers from 1"),
    ({"blinds": (1.0, 2)}, "blinds", "whole numbers from 1"),
    ({"blinds": [1, 2]}, "blinds", r"a tuple of whole numbers .* not \[1, 2\]"),
    ({"blinds": 2}, "blinds", "a tuple"),
    ({"limit": FIXED, "blinds": (1, 3)}, "blinds", "the big blind is the first bet, 2, not 3"),
    ({"limit": FIXED, "blinds": (4,), "bets": (3, 6)}, "blinds", "the first bet, 3, not 4"),
    ({"bets": (2, 4)}, "bets", "only fixed limit has bet sizes"),
    ({"limit": Limit.POT, "bets": (2, 4)}, "bets", "only fixed limit has bet sizes"),
    ({"limit": FIXED, "bets": (2,)}, "bets", "two sizes .* each of the 5 rounds, not 1"),
    ({"limit": FIXED, "bets": (2,) * 6}, "bets", "each of the 5 rounds, not 6"),
    ({"limit": FIXED, "bets": (2,) * 5, "opening_round": True}, "bets", "each of the 6 rounds"),
    ({"limit": FIXED, "bets": (0, 2)}, "bets", "whole numbers from 1"),
    ({"limit": FIXED, "bets": (2,) * 5, "dealers_choice": True}, "bets", "two sizes"),
    ({"max_raises": -1}, "max_raises", "None or a whole number from 0 .* not -1"),
    ({"max_raises": 1.5}, "max_raises", "not 1.5"),
    ({"wild": Wild.RANKS}, "wild_ranks", "name at least one rank"),
    ({"wild_ranks": (Rank.TWO,)}, "wild_ranks", 'wild = "ranks" only'),
    ({"wild": Wild.LOW_HOLE, "wild_ranks": (Rank.TWO,)}, "wild_ranks", "leave them out"),
    ({"wild": Wild.RANKS, "wild_ranks": (Rank.TWO, Rank.TWO)}, "wild_ranks", "twice"),
    ({"wild": Wild.RANKS, "wild_ranks": ("2",)}, "wild_ranks", "members of Rank"),
    ({"limit": "fixed"}, "limit", "one of Limit.NO, Limit.POT, Limit.FIXED, not 'fixed'"),
    ({"layout": None}, "layout", "one of Layout.ROW, Layout.CROSS"),
    ({"wild": 2}, "wild", "one of Wild.NONE"),
    ({"split": "low8"}, "split", "Split.LOW8, Split.LAST_SUIT, not 'low8'"),
    ({"suit_share": "lowest"}, "suit_share", "one of SuitShare.HIGHEST, SuitShare.LOWEST"),
    ({"short_ante": False}, "short_ante", "one of ShortAnte.OUT, ShortAnte.ALL_IN"),
    ({"opening_round": 1}, "opening_round", "True or False, not 1"),
    ({"dealers_choice": "yes"}, "dealers_choice", "True or False"),
    ({"latecomers": None}, "latecomers", "True or False"),
]


@pytest.mark.parametrize(("settings", "field", "message"), WRONG)
def test_what_contradicts_itself_is_refused(
    settings: dict[str, Any], field: str, message: str
) -> None:
    with pytest.raises(RulesError, match=message) as caught:
        Ruleset(**settings)
    assert caught.value.field == field
    assert str(caught.value).startswith(f"{field}: ")


def test_a_rules_error_is_a_value_error_too() -> None:
    with pytest.raises(ValueError, match="players"):
        Ruleset(players=1)


@pytest.mark.parametrize(
    "settings",
    [
        {"players": 2},
        {"players": 8},
        {"ante": 0, "blinds": (2,)},
        {"ante": 0, "bring_in": 1},
        {"blinds": (2, 2)},
        {"blinds": (1, 2), "min_bet": 5},
        {"limit": FIXED, "blinds": (1, 2)},
        {"limit": FIXED, "blinds": (3,), "bets": (3, 6)},
        {"limit": FIXED, "bets": (2,) * 6, "opening_round": True},
        {"limit": FIXED, "bets": (2, 4), "dealers_choice": True},
        {"max_raises": 0},
        {"wild": Wild.RANKS, "wild_ranks": (Rank.TWO, Rank.JACK), "split": Split.LOW8},
        {"stack": MOST},
    ],
)
def test_what_goes_together_is_taken(settings: dict[str, Any]) -> None:
    rules = Ruleset(**settings)
    assert all(getattr(rules, field) == value for field, value in settings.items())


@pytest.mark.rule(10)
@pytest.mark.rule(22)
@pytest.mark.parametrize(
    ("settings", "sizes"),
    [
        ({}, [2, 2, 2, 2, 2]),
        ({"min_bet": 5}, [5] * 5),
        ({"min_bet": 5, "opening_round": True}, [5] * 6),
        ({"blinds": (1, 3)}, [3] * 5),  # the big blind takes the smallest bet's place
        ({"blinds": (4,), "min_bet": 2}, [4] * 5),
        ({"limit": Limit.POT, "min_bet": 3}, [3] * 5),
        ({"limit": FIXED}, [2, 2, 4, 4, 4]),
        ({"limit": FIXED, "opening_round": True}, [2, 2, 2, 4, 4, 4]),
        ({"limit": FIXED, "min_bet": 3}, [3, 3, 6, 6, 6]),
        ({"limit": FIXED, "bets": (2, 5)}, [2, 2, 5, 5, 5]),
        ({"limit": FIXED, "bets": (2, 5), "opening_round": True}, [2, 2, 2, 5, 5, 5]),
        ({"limit": FIXED, "bets": (1, 2, 3, 4, 5)}, [1, 2, 3, 4, 5]),
        ({"limit": FIXED, "bets": (1, 2, 3, 4, 5, 6), "opening_round": True}, [1, 2, 3, 4, 5, 6]),
        ({"limit": FIXED, "blinds": (1, 2)}, [2, 2, 4, 4, 4]),
    ],
)
def test_the_size_of_a_full_bet_in_each_round(settings: dict[str, Any], sizes: list[int]) -> None:
    rules = Ruleset(**settings)
    assert [rules.bet_size(round_) for round_ in range(rules.rounds)] == sizes


@pytest.mark.rule(22)
@pytest.mark.parametrize(
    ("settings", "cap"),
    [
        ({}, None),
        ({"limit": Limit.POT}, None),
        ({"limit": FIXED}, 3),
        ({"limit": FIXED, "max_raises": 4}, 4),
        ({"limit": FIXED, "max_raises": 0}, 0),
        ({"max_raises": 1}, 1),
    ],
)
def test_how_many_raises_a_round_has(settings: dict[str, Any], cap: int | None) -> None:
    assert Ruleset(**settings).raise_cap == cap


@pytest.mark.parametrize(
    ("blinds", "big"), [((), 0), ((2,), 2), ((1, 2), 2)], ids=["none", "one", "two"]
)
def test_the_big_blind_is_the_last(blinds: tuple[int, ...], big: int) -> None:
    assert Ruleset(blinds=blinds).big_blind == big


@pytest.mark.rule(3)
def test_eight_players_use_forty_five_cards() -> None:
    assert [cards_needed(players) for players in (2, 8)] == [15, 45]


@given(rulesets())
def test_every_part_goes_with_every_other(rules: Ruleset) -> None:
    assert rules.rounds in (5, 6)
    assert all(rules.bet_size(round_) > 0 for round_ in range(rules.rounds))
    assert rules.bring_in < rules.bet_size(0)
