"""The casual player: sees what his hand is worth now, and what a call costs."""

from __future__ import annotations

from collections.abc import Sequence

from cincinnati.bots.chance import chance, favourite
from cincinnati.bots.moves import Spot
from cincinnati.bots.strength import share_now
from cincinnati.engine.actions import Action
from cincinnati.engine.view import View

IMAGINED = 30
"""Hands that he holds his own against."""
ERROR = 0.1
"""How far he misjudges it: the standard deviation, as a share of the pot."""
BETS_FROM = 0.75
RAISES_FROM = 0.85
BOLDNESS = 0.7
"""How often he bets or raises a hand that is good enough for it."""


class Casual:
    """Sets his made hand against one random hand, whoever is in, and the result against the odds.

    He counts neither his opponents nor the cards to come.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def act(self, view: View) -> Action:
        """Bet what looks good, call what seems to pay, fold the rest."""
        spot, rng = Spot.of(view), chance(self.seed, view)
        guess = share_now(view, opponents=1, runs=IMAGINED, rng=rng) + rng.gauss(0, ERROR)
        if guess > (RAISES_FROM if spot.price else BETS_FROM) and rng.random() < BOLDNESS:
            return spot.bet(0.5)
        return spot.give_up() if guess < spot.odds else spot.stay()

    def choose(self, presets: Sequence[str]) -> str | None:
        """His favourite game."""
        return favourite(self.seed, presets)
