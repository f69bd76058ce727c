"""The odds of a deal as somebody sees it: his own chance, and the chances in a replay (R3).

The one idea: the question is made of a `View`, which has no place for a secret, so an answer
cannot depend on one. A fixed seed and a fixed number of samples, rather than a time, make the
same question have the same answer, each time and in each process.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from msgspec import Struct

from cincinnati.cards import Card
from cincinnati.engine.actions import Position
from cincinnati.engine.view import PlayerView, View
from cincinnati.odds.engines import Engine, hands_an_end
from cincinnati.odds.equity import Equity, equity
from cincinnati.odds.question import Question
from cincinnati.odds.sampling import Stop

SAMPLES = 1 << 16
"""A standard error of about 0.2% of the pot, within 0.15 s on one core."""
MOST_HANDS = 2_000_000
"""What an exact answer may cost in hands: one unknown hand after five board cards."""

Hands = Mapping[Position, tuple[Card, ...]]


class Asked(Struct, frozen=True):
    """What a view asks, and which position each hand of the question has."""

    question: Question
    positions: tuple[Position, ...]
    """Those that are left in the deal, in order."""

    @classmethod
    def of(cls, view: View, shown: Hands | None = None) -> Self | None:
        """What may be asked at this moment; ``None`` before the cards and when the deal is over.

        Whoever is left counts: with his cards if the viewer knows them, or if they stand in
        ``shown`` (what was shown later), else as an unknown hand. Cards of a folded hand that
        the viewer knows can come no more; those that he does not know can be anywhere.
        """
        players = list(enumerate(view.players))
        if view.over or not all(player.cards for _, player in players if player.live):
            return None
        known = {Position(at): _known(player) for at, player in players}
        known |= {at: cards for at, cards in (shown or {}).items() if not known[at]}
        left = tuple(Position(at) for at, player in players if player.live)
        question = Question(
            hands=tuple(known[at] for at in left),
            board=tuple(card for card in view.board if card is not None),
            dead=tuple(card for at in known if at not in left for card in known[at]),
            rules=view.rules,
        )
        return cls(question, left)


def _known(player: PlayerView) -> tuple[Card, ...]:
    return tuple(card for card in player.cards if card is not None)


def quick_equity(question: Question) -> Equity:
    """What each hand may expect, by one core within a moment: exact where that is quick."""
    return equity(
        question,
        stop=Stop(samples=SAMPLES),
        exact_ends=MOST_HANDS // hands_an_end(question),
        threads=1,
        engine=Engine.NUMPY,
    )
