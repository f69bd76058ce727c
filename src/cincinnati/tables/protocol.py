"""Who plays a seat, and what he is told: types only.

The one idea: a player gets *updates* (what his seat may see, and what happened since the
last one) and answers with actions. An update holds views, never the truth behind them, so
whoever knows only this module cannot see a hidden card; it is the same for a person, a
program and a socket.
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from cincinnati.engine.actions import Action, Seat
from cincinnati.engine.seen import Seen
from cincinnati.engine.view import View
from cincinnati.errors import IllegalAction


class Update(Struct, frozen=True):
    """What one seat may know of the table at one moment; chips by seat."""

    seat: Seat | None
    number: int
    """The deal's number, from 1; 0 before the first."""
    deals: int
    dealer: Seat | None
    """The dealer of the running deal, or else of the next one; ``None`` at the end."""
    order: tuple[Seat, ...]
    """The seat of each position of the deal."""
    chips: dict[Seat, int]
    standings: dict[Seat, int]
    """The place of each seat, from 1."""
    view: View | None
    """The deal as this seat sees it; ``None`` before the first."""
    happened: tuple[Seen, ...]
    """What the seat saw happen since the last update."""
    over: bool


class Player(Protocol):
    """Who plays a seat."""

    async def watch(self, update: Update) -> None:
        """Something happened."""

    async def act(self, update: Update) -> Action:
        """It is this seat's turn: what does he do? ``update.view.legal`` says what he may."""

    async def refused(self, error: IllegalAction) -> None:
        """The action was not legal; he is asked again."""

    async def choose(self, update: Update) -> str | None:
        """He deals and names a preset, or ``None`` for the table's own game."""
