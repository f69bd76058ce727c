"""The doorbell between processes: what one store writes, the bell of another hears."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from psycopg import AsyncCursor
from sqlalchemy import text

from cincinnati.store import Conflict, NoBell, OutOfReach, PostgresBell, Ring, Store, TableId
from cincinnati.store.doorbell import Ringing, ring_of
from store_entries import TABLE, entry

pytestmark = pytest.mark.anyio

ANYWHERE = Ring(None, None, None)


@asynccontextmanager
async def listening(url: str) -> AsyncIterator[asyncio.Queue[Ring]]:
    """The rings of a bell, once it listens."""
    rings: asyncio.Queue[Ring] = asyncio.Queue()

    async def listen() -> None:
        async for ring in PostgresBell(url).rings():
            rings.put_nowait(ring)

    task = asyncio.create_task(listen())
    assert await asyncio.wait_for(rings.get(), 10) == ANYWHERE
    try:
        yield rings
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def with_a_table(url: str) -> Store:
    """A store with a table whose making has rung already: closing waits for the bells."""
    before = await Store.open(url)
    await before.append(TABLE, entry(1), due_at=None)
    await before.close()
    return await Store.open(url)


async def test_a_decision_rings_in_other_processes(postgresql: str) -> None:
    store = await Store.open(postgresql)
    async with listening(postgresql) as first, listening(postgresql) as second:
        for version in (1, 2):
            await store.append(TABLE, entry(version), due_at=None)
        for rings in (first, second):
            assert await asyncio.wait_for(rings.get(), 10) == Ring(TABLE, 1, None)
            assert await asyncio.wait_for(rings.get(), 10) == Ring(TABLE, 2, None)
    await store.close()


async def test_another_device_of_a_person_rings_in_the_order_of_its_numbers(
    postgresql: str,
) -> None:
    store = await with_a_table(postgresql)
    async with listening(postgresql) as rings:
        await asyncio.gather(*(store.newer_device(TABLE, "ann") for _ in range(9)))
        heard = [await asyncio.wait_for(rings.get(), 10) for _ in range(9)]
        assert heard == [Ring(TABLE, None, None, "ann", number) for number in range(1, 10)]
    await store.close()


async def test_only_what_was_written_rings(postgresql: str) -> None:
    store = await with_a_table(postgresql)
    async with listening(postgresql) as rings:
        with pytest.raises(Conflict):
            await store.append(TABLE, entry(1), due_at=None)
        line = await store.say(TABLE, "ann", "hello", 0)
        assert await asyncio.wait_for(rings.get(), 10) == Ring(TABLE, None, line.id)
    await store.close()


async def test_a_broken_line_is_opened_again_and_says_that_bells_were_missed(
    postgresql: str,
) -> None:
    store = await with_a_table(postgresql)
    async with listening(postgresql) as rings:
        async with store.engine.begin() as connection:
            killed = await connection.execute(
                text(
                    "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                    "WHERE query LIKE 'LISTEN%' "
                    "AND application_name = current_setting('application_name')"
                )
            )
            assert killed.scalar_one() == 1
        await store.append(TABLE, entry(2), due_at=None)
        assert await asyncio.wait_for(rings.get(), 10) == ANYWHERE
        await store.append(TABLE, entry(3), due_at=None)
        assert await asyncio.wait_for(rings.get(), 10) == Ring(TABLE, 3, None)
    await store.close()


async def test_lines_that_the_server_has_ended_are_opened_again_before_anybody_notices(
    postgresql: str,
) -> None:
    store = await Store.open(postgresql)
    async with listening(postgresql) as rings:
        await store.append(TABLE, entry(1), due_at=None)
        assert await asyncio.wait_for(rings.get(), 10) == Ring(TABLE, 1, None)
        async with store.engine.begin() as connection:
            ended = await connection.execute(
                text(
                    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid() "
                    "AND (query LIKE '%decided%' OR query LIKE '%pg_notify%') "
                    "AND application_name = current_setting('application_name')"
                )
            )
            assert ended.scalars().all() == [True, True]
        await store.append(TABLE, entry(2), due_at=None)
        assert await asyncio.wait_for(rings.get(), 10) == Ring(TABLE, 2, None)
    assert store.reach.well
    await store.close()


async def test_a_transaction_that_writes_rings_no_bell(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NOTIFY lets one transaction of the whole server commit at a time, so it has its own."""
    store = await Store.open(postgresql)
    said: list[str] = []
    execute = AsyncCursor.execute

    async def heard(cursor: Any, query: str, *given: Any, **how: Any) -> Any:
        if "INSERT" in query or "pg_notify" in query:
            said.append(query)
        return await execute(cursor, query, *given, **how)

    async with listening(postgresql) as rings:
        monkeypatch.setattr(AsyncCursor, "execute", heard)
        await store.append(TABLE, entry(1), due_at=None)
        assert await asyncio.wait_for(rings.get(), 10) == Ring(TABLE, 1, None)
        await store.newer_device(TABLE, "ann")
        assert await asyncio.wait_for(rings.get(), 10) == Ring(TABLE, None, None, "ann", 1)
    await store.close()
    assert len(said) == 4
    assert ["pg_notify" in each for each in said] == [False, True, False, True]


class Hand:
    """Rings whenever it is let; keeps what it was given."""

    def __init__(self) -> None:
        self.rung: list[Sequence[str]] = []
        self.free = asyncio.Semaphore(0)
        self.tied = False

    async def ring(self, bells: Sequence[str]) -> None:
        self.rung.append(bells)
        await self.free.acquire()
        if self.tied:
            raise OutOfReach("no_database", "away")


async def test_bells_that_come_while_one_rings_are_rung_together_and_in_order() -> None:
    hand = Hand()
    ringing = Ringing(hand.ring)
    for bell in ("a 1", "b 1", "a 2"):
        ringing.soon([bell])
        await asyncio.sleep(0)
    hand.free.release()
    hand.free.release()
    await ringing.close()
    assert hand.rung == [["a 1"], ["b 1", "a 2"]]


async def test_a_bell_that_cannot_be_rung_is_lost_and_the_next_one_rings() -> None:
    hand = Hand()
    hand.tied = True
    ringing = Ringing(hand.ring)
    for bell in ("a 1", "a 2"):
        hand.free.release()
        ringing.soon([bell])
        for _ in range(5):
            await asyncio.sleep(0)
    assert hand.rung == [["a 1"], ["a 2"]]


async def test_after_the_end_no_bell_is_rung() -> None:
    hand = Hand()
    hand.free.release()
    ringing = Ringing(hand.ring)
    ringing.soon(["a 1"])
    await ringing.close()
    ringing.soon(["a 2"])
    for _ in range(5):
        await asyncio.sleep(0)
    assert hand.rung == [["a 1"]]


async def test_what_was_to_be_rung_is_rung_before_the_end(postgresql: str) -> None:
    store = await Store.open(postgresql)
    names = [TableId(f"t{number}") for number in range(20)]
    async with listening(postgresql) as rings:
        await asyncio.gather(*(store.append(name, entry(1), due_at=None) for name in names))
        await store.close()
        heard = {(await asyncio.wait_for(rings.get(), 10)).table for _ in names}
    assert heard == set(names)


async def test_one_process_alone_hears_nothing() -> None:
    rings = NoBell().rings()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(anext(rings), 0.05)


def test_what_a_bell_says() -> None:
    assert ring_of("the-table 7") == Ring(TABLE, 7, None)
    assert ring_of("the-table chat 12") == Ring(TABLE, None, 12)
    assert ring_of("the-table device ann 3") == Ring(TABLE, None, None, "ann", 3)
