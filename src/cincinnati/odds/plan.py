"""A spot taken apart for whoever deals its ends.

The one idea: the missing cards come in groups in which the order does not matter: the
rest of a board in a row, the two arms of a line of a cross, the last card where it alone
counts, the rest of a seat's hand. An end of the deal is one choice a group, so ends are
numbered by the choices' numbers as digits, the last group's the fastest.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from math import comb, prod

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from cincinnati.cards import PACK
from cincinnati.engine.hands import BOTTOM, CENTRE, LEFT, LINES, RIGHT, TOP
from cincinnati.odds.sets import CardSets
from cincinnati.odds.spot import Spot
from cincinnati.rules import BOARD_CARDS, Layout, Split, SuitShare, Wild

BOARD = -1
"""Stands for the board where a group has a seat."""


class WildRule(IntEnum):
    """`Wild` as a number, for kernels; `CONSTANT` is none or ranks named in advance."""

    CONSTANT = 0
    LOWEST_BOARD = 1
    LAST_BOARD = 2
    LOW_HOLE = 3


class Half(IntEnum):
    """Who gets the other half, as a number for kernels."""

    NOBODY = 0
    LOW = 1
    HIGHEST_OF_SUIT = 2
    LOWEST_OF_SUIT = 3


class Group(Struct, frozen=True):
    """Cards that come together: to a seat, or to the board."""

    size: int
    seat: int = BOARD
    lines: int = 0
    """For the board: bit i is on when the cards lie in line i."""
    last: bool = False
    """Whether it is the fifth community card, by itself."""


class Plan(Struct, frozen=True):
    """What stays the same in all ends of a spot."""

    private: CardSets
    """Known private cards by seat, shape (seats,)."""
    lines: CardSets
    """Known community cards by line, shape (lines,)."""
    last: np.uint64
    """The fifth community card as a set; empty while it is unknown or does not matter."""
    groups: tuple[Group, ...]
    deck: CardSets
    """The cards that may come, one a set, the lowest first."""
    wild: WildRule
    wild_ranks: int
    half: Half

    @property
    def steps(self) -> NDArray[np.int64]:
        """The groups as numbers: shape (groups, 4): size, seat, lines, last."""
        rows = [[g.size, g.seat, g.lines, g.last] for g in self.groups]
        return np.array(rows, dtype=np.int64).reshape(-1, 4)

    @property
    def draws(self) -> int:
        """How many cards are missing in all."""
        return sum(group.size for group in self.groups)

    @property
    def choices(self) -> tuple[int, ...]:
        """How many choices each group has."""
        counts, left = [], len(self.deck)
        for group in self.groups:
            counts.append(comb(left, group.size))
            left -= group.size
        return tuple(counts)

    @property
    def ends(self) -> int:
        """How many ends there are, with places told apart that matter."""
        return prod(self.choices)

    @property
    def plain(self) -> bool:
        """Whether one best hand takes all, in a row and with nothing wild."""
        return (
            len(self.lines) == 1
            and self.half is Half.NOBODY
            and self.wild is WildRule.CONSTANT
            and not self.wild_ranks
        )


def plan_of(spot: Spot) -> Plan:
    """The plan of a spot."""
    rules, board = spot.rules, [1 << number for number in spot.board]
    lines = [
        sum(board[place] for place in line if place < len(board)) for line in LINES[rules.layout]
    ]
    seats = [Group(size=lacking, seat=seat) for seat, lacking in enumerate(spot.missing) if lacking]
    whole = len(board) == BOARD_CARDS
    return Plan(
        private=np.array(spot.private, dtype=np.uint64),
        lines=np.array(lines, dtype=np.uint64),
        last=np.uint64(board[-1] if whole else 0),
        groups=(*_board_groups(spot), *seats),
        deck=np.array([card.bit for card in PACK if card.bit & spot.deck], dtype=np.uint64),
        wild=_WILD_RULES.get(rules.wild, WildRule.CONSTANT),
        wild_ranks=sum(rank.bit for rank in rules.wild_ranks),
        half=_half(spot),
    )


_WILD_RULES = {
    Wild.LOWEST_BOARD: WildRule.LOWEST_BOARD,
    Wild.LAST_BOARD: WildRule.LAST_BOARD,
    Wild.LOW_HOLE: WildRule.LOW_HOLE,
}


def _half(spot: Spot) -> Half:
    match spot.rules.split:
        case Split.NONE:
            return Half.NOBODY
        case Split.LOW8:
            return Half.LOW
        case Split.LAST_SUIT:
            highest = spot.rules.suit_share is SuitShare.HIGHEST
            return Half.HIGHEST_OF_SUIT if highest else Half.LOWEST_OF_SUIT


def _board_groups(spot: Spot) -> Iterator[Group]:
    """The missing community cards: the last first, then pairs that may change places."""
    turned, rules = len(spot.board), spot.rules
    if turned == BOARD_CARDS:
        return
    crossed = rules.layout is Layout.CROSS
    last_counts = rules.wild is Wild.LAST_BOARD or rules.split is Split.LAST_SUIT
    if crossed or last_counts:
        yield Group(size=1, lines=_lines_of(spot, CENTRE), last=True)
        turned += 1
    if not crossed:
        if turned < BOARD_CARDS:
            yield Group(size=BOARD_CARDS - turned, lines=1)
        return
    for arms in ((TOP, BOTTOM), (LEFT, RIGHT)):
        missing = [place for place in arms if place >= len(spot.board)]
        if missing:
            yield Group(size=len(missing), lines=_lines_of(spot, arms[0]))


def _lines_of(spot: Spot, place: int) -> int:
    """The lines that use a place of the board, bit i for line i."""
    return sum(1 << at for at, line in enumerate(LINES[spot.rules.layout]) if place in line)


def positions_of(plan: Plan, end: int) -> NDArray[np.int64]:
    """The choices that make up an end: by group the places among the cards then left.

    Choices are counted in the order of `itertools.combinations`; shape (draws,).
    """
    digits = []
    for choices in reversed(plan.choices):
        end, digit = divmod(end, choices)
        digits.append(digit)
    positions, left = list[int](), len(plan.deck)
    for group, digit in zip(plan.groups, reversed(digits), strict=True):
        positions += _combination(left, group.size, digit)
        left -= group.size
    return np.array(positions, dtype=np.int64)


def _combination(cards: int, size: int, number: int) -> list[int]:
    """Combination number ``number`` of so many places, in lexicographic order."""
    chosen, place = list[int](), 0
    while len(chosen) < size:
        with_it = comb(cards - place - 1, size - len(chosen) - 1)
        if number < with_it:
            chosen.append(place)
        else:
            number -= with_it
        place += 1
    return chosen
