"""Signs of life on the error stream while something is worked out, for a person who waits.

The one idea: one line of the terminal is written over and over, and cleared at the end. Where
nothing is heard for a while, numba is compiling its kernels, which happens once on a machine.
"""

from __future__ import annotations

import sys
from threading import Timer
from time import perf_counter
from types import TracebackType
from typing import Self

from cincinnati.cli.numbers import percent
from cincinnati.odds import Progress
from cincinnati.words import Words

OFTEN = 0.2
"""Seconds between two signs of life."""
PATIENCE = 2.0
"""Seconds of silence after which it is said why."""
_CLEAR = "\r\x1b[K"


class StatusLine:
    """One line that changes; silent where the error stream is no terminal.

    ``silence`` is the key of what explains a long silence at the beginning.
    """

    def __init__(self, words: Words, silence: str = "odds.starting") -> None:
        self.words = words
        self._seen = sys.stderr.isatty()
        self._last = perf_counter()
        self._silence = Timer(PATIENCE, self.say, [words.text(silence)])
        self._silence.daemon = True

    def __enter__(self) -> Self:
        if self._seen:
            self._silence.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._silence.cancel()
        self.say("")

    def due(self) -> bool:
        """Whether it is time for another sign; work that reports itself needs no excuse."""
        self._silence.cancel()
        if not self._seen or perf_counter() - self._last < OFTEN:
            return False
        self._last = perf_counter()
        return True

    def say(self, line: str) -> None:
        """Write the line anew."""
        if self._seen:
            print(f"{_CLEAR}{line}", end="", file=sys.stderr, flush=True)


class Waiting(StatusLine):
    """Tells how far a calculation of odds is."""

    def told(self, progress: Progress) -> None:
        """Say how far it is, now and then."""
        if self.due():
            error = percent(self.words, progress.error)
            self.say(self.words.text("odds.working", ends=progress.ends, error=error))
