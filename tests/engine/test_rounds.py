"""The course of a deal: dealing, rounds, whose turn it is, when betting is over (R1-R9)."""

import pytest

from cincinnati.cards import PACK, Card, Deck
from cincinnati.engine import Call, Deal, Raise
from cincinnati.engine.events import HandsDealt
from cincinnati.errors import HiddenCards, IllegalAction, Refusal, RulesError
from cincinnati.rules import Limit, ShortAnte
from home_game import check_down, deal_of, names, play, refunds, rules_of, shown


@pytest.mark.rule("R1")
def test_the_base_game() -> None:
    rules = rules_of()
    assert (rules.stack, rules.ante, rules.min_bet, rules.limit, rules.deals) == (
        (100, 1, 2, Limit.NO, 10)
    )
    deal = deal_of(stacks=[100] * 8)
    assert deal.stacks == (99,) * 8
    assert sum(pot.amount for pot in deal.pots) == 8
    assert str(deal.legal) == "check, raise to 2 up to 99"


@pytest.mark.rule("R1")
@pytest.mark.parametrize("players", range(2, 9))
def test_two_to_eight_play_with_one_pack(players: int) -> None:
    deal = check_down(deal_of(stacks=[100] * players))
    dealt = [card for hand in deal.state.hands for card in hand] + list(deal.board)
    assert len(set(dealt)) == 5 * players + 5
    assert set(dealt) <= set(PACK)
    assert sorted(shown(deal)) == list(range(players))


@pytest.mark.rule("R1")
@pytest.mark.parametrize("players", [0, 1, 9])
def test_no_other_number_of_players_is_dealt_in(players: int) -> None:
    with pytest.raises(RulesError, match="2 to 8 are dealt in") as refused:
        Deal.start(rules_of(), stacks=[100] * players, deck=Deck(PACK))
    assert refused.value.field == "players"


@pytest.mark.rule("R3")
def test_five_cards_each_one_at_a_time_and_no_burns() -> None:
    deal = check_down(Deal.start(rules_of(), stacks=[100] * 3, deck=Deck(PACK)))
    (dealt,) = (event for event in deal.events if isinstance(event, HandsDealt))
    # PACK begins with the thirteen clubs; three players get every third card of the first 15.
    assert ["".join(map(str, hand)) for hand in dealt.hands] == [
        "2c5c8cJcAc",
        "3c6c9cQc2d",
        "4c7cTcKc3d",
    ]
    assert "".join(map(str, deal.board)) == "4d5d6d7d8d"


@pytest.mark.rule("R3")
def test_the_cut_puts_the_top_of_the_deck_below() -> None:
    deck = Deck(PACK).cut(23)
    assert deck.cards == PACK[23:] + PACK[:23]
    deal = Deal.start(rules_of(), stacks=[100, 100], deck=deck)
    assert deal.state.hands[0][0] == PACK[23]


@pytest.mark.rule("R3")
def test_a_deck_that_is_too_short_for_the_hands_is_refused() -> None:
    with pytest.raises(RulesError, match="14 cards are too few for 3 hands") as refused:
        Deal.start(rules_of(), stacks=[100] * 3, deck=Deck(PACK[:14]))
    assert refused.value.field == "deck"


@pytest.mark.rule("R4")
@pytest.mark.parametrize(("opening_round", "cards"), [(False, [1, 2, 3, 4, 5]),
                                                      (True, [0, 1, 2, 3, 4, 5])])  # fmt: skip
def test_a_round_after_each_card_and_one_before_the_first(
    opening_round: bool, cards: list[int]
) -> None:
    deal = deal_of(stacks=[100] * 2, opening_round=opening_round)
    rounds = []
    while not deal.over:
        rounds.append((deal.state.round, len(deal.board)))
        deal = deal.act(Call()).act(Call())
    assert rounds == list(enumerate(cards))


@pytest.mark.rule("R4")
def test_classic_has_the_opening_round() -> None:
    deal = play(deal_of("classic", stacks=[100] * 2), "check, check | check, bet 2, call |")
    assert len(deal.board) == 2


@pytest.mark.rule("R5")
@pytest.mark.parametrize(
    ("stacks", "script", "to_act"),
    [
        ([100] * 4, "", 0),
        ([100] * 4, "check, check", 2),
        ([100] * 4, "check, check, check, check |", 0),
        # p0 folded, p1 is all-in: p2 begins the next rounds.
        ([100, 11, 100, 100], "check, all-in 10, call, call, fold |", 2),
        ([100, 11, 100, 100], "check, all-in 10, call, call, fold | check, check |", 2),
        # After a raise it goes on clockwise until it comes back to the raiser.
        ([100] * 4, "bet 2, call, raise 6, call", 0),
        ([100] * 4, "bet 2, call, raise 6, call, call, call |", 0),
        # Somebody without chips is left out, also as the first: the ante was all he had.
        ([1, 100, 100], "", 1),
    ],
)
def test_every_round_starts_left_of_the_dealer_and_goes_clockwise(
    stacks: list[int], script: str, to_act: int
) -> None:
    assert play(deal_of(stacks=stacks), script).to_act == to_act


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    ("script", "legal"),
    [
        ("", "check, raise to 2 up to 99"),
        ("bet 4", "fold, call 4, raise to 8 up to 99"),
    ],
)
def test_check_or_open_without_a_bet_and_fold_call_or_raise_against_one(
    script: str, legal: str
) -> None:
    assert str(play(deal_of(stacks=[100] * 3), script).legal) == legal


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    ("script", "cards"),
    [
        ("check, check", 1),
        ("check, check, check", 2),
        ("check, check, bet 2, call", 1),
        ("check, check, bet 2, call, fold", 2),
        ("bet 2, raise 6, call", 1),
        ("bet 2, raise 6, call, call", 2),
        ("bet 2, raise 6, call, raise 10, call", 1),
        ("bet 2, raise 6, call, raise 10, call, call", 2),
    ],
)
def test_a_round_ends_when_all_have_acted_and_matched(script: str, cards: int) -> None:
    assert len(play(deal_of(stacks=[100] * 3), script).board) == cards


@pytest.mark.rule("R8")
@pytest.mark.rule("R14")
def test_the_last_live_player_takes_the_pot_at_once_and_nobody_shows() -> None:
    deal = play(deal_of(stacks=[100] * 3), "check, bet 10, fold, fold")
    assert names(deal) == [
        "DealStarted", "AntesPosted", "HandsDealt", "CardTurned",
        "Checked", "Bet", "Folded", "Folded", "Refunded", "PotAwarded", "DealEnded",
    ]  # fmt: skip
    assert len(deal.board) == 1
    assert refunds(deal) == [(1, 10)]
    assert deal.stacks == (99, 102, 99)
    (award,) = deal.awards
    assert award.winners[0].cards == ()
    assert deal.view(0).players[1].cards == (None,) * 5


@pytest.mark.rule("R8")
def test_no_card_is_turned_when_the_last_opponent_folds_to_an_all_in() -> None:
    deal = play(deal_of(stacks=[100] * 2), "check, check | all-in 99, fold")
    assert deal.over
    assert len(deal.board) == 2


@pytest.mark.rule("R9")
@pytest.mark.rule("R16")
@pytest.mark.parametrize(
    ("stacks", "script"),
    [
        # Both all-in.
        ([51, 51], "all-in 50, all-in 50"),
        # One has chips left and owes nothing.
        ([101, 51], "bet 60, all-in 50"),
        ([101, 51], "check, all-in 50, call"),
        ([101, 51, 101], "check, all-in 50, fold, call"),
        # Nobody but one has chips from the start.
        ([1, 100], ""),
        ([1, 1, 100], ""),
    ],
)
def test_betting_is_over_when_one_at_most_has_chips_and_owes_nothing(
    stacks: list[int], script: str
) -> None:
    deal = play(deal_of(stacks=stacks), script)
    assert deal.over
    assert len(deal.board) == 5
    asked = {"Checked", "Called", "Bet", "Raised", "Folded"}
    assert sum(name in asked for name in names(deal)) == len(script.split(",")) - (not script)


@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    ("stacks", "script", "to_act", "legal"),
    [
        # The only one who has chips left is still asked when he faces a bet.
        ([101, 51], "check, all-in 50", 0, "fold, call 50"),
        ([101, 51, 51], "check, all-in 50, all-in 50", 0, "fold, call 50"),
        # Two with chips go on beside the one who is all-in.
        ([101, 51, 101], "check, all-in 50, call, call |", 0, "check, raise to 2 up to 50"),
    ],
)
def test_a_player_who_faces_a_bet_is_asked(
    stacks: list[int], script: str, to_act: int, legal: str
) -> None:
    deal = play(deal_of(stacks=stacks), script)
    assert deal.to_act == to_act
    assert str(deal.legal) == legal


@pytest.mark.rule("R9")
@pytest.mark.rule("R24")
@pytest.mark.parametrize(
    ("stacks", "blinds", "script", "to_act", "legal"),
    [
        # A big blind of 4 that has only 3: nobody else can put in a fourth chip.
        ([3, 100], (2, 4), "", 1, "fold, call 1"),
        ([100, 3, 100], (2, 4), "fold", 0, "fold, call 1"),
        # While there is another live opponent, the whole 4 are due.
        ([100, 3, 100], (2, 4), "", 2, "fold, call 4, raise to 8 up to 100"),
        ([100, 3, 100], (2, 4), "call 4", 0, "fold, call 2, raise to 8 up to 100"),
        # The other opponent has 3 as well, and 3 is all that is asked for.
        ([100, 3, 3], (2, 4), "all-in 3", 0, "fold, call 1"),
        # Nobody has more than the 2 of the small blind: betting is over before it began.
        ([2, 100], (2, 4), "", None, "None"),
    ],
)
def test_nobody_is_asked_for_chips_that_no_live_opponent_puts_in(
    stacks: list[int], blinds: tuple[int, int], script: str, to_act: int | None, legal: str
) -> None:
    deal = play(deal_of("classic", stacks=stacks, blinds=blinds, ante=0), script)
    assert deal.to_act == to_act
    assert str(deal.legal) == legal


@pytest.mark.rule("R20")
def test_exactly_the_ante_is_all_in_for_the_main_pot() -> None:
    deal = deal_of(stacks=[1, 100, 100], hands="AsAdAhAc2s KsKdKhKc2h 7s7d7h3c4c",
                   board="8d9c3s4sJd")  # fmt: skip
    deal = check_down(play(deal, "bet 10, call"))
    assert [(pot.amount, pot.eligible) for pot in deal.pots] == [(3, (0, 1, 2)), (20, (1, 2))]
    assert deal.stacks == (3, 109, 89)


@pytest.mark.rule("R20")
@pytest.mark.parametrize("stack", [0, -1, 4])
def test_a_player_who_cannot_pay_the_whole_ante_is_not_dealt_in(stack: int) -> None:
    with pytest.raises(RulesError, match=r"p2 has .* \(R20\)"):
        deal_of(stacks=[100, stack, 100], ante=5)


@pytest.mark.rule("R20")
def test_with_short_ante_all_in_he_posts_what_is_left() -> None:
    deal = deal_of(stacks=[100, 3, 100], ante=5, short_ante=ShortAnte.ALL_IN)
    assert deal.stacks == (95, 0, 95)
    deal = check_down(deal)
    assert [(pot.amount, pot.eligible) for pot in deal.pots] == [(9, (0, 1, 2)), (4, (0, 2))]
    with pytest.raises(RulesError, match="p2 has 0"):
        deal_of(stacks=[100, 0, 100], ante=5, short_ante=ShortAnte.ALL_IN)


def test_nothing_goes_on_when_the_deal_is_over() -> None:
    deal = play(deal_of(stacks=[100] * 2), "bet 2, fold")
    assert deal.legal is None
    with pytest.raises(IllegalAction, match="the deal is over") as refused:
        deal.act(Call())
    assert refused.value.code is Refusal.DEAL_OVER
    assert refused.value.allowed is None


def test_a_deal_waits_where_its_deck_ends() -> None:
    """A record that ends where a card is due has no more cards to turn."""
    deal = Deal.start(rules_of(), stacks=[100] * 2, deck=Deck(PACK[:11]))
    deal = play(deal, "check, check")
    assert (deal.to_act, deal.over) == (None, False)
    with pytest.raises(IllegalAction, match="not known yet") as refused:
        deal.act(Raise(to=2))
    assert refused.value.code is Refusal.WAITING_FOR_CARD
    unknown = Deal.start(rules_of(), stacks=[100] * 2, deck=Deck((*PACK[:10], None)))
    assert (unknown.board, unknown.to_act) == ((), None)


def test_a_hand_nobody_recorded_is_missed_only_at_the_showdown() -> None:
    hidden: list[Card | None] = list(PACK)
    hidden[1:10:2] = [None] * 5
    deal = Deal.start(rules_of(), stacks=[100] * 2, deck=Deck(tuple(hidden)))
    assert play(deal, "bet 2, fold").over
    with pytest.raises(HiddenCards, match="p2 is in the showdown") as missing:
        check_down(deal)
    assert missing.value.position == 1
