"""What other processes have written is read for all tables at once, and only if it is needed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from typing import cast

import pytest

from cincinnati.store import Entry, OutOfReach, Store, TableId, Version
from cincinnati.tables.live.following import Following
from cincinnati.tables.live.open_table import OpenTable
from store_entries import entry

pytestmark = pytest.mark.anyio


class Log:
    """Counts how it is asked; every table is at version 5."""

    def __init__(self) -> None:
        self.asked: list[set[str]] = []
        self.away = False

    async def entries_of(self, after: Mapping[TableId, Version]) -> dict[TableId, list[Entry]]:
        self.asked.append(set(after))
        await asyncio.sleep(0)
        if self.away:
            raise OutOfReach("no_database", "away")
        return {
            name: [entry(version) for version in range(known + 1, 6)]
            for name, known in after.items()
        }


class Copy:
    """A table of a process, as far as following looks at it."""

    def __init__(self, name: str) -> None:
        self.name = TableId(name)
        self.version = 4
        self.busy = False
        self.caught_up: list[int] = []

    async def take(self, entries: list[Entry]) -> None:
        self.version = entries[-1].version

    async def catch_up(self, version: int) -> None:
        self.caught_up.append(version)


class World:
    def __init__(self, names: str) -> None:
        self.log = Log()
        self.tables = {TableId(name): Copy(name) for name in names}
        self.changed: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []
        self.following = Following(
            cast(Store, self.log),
            cast(Mapping[TableId, OpenTable], self.tables),
            self._moved,
            self._start,
        )

    async def _moved(self, opened: OpenTable) -> None:
        self.changed.append(opened.name)

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        self.tasks.append(asyncio.create_task(work))
        return self.tasks[-1]

    async def hears(self, names: str, version: int = 5) -> None:
        for name in names:
            self.following.hear(TableId(name), version)
        for task in self.tasks:  # more of them come while some end
            await task


async def test_bells_that_ring_together_are_followed_together() -> None:
    world = World("abcd")
    await world.hears("abbca")
    assert world.log.asked == [{"a", "b", "c"}]
    assert sorted(world.changed) == ["a", "b", "c"]
    await world.hears("d")
    assert world.log.asked[1:] == [{"d"}]


async def test_what_is_known_or_nobody_looks_at_is_not_read() -> None:
    world = World("ab")
    await world.hears("ab", version=4)
    await world.hears("x")
    assert world.log.asked == []


async def test_the_bell_of_what_the_process_writes_itself_costs_no_reading() -> None:
    world = World("ab")
    world.tables[TableId("a")].busy = True
    await world.hears("ab")
    assert world.log.asked == [{"b"}]
    assert world.tables[TableId("a")].caught_up == [5], "looked at when it is written"


async def test_after_an_outage_bells_are_followed_again() -> None:
    world = World("a")
    world.log.away = True
    await world.hears("a")
    world.log.away = False
    await world.hears("a")
    assert world.changed == ["a"]
