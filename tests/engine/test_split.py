"""Pots shared with a low hand or a suit, through whole deals (R30, R31)."""

from typing import Any

import pytest

from cincinnati.cards import Rank
from cincinnati.engine import Deal
from cincinnati.engine.seen import HandShown, Share
from cincinnati.ranking import low_ranks
from cincinnati.rules import SuitShare, Wild
from home_game import check_down, deal_of, play, wins

WHOLE, HIGH, LOW, SUIT = Share


def hi_lo(hands: str, board: str, *, stacks: list[int] | None = None, **changes: Any) -> Deal:
    stacks = stacks or [100] * len(hands.split())
    changes = {"opening_round": False} | changes
    return deal_of("hi-lo", stacks=stacks, hands=hands, board=board, **changes)


def lows(deal: Deal) -> list[str]:
    """The low hands shown, by position, 1 being the ace."""
    shown = [event for event in deal.events if isinstance(event, HandShown)]
    return [
        "" if event.low is None else "".join(map(str, low_ranks(event.low)))
        for event in sorted(shown, key=lambda event: event.position)
    ]


def share_cards(deal: Deal, share: Share) -> list[str]:
    """The cards with which a share of the main pot was won."""
    return [
        "".join(map(str, win.cards))
        for award in deal.awards
        if award.share is share and award.pot == 0
        for win in award.winners
    ]


HIGH_HAND, LOW_HAND = "KsKdKhQcQd", "Ah2s4c6d7s"


@pytest.mark.rule("R30")
def test_half_of_the_pot_to_the_best_high_and_half_to_the_best_low() -> None:
    deal = hi_lo(f"{HIGH_HAND} {LOW_HAND}", "8h9cTd3sJh")
    deal = check_down(play(deal, "bet 9, call"))
    assert lows(deal) == ["", "64321"]
    assert wins(deal) == [(0, HIGH, {0: 10}), (0, LOW, {1: 10})]
    assert share_cards(deal, HIGH) == ["KsKhKdQdQc"]
    assert share_cards(deal, LOW) == ["6d4c3s2sAh"]


@pytest.mark.rule("R30")
@pytest.mark.parametrize(
    ("hands", "board", "expected"),
    [
        # Straights and flushes do not matter: 5-4-3-2-A is the best low, and a straight as well.
        ("As2s3s4s5s 7c6d2h3hKd", "9cTdJhQh4c", ["54321", "76432"]),
        # Eight is low enough, nine is not.
        ("8h6c4d3s2h 9d7c6d4s2s", "KcTdJhQhQc", ["86432", ""]),
        # Five different ranks: pairs do not count twice.
        ("2h2c3d3s4h AdKdQs9s9d", "4c5hTdJhKc", ["", ""]),
    ],
)
def test_what_a_low_hand_is(hands: str, board: str, expected: list[str]) -> None:
    assert lows(check_down(hi_lo(hands, board))) == expected


@pytest.mark.rule("R30")
def test_low_hands_are_compared_from_the_highest_card_down() -> None:
    """7-5-4-3-2 is lower than 7-6-3-2-A."""
    deal = check_down(hi_lo("7h5c4d3s2h 7c6d3d2sAs", "9cTdJhQhQc"))
    assert lows(deal) == ["75432", "76321"]
    assert wins(deal) == [(0, HIGH, {1: 1}), (0, LOW, {0: 1})]


@pytest.mark.rule("R30")
def test_high_and_low_may_use_different_cards_of_one_player_who_takes_both() -> None:
    deal = check_down(hi_lo("AsAd2c3d4h KsQd9c9dTh", "AhAc7s8dJc"))
    # He is the best both ways: the pot is divided once, as a whole.
    assert wins(deal) == [(0, WHOLE, {0: 2})]
    assert lows(deal)[0] == "74321"


@pytest.mark.rule("R30")
def test_without_a_qualifying_low_the_high_hand_takes_the_pot() -> None:
    deal = check_down(hi_lo(f"{HIGH_HAND} Ah2s4c9d9s", "8hTcTdJsJh"))
    assert wins(deal) == [(0, WHOLE, {0: 2})]


@pytest.mark.rule("R30")
def test_a_chip_that_does_not_halve_goes_to_the_high_half() -> None:
    deal = hi_lo(f"{HIGH_HAND} {LOW_HAND} TsTc9d9h2d", "8h9cTd3sJh")
    deal = check_down(play(deal, "check, bet 2, fold, call"))
    assert wins(deal) == [(0, HIGH, {0: 4}), (0, LOW, {1: 3})]


@pytest.mark.rule("R30")
@pytest.mark.rule("R18")
def test_inside_a_half_odd_chips_go_from_the_dealers_left() -> None:
    """Both lows tie: 15 in the pot, 8 to the high hand, 7 to two lows as 4 and 3."""
    deal = hi_lo(f"Ad2c4d6h9s {HIGH_HAND} Ah2s4c6d9d", "8h7cTd3sJh")
    deal = check_down(play(deal, "bet 4, call, call"))
    assert wins(deal) == [(0, HIGH, {1: 8}), (0, LOW, {0: 4, 2: 3})]


@pytest.mark.rule("R30")
@pytest.mark.rule("R18")
def test_if_the_same_players_tie_for_both_the_pot_is_divided_once() -> None:
    """Pot 11: in halves it would be 3 + 3 and 3 + 2; divided once it is 6 and 5."""
    deal = hi_lo("As2c3c4d5d KhKdJh9d9c Ad2s3s4h5h", "6c7dTh8sQh", ante=1)
    deal = check_down(play(deal, "bet 4, fold, call"))
    assert wins(deal) == [(0, WHOLE, {0: 6, 2: 5})]


@pytest.mark.rule("R30")
@pytest.mark.rule("R15")
def test_each_pot_has_its_own_high_and_low() -> None:
    """The all-in player's low counts for the main pot only; the side pot has another."""
    hands = f"Ah2s3c4d5s {HIGH_HAND} Ad2c4c6dKc"
    deal = hi_lo(hands, "8h9cTd7sJh", stacks=[11, 100, 100])
    deal = check_down(play(deal, "all-in 10, raise 20, call"))
    assert wins(deal) == [
        (0, HIGH, {1: 17}), (0, LOW, {0: 16}), (1, HIGH, {1: 10}), (1, LOW, {2: 10}),
    ]  # fmt: skip


@pytest.mark.rule("R30")
@pytest.mark.rule("R15")
def test_a_pot_whose_contestants_have_no_low_goes_to_the_high_hand() -> None:
    hands = f"Ah2s3c4d5s {HIGH_HAND} JcJdTsTh9s"
    deal = hi_lo(hands, "8h9cTd7sJh", stacks=[11, 100, 100])
    deal = check_down(play(deal, "all-in 10, raise 20, call"))
    assert wins(deal) == [(0, HIGH, {1: 17}), (0, LOW, {0: 16}), (1, WHOLE, {1: 20})]


@pytest.mark.rule("R30")
@pytest.mark.rule("R26")
def test_a_wild_card_in_a_low_hand_takes_the_lowest_rank_missing() -> None:
    deal = hi_lo(
        "KsKd3c4h8d Ah2s4c6dQs",
        "Jh9c5d9sKc",
        wild=Wild.RANKS,
        wild_ranks=(Rank.KING,),
    )
    deal = check_down(deal)
    # Three kings: ace, deuce and six for the first player, who has 5 4 3 … of his own.
    assert lows(deal) == ["54321", "54321"]


@pytest.mark.rule("R30")
@pytest.mark.rule("R18")
def test_a_tied_half_of_one_chip_goes_to_the_first_from_the_dealers_left() -> None:
    """Both play the royal flush on the board; the other one is not named as a winner of 0."""
    deal = check_down(hi_lo("9c9dTc3dTd 2c3h4h5s9h", "AsKsQsJsTs", stacks=[1, 1]))
    assert wins(deal) == [(0, HIGH, {0: 1}), (0, LOW, {1: 1})]


def last_suit(hands: str, board: str, **changes: Any) -> Deal:
    stacks = [100] * len(hands.split())
    return deal_of("last-suit", stacks=stacks, hands=hands, board=board, **changes)


@pytest.mark.rule("R31")
def test_half_of_the_pot_to_the_highest_private_card_of_the_last_suit() -> None:
    deal = last_suit("AsAdAcQh2c Kh9d9s3c4d 8h5s6sJdTc", "AhTs4c7dJh")
    deal = check_down(play(deal, "bet 9, call, call"))
    # Hearts: the ace lies on the board and counts for nobody, p1's king is the highest.
    assert wins(deal) == [(0, HIGH, {0: 15}), (0, SUIT, {1: 15})]
    assert share_cards(deal, SUIT) == ["Kh"]


@pytest.mark.rule("R31")
def test_option_lowest_of_the_suit_with_aces_high() -> None:
    deal = last_suit("KsKdKcAh2c Qh6d6s3c2d 8s5s2sJd5h", "Ts8c4c7dJh", suit_share=SuitShare.LOWEST)
    deal = check_down(play(deal, "bet 9, call, call"))
    assert wins(deal) == [(0, HIGH, {0: 15}), (0, SUIT, {2: 15})]
    assert share_cards(deal, SUIT) == ["5h"]
    # An ace is not the lowest card of its suit.
    ace = last_suit("KsKdKcAh2c Qh6d6s3c2d", "Ts8c4c7dJh", suit_share=SuitShare.LOWEST)
    assert share_cards(check_down(ace), SUIT) == ["Qh"]


@pytest.mark.rule("R31")
def test_if_no_contestant_has_the_suit_the_best_hand_takes_the_pot() -> None:
    """The one who had hearts has folded."""
    deal = last_suit("AsAdAcQs2c Kc9d9s3c4d 8h5h6h9hTh", "AhTs4c7dJh")
    deal = check_down(play(deal, "bet 9, call, fold"))
    assert wins(deal) == [(0, WHOLE, {0: 21})]


@pytest.mark.rule("R31")
def test_the_odd_chip_goes_to_the_best_hand() -> None:
    deal = last_suit("AsAdAcQs2c Kh9d9s3c4d 8h5h6h9hTh", "AhTs4c7dJh")
    deal = check_down(play(deal, "bet 9, call, fold"))
    assert wins(deal) == [(0, HIGH, {0: 11}), (0, SUIT, {1: 10})]


@pytest.mark.rule("R31")
def test_who_has_both_takes_the_pot_as_a_whole() -> None:
    deal = check_down(last_suit("AsAdAcQh2c Th9d9s3c4d", "AhTs4c7dJh"))
    assert wins(deal) == [(0, WHOLE, {0: 2})]


@pytest.mark.rule("R31")
@pytest.mark.rule("R26")
def test_wild_cards_count_as_printed_for_the_suit() -> None:
    """Deuces are wild, but the 2h is the lowest heart and no higher one."""
    deal = last_suit("AsAdAc2h8c 3h9d9s3c4d", "KcTs4c7dJh", wild=Wild.RANKS, wild_ranks=(Rank.TWO,))
    deal = check_down(deal)
    assert wins(deal) == [(0, HIGH, {0: 1}), (0, SUIT, {1: 1})]
    assert share_cards(deal, HIGH) == ["AsAdAc2hKc"]


@pytest.mark.rule("R31")
@pytest.mark.rule("R15")
def test_side_pots_have_their_own_suit_share() -> None:
    deal = deal_of(
        "last-suit",
        stacks=[11, 100, 100],
        hands="Kh9d9s3c4d AsAdAcQs2c 8h5s6sJdTc",
        board="AhTs4c7dJh",
    )
    deal = check_down(play(deal, "all-in 10, raise 20, call"))
    assert wins(deal) == [
        (0, HIGH, {1: 17}), (0, SUIT, {0: 16}), (1, HIGH, {1: 10}), (1, SUIT, {2: 10}),
    ]  # fmt: skip
