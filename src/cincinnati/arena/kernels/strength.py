"""How good a hand is, who wins, and what is dealt, for loops that play (R3, R17, R26-R32).

The one idea: it is `bots.strength.points` and `arena.decks` again, draw for draw, on card sets.
The generator runs on doubled states: what 63 bits drop, 64 bits drop by themselves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cincinnati.arena.decks import MATCH
from cincinnati.arena.kernels.compiled import kernel, twins
from cincinnati.bots import draws
from cincinnati.cards import NO_CARDS as EMPTY
from cincinnati.cards import PACK
from cincinnati.engine.hands import LINES
from cincinnati.odds.kernels.showdown import (
    Numbers,
    common_wild,
    half_of,
    high_of,
    wild_for,
)
from cincinnati.odds.kernels.value import NO_CARDS, value_of
from cincinnati.odds.plan import Half, WildRule, plan_of
from cincinnati.odds.sets import CardSets
from cincinnati.odds.spot import Spot
from cincinnati.rules import BOARD_CARDS, PRIVATE_CARDS, Layout, Ruleset

_PACK = np.array([card.bit for card in PACK], dtype=np.uint64)
_CROSS = np.array(LINES[Layout.CROSS], dtype=np.int64)
_NOBODY, _CONSTANT = int(Half.NOBODY), int(WildRule.CONSTANT)
_LAST = BOARD_CARDS - 1

_mixed = twins(draws).mixed
_ONE, _HALF_WORD = np.uint64(1), np.uint64(32)
_MULTIPLIER, _INCREMENT = np.uint64(draws.MULTIPLIER), np.uint64(2 * draws.INCREMENT)


class Cards(NamedTuple):
    """What rules say about hands, in whole numbers: as in an `odds.plan.Plan`."""

    wild: int
    wild_ranks: int
    half: int
    lines: int
    """How many lines the board has: one in a row, two in a cross."""


def cards_of_rules(rules: Ruleset) -> Cards:
    """What these rules say about hands."""
    plan = plan_of(Spot(rules=rules, private=(), deck=EMPTY))
    return Cards(int(plan.wild), plan.wild_ranks, int(plan.half), len(plan.lines))


@kernel
def points_of(
    cards: Cards, own: np.uint64, board: CardSets, turned: int, opponents: int, runs: int
) -> int:
    """`bots.strength.points`: 0 to 4 times ``runs`` ≥ 1, against 1 to 7 ``opponents``.

    ``own`` are five private cards; ``board`` has five places in turning order, each a set of
    one card, of which the first ``turned`` count.
    """
    seen = NO_CARDS
    for place in range(turned):
        seen |= board[place]
    state = _doubled(_mixed(_mixed(_mixed(0, np.int64(own)), np.int64(seen)), opponents))
    deck = np.empty(len(_PACK), dtype=np.uint64)
    left = 0
    for card in _PACK:
        if not card & (own | seen):
            deck[left] = card
            left += 1
    if _is_plain(cards):
        return _plain_points(own, seen, deck[:left], state, BOARD_CARDS - turned, opponents, runs)
    return _any_points(cards, own, board, turned, deck[:left], state, opponents, runs)


@kernel
def numbers_of(
    cards: Cards, own: CardSets, board: CardSets, highs: Numbers, halves: Numbers
) -> None:
    """Write what each seat has for either half when all five are turned.

    The higher wins, 0 is nothing; ``own`` are the private cards by seat.
    """
    lines = np.empty(cards.lines, dtype=np.uint64)
    common = _turned(cards, board, lines)
    for seat in range(len(own)):
        highs[seat], halves[seat] = _hand_of(cards, own[seat], lines, common, board[_LAST])


@kernel
def deal_cards(seed: int, number: int, players: int, own: CardSets, board: CardSets) -> None:
    """Deal `arena.decks.deck_of`: the private cards by position, the board in turning order."""
    deck = _PACK.copy()
    dealt = PRIVATE_CARDS * players
    _shuffled(deck, dealt + BOARD_CARDS, _doubled(_mixed(_mixed(MATCH, seed), number)))
    own[:players] = NO_CARDS
    for place in range(dealt):
        own[place % players] |= deck[place]
    for place in range(BOARD_CARDS):
        board[place] = deck[dealt + place]


@kernel
def _turned(cards: Cards, board: CardSets, lines: CardSets) -> np.uint64:
    """Lay the whole board in lines; returns what is wild for everybody."""
    lines[:] = NO_CARDS
    if len(lines) == 1:
        for place in range(BOARD_CARDS):
            lines[0] |= board[place]
    else:
        for line in range(len(lines)):
            for at in range(_CROSS.shape[1]):
                lines[line] |= board[_CROSS[line, at]]
    return common_wild(cards.wild, cards.wild_ranks, lines, board[_LAST])


@kernel
def _hand_of(
    cards: Cards, own: np.uint64, lines: CardSets, common: np.uint64, last: np.uint64
) -> tuple[np.int32, np.int32]:
    """What one hand has for either half."""
    wild = wild_for(own, cards.wild, common)
    return high_of(own, lines, wild), half_of(own, lines, wild, last, cards.half)


@kernel
def _doubled(state: int) -> np.uint64:
    return np.uint64(state) << _ONE


@kernel
def _shuffled(deck: CardSets, count: int, state: np.uint64) -> np.uint64:
    """Draw the first ``count`` cards from the whole deck; returns the state after it."""
    size = np.uint64(len(deck))
    for at in range(count):
        place = np.uint64(at)
        state = state * _MULTIPLIER + _INCREMENT
        other = place + ((state >> _HALF_WORD) * (size - place) >> _HALF_WORD)
        drawn = deck[other]
        deck[other] = deck[place]
        deck[place] = drawn
    return state


@kernel
def _is_plain(cards: Cards) -> bool:
    """As `Plan.plain`."""
    return (
        cards.lines == 1
        and cards.half == _NOBODY
        and cards.wild == _CONSTANT
        and cards.wild_ranks == 0
    )


@kernel
def _plain_points(
    own: np.uint64,
    seen: np.uint64,
    deck: CardSets,
    state: np.uint64,
    to_come: int,
    opponents: int,
    runs: int,
) -> int:
    """`points_of` where the best hand takes all, in a row and with nothing wild."""
    drawn, total = to_come + PRIVATE_CARDS * opponents, 0
    mine = value_of(own | seen)
    for _ in range(runs):
        state = _shuffled(deck, drawn, state)
        turned = seen
        for place in range(to_come):
            turned |= deck[place]
        if to_come > 0:
            mine = value_of(own | turned)
        best = np.int32(0)
        for first in range(to_come, drawn, PRIVATE_CARDS):
            held = turned
            for place in range(first, first + PRIVATE_CARDS):
                held |= deck[place]
            best = max(best, value_of(held))
            if best > mine:
                break
        total += 2 * _standing(mine, best)
    return total


@kernel
def _any_points(
    cards: Cards,
    own: np.uint64,
    board: CardSets,
    turned: int,
    deck: CardSets,
    state: np.uint64,
    opponents: int,
    runs: int,
) -> int:
    """`points_of` with wild cards, lines or two halves."""
    to_come = BOARD_CARDS - turned
    drawn, total = to_come + PRIVATE_CARDS * opponents, 0
    # Places that are not turned may hold anything, which tables must never be asked about.
    whole, lines = np.zeros_like(board), np.empty(cards.lines, dtype=np.uint64)
    whole[:turned] = board[:turned]
    common = _turned(cards, whole, lines)
    mine = _hand_of(cards, own, lines, common, whole[_LAST])
    for _ in range(runs):
        state = _shuffled(deck, drawn, state)
        if to_come > 0:
            for place in range(to_come):
                whole[turned + place] = deck[place]
            common = _turned(cards, whole, lines)
            mine = _hand_of(cards, own, lines, common, whole[_LAST])
        high, half = np.int32(0), np.int32(0)
        for first in range(to_come, drawn, PRIVATE_CARDS):
            held = NO_CARDS
            for place in range(first, first + PRIVATE_CARDS):
                held |= deck[place]
            theirs = _hand_of(cards, held, lines, common, whole[_LAST])
            high, half = max(high, theirs[0]), max(half, theirs[1])
            if high > mine[0] and cards.half == _NOBODY:
                break
        share = _standing(mine[0], high)
        total += share + (_standing(mine[1], half) if max(mine[1], half) > 0 else share)
    return total


@kernel
def _standing(mine: np.int32, best: np.int32) -> int:
    """2 for better than all others, 1 for as good as the best of them, 0 for worse."""
    if mine > best:
        return 2
    return 1 if mine == best else 0
