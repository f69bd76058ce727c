"""Hands for the tests of `odds`: random ones, and those where fast evaluators go wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random
from types import ModuleType
from typing import Any

import numpy as np

from cincinnati.cards import PACK, Card, CardSet, card_set, parse_cards
from cincinnati.odds import arrays
from cincinnati.odds.kernels import arrays as kernel_arrays
from cincinnati.odds.sets import CardNumbers, CardSets, number_of, sets_of
from cincinnati.odds.spot import Spot
from cincinnati.rules import Ruleset

BOTH: tuple[ModuleType, ...] = (arrays, kernel_arrays)
"""Arrays by NumPy and by numba: the same functions."""

NASTY = {
    "two flushes, the ace in the lower suit": "AcQc9c5c3c KdJdTd8d7d",
    "two flushes that differ in the fifth card": "AcQc9c5c3c AdQd9d5d2d",
    "two straight flushes": "9c8c7c6c5c TdJdQdKd9d",
    "two royal flushes": "AcKcQcJcTc AdKdQdJdTd",
    "a royal flush beside quads that it crosses": "AsKsQsJsTs AcAdAh2c3d",
    "a flush with a full house": "AhJh9h6h3h JcJd9c9s2d",
    "a flush with quads": "KhTh8h5h2h KcKdKs3s4d",
    "a flush of ten cards": "AsKsQsJs9s8s7s6s4s3s",
    "a flush of ten cards with a straight inside": "AsKsQsJs9s8s7s6s5s3s",
    "two quads": "7c7d7h7s 4c4d4h4s AcKd",
    "two quads, the kicker in the lower": "7c7d7h7s 8c8d8h8s 2cKd",
    "quads with a full house beside them": "2c2d2h2s AcAdAh KcKdQh",
    "three threes of a kind": "9c9d9h 7c7d7h 4c4d4h As",
    "two threes and two pairs": "9c9d9h 2c2d2h AcAd KcKd",
    "five pairs": "AcAd TcTd 8h8s 5c5d 2h2s",
    "four pairs and a straight": "8c8d 7c7d 6h6s 5c5d 4hKs",
    "a wheel straight flush under a higher flush": "Ac2c3c4c5c KdQdJd9d8d",
    "a wheel straight flush in a flush of seven": "Ac2c3c4c5c KcQc JdJhJs",
    "a steel wheel beside a six-high straight": "Ah2h3h4h5h 6c6d 7sKdKc",
    "a straight round the corner, which is none": "QcKdAh2c3d 7s9hJc8d5s",
    "the lowest straight": "Ac2d3h4s5c KdQhJs9c9d",
    "the lowest ten cards without a pair": "2c3d4h5s7c8d9hTsQcKd",
    "the worst five": "2c3d4h5s7c",
    "a wheel of five": "Ac2d3h4s5c",
}


def text_set(text: str) -> int:
    return card_set(parse_cards(text))


def random_rows(count: int, cards: int, seed: int = 1) -> CardNumbers:
    """So many hands of so many cards each, as rows of card numbers."""
    chance = np.random.default_rng(seed)
    order = np.argsort(chance.random((count, 52), dtype=np.float32), axis=1)
    return order[:, :cards].astype(np.uint8)


def random_sets(count: int, cards: int, seed: int = 1) -> CardSets:
    return sets_of(random_rows(count, cards, seed))


def random_spot(rules: Ruleset, chance: Random, *, deck: int = 8) -> Spot:
    """Two or three hands, most of them known, two to five turned cards and a small deck."""
    cards = chance.sample(PACK, 20 + deck)
    seats = chance.choice([2, 2, 3])
    turned = chance.choice([2, 3, 4, 5])
    known = [5] * seats
    if turned > 2:
        known[chance.randrange(seats)] = 4
    hands = [card_set(cards[5 * seat : 5 * seat + held]) for seat, held in enumerate(known)]
    return spot_of(rules, hands, cards[15 : 15 + turned], cards[20:])


def spot_of(
    rules: Ruleset, hands: list[CardSet], board: list[Card], deck: list[Card] | None = None
) -> Spot:
    """A spot with these known cards; the deck is all others unless it is given."""
    known = sum(hands) + card_set(board)
    return Spot(
        rules=rules,
        private=tuple(hands),
        board=tuple(number_of(card) for card in board),
        deck=card_set(deck or [card for card in PACK if not card.bit & known]),
    )


def in_another_process(script: str, **environment: str) -> Any:
    """What a script prints as JSON in a fresh interpreter."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-W", "error", "-c", script],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
