"""``cincinnati hand``: what five to ten cards are worth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cincinnati.cli import main


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["hand", "--json", *arguments]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_hand_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", "As", "Ad", "3c", "4c", "6d", "Ah", "Kc", "8c", "2d", "Qs"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "three aces, king and queen: A♠ A♥ A♦ K♣ Q♠",
        "  class 1610 of 7462",
        "low hand 6-4-3-2-A: 6♦ 4♣ 3♣ 2♦ A♠",
    ]


def test_a_hand_with_wild_cards_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hand", "--wild", "2J", "As Ad Ah Jc 2d"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "five aces: A♠ A♥ A♦ J♣ 2♦",
        "  above every hand without wild cards",
        "  wild: J, 2",
    ]


def test_a_hand_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "AsAd3c4c6d", "AhKc8c2dQs") == {
        "class": 1610,
        "order": 1623,
        "category": "three-of-a-kind",
        "five": ["As", "Ah", "Ad", "Kc", "Qs"],
        "low": [6, 4, 3, 2, 1],
        "low_five": ["6d", "4c", "3c", "2d", "As"],
        "wild": "",
        "name": "three aces, with king and queen",
    }


def test_five_of_a_kind_has_no_class(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "--wild", "2", "As Ad Ah Ac 2d")
    assert (found["class"], found["order"], found["category"]) == (None, 1, "five-of-a-kind")
    assert (found["low"], found["low_five"]) == (None, [])


@pytest.mark.parametrize("cards", ["AsKdQhJcTs", "A♠ K♦ Q♥ J♣ 10♠", "as,kd,qh,jc,10s"])
def test_cards_may_be_written_in_many_ways(cards: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, cards)["name"] == "a straight to the ace"
    assert answer(capsys, *cards.replace(",", " ").split())["class"] == 1600


@pytest.mark.rule(27)
@pytest.mark.rule(28)
@pytest.mark.rule(29)
@pytest.mark.rule(32)
@pytest.mark.parametrize(
    ("options", "wild", "category"),
    [
        ([], "", "pair"),
        (["--wild", "none"], "", "pair"),
        (["--wild", "lowest_board"], "2", "straight"),
        (["--wild", "last_board"], "K", "straight"),
        (["--wild", "low_hole"], "4", "straight"),
        (["--wild", "K2"], "K2", "four-of-a-kind"),
        (["--wild", "k,2"], "K2", "four-of-a-kind"),
        (["--wild", "10"], "T", "pair"),
        (["--layout", "row"], "", "pair"),
        (["--layout", "cross"], "", "high-card"),
        (["--layout", "cross", "--wild", "lowest_board"], "2", "straight"),
    ],
)
def test_wild_cards_and_the_cross(
    options: list[str], wild: str, category: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # The board in its order: top, right, bottom, left, centre. No line has both aces.
    found = answer(capsys, *options, "4s6d9hJcQs", "2dAhAd8cKh")
    assert (found["wild"], found["category"]) == (wild, category)


def test_the_lines_of_a_file_are_answered_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hands.jsonl"
    questions: list[object] = [
        {"cards": "AsKdQhJcTs"},
        {"private": "As Ad 3c 4c 6d", "board": "Ah Kc 8c 2d Qs"},
        {"private": "As Ad 3c 4c 6d", "board": "Ah Kc 8c 2d Qs", "wild": "lowest_board"},
        {"private": "As Ad 3c 4c 6d", "board": "Ah Kc 8c 2d Qs", "layout": "cross"},
        {"cards": "AsKdQhJc2s", "wild": "ranks", "wild_ranks": "2"},
        {"cards": "AsKdQhJc2s", "wild": None, "layout": None, "note": "fields that are not ours"},
    ]
    file.write_text("\n".join(map(json.dumps, questions)) + "\n\n", encoding="utf-8")
    assert main(["hand", "--json", str(file)]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["order"], each["wild"]) for each in found] == [
        (1613, ""),
        (1623, ""),
        (24, "2"),
        (1637, ""),
        (1613, "2"),
        (6206, ""),
    ]


WRONG: list[tuple[bytes, str]] = [
    (b"{", "not a JSON object"),
    (b"[1]", "not a JSON object"),
    (b'{"cards": "\xff"}', "not a JSON object"),
    (b"[" * 100_000, "not a JSON object"),
    (b'{"cards": 7}', "cards are given as texts"),
    (b"{}", "5 to 10 cards, not 0"),
    (b'{"cards": "AsKdQhJc"}', "5 to 10 cards, not 4"),
    (b'{"cards": "AsKdQhJcTs9s8s7s6s5s4s"}', "5 to 10 cards, not 11"),
    (b'{"cards": "AsKdQhJcZs"}', "not a card at character 9: 'Zs'"),
    (b'{"cards": "AsKdQhJcAs"}', "As stands twice"),
    (b'{"private": "AsKd", "board": "QhJcTs"}', "5 private cards, and the others on the board"),
    (b'{"private": "AsKdQhJcTs9s", "board": ""}', "5 private cards"),
    (b'{"cards": "2c3c", "private": "AsKdQhJcTs"}', "5 private cards"),
    (b'{"cards": "AsKdQhJcTs", "layout": "circle"}', "layout: row or cross, not 'circle'"),
    (b'{"cards": "AsKdQhJcTs", "layout": ["row"]}', "layout: row or cross"),
    (b'{"cards": "AsKdQhJcTs", "wild": "deuces"}', "no rank 'd'"),
    (b'{"cards": "AsKdQhJcTs", "wild": ["2"]}', "wild: ranks such as 2J, or a rule"),
    (b'{"cards": "AsKdQhJcTs", "wild": {"a": 1}}', "wild: ranks such as 2J, or a rule"),
    (b'{"cards": "AsKdQhJcTs", "wild": 2}', "not 2"),
    (b'{"cards": "AsKdQhJcTs", "wild": "ranks"}', "wild: ranks such as 2J"),
    (b'{"cards": "AsKdQhJcTs", "wild": "ranks", "wild_ranks": ""}', "name at least one rank"),
    (b'{"cards": "AsKdQhJcTs", "wild": "22"}', "a rank stands there twice"),
]


@pytest.mark.parametrize(("line", "words"), WRONG)
def test_one_wrong_line_does_not_stop_the_others(
    line: bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hands.jsonl"
    good = b'{"cards": "AsKdQhJcTs"}'
    file.write_bytes(good + b"\n" + line + b"\r\n" + good)
    assert main(["hand", "--json", str(file)]) == 2
    told = capsys.readouterr()
    found = [json.loads(each) for each in told.out.splitlines()]
    assert [each.get("class") for each in found] == [1600, None, 1600]
    assert words in found[1]["error"]["message"]
    assert told.err == f"{file}, line 2: {found[1]['error']['message']}\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "5 to 10 cards, not 0"),
        (["AsKdQhJc"], "not 4"),
        (["As", "Kd", "Qh", "Jc", "Xs"], "not a card at character 13: 'Xs'"),
        (["As", "Kd", "Qh", "Jc", "A♠"], "As stands twice"),
        (["--wild", "deuces", "AsKdQhJcTs"], "or a rule: none, lowest_board, last_board"),
        (["--wild", "22", "AsKdQhJcTs"], "a rank stands there twice"),
        (["missing.jsonl"], "No such file"),
    ],
)
def test_what_is_no_hand_ends_with_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hand", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert words in told.err
