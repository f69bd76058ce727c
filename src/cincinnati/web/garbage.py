"""Python's search for circles of objects, during which everybody waits.

The one idea: what a server keeps is no circle, so it goes without that search, and what a search
has left over is still there in the next one. So a whole search looks only at what is new since the
last one. At everything looks the first one after ten minutes: with 2,000 connections that takes a
quarter of a second. A circle that was held during a search may stay until then.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

NEW_OBJECTS = 10_000
"""So many more than were dropped, and it is time to look for circles among them."""
EVERYTHING_S = 600.0
OLDEST = 2
"""The generation of a whole search."""


class Garbage:
    """Says what a search looks at; one in a process."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._looked_at = clock()
        """When it was looked at everything."""

    @contextmanager
    def little(self) -> Iterator[None]:
        """Look less often, and not again at what has been loaded by now, while the block runs."""
        before = gc.get_threshold()
        gc.collect()
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS, 10, 10)
        gc.callbacks.append(self._searched)
        try:
            yield
        finally:
            gc.callbacks.remove(self._searched)
            gc.set_threshold(*before)
            gc.unfreeze()

    def _searched(self, phase: str, info: dict[str, Any]) -> None:
        """What Python calls at the start and at the stop of each search."""
        if info["generation"] != OLDEST:
            return
        if phase == "stop":
            gc.freeze()
        elif self._clock() - self._looked_at >= EVERYTHING_S:
            self._looked_at = self._clock()
            gc.unfreeze()
