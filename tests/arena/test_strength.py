"""Compiled hands against the plain ones: strength, showdown, cards dealt (R3, R17, R26-R32)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from cincinnati.arena.decks import deck_of
from cincinnati.arena.kernels.strength import cards_of_rules, deal_cards, numbers_of, points_of
from cincinnati.bots.strength import points
from cincinnati.cards import Card, CardSet, Rank, card_set
from cincinnati.engine import Deal
from cincinnati.engine.hands import suit_card
from cincinnati.engine.seen import HandShown, Share
from cincinnati.odds.sets import CardSets
from cincinnati.rules import Ruleset, Split, SuitShare, Wild
from cincinnati.rules.presets import PRESETS
from home_game import rules_of
from many_hands import in_another_process
from odds_rules import RULES as MORE_RULES

RULES = MORE_RULES | {"deuces wild": rules_of(wild=Wild.RANKS, wild_ranks=(Rank.TWO,))}

TESTS = str(Path(__file__).parents[1])

ANTE = 1680
"""It divides by every number of winners, so nobody's part of a pot is nothing."""

VIEWS = [
    ("cincinnati", 5, 1, 300, 13_000),
    ("cincinnati", 4, 1, 300, 1_000),
    ("cincinnati", 2, 1, 300, 1_000),
    ("cincinnati", 0, 1, 300, 1_000),
    ("cincinnati", 5, 5, 100, 1_200),
    ("classic", 0, 7, 20, 400),
    ("liz", 3, 1, 100, 400),
    ("hi-lo", 4, 2, 100, 400),
    ("crisscross", 4, 1, 100, 400),
    ("last-card-wild", 4, 1, 100, 400),
    ("low-hole", 3, 1, 100, 400),
    ("last-suit", 4, 2, 100, 400),
]
"""Preset, cards turned, opponents, run-outs, and how many views: 20,000 in all."""

ANSWERS = """
import json
import numpy as np
from cincinnati.arena.kernels.strength import cards_of_rules, deal_cards, numbers_of, points_of
from odds_rules import RULES

answers = []
for number, rules in enumerate(RULES.values()):
    cards, players = cards_of_rules(rules), 2 + number % 7
    own, board = np.empty(players, dtype=np.uint64), np.empty(5, dtype=np.uint64)
    highs, halves = np.empty(players, dtype=np.int32), np.empty(players, dtype=np.int32)
    deal_cards(2**62 + 7, number, players, own, board)
    numbers_of(cards, own, board, highs, halves)
    answers += [each.tolist() for each in (own, board, highs, halves)]
    answers += [
        int(points_of(cards, own[turned % 2], board, turned, players - 1, 4))
        for turned in range(6)
    ]
print(json.dumps(answers))
"""


def dealt(seed: int, number: int, players: int) -> tuple[CardSets, CardSets]:
    own, board = np.empty(players, dtype=np.uint64), np.empty(5, dtype=np.uint64)
    deal_cards(seed, number, players, own, board)
    return own, board


def played_out(rules: Ruleset, number: int, players: int) -> Deal:
    """The same deal in the engine: everybody is all-in with the ante, so it plays itself."""
    deck = deck_of(7, number)
    return Deal.start(replace(rules, ante=ANTE), stacks=[ANTE] * players, deck=deck)


def hand(deal: Deal, position: int) -> list[Card]:
    return [card for card in deal.state.hands[position] if card is not None]


def agree(
    rules: Ruleset, own: int, board: CardSets, turned: int, opponents: int, runs: int
) -> bool:
    compiled = points_of(cards_of_rules(rules), np.uint64(own), board, turned, opponents, runs)
    seen = [CardSet(int(card)) for card in board[:turned]]
    return compiled == points(CardSet(own), seen, rules, opponents=opponents, runs=runs)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("opponents", range(1, 8))
def test_compiled_strength_is_the_strength(name: str, opponents: int) -> None:
    for turned in range(6):
        for number in range(3):
            own, board = dealt(opponents, 10 * turned + number, 2)
            assert agree(RULES[name], int(own[0]), board, turned, opponents, runs=25)


@pytest.mark.parametrize(("preset", "turned", "opponents", "runs", "views"), VIEWS)
def test_strength_is_the_same_on_20_000_views(
    preset: str, turned: int, opponents: int, runs: int, views: int
) -> None:
    for number in range(0, views, 2):
        own, board = dealt(turned, number, 2)
        for seat in range(2):
            assert agree(PRESETS[preset], int(own[seat]), board, turned, opponents, runs)


def test_cards_that_are_not_turned_do_not_count() -> None:
    own, board = dealt(1, 1, 2)
    for rules in RULES.values():
        for turned in range(5):
            other = board.copy()
            other[turned:] = Random(turned).getrandbits(64)
            cards = cards_of_rules(rules)
            first = points_of(cards, own[0], board, turned, 2, 50)
            assert points_of(cards, own[0], other, turned, 2, 50) == first


@pytest.mark.parametrize("players", range(2, 9))
def test_the_cards_are_those_that_the_engine_deals(players: int) -> None:
    for number in range(50):
        own, board = dealt(7, number, players)
        deal = played_out(PRESETS["cincinnati"], number, players)
        assert own.tolist() == [card_set(hand(deal, each)) for each in range(players)]
        assert board.tolist() == [card.bit for card in deal.board]


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("players", [2, 3, 6, 8])
def test_the_best_numbers_win_the_pot(name: str, players: int) -> None:
    for number in range(30):
        highs, halves = numbers(RULES[name], number, players)
        best = {seat for seat in range(players) if highs[seat] == max(highs)}
        other = {seat for seat in range(players) if halves[seat] == max(halves) > 0}
        deal = played_out(RULES[name], number, players)
        won = {each.share: {win.position for win in each.winners} for each in deal.awards}
        if not other or other == best:
            assert won == {Share.WHOLE: best}
        else:
            half = Share.LOW if deal.rules.split is Split.LOW8 else Share.SUIT
            assert won == {Share.HIGH: best, half: other}


@pytest.mark.parametrize("name", RULES)
def test_every_hand_has_its_number(name: str) -> None:
    """Not the winner's alone: where somebody has folded, the next one wins."""
    for number in range(60):
        highs, halves = numbers(RULES[name], number, 8)
        deal = played_out(RULES[name], number, 8)
        shown = sorted(
            (each for each in deal.events if isinstance(each, HandShown)),
            key=lambda each: each.position,
        )
        assert highs == [each.high for each in shown]
        second = [second_half(deal, each) for each in shown]
        assert [each > 0 for each in halves] == [each is not None for each in second]
        scores = [(half, score) for half, score in zip(halves, second, strict=True) if score]
        assert [each > than for each, _ in scores for than, _ in scores] == [
            each > than for _, each in scores for _, than in scores
        ]


def numbers(rules: Ruleset, number: int, players: int) -> tuple[list[int], list[int]]:
    own, board = dealt(7, number, players)
    highs, halves = np.empty(players, dtype=np.int32), np.empty(players, dtype=np.int32)
    numbers_of(cards_of_rules(rules), own, board, highs, halves)
    return highs.tolist(), halves.tolist()


def second_half(deal: Deal, shown: HandShown) -> int | None:
    """What the engine compares for the other half, the higher the better."""
    if deal.rules.split is Split.LOW8:
        return None if shown.low is None else -shown.low
    card = suit_card(deal.rules, shown.cards, deal.board)
    if deal.rules.split is Split.NONE or card is None:
        return None
    return card.rank if deal.rules.suit_share is SuitShare.HIGHEST else -card.rank


def test_without_compilation_the_answers_are_the_same() -> None:
    compiled = in_another_process(ANSWERS, PYTHONPATH=TESTS)
    assert in_another_process(ANSWERS, PYTHONPATH=TESTS, NUMBA_DISABLE_JIT="1") == compiled
