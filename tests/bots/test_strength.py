"""What part of the pot a hand wins, counted (R17, R18, R26-R32)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from cincinnati.bots.strength import MOST, points, share
from cincinnati.cards import PACK, Card, card_set, parse_cards
from cincinnati.engine.hands import holding, suit_card
from cincinnati.rules import Ruleset, Split, SuitShare
from cincinnati.rules.presets import CINCINNATI, CLASSIC, LAST_SUIT
from odds_rules import RULES

MULTIPLIER, INCREMENT, MODULUS = 6364136223846793005, 1442695040888963407, 2**63


def points_of(
    rules: Ruleset, own: str, board: str = "", *, opponents: int = 1, runs: int = 300
) -> int:
    turned = [card.bit for card in parse_cards(board)]
    return points(card_set(parse_cards(own)), turned, rules, opponents=opponents, runs=runs)


# --- against a count by the engine's own hands --------------------------------------------------


def mixed_in(state: int, word: int) -> int:
    for step in (None, 29, 32):
        state ^= word if step is None else state >> step
        state = (state * MULTIPLIER + INCREMENT) % MODULUS
    return state


def slowly(
    rules: Ruleset, own: Sequence[Card], board: Sequence[Card], opponents: int, runs: int
) -> int:
    state = 0
    for word in (card_set(own), card_set(board), opponents):
        state = mixed_in(state, word)
    deck = [card for card in PACK if card not in own and card not in board]
    to_come = 5 - len(board)
    total = 0
    for _ in range(runs):
        for place in range(to_come + 5 * opponents):
            state = (state * MULTIPLIER + INCREMENT) % MODULUS
            other = place + ((state // 2**31) * (len(deck) - place)) // 2**32
            deck[place], deck[other] = deck[other], deck[place]
        whole = [*board, *deck[:to_come]]
        others = [deck[at : at + 5] for at in range(to_come, to_come + 5 * opponents, 5)]
        total += won(rules, own, others, whole)
    return total


def won(
    rules: Ruleset, own: Sequence[Card], others: Sequence[Sequence[Card]], board: Sequence[Card]
) -> int:
    high = place([float(holding(rules, hand, board).high()) for hand in (own, *others)])
    halves = [second_hand(rules, hand, board) for hand in (own, *others)]
    if max(halves) < 0:
        return 2 * high
    return high + (place(halves) if halves[0] >= 0 else 0)


def second_hand(rules: Ruleset, hand: Sequence[Card], board: Sequence[Card]) -> float:
    """The higher the better, -1 for none."""
    if rules.split is Split.LOW8:
        low = holding(rules, hand, board).low()
        return -1 if low is None else 1000 - low
    card = suit_card(rules, hand, board) if rules.split is Split.LAST_SUIT else None
    if card is None:
        return -1
    return card.rank if rules.suit_share is SuitShare.HIGHEST else 20 - card.rank


def place(numbers: Sequence[float]) -> int:
    mine, best = numbers[0], max(numbers[1:])
    return 2 if mine > best else 1 if mine == best else 0


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("turned", range(6))
def test_points_are_what_the_engines_hands_say(name: str, turned: int) -> None:
    rng = Random(f"{name}/{turned}")
    for opponents in (1, 2, 7):
        cards = rng.sample(PACK, 5 + turned)
        own, board = cards[:5], cards[5:]
        counted = points(
            card_set(own), [card.bit for card in board], RULES[name], opponents=opponents, runs=30
        )
        assert counted == slowly(RULES[name], own, board, opponents, runs=30)


# --- what they say ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "own", "board", "opponents", "score"),
    [
        (CINCINNATI, "AsKsQsJsTs", "2c7d9hTc3d", 1, 4),  # a royal flush of his own
        (CINCINNATI, "AsKsQsJsTs", "", 7, 4),
        (CINCINNATI, "2c3d4c7d9c", "AsKsQsJsTs", 1, 2),  # one that everybody has
        (CINCINNATI, "2c3d4c7d9c", "AsKsQsJsTs", 7, 2),
        (LAST_SUIT, "As3c4d7d9h", "2cKsQsJsTs", 1, 4),  # the royal flush and the last suit's ace
    ],
)
def test_sure_things(rules: Ruleset, own: str, board: str, opponents: int, score: int) -> None:
    counted = points_of(rules, own, board, opponents=opponents, runs=40)
    assert counted == 40 * score


def test_a_hand_of_nothing_seldom_wins() -> None:
    assert points_of(CINCINNATI, "2c3d5h7s8c", "AsAhKdKhQs", runs=100) < 100


@pytest.mark.parametrize(
    ("own", "board"), [("AsAdKcTc2h", ""), ("AsAdKcTc2h", "Ah7c"), ("2c5d7h9sJc", "KhQs3d")]
)
def test_against_more_opponents_a_hand_wins_less(own: str, board: str) -> None:
    counted = [points_of(CLASSIC, own, board, opponents=opponents) for opponents in (1, 3, 7)]
    assert counted[0] > counted[1] > counted[2]


def test_a_share_is_points_of_all_there_are() -> None:
    own, board = card_set(parse_cards("AsAdKcTc2h")), [card.bit for card in parse_cards("Ah7c")]
    counted = points(own, board, CINCINNATI)
    assert 0 < counted < MOST * 300
    assert share(own, board, CINCINNATI) == counted / 1200


def test_the_order_of_the_cards_is_no_matter_but_in_a_cross() -> None:
    first, second = (
        [points_of(rules, "AsAdKcTc2h", board, runs=60) for board in ("Ah7c8d", "8dAh7c")]
        for rules in (CLASSIC, RULES["crisscross"])
    )
    assert first[0] == first[1]
    assert second[0] != second[1]


def test_fixed_values() -> None:
    hands = [("AsAdKcTc2h", ""), ("AsAdKcTc2h", "Ah7c"), ("2c5d7h9sJc", "KhQs3dTd8h")]
    counted = {
        name: [points_of(RULES[name], *hand) for hand in hands]
        for name in ("cincinnati", "liz", "hi-lo", "crisscross")
    }
    assert counted == {
        "cincinnati": [744, 1078, 698],
        "liz": [760, 1054, 68],
        "hi-lo": [659, 763, 787],
        "crisscross": [766, 992, 850],
    }
