"""Who beats whom, on decks that are played twice: half the seats change places in between.

``cincinnati arena`` measures the same with thousands of decks; here there are as many as show it.
"""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from cincinnati.bots import make
from cincinnati.cards import Deck
from cincinnati.engine import Deal
from home_game import rules_of

STACK = 100


def gain(hero: str, other: str, seats: int, seed: int) -> float:
    """Chips that the hero wins a deal and seat when one deck is played from both sides."""
    rng = Random(seed)
    deck, half = Deck.shuffled(rng), seats // 2
    won = 0
    for order in ((hero, other) * half, (other, hero) * half):
        bots = [make(name, 8 * seed + position) for position, name in enumerate(order)]
        deal = Deal.start(rules_of(), stacks=[STACK] * seats, deck=deck)
        while (position := deal.to_act) is not None:
            deal = deal.act(bots[position].act(deal.view(position)))
        won += sum(
            stack - STACK for name, stack in zip(order, deal.stacks, strict=True) if name == hero
        )
    return won / seats


@pytest.mark.parametrize(
    ("hero", "other", "seats", "decks"),
    [
        ("casual", "rookie", 2, 300),
        ("regular", "rookie", 2, 200),
        ("regular", "casual", 6, 60),
    ],
)
def test_experience_pays(hero: str, other: str, seats: int, decks: int) -> None:
    gains = [gain(hero, other, seats, seed) for seed in range(decks)]
    assert fmean(gains) > 1.96 * stdev(gains) / sqrt(decks)
