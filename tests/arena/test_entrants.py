"""Bots by their names: installed ones, those of modules and of files, ours with other policies."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from arena_bots import HEAD, bot, source_of
from cincinnati.arena.entrants import Entrant
from cincinnati.bots import LEVELS, YARDSTICKS
from cincinnati.bots.player import Player
from cincinnati.bots.shelf import SHIPPED
from cincinnati.errors import RulesError


@pytest.mark.parametrize("name", [*LEVELS, *YARDSTICKS])
def test_installed_bots_and_yardsticks_by_their_names(name: str) -> None:
    made = Entrant.of(name).factory()(5)
    assert isinstance(made, Player)
    assert (made.spec, made.seed) == ((LEVELS | YARDSTICKS)[name], 5)


def test_a_bot_of_a_file_travels_with_its_source(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(source_of("calls"), encoding="utf-8")
    entrant = Entrant.of(f"{file}:Bot")
    file.unlink()
    made = entrant.factory()(3)
    assert type(made).__name__ == "Bot"
    assert vars(made) == {"seed": 3}


def test_it_may_import_what_lies_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "beside_arena_test.py").write_text(HEAD, encoding="utf-8")
    file = tmp_path / "mine.py"
    file.write_text("from beside_arena_test import Passive as Bot", encoding="utf-8")
    assert Entrant.of(f"{file}:Bot").fault() is None


def test_a_file_may_define_dataclasses() -> None:
    source = f"from __future__ import annotations\nfrom dataclasses import dataclass\n{HEAD}"
    source += "\n@dataclass\nclass Bot(Passive):\n    seed: int\n"
    assert Entrant("data.py:Bot", source).fault() is None


def test_a_module_of_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arena_test_module.py").write_text(source_of("calls"), encoding="utf-8")
    assert Entrant.of("arena_test_module:Bot").fault() is None


def test_one_of_ours_with_the_policies_of_a_folder(tmp_path: Path) -> None:
    made = Entrant.of(f"expert@{tmp_path}").factory()(1)
    assert isinstance(made, Player)
    assert made.spec == LEVELS["expert"]
    assert made.shelf.folder == tmp_path != SHIPPED.folder


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nobody", "bots: no 'nobody'; there are casual, "),
        ("nobody", "tight-aggressive"),
        ("nobody", "path/to/file.py:factory"),
        ("expert@nowhere", "'expert@nowhere': there is no folder 'nowhere'"),
        ("nobody@nowhere", "no 'nobody@nowhere'; there are"),
        ("nowhere.py:Bot", "'nowhere.py:Bot' cannot be read: FileNotFoundError"),
        ("some where:Bot", "'some where' is no module; a bot is the name of"),
        ("module:", "'module:' names no factory behind its colon"),
        ("module:a.b", "'module:a.b' names no factory behind its colon"),
    ],
)
def test_a_name_that_is_none_is_refused(name: str, message: str) -> None:
    with pytest.raises(RulesError, match=re.escape(message)):
        Entrant.of(name)


@pytest.mark.parametrize(
    ("entrant", "fault"),
    [
        (bot("calls"), None),
        (Entrant("station"), None),
        (Entrant("no_such_module_at_all:Bot"), "ModuleNotFoundError: No module named"),
        (Entrant("x.py:Bot", "import this is wrong"), "SyntaxError: "),
        (Entrant("x.py:Bot", "1 / 0"), "ZeroDivisionError: division by zero"),
        (Entrant("x.py:Bot", "raise SystemExit(4)"), "SystemExit: 4"),
        (Entrant("x.py:Bot", ""), "ImportError: no 'Bot' in it that can be called"),
        (Entrant("x.py:Bot", "Bot = 3"), "ImportError: no 'Bot' in it that can be called"),
        (Entrant("x.py:Bot", "def Bot(): ..."), "TypeError: Bot() takes 0"),
        (Entrant("x.py:Bot", "def Bot(seed): ..."), "None has no act(view)"),
        (Entrant("expert@gone"), "FileNotFoundError: no folder 'gone'"),
    ],
)
def test_a_bot_that_cannot_be_made_says_why(entrant: Entrant, fault: str | None) -> None:
    found = entrant.fault()
    if fault is None:
        assert found is None
    else:
        assert found is not None
        assert found.startswith(f"{entrant.name!r} cannot be made: {fault}")
        assert len(found) <= 200
