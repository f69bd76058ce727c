"""The decisions of a deal, each with what its player knew and what he did.

The one idea: a decision is looked at from the seat that made it. Its view comes from `project`, as
if the deal still went on; so nothing in it was learned later.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from cincinnati.engine import project
from cincinnati.engine.actions import Action, BringIn, Call, Fold, Position, Raise
from cincinnati.engine.events import DealStarted, Event
from cincinnati.engine.evolve import begin, evolve
from cincinnati.engine.seen import Bet, BringInPosted, Called, Checked, Folded, Raised
from cincinnati.engine.view import View
from cincinnati.errors import RulesError

_Moved = BringInPosted | Folded | Checked | Called | Bet | Raised


class Decision(Struct, frozen=True):
    """One turn of a player."""

    at: int
    """The number of the event that came of it, from 0."""
    position: Position
    view: View
    """What the player knew before it."""
    done: Action


def decisions(events: Sequence[Event], of: Collection[Position]) -> Iterator[Decision]:
    """What these positions decided in a deal, in order.

    Raises `RulesError` if the events do not begin with a `DealStarted`.
    """
    if not events or not isinstance(first := events[0], DealStarted):
        raise RulesError("events", "decisions are told of a deal from its DealStarted event on")
    state = begin(first)
    for at, event in enumerate(events[1:], 1):
        if isinstance(event, _Moved) and event.position in of:
            view = project.view(state, event.position)
            yield Decision(at, event.position, view, _action(event))
        state = evolve(state, event)


def _action(event: _Moved) -> Action:
    match event:
        case Folded():
            return Fold()
        case Checked() | Called():
            return Call()
        case BringInPosted():
            return BringIn()
        case Bet() | Raised():
            return Raise(event.to)
