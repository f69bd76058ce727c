"""The person at the table: what the session tells and asks, paced for human eyes.

The one idea: the session waits for whoever watches, so the pace of the others is simply how
long each moment is looked at.
"""

from __future__ import annotations

import asyncio
from typing import Protocol

from cincinnati.engine.actions import Action
from cincinnati.engine.seen import CardTurned, HandShown
from cincinnati.errors import IllegalAction
from cincinnati.tables.protocol import Update
from cincinnati.terminal.frames import Frame, frames
from cincinnati.terminal.scene import Move
from cincinnati.words import Words


class Stage(Protocol):
    """Where a person looks and answers: the screen."""

    words: Words

    def sit_down(self, update: Update) -> None:
        """Show who is there before the first deal."""

    def show(self, frame: Frame, update: Update) -> None:
        """Show a moment."""

    async def wait_for_key(self) -> None:
        """Until he has seen it."""

    async def ask(self, update: Update) -> Action:
        """It is his turn."""

    async def ask_for_game(self, update: Update) -> str | None:
        """He deals and names the game."""

    async def show_standings(self, update: Update) -> None:
        """Between two deals, and at the end."""

    def hint(self, text: str) -> None:
        """Something that he should know now."""


class Person:
    """A player who looks at a stage."""

    def __init__(self, stage: Stage, pace: float) -> None:
        self._stage = stage
        self._pace = pace
        self._came = False
        self._hurried = asyncio.Event()

    @property
    def words(self) -> Words:
        """The language that he reads at the moment."""
        return self._stage.words

    def hurry(self) -> None:
        """Show at once what happens, up to his turn or the end of the deal."""
        self._hurried.set()

    async def watch(self, update: Update) -> None:
        """Show what happened, moment by moment; what happened before he came, at once."""
        came, self._came = self._came, True
        moments = list(frames(update))
        if not moments:
            self._stage.sit_down(update)
        for number, frame in enumerate(moments, 1):
            self._stage.show(frame, update)
            if came or number == len(moments):
                await self._look_at(frame, update)
        if update.view is not None and update.view.over:
            await self._stage.show_standings(update)
            self._hurried.clear()

    async def _look_at(self, frame: Frame, update: Update) -> None:
        if frame.award is not None:
            await self._stage.wait_for_key()
            return
        seconds = self._pace * _beats(frame)
        try:
            await asyncio.wait_for(self._hurried.wait(), seconds)
        except TimeoutError:
            return

    async def act(self, update: Update) -> Action:
        """Ask him."""
        self._hurried.clear()
        return await self._stage.ask(update)

    async def refused(self, error: IllegalAction) -> None:
        """Say why; the keys offer legal actions only, so this is rare."""
        self._stage.hint(self.words.refusal(error))

    async def choose(self, update: Update) -> str | None:
        """Ask him for the game."""
        return await self._stage.ask_for_game(update)


def _beats(frame: Frame) -> float:
    """How long a moment is looked at: one's own move is known, one's own turn is waited for."""
    view, first = frame.view, frame.told[0]
    if view.legal is not None:
        return 0
    if isinstance(first, HandShown):
        return 2
    if isinstance(first, CardTurned):
        return 1.25
    own = isinstance(first, Move) and first.position == view.position
    return 0.25 if own else 1
