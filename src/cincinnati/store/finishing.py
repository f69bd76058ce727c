"""What was begun goes on to its end, also when who waits for it is cancelled.

The one idea: a driver that is cancelled in the middle leaves a connection that is closed only when
it is collected, and a transaction of SQLite keeps its lock until then. So nobody cancels a driver.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Got = TypeVar("Got")
Owner = TypeVar("Owner", bound="Finishing")


class Finishing:
    """Whose methods may be `finished`."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()

    async def finish(self, within_s: float) -> None:
        """Wait for what was begun, but not for ever."""
        if self._running:
            await asyncio.wait(self._running, timeout=within_s)


def finished(
    work: Callable[Concatenate[Owner, Asked], Coroutine[Any, Any, Got]],
) -> Callable[Concatenate[Owner, Asked], Coroutine[Any, Any, Got]]:
    """A method that nobody can break off."""

    @wraps(work)
    async def shielded(owner: Owner, /, *args: Asked.args, **kwargs: Asked.kwargs) -> Got:
        task = asyncio.create_task(work(owner, *args, **kwargs))
        owner._running.add(task)
        task.add_done_callback(owner._running.discard)
        return await asyncio.shield(task)

    return shielded
