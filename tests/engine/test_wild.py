"""Wild cards through whole deals (R26-R29)."""

import pytest

from cincinnati.cards import Card, Rank
from cincinnati.engine import Deal
from cincinnati.engine.project import view
from cincinnati.engine.seen import HandShown, Share
from cincinnati.ranking import Category, category_of
from cincinnati.ranking.value import name_of
from cincinnati.rules import Layout, Wild
from home_game import check_down, deal_of, five, play, states, wins


def categories(deal: Deal) -> list[Category]:
    """What the shown hands are, by position."""
    shown = [event for event in deal.events if isinstance(event, HandShown)]
    return [category_of(event.high) for event in sorted(shown, key=lambda event: event.position)]


def wild_by_card(deal: Deal) -> list[str]:
    """The ranks shown as wild for everybody after each community card."""
    found: list[str] = []
    for state in states(deal.events):
        if len(state.board) == len(found) and state.hands:
            found.append("".join(rank.letter for rank in view(state, None).wild))
    return found


@pytest.mark.rule("R26")
def test_five_of_a_kind_beats_a_straight_flush() -> None:
    deal = deal_of(
        stacks=[100, 100],
        hands="9s9d9h2c3d AsKsQsJs4d",
        board="9cTs5h6d7c",
        wild=Wild.RANKS,
        wild_ranks=(Rank.TWO,),
    )
    deal = check_down(deal)
    assert categories(deal) == [Category.FIVE_OF_A_KIND, Category.STRAIGHT_FLUSH]
    assert wins(deal) == [(0, Share.WHOLE, {0: 2})]
    assert five(deal, 0) == "9s9h9d9c2c"


@pytest.mark.rule("R26")
def test_five_of_a_kind_compares_by_rank() -> None:
    deal = deal_of(
        stacks=[100, 100],
        hands="9s9d9h2c3d TsTdTh2d3h",
        board="9cTc5h6d7c",
        wild=Wild.RANKS,
        wild_ranks=(Rank.TWO,),
    )
    assert wins(check_down(deal)) == [(0, Share.WHOLE, {1: 2})]


@pytest.mark.rule("R26")
@pytest.mark.parametrize(
    ("hands", "board"),
    [
        # No flush with two aces: A K 9 8 with a wild card is A K Q 9 8, as A K Q 9 8 itself.
        ("AsKs9s2c3d AdKdQd9d8d", "8s4h5cJhTc"),
        # A hand with a wild card ties with the same hand without.
        ("2cAsJc3h6c KhAcJd3s6d", "KsKd9c8h4d"),
    ],
)
def test_a_hand_with_wild_cards_ties_with_the_same_hand_without(hands: str, board: str) -> None:
    deal = deal_of(
        stacks=[100, 100], hands=hands, board=board, wild=Wild.RANKS, wild_ranks=(Rank.TWO,)
    )
    high = [event.high for event in check_down(deal).events if isinstance(event, HandShown)]
    assert high[0] == high[1]
    assert wins(check_down(deal)) == [(0, Share.WHOLE, {0: 1, 1: 1})]


@pytest.mark.rule("R26")
def test_a_wild_card_stands_for_a_card_that_somebody_else_holds() -> None:
    """The other player holds the Ts: with a wild card it is played here all the same."""
    deal = deal_of(
        stacks=[100, 100],
        hands="AsKsQsJs2d Ts9d8d4c3c",
        board="6h5hQdQc9h",
        wild=Wild.RANKS,
        wild_ranks=(Rank.TWO,),
    )
    deal = check_down(deal)
    (high,) = {
        event.high for event in deal.events if isinstance(event, HandShown) and not event.position
    }
    assert name_of(high).royal


@pytest.mark.rule("R26")
def test_several_ranks_may_be_wild() -> None:
    deal = deal_of(
        stacks=[100, 100],
        hands="2c2d3c9s9h AsAdAhAcKs",
        board="4hJd7cTc6s",
        wild=Wild.RANKS,
        wild_ranks=(Rank.TWO, Rank.THREE),
    )
    assert [rank.letter for rank in deal.view(None).wild] == ["3", "2"]
    assert categories(check_down(deal)) == [Category.FIVE_OF_A_KIND, Category.FOUR_OF_A_KIND]


LIZ = {"hands": "9s9d4hKcKd AhAd7c7d5s", "board": "Ts9c4cJs4d"}


@pytest.mark.rule("R27")
def test_the_lowest_rank_turned_so_far_is_shown_as_wild_for_the_moment() -> None:
    deal = check_down(deal_of("liz", stacks=[100, 100], **LIZ))
    # Before a card nothing; T; 9 takes its place; then 4, and 4 stays.
    assert wild_by_card(deal) == ["", "T", "9", "4", "4", "4"]


@pytest.mark.rule("R27")
def test_only_the_final_rank_decides_wherever_cards_of_it_are() -> None:
    deal = deal_of("liz", stacks=[100, 100], **LIZ)
    deal = play(deal, "check, check | check, check |")
    # After T and 9 the nines are wild: four with his two kings and no four yet.
    hand = deal.view(0).players[0].hand
    assert hand is not None
    assert hand.wild == (Rank.NINE,)
    assert category_of(hand.high) is Category.FIVE_OF_A_KIND
    deal = check_down(deal)
    # At the end the fours are: 4h in his hand and 4c, 4d on the board, with three nines.
    assert categories(deal) == [Category.FIVE_OF_A_KIND, Category.FOUR_OF_A_KIND]
    assert five(deal, 0) == "KdKc4h4d4c"


@pytest.mark.rule("R27")
def test_aces_are_high_for_finding_the_lowest_rank() -> None:
    deal = check_down(deal_of("liz", stacks=[100, 100], board="AsKdAcKhQs"))
    assert wild_by_card(deal) == ["", "A", "K", "K", "K", "Q"]


@pytest.mark.rule("R27")
@pytest.mark.rule("R32")
def test_in_a_cross_all_five_cards_count_for_finding_the_lowest() -> None:
    """The deuce lies at the right: whoever plays the column has deuces wild all the same."""
    deal = deal_of(
        "liz",
        stacks=[100, 100],
        hands="KsKd2c8h7s AdJh9d6c5c",
        board="Kh2sKcTd4h",
        layout=Layout.CROSS,
    )
    deal = check_down(deal)
    assert wild_by_card(deal)[-1] == "2"
    # The column has Kh, 4h, Kc: with his own two kings and the wild 2c, five of them.
    assert categories(deal)[0] is Category.FIVE_OF_A_KIND
    assert five(deal, 0) == "KsKhKdKc2c"


@pytest.mark.rule("R28")
def test_nothing_is_wild_until_the_fifth_card_is_turned() -> None:
    deal = check_down(
        deal_of(
            "last-card-wild",
            stacks=[100, 100],
            hands="7s7d2c3h9d AsAdKcQd8s",
            board="7hJs4cTh7c",
        )
    )
    assert wild_by_card(deal) == ["", "", "", "", "", "7"]
    # Three sevens until then; now the four sevens are any cards.
    assert categories(deal)[0] is Category.FIVE_OF_A_KIND
    # One card stays as printed: the best natural one, of the jack.
    assert five(deal, 0) == "Js7s7h7d7c"


@pytest.mark.rule("R28")
def test_the_last_card_makes_its_rank_wild_and_no_lower_one() -> None:
    deal = deal_of(
        "last-card-wild", stacks=[100, 100], hands="KsKd3c4h6d AsAd5cQd8s", board="2h2s9cThKc"
    )
    deal = check_down(deal)
    assert wild_by_card(deal)[-1] == "K"
    # Three wild kings and the two deuces; p1 has one wild card, and for him deuces are deuces.
    assert categories(deal) == [Category.FIVE_OF_A_KIND, Category.FULL_HOUSE]


@pytest.mark.rule("R29")
def test_the_lowest_private_rank_is_wild_for_its_holder_alone() -> None:
    deal = deal_of(
        "low-hole",
        stacks=[100, 100],
        # p0's lowest is the four, p1's the six; a four and a six lie on the board.
        hands="4sJdQcKhAd 6sJcQdKsAh",
        board="4c9d9s6h2c",
    )
    assert deal.view(None).wild == ()
    deal = check_down(deal)
    hands = [player.hand for player in deal.view(None).players]
    assert [hand.wild for hand in hands if hand] == [(Rank.FOUR,), (Rank.SIX,)]
    # Two wild cards each (the community card of that rank too): four nines against four nines.
    assert categories(deal) == [Category.FOUR_OF_A_KIND] * 2
    assert wins(deal) == [(0, Share.WHOLE, {0: 1, 1: 1})]


@pytest.mark.rule("R29")
def test_aces_are_the_lowest_private_rank_only_among_aces() -> None:
    deal = deal_of("low-hole", stacks=[100, 100], hands="AsAdAhAcKs 2s5d8hJc9s")
    hand = deal.view(0).players[0].hand
    other = deal.view(1).players[1].hand
    assert hand is not None
    assert other is not None
    assert (hand.wild, other.wild) == ((Rank.KING,), (Rank.TWO,))


@pytest.mark.rule("R29")
@pytest.mark.rule("R32")
def test_low_hole_counts_only_the_cards_that_the_player_may_use() -> None:
    """A three at the right of the cross is wild in the row and not there in the column."""
    deal = deal_of(
        "low-hole",
        stacks=[100, 100],
        hands="3sKdQc9h7d 2sJdAc9c8d",
        # Top Kh, right 3c, bottom Kc, left 5h, centre 4s.
        board="Kh3cKc5h4s",
        layout=Layout.CROSS,
    )
    deal = check_down(deal)
    # The column: Kh, Kc, Kd and one wild card. The row would give two wild cards and no king.
    assert categories(deal)[0] is Category.FOUR_OF_A_KIND
    assert five(deal, 0) == "KhKdKc3sQc"
    assert Card("3c") not in deal.awards[0].winners[0].cards
