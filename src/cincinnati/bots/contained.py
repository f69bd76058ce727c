"""A bot is somebody else's program: what it does wrong stays its own affair (R33).

The one idea: whatever a bot raises or answers, who asks gets a legal action or ``None``, and each
thing that went wrong is told in one word and a short text. What to do for a bot that has no
answer is for the asker to say: it plays as if it were away.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cincinnati.bots.protocol import Bot
from cincinnati.engine.actions import Action, BringIn, Call, Fold, Legal, Raise
from cincinnati.engine.view import View
from cincinnati.rules.presets import PRESETS

LONGEST_FAULT = 200
"""Characters that are kept of a fault."""
FAILED, ILLEGAL, NO_PRESET = "failed", "illegal", "no preset"
"""What a bot may do wrong."""

Blame = Callable[[str, str], None]
"""Is told what kind of fault it was, and what happened."""


class Failure:
    """Stands for the answer of a bot that raised something."""


NOTHING: Final = Failure()


class Contained:
    """A bot behind a fence; ``blame`` is told each thing that it does wrong."""

    def __init__(self, bot: Bot, blame: Blame) -> None:
        self._bot = bot
        self._blame = blame

    def act(self, view: View) -> Action | None:
        """What the bot does, if it is legal, else ``None``.

        Raises `ValueError` if it is not the viewer's turn.
        """
        legal = view.legal
        if legal is None:
            raise ValueError("it is not this player's turn")
        answer = asked(lambda: self._bot.act(view), self._blame)
        action = permitted(legal, answer)
        if action is None and answer is not NOTHING:
            self._blame(ILLEGAL, f"{text_of(answer)}; allowed: {legal}")
        return action

    def choose(self) -> str | None:
        """The preset that the bot names, or ``None`` if it names none that there is."""
        answer = asked(lambda: self._bot.choose(tuple(PRESETS)), self._blame)
        if answer is None or answer is NOTHING:
            return None
        if type(answer) is str and answer in PRESETS:
            return answer
        self._blame(NO_PRESET, text_of(answer))
        return None


def asked(question: Callable[[], object], blame: Blame) -> object:
    """What the bot answers or `NOTHING`; only Ctrl-C comes through, not even an exit."""
    try:
        return question()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        blame(FAILED, text_of(error))
        return NOTHING


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


def text_of(thing: object) -> str:
    """What to call a thing that may refuse to be printed."""
    try:
        failed = isinstance(thing, BaseException)
        return f"{type(thing).__name__}: {thing}" if failed else repr(thing)
    except Exception:
        return type(thing).__name__
