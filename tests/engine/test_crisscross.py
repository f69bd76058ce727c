"""Community cards in a cross (R32)."""

import pytest

from cincinnati.cards import Card
from cincinnati.engine.seen import HandShown, Share
from cincinnati.ranking import Category, category_of, low_ranks
from cincinnati.rules import Split
from home_game import check_down, deal_of, five, play, wins

pytestmark = pytest.mark.rule("R32")

WEAK = "2h4d7c9sJd"


@pytest.mark.parametrize(
    ("board", "category"),
    [
        # Turned: top, right, bottom, left, centre. The row is left, centre, right: Kc Kd Kh …
        ("2c Kh 3d Kc Kd", Category.FOUR_OF_A_KIND),
        # … and the column is top, centre, bottom.
        ("Kh 2c Kc 3d Kd", Category.FOUR_OF_A_KIND),
        # Kings at the top and at the right never go together: only one of them and the centre.
        ("Kh Kc 3d 5d Kd", Category.THREE_OF_A_KIND),
        ("Kh Kc 3d Kd 5d", Category.THREE_OF_A_KIND),
        ("Kh Kc Kd 2c 5d", Category.THREE_OF_A_KIND),
        # Without the centre, one from each line: a pair it stays.
        ("Kh Kc 3d 5c 6h", Category.PAIR),
    ],
)
def test_the_row_or_the_column_whichever_is_better(board: str, category: Category) -> None:
    deal = check_down(
        deal_of("crisscross", stacks=[100, 100], hands=f"KsAh8cTd9h {WEAK}", board=board)
    )
    (high,) = (
        event.high for event in deal.events if isinstance(event, HandShown) and not event.position
    )
    assert category_of(high) is category


def test_the_best_five_of_eight_with_his_own_five() -> None:
    """A flush of four spades in the row and one in the column cannot be put together."""
    deal = deal_of(
        "crisscross", stacks=[100, 100], hands="AsKs9d8d7h QhQdJc6h3h", board="2sQs4sJs5c"
    )
    deal = check_down(deal)
    # p0 has As Ks with Qs Js in the row, or with 2s 4s in the column: four spades, no flush.
    assert wins(deal) == [(0, Share.WHOLE, {1: 2})]
    # p1 plays the row: Qs with his two queens.
    assert five(deal, 1)[:6] == "QsQhQd"


def test_each_player_chooses_his_own_line() -> None:
    deal = deal_of(
        "crisscross", stacks=[100, 100], hands="KsKdAh2c3d QsQdAc2d3h", board="KhQh7c8dTs"
    )
    deal = check_down(deal)
    assert [player.hand.high_cards[:3] for player in deal.view(None).players if player.hand] == [
        (Card("Ks"), Card("Kh"), Card("Kd")),
        (Card("Qs"), Card("Qh"), Card("Qd")),
    ]


def test_before_the_centre_a_line_has_what_is_turned() -> None:
    deal = deal_of("crisscross", stacks=[100, 100], hands=f"KsAh8cTd9h {WEAK}", board="KhKc3d5d6d")
    deal = play(deal, "check, check | check, check |")
    hand = deal.view(0).players[0].hand
    assert hand is not None
    assert category_of(hand.high) is Category.PAIR


@pytest.mark.rule("R30")
def test_high_and_low_may_use_different_lines() -> None:
    deal = deal_of(
        "crisscross",
        stacks=[100, 100],
        # Row: left Kc, centre 4d, right Kh. Column: top 2s, centre 4d, bottom 5s.
        hands="KsAd3c9hJd QcTd9s7h6s",
        board="2sKh5sKc4d",
        split=Split.LOW8,
    )
    deal = check_down(deal)
    assert wins(deal) == [(0, Share.WHOLE, {0: 2})]
    hand = deal.view(1).players[0].hand
    assert hand is not None
    assert hand.low is not None
    # Three kings in the row or the straight to the five in the column: the straight is better.
    assert category_of(hand.high) is Category.STRAIGHT
    assert low_ranks(hand.low) == (5, 4, 3, 2, 1)


@pytest.mark.rule("R30")
def test_high_from_the_row_and_low_from_the_column() -> None:
    deal = deal_of(
        "crisscross",
        stacks=[100, 100],
        hands="KsKdAd3c9h QcTd9s7hJs",
        # Row: left Kc, centre 6d, right Kh. Column: top 2s, centre 6d, bottom 8s.
        board="2sKh8sKc6d",
        split=Split.LOW8,
    )
    hand = check_down(deal).view(1).players[0].hand
    assert hand is not None
    assert "".join(map(str, hand.high_cards)) == "KsKhKdKcAd"
    assert "".join(map(str, hand.low_cards)) == "8s6d3c2sAd"
