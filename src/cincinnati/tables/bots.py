"""A bot at a table: whatever it does wrong, the table gets a legal action (R33)."""

from __future__ import annotations

from cincinnati.bots.contained import LONGEST_FAULT, Contained, permitted, text_of
from cincinnati.bots.protocol import Bot
from cincinnati.engine.actions import Action
from cincinnati.errors import IllegalAction
from cincinnati.session import idle_action
from cincinnati.tables.protocol import Update

__all__ = ["LONGEST_FAULT", "BotPlayer", "permitted"]


class BotPlayer:
    """A bot as a `Player`; ``faults`` has a short text for each thing that it did wrong."""

    def __init__(self, bot: Bot) -> None:
        self.faults: list[str] = []
        self._contained = Contained(bot, self._blame)
        self._refused = False

    async def watch(self, update: Update) -> None:
        """A bot looks at the table only when it is asked."""

    async def act(self, update: Update) -> Action:
        """What the bot does, or if that cannot be: check, fold, or post the bring-in.

        Raises `ValueError` if it is not this player's turn.
        """
        view = update.view
        if view is None or view.legal is None:
            raise ValueError("it is not this player's turn")
        if self._refused:
            self._refused = False
            return idle_action(view.legal)
        action = self._contained.act(view)
        return idle_action(view.legal) if action is None else action

    async def refused(self, error: IllegalAction) -> None:
        """The table refuses what `permitted` let pass: do not ask the bot again this time."""
        self._blame("refused", text_of(error))
        self._refused = True

    async def choose(self, update: Update) -> str | None:
        """The preset that the bot names, or ``None`` if it names none that there is."""
        return self._contained.choose()

    def _blame(self, kind: str, what: str) -> None:
        self.faults.append(f"{kind}: {what}"[:LONGEST_FAULT])
