"""Signs of life on the error stream while odds are counted, for a person who waits.

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


class Waiting:
    """Tells how far a calculation is; silent where the error stream is no terminal."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._seen = sys.stderr.isatty()
        self._last = perf_counter()
        self._silence = Timer(PATIENCE, self._say, [words.text("odds.starting")])
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
        self._say("")

    def told(self, progress: Progress) -> None:
        """Say how far it is, now and then."""
        self._silence.cancel()
        if perf_counter() - self._last >= OFTEN:
            self._last = perf_counter()
            error = percent(self._words, progress.error)
            self._say(self._words.text("odds.working", ends=progress.ends, error=error))

    def _say(self, line: str) -> None:
        if self._seen:
            print(f"{_CLEAR}{line}", end="", file=sys.stderr, flush=True)
