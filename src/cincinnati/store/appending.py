"""Appending decisions: what several tables have decided at once is written in one transaction.

The one idea: the disk takes about as long for one decision as for fifty, so while it is busy
with some, those that come in meanwhile wait together and are the next group. Nobody is told
anything before the group that he is in is written. One that comes too late is left out, and one
that cannot be written spoils nobody else's: then each of the group is tried alone.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy.exc import IntegrityError

from cincinnati.errors import StoreError
from cincinnati.store.entries import Conflict
from cincinnati.store.reach import OURS, OutOfReach
from cincinnati.store.writing import Decision, Written

MOST_AT_ONCE = 100
"""Decisions in a transaction; so many take a few milliseconds of work beside the disk's."""

FINISH_WITHIN_S = 5.0
"""So long the end waits for what is being written, as a server does that stops."""

Waiting = tuple[Decision, asyncio.Future[None]]


class Appending:
    """Writes decisions in groups, one group after the other."""

    def __init__(self, write: Callable[[Sequence[Decision]], Awaitable[Written]]) -> None:
        self._write = write
        """Writes a group in one transaction (`store.writing`)."""
        self._waiting: deque[Waiting] = deque()
        self._at_work: asyncio.Task[None] | None = None
        self._closed = False

    async def append(self, decision: Decision) -> None:
        """Write a decision; raises `Conflict`, changing nothing, or `OutOfReach`."""
        if self._closed:
            raise OutOfReach("no_database", "the tables are closed")
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((decision, answer))
        if self._at_work is None:
            self._at_work = asyncio.create_task(self._work())
        await answer

    async def close(self) -> None:
        """Write what was to be written, and nothing any more.

        Who has no answer after `FINISH_WITHIN_S` hears `OutOfReach`.
        """
        self._closed = True
        if (working := self._at_work) is None:
            return
        _, late = await asyncio.wait([working], timeout=FINISH_WITHIN_S)
        if late:
            working.cancel()
            await asyncio.wait(late)

    async def _work(self) -> None:
        group: list[Waiting] = []
        try:
            while self._waiting:
                size = min(len(self._waiting), MOST_AT_ONCE)
                group = [self._waiting.popleft() for _ in range(size)]
                await self._answer(group)
        except asyncio.CancelledError:
            _fail([*group, *self._waiting], OutOfReach("no_database", "the tables are closed"))
            self._waiting.clear()
            raise
        finally:
            self._at_work = None

    async def _answer(self, group: Sequence[Waiting]) -> None:
        try:
            written = await self._write([decision for decision, _ in group])
        except OURS as error:
            if len(group) == 1:
                _fail(group, _conflict(group[0][0]) if isinstance(error, IntegrityError) else error)
                return
            for each in group:
                await self._answer([each])
        except Exception as error:
            _fail(group, error)
        else:
            for decision, answer in group:
                if (decision.table, decision.entry.command_id) not in written:
                    _fail([(decision, answer)], _conflict(decision))
                elif not answer.done():
                    answer.set_result(None)


def _conflict(decision: Decision) -> Conflict:
    version = decision.entry.version
    return Conflict("conflict", f"version {version}, or the command, is written already")


def _fail(group: Sequence[Waiting], error: Exception) -> None:
    """Each hears of it by an error of his own."""
    for _, answer in group:
        if answer.done():
            continue
        if isinstance(error, StoreError):
            own = type(error)(error.code, str(error))
            own.__cause__ = error.__cause__
            answer.set_exception(own)
        else:
            answer.set_exception(error)
