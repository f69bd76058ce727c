"""How often each kind of hand comes, and how often it wins (R17, R26-R32).

The one idea: where neither wild cards nor a cross change what a hand is, the kinds are counted,
all hands of so many cards at once; elsewhere, and for who wins, deals are sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import comb

import numpy as np
from msgspec import Struct

from cincinnati.errors import RulesError
from cincinnati.odds.counting import Distribution, distribution
from cincinnati.odds.engines import Engine
from cincinnati.odds.equity import Equity, Progress, equity
from cincinnati.odds.question import Question
from cincinnati.odds.report import mean_seat
from cincinnati.odds.sampling import Stop
from cincinnati.odds.shares import chance_error
from cincinnati.ranking import Category
from cincinnati.rules import BOARD_CARDS, MOST_PLAYERS, PRIVATE_CARDS, Layout, Ruleset, Split, Wild

HAND_CARDS = PRIVATE_CARDS + BOARD_CARDS
LEAST_CARDS = 5
SAMPLES = 1_000_000
_CLASSES = {
    Category.STRAIGHT_FLUSH: 10,
    Category.FOUR_OF_A_KIND: 13 * 12,
    Category.FULL_HOUSE: 13 * 12,
    Category.FLUSH: comb(13, 5) - 10,
    Category.STRAIGHT: 10,
    Category.THREE_OF_A_KIND: 13 * comb(12, 2),
    Category.TWO_PAIR: comb(13, 2) * 11,
    Category.PAIR: 13 * comb(12, 3),
    Category.HIGH_CARD: comb(13, 5) - 10,
}
"""How many of the 7,462 classes are of each kind; they are numbered from the best kind down."""


class Kind(Struct, frozen=True):
    """One kind of hand."""

    chance: float
    """How often a hand is of this kind, 0 to 1."""
    hands: int | None
    """How many hands are, where they were counted."""
    classes: int | None
    """How many different values they have, where they were counted."""
    wins: float | None
    """Which share of the contests for the best hand it wins, 0 to 1, if there are players."""


class Kinds(Struct, frozen=True):
    """How often each kind of hand comes, and wins."""

    rules: Ruleset
    cards: int
    players: int | None
    kinds: Mapping[Category, Kind]
    """In the order of `Category`."""
    hands: int | None
    """How many hands there are in all, where they were counted."""
    lows: int | None
    """How many of them have a low hand, eight or better (R30), where lows are played."""
    by_class: tuple[int, ...]
    """How many hands have each value, by class from 1 (royal flush) to 7462, where counted."""
    samples: int
    """How many deals were sampled; 0 where everything is exact."""

    def error_of(self, share: float) -> float:
        """The standard error of a sampled chance or share, at most."""
        return chance_error(share, self.samples) if self.samples else 0.0


def kinds_of(
    rules: Ruleset,
    *,
    cards: int = HAND_CARDS,
    players: int | None = None,
    samples: int = SAMPLES,
    seed: int = 0,
    threads: int | None = None,
    engine: Engine = Engine.BY_SIZE,
    progress: Callable[[Progress], None] | None = None,
) -> Kinds:
    """How often the best five of ``cards`` (5 to 10) are of each kind under these rules.

    With ``players`` (2 to 8) also which kinds win. What cannot be counted is sampled from
    ``samples`` deals with ``seed``. Only ten cards make sense with wild cards, a cross, or
    players; raises `RulesError` for other numbers.
    """
    counted = rules.wild is Wild.NONE and rules.layout is Layout.ROW
    _check(rules, cards, players, counted=counted)
    sampled = None
    if players is not None or not counted:
        sampled = equity(
            Question.of(players=players or 1, rules=rules),
            seed=seed,
            stop=Stop(samples=samples),
            exact_ends=0,
            threads=threads,
            engine=engine,
            progress=progress,
        )
    counts = distribution(cards) if counted else None
    return Kinds(
        rules=rules,
        cards=cards,
        players=players,
        kinds=_kinds(counts, sampled, with_wins=players is not None),
        hands=None if counts is None else counts.hands,
        lows=low_hands(cards) if counted and rules.split is Split.LOW8 else None,
        by_class=() if counts is None else tuple(map(int, counts.classes[1:])),
        samples=sampled.ends if sampled else 0,
    )


def different(counts: Distribution, kind: Category) -> int:
    """How many different values the hands of a kind have."""
    first = 1
    for better in reversed(Category):
        if better is kind:
            break
        first += _CLASSES.get(better, 0)
    return int(np.count_nonzero(counts.classes[first : first + _CLASSES.get(kind, 0)]))


def low_hands(cards: int, *, ranks: int = 8, higher: int = 20, suits: int = 4) -> int:
    """How many hands of so many cards have five different ranks of eight or below (R30).

    ``ranks`` are the low ranks of the pack, ``higher`` its other cards. Counted by how many of
    the low ranks a hand has, and by how many cards of these.
    """
    return sum(
        comb(ranks, held) * _spread(held, low, suits) * comb(higher, cards - low)
        for held in range(5, ranks + 1)
        for low in range(held, cards + 1)
    )


def _spread(ranks: int, cards: int, suits: int) -> int:
    """In how many ways so many cards are taken from these ranks, at least one from each."""
    return sum(
        (-1) ** (ranks - used) * comb(ranks, used) * comb(suits * used, cards)
        for used in range(ranks + 1)
    )


def _check(rules: Ruleset, cards: int, players: int | None, *, counted: bool) -> None:
    if not LEAST_CARDS <= cards <= HAND_CARDS:
        raise RulesError("cards", f"{LEAST_CARDS} to {HAND_CARDS}, not {cards}")
    if players is not None and not 2 <= players <= MOST_PLAYERS:
        raise RulesError("players", f"2 to {MOST_PLAYERS}, not {players}")
    if cards != HAND_CARDS and (players is not None or not counted):
        what = f"{rules.preset} is" if players is None else "players are"
        raise RulesError("cards", f"{what} about {HAND_CARDS} cards, not {cards}")


def _kinds(
    counts: Distribution | None, sampled: Equity | None, *, with_wins: bool
) -> dict[Category, Kind]:
    seats = sampled.seats if sampled else ()
    mean = mean_seat(seats) if seats else None
    kinds = {}
    for kind in Category:
        wins = mean.best_with[kind] * len(seats) if mean and with_wins else None
        if counts is not None:
            hands = counts.categories.get(kind, 0)
            kinds[kind] = Kind(hands / counts.hands, hands, different(counts, kind), wins)
        else:
            kinds[kind] = Kind(mean.categories[kind] if mean else 0.0, None, None, wins)
    return kinds
