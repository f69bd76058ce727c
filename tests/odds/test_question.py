"""What one may ask, and what not: an error says which card or which option is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from cincinnati import CardError, DuplicateCard, RulesError, UnknownCard, parse_cards, presets
from cincinnati.cards import PACK, Card
from cincinnati.odds.question import Question


def test_what_is_known_and_what_is_not() -> None:
    question = Question.of("AsAd3c4c6d", "Ks Kd ?? ?? ??", "", board="Ah Kc", dead="2s", players=5)
    assert question.hands == (parse_cards("AsAd3c4c6d"), parse_cards("KsKd"), (), (), ())
    assert question.board == parse_cards("AhKc")
    assert question.to_turn == 3
    assert question.spot.missing == (0, 3, 5, 5, 5)
    assert len(question.unseen) == 52 - 5 - 2 - 2 - 1


def test_the_unseen_cards_and_the_seen_ones_are_the_pack() -> None:
    question = Question.of("AsAd", board="Ah", dead="2s")
    assert sorted(map(str, (*question.unseen, *parse_cards("AsAdAh2s")))) == sorted(map(str, PACK))


@pytest.mark.parametrize(
    "hand", ["As Kd", "AsKd??????", "?? As ?? Kd ??", "A♠ K♦", "As, Kd, ??, ??, ??"]
)
def test_unknown_cards_may_be_written_or_left_out(hand: str) -> None:
    assert Question.of(hand) == Question.of("AsKd")


def test_the_rules_are_a_preset_or_any_ruleset() -> None:
    assert Question.of("As", rules="liz").rules == presets.LIZ
    assert Question.of("As", rules=presets.LOW_HOLE).rules == presets.LOW_HOLE


def test_the_next_card_goes_to_the_end_of_the_board() -> None:
    question = Question.of("As", board="Kd", dead="2c", rules="crisscross")
    assert question.turned(Card("3h")) == Question.of(
        "As", board="Kd3h", dead="2c", rules="crisscross"
    )
    with pytest.raises(DuplicateCard, match="As stands twice: in hand 1 and on the board"):
        question.turned(Card("As"))


WRONG: list[tuple[list[str], dict[str, Any], type[Exception], str]] = [
    (["AsAd", "KsAs"], {}, DuplicateCard, "As stands twice: in hand 1 and in hand 2"),
    (["AsAd"], {"board": "KsAd"}, DuplicateCard, "Ad stands twice: in hand 1 and on the board"),
    (["AsAd"], {"dead": "As"}, DuplicateCard, "As stands twice: in hand 1 and among the dead"),
    (["As"], {"board": "2c", "dead": "2c"}, DuplicateCard, "2c stands twice: on the board and"),
    (["AsAdAs"], {}, DuplicateCard, "As stands twice, again at character 5"),
    (["As"], {"board": "KdKd"}, DuplicateCard, "Kd stands twice"),
    (["AsKdQhJcTs9s8s7s6s5s4s"], {}, CardError, r"hand 1 .* has 11 cards; a hand has 5 private"),
    (["2c", "AsKdQhJcTs ??"], {}, CardError, r"hand 2 .* has 6 cards"),
    (["As"], {"board": "2c3c4c5c6c7c"}, CardError, r"the board .* has 6 cards; there are 5"),
    (["1s"], {}, UnknownCard, "not a card at character 1: '1s'"),
    (["As ?? Zs"], {}, UnknownCard, "not a card at character 7: 'Zs'"),
    (["As ?"], {}, UnknownCard, r"not a card at character 4: '\?'"),
    (["As"], {"board": "Ah Xd"}, UnknownCard, "not a card at character 4: 'Xd'"),
    (["As"], {"dead": "Q"}, UnknownCard, "not a card at character 1: 'Q'"),
    ([], {}, RulesError, "players: 1 to 8, not 0"),
    ([], {"players": 0}, RulesError, "players: 1 to 8, not 0"),
    (["As"], {"players": 9}, RulesError, "players: 1 to 8, not 9"),
    (["As", "Ad"], {"players": 1}, RulesError, r"players: 1, but 2 hands are given"),
    (
        [],
        {"players": 8, "dead": "2c3c4c5c6c7c8c9c"},
        RulesError,
        "dead: 8 hands, the board and 8 dead cards need 53 cards; the pack has 52",
    ),
    (["As"], {"rules": "bingo"}, RulesError, "preset: no 'bingo'"),
]


@pytest.mark.parametrize(("hands", "options", "kind", "words"), WRONG)
def test_what_cannot_be_dealt(
    hands: list[str], options: dict[str, Any], kind: type[Exception], words: str
) -> None:
    with pytest.raises(kind, match=words) as raised:
        Question.of(*hands, **options)
    assert type(raised.value) is kind


def test_seven_dead_cards_leave_enough_for_eight_hands() -> None:
    assert len(Question.of(players=8, dead="2c3c4c5c6c7c8c").unseen) == 45


def test_a_wrong_question_of_cards_is_refused_too() -> None:
    ace = Card("As")
    with pytest.raises(CardError, match="has 6 cards"):
        Question((PACK[:6],))
    with pytest.raises(CardError, match=r"the board .* has 6 cards"):
        Question(((ace,),), board=PACK[:6])
    with pytest.raises(DuplicateCard, match="As stands twice: in hand 1 and in hand 1"):
        Question(((ace, ace),))
