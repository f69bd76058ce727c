"""What is due, and who is there, by the database's clock."""

from __future__ import annotations

import asyncio
import time

import pytest

from cincinnati.store import Store, TableId
from store_entries import TABLE, entry

pytestmark = pytest.mark.anyio


async def test_the_databases_clock_is_in_milliseconds_since_1970(store: Store) -> None:
    before = await store.now()
    assert abs(before - time.time() * 1000) < 60_000
    await asyncio.sleep(0.02)
    assert 15 <= await store.now() - before < 10_000


async def test_overdue_is_what_has_come_by_the_databases_clock(store: Store) -> None:
    now = await store.now()
    for name, due_at in (("soon", now + 60_000), ("late", now - 20), ("later", now - 10)):
        await store.append(TableId(name), entry(1), due_at)
    await store.append(TableId("never"), entry(1), None)
    assert await store.overdue() == [("late", now - 20), ("later", now - 10)]
    assert await store.overdue(limit=1) == [("late", now - 20)]


async def test_the_moment_moves_with_each_decision(store: Store) -> None:
    await store.append(TABLE, entry(1), due_at=10)
    assert await store.overdue() == [(TABLE, 10)]
    await store.append(TABLE, entry(2), due_at=20)
    assert await store.overdue() == [(TABLE, 20)]
    await store.append(TABLE, entry(3), due_at=None)
    assert await store.overdue() == []


async def test_people_were_last_seen_by_the_databases_clock(store: Store) -> None:
    await store.append(TABLE, entry(1), due_at=None)
    before = await store.now()
    await store.seen(TABLE, ["ann", "bob"])
    first = await store.last_seen(TABLE)
    assert set(first) == {"ann", "bob"}
    assert all(before <= at <= before + 10_000 for at in first.values())
    await asyncio.sleep(0.02)
    await store.seen(TABLE, ["bob"])
    second = await store.last_seen(TABLE)
    assert second["ann"] == first["ann"]
    assert second["bob"] > first["bob"]
    await store.seen(TABLE, [])
    assert await store.last_seen(TABLE) == second


async def test_two_processes_may_note_the_same_people_at_once(store: Store, other: Store) -> None:
    await store.append(TABLE, entry(1), due_at=None)
    people = [f"p{number}" for number in range(20)]
    await asyncio.gather(
        *(store.seen(TABLE, people) for _ in range(4)),
        *(other.seen(TABLE, reversed(people)) for _ in range(4)),
    )
    assert set(await store.last_seen(TABLE)) == set(people)
