"""Players who are asked what they would do, again and again."""

from __future__ import annotations

from collections import Counter

from cincinnati.bots.levels import LEVELS, Spec
from cincinnati.bots.player import Player
from cincinnati.bots.shelf import Shelf
from cincinnati.engine import Action, Deal

EXPERT = LEVELS["expert"]


def does(spec: Spec, deal: Deal, book: Shelf, seeds: int = 400) -> dict[Action, int]:
    """How often which action is taken, by seed."""
    assert deal.to_act is not None
    view = deal.view(deal.to_act)
    return dict(Counter(Player(spec, seed, book).act(view) for seed in range(seeds)))
