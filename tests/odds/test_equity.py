"""What the answers have to agree on: with each other, with their parts, and in a notebook."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path

import pytest

from cincinnati import odds
from cincinnati.cards import Rank
from cincinnati.odds.equity import Equity, after_next_card, equity
from cincinnati.odds.question import Question
from cincinnati.odds.report import alike, mean_seat, report
from cincinnati.odds.sampling import Stop
from cincinnati.ranking import Category
from cincinnati.rules import Ruleset
from odds_rules import RULES

HANDS = ("AsAd3c4c6d", "KsKd5h7h9d", "2c 3d 9h Tc ??")
BOARD = "AhKc8c2d"


def question(rules: Ruleset = RULES["cincinnati"], *hands: str, board: str = BOARD) -> Question:
    return Question.of(*(hands or HANDS), board=board, rules=rules)


@pytest.mark.parametrize("sampled", [False, True])
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_every_share_is_somebodys(rules: Ruleset, *, sampled: bool) -> None:
    answer = equity(question(rules), stop=Stop(samples=2000), exact_ends=0 if sampled else None)
    assert sum(seat.share for seat in answer.seats) == pytest.approx(1)
    assert sum(sum(seat.best_with.values()) for seat in answer.seats) == pytest.approx(
        sum(seat.from_high for seat in answer.seats) + sum(seat.from_other for seat in answer.seats)
    )
    for seat in answer.seats:
        assert seat.share == pytest.approx(seat.from_high + seat.from_other)
        assert sum(seat.categories.values()) == pytest.approx(1)
        assert seat.win <= seat.share + 1e-12 <= seat.win + seat.tie + 2e-12
        assert all(
            seat.best_with[kind] <= chance + 1e-12 for kind, chance in seat.categories.items()
        )


def test_where_nobody_shares_the_pot_equity_is_how_often_one_wins() -> None:
    answer = equity(Question.of("AsAd3c4c6d", "KsKd5h7h9d", board="AhKc8c2d"))
    for seat in answer.seats:
        assert seat.tie == 0
        assert seat.share == seat.win == seat.from_high


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("name", ["cincinnati", "crisscross liz hi-lo", "last-suit"])
def test_who_sits_where_changes_nothing(name: str, order: tuple[int, ...]) -> None:
    straight, turned = (
        equity(question(RULES[name], *(HANDS[seat] for seat in seats)))
        for seats in (range(3), order)
    )
    assert [turned.seats[order.index(seat)] for seat in range(3)] == list(straight.seats)


def test_equal_hands_have_equal_chances() -> None:
    # The second hand is the first in the other red and the other black suit.
    answer = equity(Question.of("Ah3h7cTc8d", "Ad3d7sTs8h", board="QcQsKhKd", dead="8c8s"))
    assert answer.seats[0] == answer.seats[1]
    assert answer.seats[0].share == pytest.approx(0.5)


def test_seats_of_which_nothing_is_known_differ_by_chance_only() -> None:
    answer = equity(Question.of("AsAd3c4c6d", board="AhKc", players=4), stop=Stop(samples=40_000))
    known, others = alike(answer)
    assert known == (0,)
    assert others is not None
    assert others.share == pytest.approx((1 - answer.seats[0].share) / 3)
    for seat in answer.seats[1:]:
        assert abs(seat.share - others.share) <= 4 * seat.share_error


def test_players_of_whom_nothing_is_known_all_have_the_same_share() -> None:
    answer = equity(Question.of(players=8), stop=Stop(samples=20_000))
    known, others = alike(answer)
    assert known == ()
    assert others is not None
    assert others.share == pytest.approx(1 / 8)
    assert all(abs(seat.share - 1 / 8) <= 4 * seat.share_error for seat in answer.seats)


def test_the_mean_of_seats() -> None:
    answer = equity(question())
    mean = mean_seat(answer.seats)
    assert mean.share == pytest.approx(1 / 3)
    assert mean.win == pytest.approx(sum(seat.win for seat in answer.seats) / 3)
    assert mean.categories[Category.FLUSH] == pytest.approx(
        sum(seat.categories[Category.FLUSH] for seat in answer.seats) / 3
    )
    assert sum(mean.best_with.values()) == pytest.approx(1 / 3)


@pytest.mark.parametrize("name", ["cincinnati", "liz", "crisscross", "hi-lo", "last-suit"])
def test_the_next_cards_add_up_to_the_whole(name: str) -> None:
    asked = question(RULES[name], *HANDS[:2], board="AhKc8c")
    whole, parts = equity(asked), after_next_card(asked)
    assert set(parts) == set(asked.unseen)
    assert all(part.exact for part in parts.values())
    for seat in range(2):
        mean = sum(part.seats[seat].share for part in parts.values()) / len(parts)
        assert mean == pytest.approx(whole.seats[seat].share)


def test_the_next_cards_are_sampled_as_one_of_them_alone_is() -> None:
    asked, stop = question(board="AhKc8c"), Stop(samples=500)
    card = asked.unseen[7]
    together = after_next_card(asked, seed=3, stop=stop, exact_ends=0)[card]
    alone = equity(asked.turned(card), seed=3, stop=stop, exact_ends=0)
    assert together.seats == alone.seats


def test_no_card_comes_after_the_fifth() -> None:
    assert after_next_card(question(board=BOARD + "Qs")) == {}


@pytest.mark.rule(27)
def test_a_report_says_what_is_there_and_which_card_is_best() -> None:
    found = report(
        Question.of("AsAd3c4c6d", "Ks Kd", board="AhKc8c2d", rules="liz"),
        seed=0,
        stop=Stop(samples=1000),
    )
    held, unknown = found.made
    assert held is not None
    assert unknown is None
    # The deuce on the board is wild, so three aces are four.
    assert [str(card) for card in held.high_five()] == ["As", "Ah", "Ad", "2d", "Kc"]
    best, *_, worst = found.next_cards(0)
    assert best.rank is Rank.TWO
    assert found.after[best].seats[0].share > found.after[worst].seats[0].share


# --- in a notebook --------------------------------------------------------------------


PAGE = Path(__file__).parents[2] / "docs" / "odds.md"


def test_the_three_lines_of_the_page_are_enough() -> None:
    lines = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(lines) == 1
    names: dict[str, object] = {}
    exec(lines[0], names)  # noqa: S102
    answer = names["answer"]
    assert isinstance(answer, Equity)
    assert "# 0.7004…, True" in lines[0]
    assert (int(answer.seats[0].share * 10_000), answer.exact) == (7004, True)


def test_the_public_names_are_sorted_and_documented() -> None:
    assert odds.__all__ == sorted(set(odds.__all__), key=lambda name: (name[0].islower(), name))
    for name in ("Engine", "Equity", "Progress", "Question", "SeatEquity", "Stop", "equity"):
        assert getattr(odds, name).__doc__
