"""The rookie: hopes, calls, and hardly ever raises or folds."""

from __future__ import annotations

from collections.abc import Sequence

from cincinnati.bots.chance import chance
from cincinnati.bots.moves import Spot
from cincinnati.bots.strength import share_now
from cincinnati.engine.actions import Action
from cincinnati.engine.view import View

IMAGINED = 10
"""Hands that he holds his own against."""
MOOD = 0.25
"""How far his feeling strays: the standard deviation, as a share of the pot."""
SPLENDID = 0.9
HOPELESS = 0.3
"""He folds when he feels worth less than this part of what the call should win."""
DARING = 0.4
"""How often he dares to bet a splendid hand."""


class Rookie:
    """Feels how good the cards turned so far are for him, and wants to see the next one."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def act(self, view: View) -> Action:
        """Call, unless the hand feels splendid or hopeless."""
        spot, rng = Spot.of(view), chance(self.seed, view)
        feeling = share_now(view, opponents=1, runs=IMAGINED, rng=rng) + rng.gauss(0, MOOD)
        if feeling > SPLENDID and rng.random() < DARING:
            return spot.bet(0.5)
        return spot.give_up() if feeling < HOPELESS * spot.odds else spot.stay()

    def choose(self, presets: Sequence[str]) -> str | None:
        """The table's own game: he knows no other."""
        return None
