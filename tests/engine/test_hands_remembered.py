"""What a hand is worth is worked out once for each board, and shown after every action (R17)."""

from __future__ import annotations

from cincinnati.cards import parse_cards
from cincinnati.engine.hands import hand_view
from cincinnati.ranking import Category, name_of
from cincinnati.rules.presets import preset
from home_game import deal_of, play


def test_the_hand_is_the_same_thing_until_the_next_card_is_turned() -> None:
    deal = deal_of(stacks=[100] * 2, hands="AsAd3c4c6d KsKd5h7h9d", board="AhKc8c2sQs")
    before, checked, turned = deal, play(deal, "check"), play(deal, "check, check |")
    hands = [each.view(0).players[0].hand for each in (before, checked, turned)]
    assert hands[0] is hands[1]
    assert hands[0] != hands[2]


def test_the_same_cards_elsewhere_in_a_cross_or_under_other_rules_are_another_hand() -> None:
    """Two aces on one line make four with the player's own, on two lines three (R32)."""
    private = parse_cards("Ah Ad 3c 4c 6d")
    apart, together = parse_cards("As Ac 2s 9s Qs"), parse_cards("As 9s Ac 2s Qs")
    found = [
        name_of(hand_view(preset(rules), private, board).high).category
        for rules, board in (("crisscross", apart), ("crisscross", together), ("cincinnati", apart))
    ]
    assert found == [Category.THREE_OF_A_KIND, Category.FOUR_OF_A_KIND, Category.FOUR_OF_A_KIND]
