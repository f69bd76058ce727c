"""Exact answers are what the engine pays out, end by end, under every rule."""

from __future__ import annotations

from typing import Any

import pytest

from cincinnati.cards import PACK, parse_cards
from cincinnati.odds import exact
from cincinnati.odds.equity import SeatEquity, equity
from cincinnati.odds.question import Question
from cincinnati.ranking import Category
from cincinnati.rules import Ruleset
from odds_rules import RULES
from played_out import Played, played_out


def only_unseen(cards: str, *known: str) -> str:
    """Everything as dead cards but for these few, and those that are known."""
    kept = parse_cards(cards + "".join(known))
    return "".join(str(card) for card in PACK if card not in kept)


FOUR_CARDS = Question.of("AsAd3c4c6d", "KsKd5h7h9d", "2c3d9hTcJs", board="AhKc8c2d")
THREE_CARDS = Question.of(
    "AsAd3c4c6d", "6h7s8sJdQd", board="AhKc8c",
    dead=only_unseen("2d5s7c8hJhAcQs", "AsAd3c4c6d6h7s8sJdQdAhKc8c"),
)  # fmt: skip
NO_CARD = Question.of(
    "AsAd3c4c6d", "6h7s8sJdQd",
    dead=only_unseen("2d5s7c8hJc", "AsAd3c4c6d6h7s8sJdQd"),
)  # fmt: skip
GAPS = Question.of(
    "AsAd3c4c", "6h7s8s", board="AhKc8c2d",
    dead=only_unseen("5s7c2h4hJcQs", "AsAd3c4c6h7s8sAhKc8c2d"),
)  # fmt: skip


def asked(question: Question, rules: Ruleset) -> Question:
    return Question(question.hands, question.board, question.dead, rules)


def same(seat: SeatEquity, played: Played) -> None:
    exactly: Any = pytest.approx
    assert seat.share == exactly(float(played.share), abs=1e-12)
    assert seat.win == exactly(float(played.win), abs=1e-12)
    assert seat.tie == exactly(float(played.tie), abs=1e-12)
    assert seat.from_other == exactly(float(played.from_other), abs=1e-12)
    assert seat.from_high == exactly(float(played.share - played.from_other), abs=1e-12)
    assert seat.categories == {
        kind: exactly(float(chance), abs=1e-12) for kind, chance in played.categories.items()
    }


@pytest.mark.rule(17)
@pytest.mark.rule(18)
@pytest.mark.rule(26)
@pytest.mark.rule(27)
@pytest.mark.rule(28)
@pytest.mark.rule(29)
@pytest.mark.rule(30)
@pytest.mark.rule(31)
@pytest.mark.rule(32)
@pytest.mark.parametrize("question", [FOUR_CARDS, THREE_CARDS, GAPS], ids=["four", "three", "gaps"])
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_the_answer_is_what_the_engine_pays_out(rules: Ruleset, question: Question) -> None:
    answer = equity(asked(question, rules))
    assert answer.exact
    for seat, played in zip(answer.seats, played_out(asked(question, rules)), strict=True):
        same(seat, played)
        assert seat.share_error == 0.0


@pytest.mark.parametrize(
    "name", ["crisscross", "crisscross liz hi-lo", "last card wild, lowest card of its suit"]
)
def test_before_the_first_card_every_order_counts(name: str) -> None:
    question = asked(NO_CARD, RULES[name])
    for seat, played in zip(equity(question).seats, played_out(question), strict=True):
        same(seat, played)


def test_with_five_cards_turned_there_is_one_end() -> None:
    # The worked hand of the rules (§9).
    answer = equity(Question.of("AsAd3c4c6d", "KsKd5h7h9d", board="AhKc8c2dQs"))
    assert (answer.exact, answer.ends) == (True, 1)
    assert [seat.share for seat in answer.seats] == [1.0, 0.0]
    assert [seat.categories[Category.THREE_OF_A_KIND] for seat in answer.seats] == [1.0, 1.0]


def test_a_chance_that_one_can_count_by_hand() -> None:
    # A straight flush is there; only the two kings left make four of a kind, which is less.
    answer = equity(Question.of("5s6s7s8s9s", "KsKd2h7h9d", board="AhAcJcTd"))
    assert answer.ends == 52 - 14
    assert answer.seats[0].win == 1.0
    assert answer.seats[0].categories[Category.STRAIGHT_FLUSH] == 1.0
    pairs = answer.seats[1].categories
    assert pairs[Category.FULL_HOUSE] == pytest.approx((2 + 2) / 38)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("piece", [1, 100, 740, 741])
def test_pieces_change_nothing(piece: int, threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question.of("AsAd3c4c6d", "KsKd5h7h9d", board="AhKc8c")
    whole = equity(question)
    monkeypatch.setattr(exact, "PIECE", piece)
    parts = equity(question, threads=threads)
    assert parts.ends == whole.ends == 741
    assert parts.seats == whole.seats


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(threads: int) -> None:
    question = Question.of("AsAd3c4c6d", "KsKd5h7h9d", "2c3d9hTcJs", board="AhKc")
    alone, together = (equity(question, threads=count) for count in (1, threads))
    assert alone.seats == together.seats
    assert alone.ends == together.ends == 35 * 34 * 33 // 6
