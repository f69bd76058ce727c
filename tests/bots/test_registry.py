"""Bots by name, and how another package brings its own."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from cincinnati.bots import GROUP, Registry, make, names
from cincinnati.bots.player import Player
from cincinnati.engine import Call
from cincinnati.errors import RulesError
from home_game import deal_of

PARROTS = """
from cincinnati.engine.actions import Call

class Parrot:
    def __init__(self, seed):
        self.seed = seed
    def act(self, view):
        return Call()
    def choose(self, presets):
        return presets[self.seed]

def shy(seed):
    raise LookupError("the parrot has flown away")
"""


@pytest.fixture
def parrots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry:
    """What is installed when a package with bots of its own is, too."""
    (tmp_path / "parrots.py").write_text(PARROTS)
    info = tmp_path / "parrots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parrots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[{GROUP}]\nparrot = parrots:Parrot\nshy = parrots:shy\nlost = cages:Parrot\n"
        "regular = parrots:Parrot\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return Registry.installed()


def test_five_bots_come_with_the_game() -> None:
    assert {"casual", "expert", "regular", "rookie", "strong"} <= set(names())
    assert list(names()) == sorted(names())


def test_a_yardstick_can_be_made_but_nobody_is_offered_one(parrots: Registry) -> None:
    assert "maniac" not in parrots.names()
    assert isinstance(parrots.make("maniac", 1), Player)


def test_a_bot_is_made_by_name() -> None:
    bot = make("regular", 7)
    assert isinstance(bot, Player)
    assert bot.seed == 7


def test_an_unknown_name_is_answered_with_those_there_are() -> None:
    with pytest.raises(RulesError, match=r"no 'shark'; .*casual, .*regular, .*rookie") as told:
        make("shark", 1)
    assert told.value.field == "bots"


def test_another_package_brings_a_bot(parrots: Registry) -> None:
    assert {"parrot", "regular"} <= set(parrots.names())
    parrot = parrots.make("parrot", 1)
    assert parrot.act(deal_of(stacks=[100, 100]).view(0)) == Call()
    assert parrot.choose(["liz", "classic"]) == "classic"


def test_nobody_takes_the_name_of_one_of_ours(parrots: Registry) -> None:
    assert isinstance(parrots.make("regular", 1), Player)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("lost", "ModuleNotFoundError.*cages"),
        ("shy", "LookupError: the parrot has flown away"),
    ],
)
def test_a_bot_that_cannot_be_made_is_named(parrots: Registry, name: str, why: str) -> None:
    with pytest.raises(RulesError, match=f"bots: '{name}' .* cannot be made: {why}"):
        parrots.make(name, 1)


def test_of_two_packages_the_first_has_the_name() -> None:
    first, second = (EntryPoint("parrot", f"{where}:Parrot", GROUP) for where in ("a", "b"))
    assert Registry.of([first, second]).entries == {"parrot": first}
