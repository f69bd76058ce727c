"""A bot at a table: what it does wrong stays its own affair (R33).

The one idea: a bot is somebody else's program, so nothing that it does is trusted. Whatever it
raises or answers, the table gets a legal action; a bot that fails plays as if it were away.
"""

from __future__ import annotations

from collections.abc import Callable

from cincinnati.bots.protocol import Bot
from cincinnati.engine.actions import Action, BringIn, Call, Fold, Legal, Raise
from cincinnati.errors import IllegalAction
from cincinnati.rules.presets import PRESETS
from cincinnati.session import idle_action
from cincinnati.tables.protocol import Update

LONGEST_FAULT = 200
"""Characters that are kept of a fault."""


class BotPlayer:
    """A bot as a `Player`; ``faults`` has a short text for each thing that it did wrong."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.faults: list[str] = []
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
        answer = self._ask(lambda: self.bot.act(view))
        action = permitted(view.legal, answer)
        if action is not None:
            return action
        if not isinstance(answer, _Failure):
            self._blame(f"illegal: {_text(answer)}; allowed: {view.legal}")
        return idle_action(view.legal)

    async def refused(self, error: IllegalAction) -> None:
        """The table refuses what `permitted` let pass: do not ask the bot again this time."""
        self._blame(f"refused: {_text(error)}")
        self._refused = True

    async def choose(self, update: Update) -> str | None:
        """The preset that the bot names, or ``None`` if it names none that there is."""
        answer = self._ask(lambda: self.bot.choose(tuple(PRESETS)))
        if answer is None or isinstance(answer, _Failure):
            return None
        if type(answer) is str and answer in PRESETS:
            return answer
        self._blame(f"no preset: {_text(answer)}")
        return None

    def _ask(self, question: Callable[[], object]) -> object:
        """What the bot answers; only Ctrl-C comes through, not even an exit."""
        try:
            return question()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self._blame(f"failed: {_text(error)}")
            return _Failure()

    def _blame(self, fault: str) -> None:
        self.faults.append(fault[:LONGEST_FAULT])


class _Failure:
    """Stands for the answer of a bot that raised something."""


def permitted(legal: Legal, answer: object) -> Action | None:
    """The answer, if it is a legal action, else ``None``.

    Exact types only: an object that merely resembles an action does not get into the log.
    """
    if type(answer) is Call and legal.call is not None:
        return answer
    if type(answer) is Fold and legal.fold:
        return answer
    if type(answer) is BringIn and legal.bring_in:
        return answer
    if type(answer) is Raise and legal.raise_to is not None and type(answer.to) is int:
        least, most = legal.raise_to
        return answer if least <= answer.to <= most else None
    return None


def _text(thing: object) -> str:
    """What to call a thing that may refuse to be printed."""
    try:
        failed = isinstance(thing, BaseException)
        return f"{type(thing).__name__}: {thing}" if failed else repr(thing)
    except Exception:
        return type(thing).__name__
