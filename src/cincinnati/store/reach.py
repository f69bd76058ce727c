"""Whether the database can be reached and written, told once and not a thousand times.

The one idea: whoever reads or writes does it inside `Reach`, which turns a driver's error into
`OutOfReach`, and remembers what went wrong until the same has succeeded again. A full disk lets
everybody read on, so reading and writing are remembered apart.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoneFree

from cincinnati.errors import StoreError

logger = logging.getLogger(__name__)

OURS = (IntegrityError, ProgrammingError, DataError)
"""Errors of a database that can be reached: they say something about what it was asked."""


SAY_EVERY_S = 60.0
"""A disk that is nearly full takes one thing and refuses the next: that is said once a minute."""


class OutOfReach(StoreError):
    """The database is away or full. What was to be written may be written all the same."""


class Reach:
    """What is known of one database; ``heard`` are told when it goes away."""

    def __init__(self) -> None:
        self.heard: list[Callable[[], None]] = []
        self._failing: set[str] = set()
        self._since = 0.0
        self._said_at = float("-inf")

    @property
    def well(self) -> bool:
        """Whether the last that was read, and the last that was written, succeeded."""
        return not self._failing

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Raises `OutOfReach` if reading fails."""
        with self._trying("read"):
            yield

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Raises `OutOfReach` if writing fails."""
        with self._trying("written"):
            yield
        # Nothing can be written where nothing can be read.
        self._works("read")

    @contextmanager
    def _trying(self, how: str) -> Iterator[None]:
        try:
            yield
        except OURS:
            raise
        except (DBAPIError, NoneFree, OSError) as error:
            self._fails(how, error)
            raise OutOfReach("no_database", "the tables are out of reach; try again") from error
        self._works(how)

    def _fails(self, how: str, error: Exception) -> None:
        if self._failing:
            self._failing.add(how)
            return
        self._failing.add(how)
        self._since = time.monotonic()
        if self._since - self._said_at >= SAY_EVERY_S:
            self._said_at = self._since
            logger.error("the database cannot be %s: %s", how, _reason(error))
        for hear in self.heard:
            hear()

    def _works(self, how: str) -> None:
        if how in self._failing:
            self._failing.remove(how)
            if not self._failing and self._since == self._said_at:
                away_s = time.monotonic() - self._since
                logger.warning("the database is back after %.1f s", away_s)


def _reason(error: Exception) -> str:
    """A name for what went wrong, without the message: that might quote what was written."""
    driver = getattr(error, "orig", None) or error
    return str(getattr(driver, "sqlite_errorname", type(driver).__name__))
