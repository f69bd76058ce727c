"""The regular: tight and aggressive, counts his opponents and plays for the cards to come.

The one idea: what he believes is one number, the share of the pot that he will win. Against
hands at random it comes from run-outs. But who bets does not hold a hand at random, he holds
about the better of two, so a bet counts as more hands to beat. Against ``n`` hands, each of which
he beats with the same chance, the share is the ``n``-th power of that chance; here ``n`` and a bit.
"""

from __future__ import annotations

from collections.abc import Sequence

from cincinnati.bots.chance import chance, favourite
from cincinnati.bots.moves import Spot
from cincinnati.bots.strength import cost, final_share
from cincinnati.engine.actions import Action
from cincinnati.engine.view import View
from cincinnati.rules import BOARD_CARDS, Ruleset

BUDGET = 9_000
"""What a decision may cost, in the units of `cost`: half of 20 ms, whoever else is busy."""
MOST_RUNS = 80
"""More would change few decisions: the share's standard error is 0.05 by then."""
GOOD, STRONG, RAISING = 0.1, 0.5, 0.4
"""From where he bets, bets the whole pot, and raises: 0 is a fair share of it, 1 all of it."""
CAUTION = 1 / 3
"""Hands more to beat for a bet far above the pot (one of the pot counts for half of it): so many
before the first card, and so many more for each turned, as the end is better and better known."""
BLUFFS = 0.08
"""How often he bets without a hand, when there is one opponent and nobody has bet."""


class Regular:
    """Folds early, bets what he believes in, and bluffs now and then."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def act(self, view: View) -> Action:
        """Bet or raise what is well above a fair share, call what pays, fold the rest."""
        spot, rng = Spot.of(view), chance(self.seed, view)
        share = final_share(
            view, opponents=spot.opponents, runs=run_outs(view.rules, spot.opponents), rng=rng
        )
        if spot.price:
            turned = BOARD_CARDS - view.board.count(None)
            return _answer(spot, share, more_hands=CAUTION * (1 + turned) * spot.price / spot.pot)
        edge = _edge(spot, share)
        if edge > GOOD:
            return spot.bet(1.0 if edge > STRONG else 0.6)
        return spot.bet(0.6) if spot.opponents == 1 and rng.random() < BLUFFS else spot.stay()

    def choose(self, presets: Sequence[str]) -> str | None:
        """His favourite game."""
        return favourite(self.seed, presets)


def run_outs(rules: Ruleset, opponents: int) -> int:
    """How many run-outs a decision is worth: a count that never looks at a clock."""
    return min(MOST_RUNS, BUDGET // cost(rules, opponents))


def _answer(spot: Spot, share: float, *, more_hands: float) -> Action:
    """What to do about a bet that counts as so many more hands to beat."""
    believed = share ** (1 + more_hands / spot.opponents)
    if believed <= spot.odds:
        return spot.give_up()
    return spot.bet(1.0) if _edge(spot, believed) > RAISING else spot.stay()


def _edge(spot: Spot, share: float) -> float:
    """How far a share is from the fair one (0) to the whole pot (1); below 0 it is worse."""
    fair = 1 / (1 + spot.opponents)
    return (share - fair) / (1 - fair)
