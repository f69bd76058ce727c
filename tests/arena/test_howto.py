"""The bot of docs/howto/write-a-bot.md is one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena_bots import rules_for
from cincinnati.arena.engines import Terms
from cincinnati.arena.entrants import Entrant
from cincinnati.arena.match import Direction, Match
from cincinnati.arena.play import play
from cincinnati.arena.workers import Workers
from cincinnati.bots import LEVELS, STYLES, YARDSTICKS
from cincinnati.cli import main
from cincinnati.rules import Ruleset

PAGE = (Path(__file__).parents[2] / "docs/howto/write-a-bot.md").read_text(encoding="utf-8")
(SOURCE,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
PATIENT = Entrant("patient.py:Patient", SOURCE)


def test_it_has_about_twenty_lines() -> None:
    assert 15 <= len(SOURCE.splitlines()) <= 25


@pytest.mark.parametrize(
    "rules",
    [rules_for(2), rules_for(5, "liz"), rules_for(3, bring_in=1), rules_for(4, blinds=(1, 2))],
)
def test_it_plays_without_a_fault(rules: Ruleset) -> None:
    match = Match.between(PATIENT, Entrant.of("station"), Direction.ONE, rules, deals=12, seed=1)
    with Workers(0).executor() as (executor, _):
        hero, other = play(match, executor, terms=Terms(patience=None)).rows
    assert hero.log.faults == other.log.faults == {}
    assert hero.log.decisions > 12
    assert hero.chips.half > 0


def test_it_names_no_game() -> None:
    assert PATIENT.factory()(1).choose(["liz"]) is None


def test_its_commands_are_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "patient.py").write_text(SOURCE, encoding="utf-8")
    commands = re.findall(r"^cincinnati (arena patient\.py:Patient [^#\n]*)", PAGE, re.MULTILINE)
    assert len(commands) == 5
    for command in commands[:4]:
        words = [word for word in command.split() if word not in ("casual", "regular")]
        assert main([*words, "--deals", "2", "--workers", "0"]) == 0
        assert "patient.py:Patient" in capsys.readouterr().out


def test_it_names_the_bots_there_are() -> None:
    for name in (*LEVELS, *YARDSTICKS):
        assert f"`{name}`" in PAGE
    assert any(f"`{name}`" in PAGE for name in STYLES)
