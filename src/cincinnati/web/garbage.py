"""Python's search for circles of objects, during which everybody waits.

The one idea: nearly everything is dropped without that search, and what a search has left over is
still there in the next one. So a whole search looks only at what is new since the last one, and
only every ten minutes at everything: with 2,000 connections that takes a quarter of a second.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
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

    def begin(self) -> None:
        """Never look again at what has been loaded by now, and at new objects less often."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(NEW_OBJECTS, 10, 10)
        gc.callbacks.append(self.searched)

    def searched(self, phase: str, info: dict[str, Any]) -> None:
        """What Python calls at the start and at the stop of each search."""
        if info["generation"] != OLDEST:
            return
        if phase == "stop":
            gc.freeze()
        elif self._clock() - self._looked_at >= EVERYTHING_S:
            self._looked_at = self._clock()
            gc.unfreeze()
