"""Who shows when, and which five cards win (R16, R17, the worked hand of section 9)."""

import pytest

from cincinnati.cards import card_set, parse_cards
from cincinnati.engine import Deal
from cincinnati.engine.project import view
from cincinnati.engine.seen import HandShown, Share
from cincinnati.engine.state import Phase
from cincinnati.ranking import Category, category_of, high_value
from cincinnati.ranking.value import name_of
from home_game import check_down, deal_of, five, play, shown, states, wins

FOUR_ROUNDS = "check, check, check | check, check, check | check, check, check | " + (
    "check, check, check |"
)


@pytest.mark.rule("R16")
@pytest.mark.parametrize(
    ("stacks", "script", "order"),
    [
        # Nobody bet in the last round: from the dealer's left.
        ([100] * 3, FOUR_ROUNDS + "check, check, check", [0, 1, 2]),
        ([100] * 3, "check, bet 2, call, call | check, check, check | check, check, check | "
         "check, check, check | check, check, check", [0, 1, 2]),
        # The last to bet or raise in the last round, then clockwise.
        ([100] * 3, FOUR_ROUNDS + "check, bet 2, call, call", [1, 2, 0]),
        ([100] * 3, FOUR_ROUNDS + "check, bet 2, raise 6, call, call", [2, 0, 1]),
        ([100] * 3, FOUR_ROUNDS + "bet 2, raise 6, raise 10, call, call", [2, 0, 1]),
        ([100] * 3, FOUR_ROUNDS + "check, bet 2, call, fold", [1, 2]),
        # A short all-in is a raise too.
        ([100, 100, 4], FOUR_ROUNDS + "bet 2, call, all-in 3, call, call", [2, 0, 1]),
        # Nobody could bet in the last round: bets of earlier rounds do not count.
        ([100, 50, 50], "check, bet 20, all-in 49, fold, call", [1, 2]),
        ([50, 50, 50], "check, check, all-in 49, call, call", [0, 1, 2]),
    ],
)  # fmt: skip
def test_the_last_aggressor_of_the_last_round_shows_first(
    stacks: list[int], script: str, order: list[int]
) -> None:
    deal = play(deal_of(stacks=stacks), script)
    assert deal.over
    assert shown(deal) == order


@pytest.mark.rule("R16")
@pytest.mark.rule("R8")
def test_who_is_left_alone_takes_the_whole_main_pot() -> None:
    deal = play(deal_of(stacks=[100] * 3), "bet 2, fold, fold")
    assert [(award.pot, award.share, award.chips) for award in deal.awards] == [(0, Share.WHOLE, 3)]


def test_all_live_hands_are_shown_and_no_folded_one() -> None:
    deal = check_down(play(deal_of(stacks=[100] * 4), "check, bet 2, call, fold, call"))
    assert shown(deal) == [0, 1, 2]
    spectator = deal.view(None)
    assert [None in player.cards for player in spectator.players] == [False, False, False, True]


@pytest.mark.rule("R16")
def test_hands_of_players_who_are_all_in_stay_hidden_until_the_showdown() -> None:
    deal = play(deal_of(stacks=[31, 101, 101]), "all-in 30, call, call | bet 10, call")
    for state in states(deal.events):
        assert state.phase is not Phase.SHOWDOWN
        cards = view(state, None).players[0].cards
        assert set(cards) <= {None}
    ended = check_down(deal)
    assert ended.view(None).players[0].cards == ended.state.hands[0]


@pytest.mark.rule("R17")
@pytest.mark.parametrize(
    ("hands", "board", "winner", "played", "category"),
    [
        # All five private cards.
        ("AsKsQsJsTs 2c2d2h2s4c", "3d5h7h9c9d", 0, "AsKsQsJsTs", Category.STRAIGHT_FLUSH),
        # None of them: both play the board.
        ("2c3d4h5s7c 2d3h4s5c7d", "AsKsQsJsTs", None, "AsKsQsJsTs", Category.STRAIGHT_FLUSH),
        # One, two, three, four private cards.
        ("9s2c3d4h6c 2d3h4s6h7c", "AsKsQsJs8d", 0, "AsKsQsJs9s", Category.FLUSH),
        ("9s8s3d4h6c Ad3h4s6h7c", "AsKsQs2d2c", 0, "AsKsQs9s8s", Category.FLUSH),
        ("AdAcAh4h6c KdKc4s6h7c", "As9sQs2d5d", 0, "AsAhAdAcQs", Category.FOUR_OF_A_KIND),
        ("5s6s7s8sKc AdAc4d6h7c", "9sJhQs2c2d", 0, "9s8s7s6s5s", Category.STRAIGHT_FLUSH),
        # The wheel is a straight; the ace does not join king and deuce.
        ("Ac2d3h9s9d KcKd8h7s2c", "4c5dThJsQd", 0, "5d4c3h2dAc", Category.STRAIGHT),
        ("QcKdAh7s7d QdKh2h9s9d", "2c3dTh8s4d", 1, "9s9d2h2cKh", Category.TWO_PAIR),
        # Both a flush and a full house: ten cards hold them together, the house counts.
        ("AsAdAhKs2s QcQdQhJcTc", "Kd9s5s3c8d", 0, "AsAhAdKsKd", Category.FULL_HOUSE),
    ],
)
def test_the_best_five_of_ten_in_any_mixture(
    hands: str, board: str, winner: int | None, played: str, category: Category
) -> None:
    deal = check_down(deal_of(stacks=[100, 100], hands=hands, board=board))
    (award,) = deal.awards
    assert [win.position for win in award.winners] == ([0, 1] if winner is None else [winner])
    assert five(deal, winner or 0) == played
    (high,) = {
        event.high
        for event in deal.events
        if isinstance(event, HandShown) and event.position == (winner or 0)
    }
    assert category_of(high) is category
    assert high == high_value(card_set(parse_cards(played)))


@pytest.mark.rule("R17")
@pytest.mark.parametrize(
    ("hands", "board"),
    [
        # The same flush ranks in another suit: suits never break a tie.
        ("AsKs8s6s4s AhKh8h6h4h", "2d3cTcJdQd"),
        # The same two pair and kicker: a better sixth card does not count.
        ("AsAdKsKd9c AhAcKhKc8c", "2d3s7dJhQs"),
    ],
)
def test_neither_suits_nor_further_cards_break_a_tie(hands: str, board: str) -> None:
    deal = check_down(deal_of(stacks=[100, 100], hands=hands, board=board))
    assert wins(deal) == [(0, Share.WHOLE, {0: 1, 1: 1})]


@pytest.mark.rule("R17")
def test_kickers_are_compared_in_order() -> None:
    deal = deal_of(stacks=[100, 100], hands="AsAdKs9d2c AhAcKhTc2d", board="3d4hJc7s8c")
    assert wins(check_down(deal)) == [(0, Share.WHOLE, {1: 2})]


def worked_hand() -> Deal:
    deal = deal_of(stacks=[100, 100], hands="AsAd3c4c6d KsKd5h7h9d", board="AhKc8c2dQs")
    return play(
        deal, "check, bet 2, call | check, check | bet 2, call | check, check | check, check"
    )


@pytest.mark.rule("R17")
@pytest.mark.rule("R14")
def test_the_worked_hand_of_section_9() -> None:
    deal = worked_hand()
    (award,) = deal.awards
    assert wins(deal) == [(0, Share.WHOLE, {0: 10})]
    assert "".join(map(str, award.winners[0].cards)) == "AsAhAdKcQs"
    assert deal.stacks == (105, 95)
    loser = deal.view(0).players[1]
    assert loser.hand is not None
    assert "".join(map(str, loser.hand.high_cards)) == "KsKdKcAhQs"
    assert name_of(loser.hand.high).category is Category.THREE_OF_A_KIND
