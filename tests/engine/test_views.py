"""What one seat may know, moment by moment (R3, R8, R16); `test_properties` proves the rest."""

from typing import Any

import pytest

from cincinnati.cards import Card, Rank
from cincinnati.engine import Deal, View
from cincinnati.engine.project import view
from home_game import check_down, deal_of, play, states

HANDS, BOARD = "AsAd3c4c6d KsKd5h7h9d 2c2d2h8sJs", "AhKc8c2sQs"


def cards(text_view: View, position: int) -> str:
    """The private cards of a position as this view has them."""
    return "".join(
        "??" if card is None else str(card) for card in text_view.players[position].cards
    )


def three(preset: str = "cincinnati", **changes: Any) -> Deal:
    return deal_of(preset, stacks=[100] * 3, hands=HANDS, board=BOARD, **changes)


@pytest.mark.rule("R3")
def test_everybody_sees_his_own_cards_and_nobody_elses() -> None:
    deal = three()
    for viewer in range(3):
        seen = [cards(deal.view(viewer), position) for position in range(3)]
        assert seen == [
            text if position == viewer else "?" * 10 for position, text in enumerate(HANDS.split())
        ]
    assert [cards(deal.view(None), position) for position in range(3)] == ["?" * 10] * 3


@pytest.mark.rule("R3")
def test_nobody_sees_a_community_card_before_it_is_turned() -> None:
    deal = play(three(), "check, check, check |")
    assert deal.view(0).board == (Card("Ah"), Card("Kc"), None, None, None)
    assert three("classic").view(0).board == (None,) * 5


@pytest.mark.rule("R16")
def test_at_the_showdown_hands_become_known_one_after_the_other() -> None:
    deal = check_down(play(three(), "check, bet 2, call, fold"))
    known = [
        "".join("." if None in player.cards else "x" for player in view(state, None).players)
        for state in states(deal.events)
        if state.hands
    ]
    assert list(dict.fromkeys(known)) == ["...", ".x.", ".xx"]


@pytest.mark.rule("R8")
def test_a_hand_won_without_a_showdown_stays_unknown_for_ever() -> None:
    deal = play(three(), "bet 2, fold, fold")
    assert deal.over
    assert [cards(deal.view(2), position) for position in range(3)] == [
        "?" * 10,
        "?" * 10,
        "2c2d2h8sJs",
    ]


def test_a_hand_is_told_to_those_who_know_its_cards() -> None:
    deal = three("hi-lo", opening_round=False)
    hands = [player.hand for player in deal.view(0).players]
    assert hands[0] is not None
    assert "".join(map(str, hands[0].high_cards)) == "AsAhAd6d4c"
    assert hands[1:] == [None, None]
    assert [player.hand for player in deal.view(None).players] == [None] * 3
    assert (hands[0].low, hands[0].low_cards) == (None, ())
    low = play(deal, "check, check, check | check, check, check |").view(0).players[0].hand
    assert low is not None
    assert "".join(map(str, low.low_cards)) == "8c6d4c3cAs"


def test_no_low_hand_where_no_low_hand_plays() -> None:
    deal = play(three(), "check, check, check | check, check, check |")
    hand = deal.view(0).players[0].hand
    assert hand is not None
    assert (hand.low, hand.low_cards) == (None, ())


def test_only_the_player_to_act_is_told_what_he_may_do() -> None:
    deal = play(three(), "bet 2")
    assert deal.view(1).legal == deal.legal
    assert [deal.view(viewer).legal for viewer in (0, 2, None)] == [None] * 3
    assert [deal.view(viewer).to_act for viewer in (0, 1, 2, None)] == [1] * 4
    ended = check_down(deal)
    assert [ended.view(viewer).legal for viewer in (0, 1, 2, None)] == [None] * 4


def test_bets_of_the_running_round_lie_before_the_players() -> None:
    deal = play(three(), "bet 2, raise 6, fold, call | bet 4")
    seen = deal.view(None)
    assert [(player.stack, player.bet, player.put_in) for player in seen.players] == [
        (89, 4, 11),
        (93, 0, 7),
        (99, 0, 1),
    ]
    assert [(pot.amount, pot.eligible) for pot in seen.pots] == [(15, (0, 1))]
    assert (seen.round, seen.level) == (1, 4)


@pytest.mark.rule("R24")
@pytest.mark.parametrize("preset", ["cincinnati", "classic"])
def test_blinds_lie_before_their_players_until_the_first_round_ends(preset: str) -> None:
    deal = deal_of(preset, stacks=[100] * 3, blinds=(1, 2))
    for state in [s for s in states(deal.events) if any(player.bet for player in s.players)]:
        seen = view(state, None)
        assert [player.bet for player in seen.players] == [1, 2, 0], state.phase
        assert [pot.amount for pot in seen.pots] == [3]
    folded = play(deal, "fold, fold")
    assert [player.bet for player in folded.view(None).players] == [0, 0, 0]


def test_pots_leave_the_middle_as_they_are_awarded() -> None:
    deal = check_down(
        play(deal_of(stacks=[11, 31, 100], hands=HANDS), "all-in 10, all-in 30, call")
    )
    middle = [
        tuple(pot.amount for pot in view(state, None).pots)
        for state in states(deal.events)
        if state.awards
    ]
    assert middle == [(40,), (), ()]
    assert deal.view(None).over
    assert deal.view(None).awards == deal.awards


def test_wild_ranks_of_ones_own_are_told_to_oneself_alone() -> None:
    deal = three("low-hole")
    own = deal.view(0)
    assert own.wild == ()
    assert own.players[0].hand is not None
    assert own.players[0].hand.wild == (Rank.THREE,)
    assert deal.view(1).players[0].hand is None
