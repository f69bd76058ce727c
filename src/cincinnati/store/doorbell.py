"""The doorbell: "table t has a new version", "person p plays at another device", between processes.

It only ever says where to look; what was decided is read from the log. A bell that gets lost
costs a few seconds, until the sweep, which looks at the versions of all open tables. So it may
be rung after a decision was written, in a transaction of its own. Behind this small protocol
PostgreSQL's NOTIFY can be replaced by something larger.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Protocol

import psycopg
from msgspec import Struct
from sqlalchemy import make_url

from cincinnati.store.entries import CHANNEL, TableId
from cincinnati.store.line import Line, given_to_driver
from cincinnati.store.reach import OutOfReach

RING = "SELECT pg_notify(%(channel)s, unnest(%(bells)s::text[]))"
LOOK_EVERY_S = 10.0
"""So often a bell that is silent is asked whether it is there still."""


class Ring(Struct, frozen=True):
    """Something is new at a table: a version of its log, a line of chat, a person's device.

    ``table`` is ``None`` after a time without a bell: something may be new anywhere. ``device``
    is the number of the one that ``person`` plays with from now on.
    """

    table: TableId | None
    version: int | None
    chat: int | None
    person: str | None = None
    device: int | None = None


class Doorbell(Protocol):
    """Hears what other processes have written."""

    def rings(self) -> AsyncIterator[Ring]:
        """All rings from now on; ends never."""


class NoBell:
    """For one process alone: nobody else writes."""

    async def rings(self) -> AsyncIterator[Ring]:
        """Nothing, ever."""
        await asyncio.Event().wait()
        yield Ring(None, None, None)


class PostgresBell:
    """PostgreSQL's LISTEN, on a connection of its own, reopened when it breaks."""

    def __init__(self, url: str) -> None:
        self._url = make_url(url)

    async def rings(self) -> AsyncIterator[Ring]:
        """All rings from now on; a broken connection is opened again after a second.

        Each time that it has been opened there is a ring for no table, for what was missed. One
        that is cut without a word is found out by asking.
        """
        while True:
            try:
                async with await Line.connect(**given_to_driver(self._url)) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    yield Ring(None, None, None)
                    while True:
                        async for notice in connection.notifies(timeout=LOOK_EVERY_S):
                            yield ring_of(notice.payload)
                        await connection.execute("SELECT 1")
            except (psycopg.Error, OSError):
                await asyncio.sleep(1)


class Ringing:
    """Rings for what has been written, many bells at once; nobody waits for it.

    In the transaction that writes, a bell would make all that PostgreSQL has to write wait for each
    other: its lock is one for the whole server, and held until the disk has answered.
    """

    def __init__(self, ring: Callable[[Sequence[str]], Awaitable[None]]) -> None:
        self._ring = ring
        self._bells: list[str] = []
        self._at_work: asyncio.Task[None] | None = None
        self._closed = False

    def soon(self, bells: Sequence[str]) -> None:
        """Ring these bells, after those that were to be rung before; after the end none."""
        if self._closed:
            return
        self._bells += bells
        if self._at_work is None and self._bells:
            self._at_work = asyncio.create_task(self._work())

    async def _work(self) -> None:
        try:
            while self._bells:
                bells, self._bells = self._bells, []
                await self._ring(bells)
        except OutOfReach:  # it was told already; the others find out by looking
            pass
        finally:
            self._at_work = None

    async def close(self) -> None:
        """Ring what is still to be rung, and nothing any more."""
        self._closed = True
        if self._at_work is not None:
            await self._at_work


def ring_of(payload: str) -> Ring:
    """What a bell's text says.

    It is ``TABLE VERSION``, ``TABLE chat NUMBER`` or ``TABLE device PERSON NUMBER``.
    """
    table, *rest = payload.split()
    if rest[0] == "chat":
        return Ring(TableId(table), None, int(rest[1]))
    if rest[0] == "device":
        return Ring(TableId(table), None, None, rest[1], int(rest[2]))
    return Ring(TableId(table), int(rest[0]), None)
