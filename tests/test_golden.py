"""Golden playthroughs: one deal a file, with what every position sees after every event.

``golden/*.phh`` are the deals (full records, with every private card); beside each lies its
playthrough, which ``pytest tests/test_golden.py --accept`` (or ``make golden``) writes anew. What
such a run changes is to be read line by line: a secret that leaks is one of the lines.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from cincinnati.engine import Deal
from cincinnati.engine.seen import Bet, Called, Folded, HandShown, Raised
from cincinnati.records import read_records, replay
from cincinnati.rules.presets import PRESETS
from playthrough import TOLD, playthrough

GOLDEN = Path(__file__).parent / "golden"
RECORDS = sorted(GOLDEN.glob("*.phh"))
TABLES = {"fixed-limit", "pot-limit", "blinds", "bring-in", "crisscross-liz-hi-lo-fixed"}
"""Ways to bet, and one game that puts everything together, beside the presets."""


def recorded(path: Path) -> Deal:
    (record,) = read_records(path.read_text(encoding="utf-8"))
    replayed = replay(record)
    assert replayed.deal is not None
    assert not replayed.differs
    return replayed.deal


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_playthrough_is_what_everybody_sees_today(
    path: Path, pytestconfig: pytest.Config
) -> None:
    told, golden = playthrough(recorded(path)), path.with_suffix(".txt")
    if pytestconfig.getoption("--accept"):
        golden.write_text(told, encoding="utf-8")
    assert golden.exists(), f"{golden.name} is missing: make golden writes it"
    assert told == golden.read_text(encoding="utf-8"), "stale: make golden, and read the diff"


def test_no_playthrough_is_left_over(pytestconfig: pytest.Config) -> None:
    leftover = [path for path in GOLDEN.glob("*.txt") if not path.with_suffix(".phh").exists()]
    if pytestconfig.getoption("--accept"):
        for path in leftover:
            path.unlink()
    assert [path.name for path in leftover if path.exists()] == []


def test_every_preset_and_every_way_to_bet_has_a_playthrough() -> None:
    assert {path.stem for path in RECORDS} == TABLES | set(PRESETS)
    for name in PRESETS:
        assert recorded(GOLDEN / f"{name}.phh").rules.preset == name


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_deal_is_worth_reading(path: Path) -> None:
    """Three or four players, a fold, an all-in with a side pot, a showdown."""
    deal = recorded(path)
    assert len(deal.stacks) in (3, 4)
    assert any(isinstance(event, Folded) for event in deal.events)
    assert any(isinstance(event, HandShown) for event in deal.events)
    assert any(isinstance(event, Bet | Called | Raised) and not event.left for event in deal.events)
    assert len(deal.pots) > 1


@pytest.mark.parametrize("kind", TOLD, ids=lambda kind: kind.__name__)
def test_a_playthrough_tells_every_field_of_a_view(kind: type[Struct]) -> None:
    assert kind.__struct_fields__ == TOLD[kind]
