"""Following other processes: what they have written is read for all tables at once.

The one idea: a bell only says that a table has a newer version. While the log is being read for
some tables, the bells of others come in; these are read together, next. A table at which something
is just being written is left alone: mostly it is its own bell that was heard.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping

from cincinnati.store import OutOfReach, Store, TableId
from cincinnati.tables.live.open_table import OpenTable

logger = logging.getLogger(__name__)

Start = Callable[[Coroutine[None, None, None]], "asyncio.Task[None]"]


class Following:
    """Keeps the open tables of one process up with the log."""

    def __init__(
        self,
        store: Store,
        tables: Mapping[TableId, OpenTable],
        changed: Callable[[OpenTable], Awaitable[None]],
        start: Start,
    ) -> None:
        self._store = store
        self._tables = tables
        self._changed = changed
        """Called when a table has moved on."""
        self._start = start
        """Begins what nobody waits for."""
        self._rung: dict[TableId, int] = {}
        self._at_work: asyncio.Task[None] | None = None

    def hear(self, name: TableId, version: int) -> None:
        """A table has this version, or a newer one: follow soon, if it is open and behind."""
        opened = self._tables.get(name)
        if opened is None or version <= opened.version:
            return
        self._rung[name] = max(version, self._rung.get(name, 0))
        if self._at_work is None:
            self._at_work = self._start(self._follow())

    async def _follow(self) -> None:
        try:
            while self._rung:
                rung, self._rung = self._rung, {}
                await self._read(rung)
        except OutOfReach:  # it was told already, and the next sweep looks again
            pass
        except Exception:  # the next bell or sweep tells it again
            logger.exception("bells could not be followed")
        finally:
            self._at_work = None

    async def _read(self, rung: Mapping[TableId, int]) -> None:
        behind = {}
        for name, version in rung.items():
            opened = self._tables.get(name)
            if opened is None or version <= opened.version:
                continue
            if opened.busy:
                self._start(self._safely(opened, opened.catch_up(version)))
            else:
                behind[name] = opened
        if behind:
            known = {name: opened.version for name, opened in behind.items()}
            for name, entries in (await self._store.entries_of(known)).items():
                self._start(self._safely(behind[name], behind[name].take(entries)))

    async def _safely(self, opened: OpenTable, moving: Coroutine[None, None, None]) -> None:
        try:
            await moving
            await self._changed(opened)
        except OutOfReach:
            pass
        except Exception:
            logger.exception("a bell could not be followed", extra={"table": tag(opened.name)})


def tag(name: TableId) -> str:
    """A table in a log line: its name is its key, so only a hash of it is written."""
    return hashlib.blake2b(name.encode(), digest_size=4).hexdigest()
