"""``cincinnati simulate`` and ``cincinnati rules``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cincinnati.cli import main
from cincinnati.records import read_records, replay
from cincinnati.rules import Limit, Ruleset
from cincinnati.rules.presets import PRESETS


def simulated(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["simulate", *options]) == 0
    return capsys.readouterr().out


def test_the_same_seed_gives_the_same_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / name for name in ("one.phhs", "two.phhs")]
    for file in files:
        assert simulated(capsys, "--seed", "7", "--deals", "5", "--out", str(file)) == ""
    printed = simulated(capsys, "--seed", "7", "--deals", "5")
    assert files[0].read_bytes() == files[1].read_bytes() == printed.encode()
    assert printed != simulated(capsys, "--seed", "8", "--deals", "5")


def test_without_a_seed_one_is_drawn_and_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--deals", "2"]) == 0
    told = capsys.readouterr()
    word, seed = told.err.split()
    assert word == "seed"
    assert simulated(capsys, "--deals", "2", "--seed", seed) == told.out


@pytest.mark.parametrize(
    "options",
    [
        *(["--preset", name] for name in PRESETS),
        ["--limit", "fixed", "--blinds", "1", "2"],
        ["--limit", "pot", "--bring-in", "1"],
        ["--preset", "liz", "--players", "8", "--stack", "9", "--ante", "3"],
    ],
)
def test_what_was_simulated_replays_to_its_end(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deals.phhs"
    simulated(capsys, *options, "--seed", "1", "--deals", "20", "--out", str(file))
    assert main(["replay", "--json", str(file)]) == 0
    told = capsys.readouterr()
    answers = [json.loads(line) for line in told.out.splitlines()]
    assert [next(iter(answer)) for answer in answers] == ["finishing_stacks"] * 20
    assert told.err == ""


def test_the_options_make_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--preset", "hi-lo", "--players", "3", "--stack", "50", "--ante", "2"]
    options += ["--limit", "fixed", "--min-bet", "3", "--no-opening-round"]
    (record,) = read_records(simulated(capsys, *options, "--seed", "1", "--deals", "1"))
    hi_lo = PRESETS["hi-lo"]
    assert record.starting_stacks == (50, 50, 50)
    assert record.rules == Ruleset(
        preset="hi-lo", split=hi_lo.split, ante=2, limit=Limit.FIXED, min_bet=3, bets=(3, 6)
    )
    assert replay(record).deal is not None


def test_the_presets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(PRESETS)


@pytest.mark.parametrize("name", list(PRESETS))
def test_each_preset_is_explained(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", name, "--language", "en"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{name}: ")
    assert f"{'Six' if PRESETS[name].opening_round else 'Five'} betting rounds" in told
    assert main(["rules", name, "--language", "it"]) == 0
    assert "carte comuni" in capsys.readouterr().out


def test_an_unknown_preset_is_answered_with_those_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "iron-cross"]) == 2
    assert "there are cincinnati, classic, liz" in capsys.readouterr().err
