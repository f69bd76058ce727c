"""``cincinnati odds``: what share of the pot a hand may expect."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cincinnati.cli import main
from cincinnati.odds import Question, equity

HANDS = ["AsAd3c4c6d", "KsKd5h7h9d"]
BOARD = ["--board", "Ah,Kc,8c"]


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["odds", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("".join(told(capsys, "--json", *arguments)))
    return found


@pytest.mark.rule(30)
def test_two_hands_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    *lines, how = told(capsys, *HANDS, *BOARD, "--preset", "hi-lo")
    assert lines == [
        "Cincinnati Hi-Lo, 2 players",
        "board: A♥ K♣ 8♣",
        "A♠ A♦ 3♣ 4♣ 6♦  now: three aces, king and eight, low hand 8-6-4-3-A",
        "K♠ K♦ 5♥ 7♥ 9♦  now: three kings, ace and nine",
        "",
        "                            A♠ A♦ 3♣ 4♣ 6♦  K♠ K♦ 5♥ 7♥ 9♦",
        "  share of the pot                   83.2%           16.8%",
        "  takes the whole pot                66.4%               –",
        "  takes a part of it                 33.6%           33.6%",
        "  share with the best hand           35.0%           15.0%",
        "  share with the low hand            48.2%            1.8%",
        "",
        "in the end",
        "  four of a kind                      5.1%            5.1%  ██▏",
        "  full house                         58.8%           58.8%  ████████████████████████",
        "  flush                              17.4%            2.8%  ███████▏",
        "  straight                            1.3%           10.1%  ▌",
        "  three of a kind                    17.3%           23.1%  ███████",
        "",
        "the next card",
        "  best  A♣  100.0%  (+16.8%)  worst  K♥  51.3%  (-31.9%)",
        "        8♦   98.7%  (+15.5%)         9♠  69.7%  (-13.5%)",
        "        8♥   98.7%  (+15.5%)         7♠  69.7%  (-13.5%)",
        "        8♠   98.7%  (+15.5%)         5♠  69.7%  (-13.5%)",
        "        6♣   90.8%   (+7.6%)         9♥  69.7%  (-13.5%)",
        "",
    ]
    assert re.fullmatch(r"all 741 possible ends counted in \d+\.\d s", how)


def test_one_hand_against_players_of_whom_nothing_is_known(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = told(
        capsys, HANDS[0], *BOARD, "--players", "5", "--samples", "3000", "--seed", "4",
        "--dead", "2c 2d",
    )  # fmt: skip
    assert lines[:3] == ["Cincinnati, 5 players", "board: A♥ K♣ 8♣", "out of play: 2♣ 2♦"]
    assert lines[5].endswith(" A♠ A♦ 3♣ 4♣ 6♦  each of the others")
    assert re.fullmatch(r"3,000 random ends in \d+\.\d s, standard error 0\.\d%, seed 4", lines[-1])


def test_two_players_are_meant_where_one_hand_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(answer(capsys, HANDS[0], "--samples", "100", "--exact", "0")["seats"]) == 2


def test_a_partly_known_hand_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "As Ad ?? ?? ??", "--samples", "500")
    assert "  A♠ A♦ ?? ?? ??  each of the others" in lines[2]
    assert not any("now:" in line for line in lines)


def test_the_whole_board_leaves_no_next_card(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, *HANDS, "--board", "AhKc8c2dQs")
    assert "the next card" not in lines
    assert lines[-1].startswith("all 1 possible ends")


def test_the_answer_as_json_is_the_answer_of_the_library(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = answer(capsys, *HANDS, *BOARD, "--preset", "last-suit")
    right = equity(Question.of(*HANDS, board="AhKc8c", rules="last-suit"))
    assert {name: found[name] for name in ("preset", "board", "dead", "exact", "ends", "seed")} == {
        "preset": "last-suit",
        "board": ["Ah", "Kc", "8c"],
        "dead": [],
        "exact": True,
        "ends": right.ends,
        "seed": None,
    }
    for seat, expected in zip(found["seats"], right.seats, strict=True):
        assert seat["share"] == expected.share
        assert (seat["win"], seat["tie"]) == (expected.win, expected.tie)
        assert (seat["from_high"], seat["from_other"]) == (expected.from_high, expected.from_other)
        assert seat["categories"]["full-house"] == pytest.approx(0.5884, abs=5e-5)
    assert found["seats"][1]["now"] == {
        "category": "three-of-a-kind",
        "class": 1679,
        "name": "three kings, with ace and nine",
        "low": None,
    }
    assert len(found["next"]) == 52 - 13
    assert sum(found["next"]["Ac"]["shares"]) == pytest.approx(1)


def test_a_seed_gives_the_same_samples_again(capsys: pytest.CaptureFixture[str]) -> None:
    options = [HANDS[0], "--samples", "700", "--exact", "0", "--seed"]
    first, again, other = (answer(capsys, *options, seed)["seats"] for seed in ("3", "3", "4"))
    assert first == again != other


@pytest.mark.parametrize("error", ["1%", "0.01"])
def test_an_error_says_when_it_is_good_enough(
    error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = answer(capsys, HANDS[0], "--error", error)
    assert 0 < max(seat["share_error"] for seat in found["seats"]) <= 0.01


@pytest.mark.parametrize("time", ["50ms", "0.05s", "0.05"])
def test_a_time_says_when_it_is_enough(time: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, HANDS[0], "--time", time)
    assert found["ends"] >= 4096
    assert found["seconds"] >= 0.05


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("fr", ["Cincinnati, 2 joueurs", "  part du pot", "à la fin", "la prochaine carte"]),
        ("it", ["Cincinnati, 2 giocatori", "  quota del piatto", "alla fine", "la prossima carta"]),
        ("pt", ["Cincinnati, 2 jogadores", "  parte do pote", "no fim", "a próxima carta"]),
    ],
)
def test_people_read_their_own_language(
    language: str,
    lines: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    text = "\n".join(told(capsys, *HANDS, *BOARD))
    assert [line for line in lines if line not in text] == []
    assert ("70,0\u202f%" if language == "fr" else "70,0%") in text


WRONG: list[tuple[list[str], str]] = [
    (["AsAdAs"], "As stands twice"),
    ([*HANDS, "--board", "Ks"], "Ks stands twice: in hand 2 and on the board"),
    (["AsKdQhJcTs9s8s7s6s5s4s"], "has 11 cards"),
    ([HANDS[0], "--board", "2c3h4h5c6c7c"], "the board (2c 3h 4h 5c 6c 7c) has 6 cards"),
    (["1s"], "not a card at character 1: '1s'"),
    ([HANDS[0], "--players", "9"], "players: 1 to 8, not 9"),
    ([HANDS[0], "--players", "8", "--dead", "2c2d2h2s3d3h3s4d"], "the pack has 52"),
    ([HANDS[0], "--preset", "bingo"], "preset: no 'bingo'"),
    ([HANDS[0], "--error=-0.1%"], "error: a share above 0"),
    ([HANDS[0], "--error", "-1%"], "error: a share above 0 and below 1 (0.1%), not -0.01"),
    ([HANDS[0], "--error", "small"], "error: a share such as 0.1% or 0.001, not 'small'"),
    ([HANDS[0], "--time", "2 hours"], "time: a time such as 2s or 500ms, not '2 hours'"),
    ([HANDS[0], "--time=-2s"], "time: seconds above 0"),
    ([HANDS[0], "--time", "-1s"], "time: seconds above 0, not -1.0"),
    ([HANDS[0], "--samples", "0"], "samples: 1 to"),
    ([HANDS[0], "--exact", "0", "--seed=-1"], "seed: a whole number from 0 to"),
    ([HANDS[0], "--exact=-5"], "exact: 0 to"),
    ([HANDS[0], "--threads", "0"], "threads: 1 or more, not 0"),
    ([HANDS[0], "--plot", "odds.gif"], "plot: a file that ends with .svg or .png, not 'odds.gif'"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG)
def test_a_wrong_question_ends_with_status_2_and_says_what_is_wrong(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["odds", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert words in said.err


@pytest.mark.parametrize("command", ["odds", "distribution"])
def test_a_picture_that_has_no_place_is_refused_before_the_work(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken.svg").mkdir()
    nowhere, taken = tmp_path / "nowhere", tmp_path / "taken.svg"
    for file, why in (
        (nowhere / "odds.svg", f"plot: there is no folder {str(nowhere)!r}"),
        (taken, f"plot: {str(taken)!r} is a folder"),
    ):
        assert main([command, "--plot", str(file)]) == 2
        told = capsys.readouterr()
        assert told.out == "", "the answer would have been printed before the picture is drawn"
        assert why in told.err


def test_where_no_hand_is_known_all_players_are_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "odds.svg"
    lines = told(capsys, "--players", "3", "--samples", "300", "--plot", str(picture))
    assert lines[0] == "Cincinnati, 3 players"
    assert lines[2].strip() == "each player"
    assert lines[3].split() == ["share", "of", "the", "pot", "33.3%"]
    assert "the next card" not in lines, "it is nobody's more than another's"
    assert picture.exists()


def test_the_next_card_is_told_for_the_first_hand_that_is_known(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = told(
        capsys, "", *HANDS, "--board", "AhKc8c2d", "--samples", "300", "--exact", "0"
    )  # fmt: skip
    (best,) = (line for line in lines if line.startswith("  best"))
    assert re.match(r"  best +[A346]\S +99\.\d% .*  worst +\S+ +–", best), best


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / f"odds.{kind}"
    told(capsys, *HANDS, *BOARD, "--plot", str(file))
    content = file.read_bytes()
    if kind == "png":
        assert content.startswith(b"\x89PNG")
    else:
        assert b"<svg" in content
        assert b"<path" in content
        again = tmp_path / "again.svg"
        told(capsys, *HANDS, *BOARD, "--plot", str(again))
        assert again.read_bytes() == content


LOADED = """
import sys
{code}
print(*(name for name in ("numpy", "numba", "matplotlib") if name in sys.modules))
"""


@pytest.mark.parametrize(
    ("code", "loaded"),
    [
        ("import cincinnati", ""),
        ("import cincinnati.cli", ""),
        ("from cincinnati.cli import main; main(['hand', 'AsKsQsJsTs'])", ""),
        (
            "from cincinnati.cli import main; main(['odds', 'AsAd3c4c6d', '--samples', '9'])",
            "numpy",
        ),
    ],
)
def test_only_what_is_needed_is_loaded(code: str, loaded: str) -> None:
    run = subprocess.run(  # noqa: S603  (our own words)
        [sys.executable, "-c", LOADED.format(code=code)], capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-1] == loaded
