"""The presets are those of the table in §6 of docs/rules.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import asdict

from cincinnati.cards import Rank
from cincinnati.errors import RulesError
from cincinnati.rules import Layout, Ruleset, Split, SuitShare, Wild, presets
from cincinnati.rules.presets import PRESETS, preset

RULES = Path(__file__).parents[2] / "docs" / "rules.md"

CHANGES: dict[str, dict[str, object]] = {
    "nothing": {},
    "six rounds": {},
    "lowest community rank is wild": {"wild": Wild.LOWEST_BOARD},
    "pot shared with the best low": {"split": Split.LOW8},
    "community cards in a cross": {"layout": Layout.CROSS},
    "rank of the fifth community card is wild": {"wild": Wild.LAST_BOARD},
    "own lowest private rank is wild for oneself": {"wild": Wild.LOW_HOLE},
    "pot shared with a suit": {"split": Split.LAST_SUIT},
}
"""What the third column of the table says, as settings."""


def table() -> list[tuple[str, str, str]]:
    """Name, what changes (without the rule's number) and opening round of each row."""
    section = RULES.read_text(encoding="utf-8").split("## 6 Variants")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)` \|[^|]*\|([^|]*)\|([^|]*)\|$", section, re.MULTILINE)
    return [
        (name, re.sub(r"\(R\d+\)", "", change).strip(), opening.strip())
        for name, change, opening in rows
    ]


def test_there_are_the_eight_of_the_table_in_its_order() -> None:
    assert [name for name, _, _ in table()] == list(PRESETS)
    assert len(PRESETS) == 8


@pytest.mark.parametrize(("name", "change", "opening"), table())
def test_a_preset_changes_just_what_the_table_says(name: str, change: str, opening: str) -> None:
    expected = Ruleset(preset=name, opening_round=opening == "yes", **CHANGES[change])  # type: ignore[arg-type]
    assert PRESETS[name] == expected
    assert preset(name) is PRESETS[name]


@pytest.mark.rule(1)
@pytest.mark.parametrize("name", list(PRESETS))
def test_the_stakes_are_those_of_the_base_game(name: str) -> None:
    rules = PRESETS[name]
    assert (rules.players, rules.stack, rules.ante, rules.min_bet) == (8, 100, 1, 2)
    assert (rules.deals, rules.limit.value, rules.blinds, rules.bring_in) == (10, "no", (), 0)


@pytest.mark.rule(4)
@pytest.mark.parametrize("name", list(PRESETS))
def test_five_rounds_or_six(name: str) -> None:
    assert PRESETS[name].rounds == (6 if PRESETS[name].opening_round else 5)


def test_each_preset_has_a_name_in_the_module() -> None:
    named = {value.preset for value in vars(presets).values() if isinstance(value, Ruleset)}
    assert named == set(PRESETS)


def test_an_unknown_name_is_answered_with_those_there_are() -> None:
    with pytest.raises(RulesError, match="no 'iron-cross'; there are cincinnati, classic, liz"):
        preset("iron-cross")


@pytest.mark.parametrize("name", list(PRESETS))
def test_a_dealer_chooses_the_cards_and_not_the_stakes(name: str) -> None:
    table_rules = Ruleset(
        preset="cincinnati",
        players=5,
        stack=77,
        deals=3,
        ante=2,
        blinds=(3, 4),
        min_bet=4,
        max_raises=2,
        layout=Layout.CROSS,
        wild=Wild.RANKS,
        wild_ranks=(Rank.TWO,),
        split=Split.LOW8,
        suit_share=SuitShare.LOWEST,
        opening_round=not PRESETS[name].opening_round,
        dealers_choice=True,
        latecomers=True,
    )
    chosen = table_rules.with_variant(PRESETS[name])
    cards = {"preset", "layout", "wild", "wild_ranks", "split", "suit_share", "opening_round"}
    for field, value in asdict(chosen).items():
        source = PRESETS[name] if field in cards else table_rules
        assert value == getattr(source, field), field
