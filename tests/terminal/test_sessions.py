"""Whole sessions through the real program, by keys, end exactly as the loop alone ends them."""

from __future__ import annotations

import pytest

from cincinnati.rules import Limit
from cincinnati.rules.presets import PRESETS
from cincinnati.words import LANGUAGES
from terminal.driver import SCRIPT, by_keys, sitting, without


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_in_every_language(preset: str, language: str) -> None:
    seed = len(preset) + len(LANGUAGES) * LANGUAGES.index(language)
    table, session = sitting(preset, seed=seed)
    played = by_keys(table, session, SCRIPT, language=language)
    reference = without(table, session, SCRIPT)
    assert played.over
    assert played.chips == reference.chips
    assert played.events == reference.events


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (2, {"blinds": (1, 2)}),
        (8, {"limit": Limit.FIXED}),
        (6, {"limit": Limit.POT, "blinds": (1, 2)}),
        (5, {"bring_in": 1}),
        (3, {"stack": 12, "deals": 6}),
        (4, {"dealers_choice": True, "deals": 5}),
    ],
)
def test_other_tables(players: int, rules: dict[str, object]) -> None:
    table, session = sitting("classic", players=players, seed=3, **rules)
    played = by_keys(table, session, SCRIPT)
    assert played.events == without(table, session, SCRIPT).events
