"""``cincinnati advise``: what the expert would do, in a record and in a spot in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cincinnati.bots.advice import advise
from cincinnati.bots.shelf import Shelf
from cincinnati.cli import main
from cincinnati.engine import Deal
from cincinnati.records import full_record, record_for, write_record, write_records
from home_game import deal_of, play
from worked_hand import WORKED

HAND = "AsAd3c4c6d"
HANDS = f"{HAND} KsKd5h7h9d Qs2c7c8dJd"
SCRIPT = "check, bet 2, raise 6, fold, call | check, bet 8, fold"
SPOT = [HAND, "--board", "Ah,Kc", "--players", "5", "--stack", "100"]


@pytest.fixture(autouse=True)
def no_policies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is shipped: what is said shall not change with it."""
    monkeypatch.setattr(advise, "__defaults__", (Shelf(tmp_path / "none"),))


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["advise", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def answers(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told(capsys, "--json", *arguments)]


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["advise", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


def a_deal() -> Deal:
    return play(deal_of(stacks=[100] * 3, hands=HANDS, board="AhKc8c2dTs"), SCRIPT)


@pytest.fixture
def record(tmp_path: Path) -> str:
    (tmp_path / "a.phh").write_text(write_record(full_record(a_deal())))
    return str(tmp_path / "a.phh")


# --- a spot in words ---------------------------------------------------------------------


def test_a_spot(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, *SPOT, "--moves", "check, bet 2, raise 6")
    assert lines[:7] == [
        "Cincinnati, 5 players",
        "p1 checks. p2 checks. p3 checks. p4 checks. p5 checks.",
        "p1 checks. p2 bets 2. p3 raises to 6.",
        "",
        "p4  A♠ A♦ 3♣ 4♣ 6♦  now: three aces, king and six  board: A♥ K♣",
        "  p4 is to act: fold, call 6 or raise to 10–99",
        "  Fold                   0%",
    ]
    assert "  Raise to 25 (pot)    100%  ████████████████████████" in lines
    assert lines[-4] == "  Pot odds          a call costs 6 to win 13: it pays from 32% on"
    assert lines[-1].endswith("it is what a simple, tight player does.")


def test_it_is_the_engines_own_view(capsys: pytest.CaptureFixture[str]) -> None:
    """The same spot played with all cards gives the same advice: hidden ones are not needed."""
    board = "AhKc8c2dTs"
    deal = deal_of(stacks=[100] * 3, hands=f"KsKd5h7h9d Qs2c7c8dJd {HAND}", board=board)
    deal = play(deal, "check, check, check | bet 4, fold")
    right = advise(deal.view(2))
    (found,) = answers(capsys, HAND, "--board", "Ah Kc", "--players", "3", "--moves", "bet 4, fold")
    assert (found["player"], found["hand"][0], found["board"]) == ("p3", "As", ["Ah", "Kc"])
    assert (found["share_of_one"], found["share_of_all"]) == (
        right.share_of_one,
        right.share_of_all,
    )
    assert (found["pot"], found["call"], found["opponents"]) == (right.pot, right.call, 1)
    assert found["done"] is None
    assert sum(option["chance"] for option in found["options"]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "player", "pot", "call"),
    [
        (["--board", "Ah"], "p1", 4, 0),
        (["--board", "Ah", "--moves", "check"], "p2", 4, 0),
        (["--board", "AhKc", "--moves", "bet 2, call, fold, call | check"], "p2", 10, 0),
        (["--board", "AhKc", "--moves", "bet 2, fold, fold, raise 10, call|"], "p1", 24, 0),
        (["--preset", "liz"], "p1", 4, 0),
        (["--preset", "liz", "--board", "Ah", "--moves", "check,check,check,check|BET to 3"],
         "p2", 7, 3),
        (["--board", "Ah", "--blinds", "1", "2"], "p3", 7, 2),
        (["--board", "Ah", "--blinds", "1", "2", "--moves", "call 2, raise 8"], "p1", 17, 7),
        (["--board", "Ah", "--bring-in", "1"], "p1", 4, 0),
        (["--board", "Ah", "--bring-in", "1", "--moves", "bring-in, complete 2"], "p3", 7, 2),
        (["--board", "Ah", "--moves", "all-in 99"], "p2", 103, 99),
        (["--board", "Ah", "--stack", "10", "--moves", "bet 4, all-in"], "p3", 17, 9),
    ],
)  # fmt: skip
def test_whose_turn_it_is_after_the_moves(
    arguments: list[str], player: str, pot: int, call: int, capsys: pytest.CaptureFixture[str]
) -> None:
    (found,) = answers(capsys, HAND, *arguments)
    assert (found["player"], found["pot"], found["call"]) == (player, pot, call)


WRONG: list[tuple[list[str], str]] = [
    ([HAND], "board: here the first round comes after a community card: name it"),
    (["AsAd", "--board", "Ah"], "hand: 5 private cards, AsAd3c4c6d, not 2"),
    (["AsAd3c4c1d", "--board", "Ah"], "not a card at character 9"),
    ([HAND, "--board", "As"], "As stands twice"),
    ([HAND, "--board", "AhKc8c2dQsJs"], "board: at most 5 community cards, not 6"),
    ([*SPOT, "--moves", "check || check"], "moves: 3 rounds of moves, but 2 with this board"),
    ([*SPOT, "--moves", "check | check"], "round 1 is not over at its |: p2 is to act; allowed"),
    ([*SPOT, "--moves", "check, bat 2"], "not a move: 'bat 2'; a move is fold, check, call, bet 2"),
    ([*SPOT, "--moves", "bet"], "not a move: 'bet'"),
    ([*SPOT, "--moves", "check 2"], "not a move: 'check 2'"),
    ([*SPOT, "--moves", "bet 2, check"], "'check': a call costs 2; allowed: fold, call 2, raise"),
    ([*SPOT, "--moves", "bet 2, call 3"], "'call 3': a call costs 2"),
    ([*SPOT, "--moves", "call"], "'call': there is nothing to call; allowed: check, raise to 2"),
    ([*SPOT, "--moves", "raise 4"], "'raise 4': there is no bet to raise"),
    ([*SPOT, "--moves", "bet 2, bet 6"], "'bet 6': there is a bet of 2 to raise"),
    ([*SPOT, "--moves", "bet 2, raise 3"], "'raise 3' of p2: a raise to 3, less than 4; allowed"),
    ([*SPOT, "--moves", "all-in 50"], "'all-in 50': all that he has is 99"),
    ([*SPOT, "--moves", "fold"], "'fold' of p1: a fold, but there is nothing to match"),
    ([*SPOT, "--moves", "bet 2, fold, fold, fold, fold"], "moves: nobody is to act after them"),
    ([*SPOT, "--moves", "check, check, check, check, check, check"],
     "before 'check' round 2 is over: the next community card comes (--board)"),
    ([HAND, "--board", "AhKc8c2dQs", "--players", "2", "--moves", "check, check"],
     "with 'check' the hand is over"),
    ([*SPOT[:3], "--players", "9"], "players: a whole number from 2 to 8, not 9"),
    ([*SPOT, "--preset", "bingo"], "preset: no 'bingo'"),
    ([*SPOT, "--deal", "1"], "record: deal, step and seat are for a record"),
    ([*SPOT, "--language", "de"], "language: one of en, fr, it, pt"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "words"), WRONG)
def test_a_wrong_question_says_what_is_wrong_and_what_is_allowed(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in refused(capsys, *arguments)


# --- a recorded hand -----------------------------------------------------------------------


def test_every_decision_beside_what_was_done(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = told(capsys, record)
    assert lines[0] == f"{record}: Cincinnati"
    assert [line for line in lines if line[:1].isdigit()] == [
        "1. p1  A♠ A♦ 3♣ 4♣ 6♦  now: three aces, six and four  board: A♥",
        "2. p2  K♠ K♦ 5♥ 7♥ 9♦  now: pair of kings, ace, nine and seven  board: A♥",
        "3. p3  Q♠ 2♣ 7♣ 8♦ J♦  now: high card ace, queen, jack, eight and seven  board: A♥",
        "4. p1  A♠ A♦ 3♣ 4♣ 6♦  now: three aces, six and four  board: A♥",
        "5. p2  K♠ K♦ 5♥ 7♥ 9♦  now: pair of kings, ace, nine and seven  board: A♥",
        "6. p2  K♠ K♦ 5♥ 7♥ 9♦  now: three kings, ace and nine  board: A♥ K♣",
        "7. p3  Q♠ 2♣ 7♣ 8♦ J♦  now: high card ace, king, queen, jack and eight  board: A♥ K♣",
        "8. p2  K♠ K♦ 5♥ 7♥ 9♦  now: three kings, ace and nine  board: A♥ K♣",
    ]
    assert [line for line in lines if line.endswith("←")] == [
        "  Check            0%  ←",
        "  Bet 2 (½\u00a0pot)    0%  ←",
        "  Raise to 6 (½\u00a0pot)    0%  ←",
        "  Fold                   0%  ←",
        "  Call 4                 0%  ←",
        "  Check            0%  ←",
        "  Bet 8 (½\u00a0pot)    0%  ←",
        "  Fold                   0%  ←",
    ]


def test_the_numbers_are_those_of_the_players_own_view(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = answers(capsys, record)
    deal = deal_of(stacks=[100] * 3, hands=HANDS, board="AhKc8c2dTs")
    for number, (each, move) in enumerate(
        zip(found, SCRIPT.replace("|", ",").split(","), strict=True), 1
    ):
        right = advise(deal.view(deal.to_act))
        assert (each["deal"], each["step"]) == (1, number)
        assert (each["share_of_one"], each["pot"], each["call"]) == (
            right.share_of_one, right.pot, right.call,
        )  # fmt: skip
        deal = play(deal, move)
    assert [each["done"]["type"] for each in found[:4]] == ["call", "raise", "raise", "fold"]


def test_only_the_hands_that_the_record_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seat, players in ((1, {"p2"}), (None, set())):
        file = tmp_path / f"{seat}.phh"
        file.write_text(write_record(record_for(a_deal(), seat)))
        assert {each["player"] for each in answers(capsys, str(file))} == players
    assert (
        told(capsys, str(file))[1] == "  No hand of this deal is known: there is nothing to advise."
    )


def test_one_step_one_seat_one_deal(
    tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [each["step"] for each in answers(capsys, record, "--seat", "p3")] == [3, 7]
    assert [each["player"] for each in answers(capsys, record, "--step", "6")] == ["p2"]
    named = tmp_path / "named.phh"
    named.write_text(Path(record).read_text() + 'players = ["Ann", "Bruno", "Chiara"]\n')
    assert [each["step"] for each in answers(capsys, str(named), "--seat", "Ann")] == [1, 4]
    assert told(capsys, str(named), "--step", "2")[2].startswith("2. Bruno  K♠ K♦")
    many = tmp_path / "many.phhs"
    deals = [a_deal(), play(deal_of("liz", stacks=[100, 100]), "check, bet 2, fold")]
    many.write_text(write_records([full_record(deal) for deal in deals]))
    assert [each["deal"] for each in answers(capsys, str(many))] == [1] * 8 + [2] * 3
    assert [each["step"] for each in answers(capsys, str(many), "--deal", "2")] == [1, 2, 3]


def test_where_the_record_ends_with_a_decision_it_is_advised_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "unfinished.phh"
    file.write_text(WORKED[: WORKED.index('  "p2 cc"')] + "]\n")
    last = answers(capsys, str(file))[-1]
    assert (last["player"], last["done"], last["call"]) == ("p2", None, 4)
    assert "  p2 is to act" in told(capsys, str(file))


def test_what_there_is_not_in_a_record(
    tmp_path: Path, record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "deal: 1 to 1, not 2" in refused(capsys, record, "--deal", "2")
    assert "step: 1 to 8, not 9" in refused(capsys, record, "--step", "9")
    assert "seat: no decision of 'Zoe'" in refused(capsys, record, "--seat", "Zoe")
    assert "record: it has cards" in refused(capsys, record, "--moves", "check")
    assert "record: it has cards" in refused(capsys, record, "--preset", "liz")
    many = tmp_path / "many.phhs"
    many.write_text(write_records([full_record(a_deal())] * 2))
    assert "step: the file has 2 deals" in refused(capsys, str(many), "--step", "1")
    assert "cannot be read" in refused(capsys, str(tmp_path / "none.phh"))
    broken = tmp_path / "broken.phh"
    broken.write_text(WORKED.replace('"p1 cbr 4"', '"p1 cbr 1"'))
    assert "action 4 (p1 cbr 1): a raise to 1" in refused(capsys, str(broken))


# --- in four languages ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("fr", ["  Suivre 4", "Part du pot", "Cote du pot", "Relancer à 17 (½\u00a0pot)"]),
        ("it", ["  Pareggia 4", "Quota del piatto", "Rilancia a 17 (½\u00a0piatto)"]),
        ("pt", ["  Igualar 4", "Parte do pote", "Odds do pote", "Aumentar para 17 (½\u00a0pote)"]),
    ],
)
def test_people_read_their_own_language(
    language: str, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    spot = [HAND, "--board", "Ah", "--players", "3", "--moves", "bet 2, raise 6, call"]
    text = "\n".join(told(capsys, *spot, "--language", language))
    assert [line for line in lines if line not in text] == []


# --- while a hand is replayed --------------------------------------------------------------------


def test_replay_says_it_after_each_move(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--advice", record]) == 0
    lines = capsys.readouterr().out.splitlines()
    at = lines.index("  p1 checks.")
    assert lines[at + 1].startswith("    The expert: ")
    assert sum(line.startswith("    The expert: ") for line in lines) == 8
    assert main(["replay", record]) == 0
    plain = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "The expert" not in line] == plain


def test_replay_as_json(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--advice", "--json", record]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["player"] for each in found["advice"]] == [
        "p1", "p2", "p3", "p1", "p2", "p2", "p3", "p2",
    ]  # fmt: skip
    assert main(["replay", "--json", record]) == 0
    assert "advice" not in json.loads(capsys.readouterr().out)
