"""``cincinnati replay``: the right chips, or what is wrong."""

from __future__ import annotations

import io
import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cincinnati.cli import main
from cincinnati.odds import Question
from cincinnati.odds.seen import quick_equity
from worked_hand import WORKED

WRONG_CHIPS = WORKED.replace("[105, 95]", "[95, 105]")
ILLEGAL = WORKED.replace('"p1 cbr 4"', '"p1 cbr 1"')
UNFINISHED = WORKED[: WORKED.index('  "p2 cc"')] + "]\n"
NOT_BEGUN = WORKED[: WORKED.index('  "d dh p2')] + "]\n"
THREE = """\
variant = "NCIN"
antes = [1, 1, 1]
blinds_or_straddles = [0, 0, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 AsAd3c4c6d", "d dh p2 ??????????", "d dh p3 KsKd5h7h9d",
  "d db Ah", "p1 cbr 4", "p2 cc", "p3 f", "d db Kc",
]
_cincinnati = { preset = "cincinnati" }
"""
UNEQUAL_ANTES = WORKED.replace("[1, 1]", "[1, 2]")


@pytest.fixture
def write(tmp_path: Path) -> Any:
    def written(name: str, text: str | bytes) -> str:
        data = text if isinstance(text, bytes) else text.encode()
        (tmp_path / name).write_bytes(data)
        return str(tmp_path / name)

    return written


def answers(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[Any], str]:
    status = main(["replay", "--json", *arguments])
    told = capsys.readouterr()
    return status, [json.loads(line) for line in told.out.splitlines()], told.err


def test_a_deal_is_told_line_by_line(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", write("worked.phh", WORKED)]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[1:11] == [
        "Cincinnati: no limit, ante 1, minimum bet 2.",
        "Chips: p1 100, p2 100.",
        "p2 deals.",
        "Everybody antes 1.",
        "p1 holds A♠ A♦ 3♣ 4♣ 6♦.",
        "p2 holds K♠ K♦ 5♥ 7♥ 9♦.",
        "",
        "The next card is the A♥.",
        "Board: A♥ ▒▒ ▒▒ ▒▒ ▒▒",
        "p1 bets 4.",
    ]
    assert lines[-6:-1] == [
        "p1 shows A♠ A♦ 3♣ 4♣ 6♦: three aces, king and queen.",
        "p2 shows K♠ K♦ 5♥ 7♥ 9♦: three kings, ace and queen.",
        "p1 wins 10 chips from the pot with A♠ A♥ A♦ K♣ Q♠.",
        "Three aces beat three kings.",
        "Chips now: p1 105, p2 95.",
    ]


def test_a_deal_as_json(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    status, told, err = answers(capsys, write("worked.phh", WORKED))
    assert (status, err) == (0, "")
    assert told == [
        {
            "finishing_stacks": [105, 95],
            "pots": [
                {
                    "amount": 10,
                    "eligible": [0, 1],
                    "winners": [
                        {
                            "position": 0,
                            "amount": 10,
                            "share": "whole",
                            "five": ["As", "Ah", "Ad", "Kc", "Qs"],
                        }
                    ],
                }
            ],
            "refund": [0, 0],
            "awards": [10, 0],
            "shown": [0, 1],
        }
    ]


CHANCES = {
    "en": "Chances: p1 60.1%, p2 39.9%.",
    "fr": "Chances\u202f: p1 60,1\u202f%, p2 39,9\u202f%.",
    "it": "Probabilità: p1 60,1%, p2 39,9%.",
    "pt": "Probabilidades: p1 60,1%, p2 39,9%.",
}


def test_the_chances_after_every_card(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = write("worked.phh", WORKED)
    assert main(["replay", "--odds", file]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = [(lines[at - 1].strip(), line) for at, line in enumerate(lines) if "Chances" in line]
    assert told == [
        ("p2 holds K♠ K♦ 5♥ 7♥ 9♦.", "    Chances: p1 60.1%, p2 39.9%."),
        ("Board: A♥ ▒▒ ▒▒ ▒▒ ▒▒", "    Chances: p1 91.1% (+31.0%), p2 8.9% (-31.0%)."),
        ("Board: A♥ K♣ ▒▒ ▒▒ ▒▒", "    Chances: p1 70.8% (-20.2%), p2 29.2% (+20.2%)."),
        ("Board: A♥ K♣ 8♣ ▒▒ ▒▒", "    Chances: p1 70.0% (-0.8%), p2 30.0% (+0.8%)."),
        ("Board: A♥ K♣ 8♣ 2♦ ▒▒", "    Chances: p1 73.7% (+3.6%), p2 26.3% (-3.6%)."),
        ("Board: A♥ K♣ 8♣ 2♦ Q♠", "    Chances: p1 100.0% (+26.3%), p2 0.0% (-26.3%)."),
    ]
    assert main(["replay", file]) == 0
    rest = [line for line in lines if "Chances" not in line]
    assert capsys.readouterr().out.splitlines() == rest, "nobody asked for them"


@pytest.mark.parametrize("language", CHANCES)
def test_the_chances_in_every_language(
    language: str, write: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    cut = WORKED[: WORKED.index('  "d db Ah')] + "]\n"
    assert main(["replay", "--odds", write("cut.phh", cut)]) == 0
    assert CHANCES[language] in capsys.readouterr().out


def test_the_chances_as_json_of_all_that_is_known(
    write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folded hand that is recorded comes no more; of the one that is not nothing is told."""
    file = write("three.phh", THREE)
    assert answers(capsys, "--odds", write("begun.phh", NOT_BEGUN))[1][0]["odds"] == []
    status, told, _ = answers(capsys, file, "--odds")
    aces, kings = "AsAd3c4c6d", "KsKd5h7h9d"
    asked = [
        Question.of(aces, "", kings),
        Question.of(aces, "", kings, board="Ah"),
        Question.of(aces, "", board="Ah", dead=kings),
        Question.of(aces, "", board="AhKc", dead=kings),
    ]
    equities = [quick_equity(question) for question in asked]
    shares = [equity.seats[0].share for equity in equities]
    assert status == 0
    assert [moment["cards"] for moment in told[0]["odds"]] == [0, 1, 1, 2]
    assert [[hand["position"] for hand in moment["hands"]] for moment in told[0]["odds"]] == [
        [0, 2], [0, 2], [0], [0],
    ]  # fmt: skip
    first = [moment["hands"][0] for moment in told[0]["odds"]]
    assert [hand["share"] for hand in first] == shares
    assert [hand["change"] for hand in first] == [
        None, *(now - before for before, now in pairwise(shares)),
    ]  # fmt: skip
    assert told[0]["odds"][0]["hands"][1]["share"] == equities[0].seats[2].share


def test_an_unfinished_deal_says_who_is_to_act(
    write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write("unfinished.phh", UNFINISHED)
    status, told, _ = answers(capsys, file)
    legal = {"fold": True, "bring_in": False, "call": 4, "raise": [8, 99]}
    assert (status, told) == (0, [{"to_act": "p2", "legal": legal}])
    assert main(["replay", file]) == 0
    assert "p2 is to act: fold, call 4 or raise to 8–99" in capsys.readouterr().out


def test_a_deal_that_has_not_begun(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = write("begun.phh", NOT_BEGUN)
    assert answers(capsys, file)[:2] == (0, [{"to_act": None, "legal": None}])
    assert main(["replay", file]) == 0
    assert "The hands are not all dealt yet." in capsys.readouterr().out


def test_a_refused_deal_is_an_error_in_a_fixed_form(
    write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    status, told, err = answers(capsys, write("illegal.phh", ILLEGAL))
    message = "a raise to 1, less than 2; allowed: check, raise to 2 up to 99"
    assert status == 2
    assert told == [
        {
            "error": {
                "at": 3,
                "action": "p1 cbr 1",
                "code": "raise_too_small",
                "message": message,
                "allowed": {"fold": False, "bring_in": False, "call": 0, "raise": [2, 99]},
            }
        }
    ]
    assert err.endswith(f"illegal.phh: action 4 (p1 cbr 1): {message}\n")


def test_an_error_outside_the_actions_has_no_place_in_them(
    write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    status, told, err = answers(capsys, write("antes.phh", UNEQUAL_ANTES))
    message = "line 2: antes: the same for all 2 players (R1)"
    error = {"at": None, "action": None, "code": "antes", "message": message, "allowed": None}
    assert (status, told) == (2, [{"error": error}])
    assert message in err


def test_other_finishing_stacks_than_the_record_states(
    write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    status, told, err = answers(capsys, write("wrong.phh", WRONG_CHIPS))
    assert (status, told[0]["finishing_stacks"]) == (1, [105, 95])
    assert "wrong.phh: the record states other finishing stacks" in err


def test_many_files_are_answered_in_order_and_the_worst_status_counts(
    write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [
        write("a.phh", WORKED),
        write("b.phh", ILLEGAL),
        write("c.phh", WRONG_CHIPS),
        write("d.phhs", f"[1]\n{UNFINISHED}[2]\n{UNEQUAL_ANTES}[3]\n{WORKED}"),
        "missing.phh",
        write("e.jsonl", json.dumps({"phh": WORKED}) + "\n\n" + json.dumps({"phh": ILLEGAL})),
    ]
    status, told, err = answers(capsys, *files)
    kinds = [next(iter(answer)) for answer in told]
    assert kinds == [
        "finishing_stacks",
        "error",
        "finishing_stacks",
        "to_act",
        "error",
        "finishing_stacks",
        "error",
        "finishing_stacks",
        "error",
    ]
    assert status == 2
    line = len(UNFINISHED.splitlines()) + 4
    assert f"d.phhs, deal 2: line {line}, deal 2: antes: the same" in err
    assert "missing.phh: cannot be read: No such file" in err
    assert "e.jsonl, line 3: action 4" in err
    assert answers(capsys, files[0], files[2])[0] == 1


@pytest.mark.parametrize("text", [WORKED, json.dumps({"phh": WORKED}), f"[1]\n{WORKED}"])
def test_a_dash_is_the_standard_input(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    status, told, _ = answers(capsys, "-")
    assert (status, told[0]["finishing_stacks"]) == (0, [105, 95])


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"{", "a JSON object with a text in the field phh is needed"),
        (b"[]", "a JSON object"),
        (b"7", "a JSON object"),
        (b'{"phh": 7}', "a JSON object"),
        (b'{"deal": ""}', "a JSON object"),
        (b'{"phh": "\xff"}', "a JSON object"),
        (b'{"phh": "\\ud800"}', "a JSON object"),
        (b"[" * 100_000, "a JSON object"),
        (json.dumps({"phh": f"[1]\n{WORKED}[2]\n{WORKED}"}).encode(), "one deal a line"),
    ],
)
def test_one_wrong_line_does_not_stop_the_others(
    line: bytes, words: str, write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    good = json.dumps({"phh": WORKED}).encode()
    status, told, err = answers(capsys, write("deals.jsonl", good + b"\n" + line + b"\r\n" + good))
    assert (status, [next(iter(answer)) for answer in told]) == (
        2,
        ["finishing_stacks", "error", "finishing_stacks"],
    )
    assert told[1]["error"]["message"].startswith("line 2: ")
    assert words in told[1]["error"]["message"]
    assert "deals.jsonl, line 2: " in err


def test_a_file_has_to_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay"]) == 2
    assert "name a file, or - for the standard input" in capsys.readouterr().err


def test_a_folder_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path)]) == 2
    assert "cannot be read: Is a directory" in capsys.readouterr().err


def test_other_encodings_are_named_with_their_line(
    write: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    latin = WORKED.replace("antes", "# Brun\xf3\nantes").encode("latin-1")
    status, told, _ = answers(capsys, write("latin.phh", latin))
    assert (status, told[0]["error"]["message"]) == (2, "line 2: not UTF-8 text")
