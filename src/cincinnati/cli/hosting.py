"""What the host of a live table types in his terminal: start, pause, a bot, the end (R34, R36).

The one idea: these are no answers to a question of the game, so they are understood at any time,
in his own turn as well as while he waits; the table itself says who may.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import CancelledError
from enum import Enum

from msgspec import Struct

from cincinnati import bots
from cincinnati.cli.here import Inbox
from cincinnati.errors import TableError
from cincinnati.tables.live import Command
from cincinnati.tables.live.commands import AddBot, End, Pause, Resume, Start
from cincinnati.terminal import Leaving
from cincinnati.terminal.plain import PlainTable
from cincinnati.web.client import Do
from cincinnati.web.messages import Done
from cincinnati.words import Words

BOT = "bot"


class Ask(Enum):
    """Instead of a command: he has to say it again."""

    AGAIN = "again"


def command_words(words: Words) -> dict[str, Command]:
    """What the host may type beside ``bot NAME``, in his language; English is understood too."""
    commands: dict[str, Command] = {
        "start": Start(),
        "pause": Pause(),
        "resume": Resume(),
        "end": End(),
    }
    return {
        **commands,
        words.text("terminal.host.start"): commands["start"],
        words.text("terminal.host.pause"): commands["pause"],
        words.text("terminal.host.resume"): commands["resume"],
        words.text("terminal.host.end"): commands["end"],
    }


def host_keys(words: Words) -> str:
    """The line that tells a host what he may type."""
    return words.text(
        "terminal.host.keys",
        start=words.text("terminal.host.start"),
        pause=words.text("terminal.host.pause"),
        resume=words.text("terminal.host.resume"),
        end=words.text("terminal.host.end"),
        bot=f"{BOT} {bots.names()[0]}",
        bots=words.one_of(bots.names()),
    )


class HostDesk:
    """Carries out what a person types beside the game; used in the thread of the person."""

    def __init__(self, person: PlainTable, inbox: Inbox) -> None:
        self._person = person
        self._inbox = inbox
        self._table: tuple[Do, asyncio.AbstractEventLoop] | None = None
        self._ending = False
        self.ended = False
        """Whether he has closed the table."""
        self._seated = False
        self.told = 0
        """The version up to which he knows whether the clocks run."""

    def opened(self, do: Do) -> None:
        """The table can be told from now on; called in the table's loop."""
        self._table = do, asyncio.get_running_loop()

    def sits(self) -> None:
        """He has a seat; he comes to it by itself, and what he typed before that has waited."""
        if not self._seated:
            self._seated = True
            self._inbox.call(lambda: None)

    def idle(self, line: str) -> bool:
        """A line that answers nothing, because nothing is asked; raises `Leaving` for ``q``."""
        if line.strip().casefold() == "q":
            raise Leaving
        return self._seated and self.takes(line)

    def takes(self, line: str) -> bool:
        """Do what a line says, if it is the host's business; whether it was.

        Where the table stands is not told before the next answer, so it is said here as well.
        Raises `Leaving` if he has closed the table.
        """
        command = self._command(line)
        if isinstance(command, Struct) and (version := self._do(command)) is not None:
            self.told = version
            match command:
                case Pause():
                    self._say("terminal.join.paused")
                case Resume():
                    self._say("terminal.join.resumed")
                case AddBot():
                    self._say("terminal.host.done")
                case End():
                    self._say("error.table.closed")
                    self.ended = True
                    raise Leaving
                case _:
                    pass
        return command is not None

    def _command(self, line: str) -> Command | Ask | None:
        """The command in a line, ``None`` if there is none; the end is asked for twice."""
        words = self._person.words
        typed = line.strip().casefold()
        named, _, rest = typed.partition(" ")
        sure, self._ending = self._ending, False
        if named == BOT:
            return AddBot(rest.strip() or bots.names()[0])
        command = command_words(words).get(typed)
        if isinstance(command, End) and not sure and self._person.hosting is not None:
            self._ending = True
            self._say("terminal.host.sure", answer=typed)
            return Ask.AGAIN
        return command

    def _do(self, command: Command) -> int | None:
        """Carry a command out; its version, or ``None`` if it was refused, which is said."""
        if self._table is None:
            return None
        do, loop = self._table
        try:
            answer = asyncio.run_coroutine_threadsafe(do(command), loop).result()
        except (CancelledError, RuntimeError, TableError):
            return None  # the table is gone; whoever plays at it says so
        if isinstance(answer, Done):
            return answer.version
        words, key = self._person.words, f"error.table.{answer.code}"
        self._person.say(words.text(key) if words.knows(key) else answer.message)
        return None

    def _say(self, key: str, **values: object) -> None:
        self._person.say(self._person.words.text(key, **values))
