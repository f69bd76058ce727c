"""``cincinnati attack``: what a trained attacker wins from a bot."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cincinnati.arena.results import Interval
from cincinnati.bots.policy import Kind, header_of, policy_of
from cincinnati.cli import attack as command
from cincinnati.cli import main
from cincinnati.cli.learning import Watching
from cincinnati.training import siege as sieges
from cincinnati.training.job import Job, Plan
from cincinnati.training.pool import pool_of
from cincinnati.training.siege import Outcome, Siege
from cincinnati.words import LANGUAGES, Words

PLAN = Plan(preset="cincinnati", seats=2, iterations=800, deals=100, stack=12)
SMALL = ["--iterations", "8e2", "--deals", "100", "--stack", "12", "--fresh", "60"]


@pytest.fixture(autouse=True)
def somewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A working folder of one's own, and little memory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(sieges, "ROWS", 5000)


@pytest.fixture(scope="session")
def pools(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("pools"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A policy of a few iterations."""
    job = Job(PLAN, pool_of(PLAN.rules, seed=1, deals=100))
    job.train(300)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "lines.policy").write_bytes(job.file())
    return tmp_path / "mine"


def told(capsys: pytest.CaptureFixture[str], pools: str, *arguments: str) -> list[str]:
    assert main(["attack", *arguments, *SMALL, "--pools", pools]) == 0
    return capsys.readouterr().out.splitlines()


def figures(capsys: pytest.CaptureFixture[str], pools: str, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("".join(told(capsys, pools, *arguments, "--json")))
    return found


def test_what_an_attacker_wins(capsys: pytest.CaptureFixture[str], pools: str) -> None:
    *lines, chips, thousandths, blank, interval, bound = told(capsys, pools, "station")
    assert lines == [
        "Cincinnati, 2 players: an attacker against station",
        "the bot plays without a policy",
        "the attacker remembers the whole betting line and tells 50 classes of strength apart; it "
        "bets 50% and 100% of the pot",
        "trained for 800 iterations on 100 deals of seed 1",
        "measured on 480 hands of 60 fresh deals of seed 1000000001, stacks of 12, minimum bet 2",
        "",
    ]
    assert re.fullmatch(r"  \+\d\.\d{3} ± \d\.\d{3}  chips a hand", chips)
    assert re.fullmatch(r"  \+[\d,]+ ± [\d,]+  1/1000 min\. bet a hand", thousandths)
    assert (blank, interval) == (
        "",
        "± is half of the 95% interval; a deal in all its seatings is one observation",
    )
    assert bound == (
        "the best attacker found is a lower bound: another one, or a longer training, may win more"
    )


@pytest.mark.usefixtures("folder")
def test_a_bot_with_the_policies_of_a_folder(
    capsys: pytest.CaptureFixture[str], pools: str
) -> None:
    lines = told(capsys, pools, "expert@mine", "--key", "situation", "--buckets", "25")
    assert lines[0] == "Cincinnati, 2 players: an attacker against expert@mine"
    assert lines[1] == (
        "the bot plays whole betting lines by a policy of 300 iterations, seed 1 (Cincinnati)"
    )
    assert lines[2].startswith("the attacker sees the situation alone and tells 25 classes")


def test_all_figures(capsys: pytest.CaptureFixture[str], pools: str, folder: Path) -> None:
    found = figures(capsys, pools, "expert@mine", "--csv", "all.csv", "--seed", "3")
    gains = {name: found.pop(name) for name in list(found) if name.startswith(("chips", "thous"))}
    assert gains["thousandths"] == 500 * gains["chips"]
    assert gains["thousandths_half"] == 500 * gains["chips_half"] > 0
    assert found.pop("nodes") > 10_000
    header = header_of((folder / "lines.policy").read_bytes())
    assert found == {
        "bot": "expert@mine",
        "preset": "cincinnati",
        "seats": 2,
        "stack": 12,
        "minimum_bet": 2,
        "key": "line",
        "buckets": 50,
        "sizes": [50, 100],
        "iterations": 800,
        "deals": 100,
        "seed": 3,
        "fresh_deals": 60,
        "fresh_seed": 1_000_000_003,
        "hands": 480,
        "policies": [
            {
                "kind": "line",
                "preset": "cincinnati",
                "seats": 2,
                "iterations": 300,
                "seed": 1,
                "sha256": header.sha256,
                "sizes": [50, 100],
            }
        ],
    }
    with Path("all.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["thousandths"] == str(gains["thousandths"])
    assert (row["sizes"], row["policies"]) == ("50 100", header.sha256)


def test_many_seats_and_odd_bets_are_for_those_who_see_situations(
    capsys: pytest.CaptureFixture[str], pools: str
) -> None:
    found = figures(capsys, pools, "regular", "--seats", "3", "--sizes", "33, 75")
    assert (found["key"], found["sizes"], found["hands"]) == ("situation", [33, 75], 60 * 6)
    assert told(capsys, pools, "regular", "--seats", "3")[0].endswith("against 2 × regular")


def test_the_policy_of_the_attacker_is_written(
    capsys: pytest.CaptureFixture[str], pools: str
) -> None:
    told(capsys, pools, "station", "--out", "attacker.policy")
    header = policy_of(Path("attacker.policy").read_bytes()).header
    assert (header.kind, header.iterations, header.stack) == (Kind.LINE, 800, 12)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["parrot"], "bot: 'parrot' cannot be attacked: it takes a bot of which there is a comp"),
        (["expert@nowhere"], "there is no folder 'nowhere'"),
        (["expert", "--seats", "3", "--key", "line"], "key: whole betting lines are for 2 seats"),
        (["expert", "--sizes", "50"], "sizes: two bets in percent of the pot such as 50,100"),
        (["expert", "--sizes", "50,100,200"], "sizes: two bets"),
        (["expert", "--sizes=-1,5"], "sizes: two bets"),
        (["expert", "--sizes", "100,50"], "sizes: two, the smaller first"),
        (["expert", "--buckets", "51"], "buckets: 25, 50, 100, not 51"),
        (["expert", "--buckets", "25", "--out", "x.policy"], "out: a policy has 50 buckets"),
        (["expert", "--fresh", "many"], "fresh: a whole number"),
        (["expert", "--preset", "x"], "preset: no 'x'"),
        (["expert", "--out", "no/x.policy"], "out: there is no folder 'no'"),
        (["expert", "--csv", "no/x.csv"], "csv: there is no folder 'no'"),
    ],
)
def test_what_cannot_be_is_refused_before_the_work(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["attack", *options, "--pools", "kept"]) == 2
    assert message in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_who_stops_it_gets_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], pools: str
) -> None:
    monkeypatch.setattr(Watching, "stopped", lambda _: True)
    with pytest.raises(SystemExit, match="130"):
        main(["attack", "station", *SMALL, "--pools", pools])
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", list(Kind))
def test_it_is_told_in_every_language(key: Kind, language: str, folder: Path) -> None:
    siege = Siege(bot="expert", plan=PLAN, key=key, buckets=50, sizes=(50, 100), fresh=60)
    header = header_of((folder / "lines.policy").read_bytes())
    for policies in ((), (header,), (header, replace(header, sizes=(33, 150)))):
        outcome = Outcome(
            siege=siege, policies=policies, nodes=7, chips=Interval(0.25, 0.01), file=None
        )
        text = "\n".join(command._lines(Words.of(language), outcome))
        assert "+125 ± 5" in text
        assert ("33" in text and "150" in text) == (len(policies) == 2)
        assert "{" not in text
