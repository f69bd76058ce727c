"""``cincinnati arena``: matches between bots."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from arena_bots import source_of
from cincinnati.cli import arena, main, waiting
from cincinnati.errors import RulesError

PLAIN = ["--engine", "plain", "--workers", "0"]


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of bots in the working folder."""
    monkeypatch.chdir(tmp_path)
    for kind in ("calls", "folds", "bets and folds", "raises an error", "loops", "is slow"):
        name = kind.replace(" ", "_")
        (tmp_path / f"{name}.py").write_text(source_of(kind), encoding="utf-8")


BETS, FOLDS, CALLS = "bets_and_folds.py:Bot", "folds.py:Bot", "calls.py:Bot"


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> list[str]:
    assert main(["arena", *arguments, *PLAIN]) == status
    return capsys.readouterr().out.splitlines()


def cells(line: str) -> list[str]:
    return re.split(r"  +", line.strip())


@pytest.mark.usefixtures("bots")
def test_a_match_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    title, pool, heading, hero, other, how, blank, what = told(
        capsys, BETS, FOLDS, "--seats", "4", "--deals", "5", "--seed", "8", "--ante", "3",
    )  # fmt: skip
    assert title == "Cincinnati, 4 players: bets_and_folds.py:Bot against 3 × folds.py:Bot"
    assert pool == "5 deals in every seating, 20 hands, stacks of 100, minimum bet 2, seed 8"
    assert cells(heading) == [
        "seats", "chips a hand", "1/1000 min. bet a hand", "decisions", "half within", "99% within",
        "faults",
    ]  # fmt: skip
    # Three antes a hand come from three seats. Of the checks before the bet none counts as a bet.
    assert cells(hero)[:5] == [BETS, "1", "+9.000 ± 0.000", "+4,500 ± 0", "20"]
    assert cells(other)[:4] == [FOLDS, "3", "-3.000 ± 0.000", "-1,500 ± 0"]
    assert all(re.fullmatch(r"<?\d+\.\d\d ms", time) for time in cells(hero)[5:7])
    assert cells(other)[7] == "0"
    assert re.fullmatch(r"\d+\.\d s, [\d,]+ hands a second, plain engine", how)
    assert blank == ""
    assert what == "± is half of the 95% interval; a deal in all its seatings is one observation"


@pytest.mark.usefixtures("bots")
def test_each_other_each_number_of_seats_each_variant_each_direction(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = told(
        capsys, BETS, FOLDS, CALLS, "--seats", "2,3", "--preset", "liz,hi-lo", "--deals", "2",
        "--direction", "both",
    )  # fmt: skip
    assert [line for line in lines if "players:" in line] == [
        f"Cincinnati {game}, {players}"
        for game in ("Liz", "Hi-Lo")
        for players in (
            f"2 players: {BETS} against {FOLDS}",
            f"2 players: {BETS} against {CALLS}",
            f"3 players: {BETS} against 2 × {FOLDS}",
            f"3 players: {BETS} against 2 × {CALLS}",
            f"3 players: 2 × {BETS} against {FOLDS}",
            f"3 players: 2 × {BETS} against {CALLS}",
        )
    ]


@pytest.mark.usefixtures("bots")
def test_a_line_up_at_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, BETS, FOLDS, CALLS, FOLDS, "--line-up", "--deals", "4")
    assert lines[0] == f"Cincinnati, 4 players: {BETS}, 2 × {FOLDS}, {CALLS}"
    assert [cells(line)[:2] for line in lines[3:6]] == [[BETS, "1"], [FOLDS, "2"], [CALLS, "1"]]
    assert cells(lines[4])[2] == "-1.000 ± 0.000"


def test_all_variants(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "station", "random", "--preset", "all", "--deals", "2")
    assert sum("station against random" in line for line in lines) == 8


@pytest.mark.usefixtures("bots")
def test_faults_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(
        capsys, "raises_an_error.py:Bot", "is_slow.py:Bot", "--deals", "2", "--slow", "1ms"
    )
    failed, slow = lines[5:7]
    times = int(cells(lines[3])[7])
    assert times == int(cells(lines[3])[4]) > 1
    assert failed == f"raises_an_error.py:Bot failed {times} times, first: ValueError: oh dear"
    assert re.fullmatch(r"is_slow\.py:Bot was slow \d+ times, first: 0\.\d{3} s", slow)


@pytest.mark.usefixtures("bots")
def test_a_bot_that_hangs_is_named_and_the_others_play(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(
        ["arena", BETS, "loops.py:Bot", FOLDS, "--seats", "3", "--deals", "2", "--patience",
         "500ms", "--workers", "1"]
    )  # fmt: skip
    out, err = capsys.readouterr()
    assert status == 1
    assert f"{BETS} against 2 × loops.py:Bot was stopped: 'loops.py:Bot' has not answered" in err
    assert out.startswith(f"Cincinnati, 3 players: {BETS} against 2 × {FOLDS}\n")


@pytest.mark.usefixtures("bots")
def test_the_figures_as_csv_and_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = [BETS, FOLDS, CALLS, "--deals", "3", "--seats", "2,3", "--seed", "5", "--blinds", "1",
             "4", "--json", "--csv", "found.csv"]  # fmt: skip
    (answer,) = told(capsys, *asked)
    found: dict[str, Any] = json.loads(answer)
    assert [(match["seats"], match["line_up"]) for match in found["matches"]] == [
        (2, f"{BETS} {FOLDS}"),
        (2, f"{BETS} {CALLS}"),
        (3, f"{BETS} {FOLDS} {FOLDS}"),
        (3, f"{BETS} {CALLS} {CALLS}"),
    ]
    assert found["stopped"] == []
    with (tmp_path / "found.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == 8
    rows = [(match, bot) for match in found["matches"] for bot in match["bots"]]
    for line, (match, bot) in zip(lines, rows, strict=True):
        assert (line["preset"], line["seats"]) == (match["preset"], str(match["seats"]))
        assert (line["line_up"], line["engine"]) == (match["line_up"], "plain")
        assert (line["minimum_bet"], line["blinds"], line["seed"]) == ("4", "1 4", "5")
        assert int(line["hands"]) == int(line["deals"]) * int(line["seats"]) == 3 * match["seats"]
        for figure in ("chips", "chips_half", "thousandths", "thousandths_half", "decisions",
                       "failed", "illegal", "slow", "bot_seats"):  # fmt: skip
            assert float(line[figure]) == bot[figure]
        assert float(line["thousandths"]) == pytest.approx(float(line["chips"]) * 250)
    assert found["matches"][0]["hands_per_second"] > 0


@pytest.mark.usefixtures("bots")
def test_the_same_seed_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    def chips(*arguments: str) -> list[float]:
        (answer,) = told(capsys, "random", CALLS, "--deals", "9", "--json", *arguments)
        return [bot["chips"] for bot in json.loads(answer)["matches"][0]["bots"]]

    assert chips("--seed", "3") == chips("--seed", "3") != chips("--seed", "4")


@pytest.mark.usefixtures("bots")
@pytest.mark.parametrize(("name", "start"), [("a.svg", b"<?xml"), ("a.PNG", b"\x89PNG")])
def test_a_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, start: bytes
) -> None:
    file = tmp_path / name
    asked = [BETS, FOLDS, CALLS, "--seats", "2,3", "--deals", "2", "--plot", str(file)]
    told(capsys, *asked)
    first = file.read_bytes()
    assert first.startswith(start)
    told(capsys, *asked)
    assert file.read_bytes() == first


@pytest.mark.usefixtures("bots")
def test_in_a_picture_stands_what_each_match_came_to(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import matplotlib

    monkeypatch.setitem(matplotlib.rcParams, "svg.fonttype", "none")
    told(capsys, BETS, FOLDS, CALLS, "--line-up", "--deals", "2", "--plot", "a.svg")
    line_up = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert all(f">{name}<" in line_up for name in (BETS, FOLDS, CALLS))
    told(capsys, BETS, FOLDS, "--deals", "2", "--plot", "a.svg")
    pair = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert f">Cincinnati, 2 players: {BETS} against {FOLDS}<" in pair
    assert ">+500 ± 0<" in pair
    assert ">-500 ± 0<" not in pair


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("bots")
def test_a_terminal_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Terminal()
    monkeypatch.setattr("sys.stderr", seen)
    monkeypatch.setattr(waiting, "OFTEN", 0.0)
    assert main(["arena", BETS, FOLDS, "--deals", "20", *PLAIN]) == 0
    lines = seen.getvalue().split("\r\x1b[K")
    assert re.fullmatch(
        rf"Cincinnati, 2 players: {BETS} against {FOLDS}: 8 of 20 deals, \+500 ± 0, \d+ s left",
        lines[1],
    )
    assert lines[-1] == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("", "bots: two or more play, not 0"),
        ("station", "bots: two or more play, not 1"),
        ("station nobody", "bots: no 'nobody'; there are casual, expert, "),
        ("station gone.py:Bot", "bots: 'gone.py:Bot' cannot be read: FileNotFoundError"),
        ("station no_such_thing:Bot", "bots: 'no_such_thing:Bot' cannot be made: ModuleNotFound"),
        ("station random --seats 1", "seats: 2 to 8, several with commas, not '1'"),
        ("station random --seats 2,9", "seats: 2 to 8, several with commas, not '2,9'"),
        ("station random --seats ,", "seats: 2 to 8, several with commas, not ','"),
        ("station random --seats 23", "seats: 2 to 8, several with commas, not '23'"),
        ("station random --deals 1", "deals: 2 to 1000000000, not 1"),
        ("station random --seed -1", "seed: 0 to 9223372036854775807, not -1"),
        ("station random --preset chess", "preset: no 'chess'; there are cincinnati, classic"),
        ("station random --stack 0", "stack: a whole number from 1"),
        ("station random --stack 5 --ante 6", "stack: at least the ante of 6, not 5"),
        ("station random --line-up --seats 2", "line-up: the bots of a line-up are the seats"),
        ("station random --line-up --direction one", "line-up: the bots of a line-up are the seat"),
        (f"{'station ' * 9}--line-up", "line-up: 2 to 8 bots, not 9"),
        ("station random --workers some", "workers: a number of processes, 0"),
        ("station random --slow soon", "slow: a time such as 2s or 500ms, not 'soon'"),
        ("station random --patience 0s", "patience: more than nothing, a day at most, not '0s'"),
        ("station random --slow nan", "slow: more than nothing, a day at most, not 'nan'"),
        ("station random --plot a.gif", "plot: a file that ends with .svg or .png, not 'a.gif'"),
        ("station random --csv gone/a.csv", "csv: there is no folder 'gone'"),
        ("station random --engine compiled --limit pot", "engine: the compiled one cannot play st"),
    ],
)
def test_what_cannot_be_is_said(
    capsys: pytest.CaptureFixture[str], arguments: str, message: str
) -> None:
    options = [] if "--workers" in arguments or "--engine" in arguments else PLAIN
    assert main(["arena", *arguments.split(), *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"cincinnati: {message}")


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [("--direction up", '"one", "many", "both"'), ("--engine slow", '"auto", "plain", "compiled"'),
     ("--deals many", "--deals"), ("--players 3", "--players")],
)  # fmt: skip
def test_an_option_that_is_none(
    capsys: pytest.CaptureFixture[str], arguments: str, allowed: str
) -> None:
    assert main(["arena", "station", "random", *arguments.split()]) == 2
    assert allowed in " ".join(capsys.readouterr().err.replace("│", " ").split())


def test_all_cores_work_if_nobody_says_how_many(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def stop(words: object, matches: object, work: Any, *rest: object) -> None:
        asked.append(work.count)
        raise RulesError("workers", "enough")

    monkeypatch.setattr(arena, "_played", stop)
    monkeypatch.setattr(arena, "cores", lambda: 5)
    assert main(["arena", "station", "random"]) == 2
    assert asked == [5]
