"""One deal, a pure machine: no clock, no chance, no input or output.

`Deal` is the face that programmers use. Behind it `decide` turns a state and an action
into events, `evolve` folds events into a state, `project` makes of it what one seat may know.
"""

from cincinnati.engine.actions import Action, BringIn, Call, Fold, Legal, Move, Position, Raise
from cincinnati.engine.deal import Deal
from cincinnati.engine.view import View

__all__ = [
    "Action",
    "BringIn",
    "Call",
    "Deal",
    "Fold",
    "Legal",
    "Move",
    "Position",
    "Raise",
    "View",
]
