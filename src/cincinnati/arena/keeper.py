"""Who keeps a worker process: sends it work, and ends it when a bot does not answer.

The one idea: a thread looks at the worker's marks. If the same bot has been asked the same thing
for too long, the process is ended, and whoever waits for its answer learns which bot it was. So a
bot may loop for ever, crash or exit: the match is stopped, and the bot is named.
"""

from __future__ import annotations

import atexit
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Lock, Thread
from time import monotonic
from typing import BinaryIO, cast

from msgspec import Struct

from cincinnati.arena.entrants import Entrant
from cincinnati.arena.marks import Marks
from cincinnati.arena.match import Match
from cincinnati.arena.messages import (
    Answer,
    Check,
    Checked,
    Done,
    NotHere,
    Piece,
    Request,
    next_answer,
    send,
)
from cincinnati.arena.plain import NOBODY
from cincinnati.arena.played import Played
from cincinnati.errors import BotError

OFTEN = 0.2
"""Seconds between two looks at the marks, if the patience is not shorter."""


class Keeper:
    """One worker process, for one request at a time."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="cincinnati-arena-")
        file = Path(self._folder.name) / "marks"
        self._marks = Marks.new(file)
        self._process = subprocess.Popen(  # noqa: S603  (our own module)
            [sys.executable, "-P", "-m", "cincinnati.arena.child", str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._hung = NOBODY

    def ask(self, request: Request, bots: Sequence[Entrant], patience: float) -> Answer:
        """What the worker answers.

        A bot may take ``patience`` seconds for one decision. Raises `BotError` that names the one
        that took longer, or that was being asked when the process ended.
        """
        over = Event()
        watch = Thread(target=self._watch, args=[patience, over], daemon=True)
        watch.start()
        try:
            with suppress(BrokenPipeError):  # it has ended: there will be no answer
                send(cast(BinaryIO, self._process.stdin), request)
            answer = next_answer(cast(BinaryIO, self._process.stdout))
        finally:
            over.set()
            watch.join()
        if answer is None:
            raise self._ended(bots, patience)
        return answer

    def close(self) -> None:
        """End the process; whoever waits for its answer gets a `BotError`."""
        self._process.kill()
        self._process.wait()

    def _watch(self, patience: float, over: Event) -> None:
        seen, since = self._marks.asked(), monotonic()
        while not over.wait(min(OFTEN, patience / 4)):
            now = self._marks.asked()
            if now != seen or now[0] == NOBODY:
                seen, since = now, monotonic()
            elif monotonic() - since > patience:
                self._hung = now[0]
                self._process.kill()
                return

    def _ended(self, bots: Sequence[Entrant], patience: float) -> BotError:
        status = self._process.wait()
        if self._hung != NOBODY:
            name = bots[self._hung].name
            return BotError("hung", f"{name!r} has not answered for {patience:g} s")
        asked, _ = self._marks.asked()
        if asked != NOBODY:
            name = bots[asked].name
            return BotError("ended", f"{name!r} ended its process (exit status {status})")
        return BotError("lost", f"a worker process was ended (exit status {status})")

    def release(self) -> None:
        """End the process and take its files away."""
        self.close()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                cast(BinaryIO, stream).close()
        self._marks.close()
        self._folder.cleanup()


class Crew:
    """The worker processes of this one, kept from piece to piece."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._free: list[Keeper] = []
        self._busy: set[Keeper] = set()

    @contextmanager
    def keeper(self) -> Iterator[Keeper]:
        """A keeper for one request; it comes back if all went well."""
        with self._lock:
            keeper = self._free.pop() if self._free else Keeper()
            self._busy.add(keeper)
        well = False
        try:
            yield keeper
            well = True
        finally:
            with self._lock:
                self._busy.discard(keeper)
                if well:
                    self._free.append(keeper)
            if not well:
                keeper.release()

    def rest(self) -> None:
        """End the worker processes that have nothing to do."""
        with self._lock:
            free, self._free = self._free, []
        for keeper in free:
            keeper.release()

    def dismiss(self) -> None:
        """End all worker processes, the busy ones as well."""
        self.rest()
        with self._lock:
            busy = list(self._busy)
        for keeper in busy:
            keeper.close()


CREW = Crew()
atexit.register(CREW.dismiss)


def rest_crew() -> None:
    """`Crew.rest` in a process somewhere else; others may be at work there."""
    CREW.rest()


class KeptEngine(Struct, frozen=True):
    """The plain engine in worker processes of its own."""

    slow: float
    patience: float
    """Seconds that one decision may take before the process is ended."""

    def play(self, match: Match, first: int, last: int) -> Played:
        """As `Engine.play`; raises `BotError` if a bot stops the match."""
        with CREW.keeper() as keeper:
            piece = Piece(match, first, last, self.slow)
            answer = keeper.ask(piece, match.bots, self.patience)
            match answer:
                case Done():
                    return answer.played()
                case NotHere(why):
                    raise BotError("not_here", why)
                case Checked():
                    raise AssertionError("an answer to another request")

    def faults(self, bots: tuple[Entrant, ...]) -> tuple[str, ...]:
        """Why bots cannot be made; raises `BotError` if one stops the process."""
        with CREW.keeper() as keeper:
            answer = keeper.ask(Check(bots), bots, self.patience)
            return answer.faults if isinstance(answer, Checked) else ()
