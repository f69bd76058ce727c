"""``cincinnati distribution``: how often each kind of hand comes, and how often it wins."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from cincinnati import Category, Rank, Suit, best_low
from cincinnati.cards import PACK, CardSet, card_set
from cincinnati.cli import main
from cincinnati.odds.kinds import low_hands

ROOT = Path(__file__).parents[2]
KINDS = [kind.code for kind in reversed(Category)]


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["distribution", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def counts(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads("".join(told(capsys, "--json", *arguments)))
    return found


def test_five_cards_are_every_poker_players_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "--cards", "5") == [
        "Cincinnati: the best five of 5 cards",
        "",
        "                    chance      hands  different ones",
        "  straight flush    0.002%         40              10",
        "  four of a kind    0.024%        624             156",
        "  full house        0.144%      3,744             156  ▏",
        "  flush             0.197%      5,108           1,277  ▏",
        "  straight          0.392%     10,200              10  ▎",
        "  three of a kind   2.113%     54,912             858  █",
        "  two pair          4.754%    123,552             858  ██▎",
        "  pair             42.257%  1,098,240           2,860  ████████████████████▎",
        "  high card        50.118%  1,302,540           1,277  ████████████████████████",
        "",
        "  all of them: 2,598,960",
    ]


@pytest.mark.parametrize("cards", ["5", "6"])
@pytest.mark.parametrize("preset", ["cincinnati", "classic", "hi-lo", "last-suit"])
def test_what_does_not_change_a_hand_does_not_change_its_chances(
    cards: str, preset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, other = (
        counts(capsys, "--cards", cards, "--preset", name) for name in ("cincinnati", preset)
    )
    assert other["categories"] == plain["categories"]
    assert list(plain["categories"]) == KINDS
    assert plain["hands"] == sum(kind["hands"] for kind in plain["categories"].values())
    assert plain["hands"] == sum(plain["by_class"])
    assert plain["by_class"][0] == {"5": 4, "6": 188}[cards]
    assert len(plain["by_class"]) - plain["by_class"].count(0) == sum(
        kind["classes"] for kind in plain["categories"].values()
    )


@pytest.mark.rule(30)
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_low_hands_are_counted(cards: int) -> None:
    """Every choice of cards from a pack of two suits with ace to five and the nine."""
    ranks = (Rank.ACE, Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.NINE)
    small = [card for card in PACK if card.rank in ranks and card.suit in (Suit.CLUBS, Suit.HEARTS)]
    found = sum(
        best_low(CardSet(card_set(hand))) is not None for hand in combinations(small, cards)
    )
    assert found == low_hands(cards, ranks=5, higher=2, suits=2)


def test_low_hands_of_the_whole_pack() -> None:
    assert low_hands(5) == 56 * 4**5  # C(8, 5) sets of ranks, each card in four suits


def test_what_is_counted_beside_the_kinds(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "--cards", "5", "--preset", "hi-lo")
    assert lines[-1] == "  a low hand, eight or better: 57,344 (2.2%)"
    assert counts(capsys, "--cards", "5", "--preset", "hi-lo")["low_hands"] == 57_344


@pytest.mark.parametrize("preset", ["liz", "crisscross", "last-card-wild", "low-hole"])
def test_wild_cards_and_the_cross_are_sampled_with_their_error(
    preset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = counts(capsys, "--preset", preset, "--samples", "4000")
    assert (found["samples"], found["seed"], found["hands"]) == (4000, 0, None)
    kinds = found["categories"].values()
    assert sum(kind["chance"] for kind in kinds) == pytest.approx(1)
    assert all(0 <= kind["chance_error"] < 0.008 for kind in kinds)
    assert (found["categories"]["five-of-a-kind"]["chance"] > 0) == (preset != "crisscross")


def test_who_wins_among_players(capsys: pytest.CaptureFixture[str]) -> None:
    found = counts(capsys, "--preset", "liz", "--players", "5", "--samples", "3000")
    wins = {name: kind["wins"] for name, kind in found["categories"].items()}
    assert sum(wins.values()) == pytest.approx(1)
    assert wins["five-of-a-kind"] > found["categories"]["five-of-a-kind"]["chance"]
    lines = told(capsys, "--preset", "liz", "--players", "5", "--samples", "3000")
    assert lines[:2] == ["Cincinnati Liz: the best five of 10 cards", "Cincinnati Liz, 5 players"]
    assert lines[3].split("  ")[-1] == "share of the best hands"
    assert re.fullmatch(r"3,000 random deals, standard error at most 0\.\d\d%", lines[-1])


def test_a_seed_gives_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--preset", "liz", "--samples", "1000", "--seed"]
    first, again, other = (counts(capsys, *options, seed) for seed in ("1", "1", "2"))
    assert first == again
    assert first["categories"] != other["categories"]


WRONG: list[tuple[list[str], str]] = [
    (["--cards", "4"], "cards: 5 to 10, not 4"),
    (["--cards", "11"], "cards: 5 to 10, not 11"),
    (["--cards", "7", "--preset", "liz"], "cards: liz is about 10 cards, not 7"),
    (["--cards", "7", "--players", "3"], "cards: players are about 10 cards, not 7"),
    (["--players", "1"], "players: 2 to 8, not 1"),
    (["--players", "9"], "players: 2 to 8, not 9"),
    (["--preset", "bingo"], "preset: no 'bingo'"),
    (["--preset", "liz", "--samples", "0"], "samples: 1 to"),
    (["--preset", "liz", "--seed=-1"], "seed: a whole number from 0 to"),
    (["--plot", "kinds.pdf"], "plot: a file that ends with .svg or .png"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG)
def test_a_wrong_question_ends_with_status_2(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["distribution", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert words in said.err


def test_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kinds.svg"
    told(capsys, "--preset", "liz", "--players", "2", "--samples", "500", "--plot", str(file))
    assert b"<svg" in file.read_bytes()


def test_the_page_says_what_the_vectors_say() -> None:
    page = (ROOT / "docs" / "odds.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| ([a-z ]+) \| ([0-9,]{6,}) \| [0-9,]+ \|$", page, re.MULTILINE))
    told = {name: int(hands.replace(",", "")) for name, hands in rows.items()}
    vectors = json.loads((ROOT / "tests" / "vectors" / "distribution.json").read_bytes())["n"]["10"]
    hands = {name.replace("-", " "): count for name, count in vectors["categories"].items()}
    assert told == {**hands, "all": vectors["hands"]}
    assert f"| all | {vectors['hands']:,} | {vectors['classes_that_occur']:,} |" in page
