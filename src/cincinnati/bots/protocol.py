"""What a program has to offer to play at a table.

The one idea: a bot is given a `View`, the same that a person at its seat would have, and
nothing else. What it decides follows from its seed and from what it sees: the same
view always gets the same answer, so a replay repeats a game, a table that comes back after a
crash goes on as it would have, and cards that a seat may not see cannot matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cincinnati.engine.actions import Action
from cincinnati.engine.view import View


class Bot(Protocol):
    """A player that is a program."""

    def act(self, view: View) -> Action:
        """What it does in its turn; ``view.legal`` says what it may."""

    def choose(self, presets: Sequence[str]) -> str | None:
        """It deals and names one of the presets, or ``None`` for the table's own game."""
