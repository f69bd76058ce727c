"""The expert's advice on a past deal, for the hands that the asker sees in it.

The one idea: each decision is put to the expert as the player's own view of that moment, which has
no place for anything that he could not know. A deal that is going on has no decisions here.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from cincinnati.bots.advice import Advice, advise
from cincinnati.cards import Card
from cincinnati.engine import Action, Position, View
from cincinnati.engine.decisions import Decision
from cincinnati.web.answers import Answers


class AdvisedMove(Struct, frozen=True):
    """What somebody did, and what the expert would have done in his place."""

    at: int
    """The number of the frame that shows the move, from 0."""
    position: Position
    cards: tuple[Card | None, ...]
    """His private cards."""
    done: Action
    advice: Advice


class DealAdvice(Struct, frozen=True):
    """The advice on every decision that was made with a hand that the asker sees, in order."""

    moves: tuple[AdvisedMove, ...]


def advisers() -> Answers[View, Advice]:
    """Where the expert is asked: away from the event loop, one view after another."""
    return Answers("advice", advise)


async def deal_advice(experts: Answers[View, Advice], made: Iterable[Decision]) -> DealAdvice:
    """The expert's advice on these decisions; raises `TableError` (``busy``)."""
    return DealAdvice(tuple([await _advised(experts, each) for each in made]))


async def _advised(experts: Answers[View, Advice], made: Decision) -> AdvisedMove:
    return AdvisedMove(
        at=made.at,
        position=made.position,
        cards=made.view.players[made.position].cards,
        done=made.done,
        advice=await experts.answer(made.view),
    )
