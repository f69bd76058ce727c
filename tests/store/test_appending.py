"""Decisions are written in groups: together while the disk is busy, and each for itself."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from cincinnati.errors import StoreError
from cincinnati.store import Conflict, OutOfReach, Store, TableId
from cincinnati.store.appending import MOST_AT_ONCE, Appending
from cincinnati.store.writing import Decision, Written
from store_entries import TABLE, entry

pytestmark = pytest.mark.anyio


class Disk:
    """Writes a group whenever it is let; keeps what it was given."""

    def __init__(self) -> None:
        self.groups: list[list[TableId]] = []
        self.free = asyncio.Semaphore(0)
        self.full: StoreError | None = None

    async def write(self, group: Sequence[Decision]) -> Written:
        self.groups.append([each.table for each in group])
        await self.free.acquire()
        if self.full:
            raise self.full
        return {(each.table, each.entry.command_id) for each in group}


def begun(appending: Appending, *names: str) -> list[asyncio.Task[None]]:
    decisions = [Decision(TableId(name), entry(1), None) for name in names]
    return [asyncio.create_task(appending.append(each)) for each in decisions]


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_what_comes_while_the_disk_is_busy_is_written_together() -> None:
    disk = Disk()
    appending = Appending(disk.write)
    first = begun(appending, "a")
    await settled()
    later = begun(appending, "b", "c", "d")
    await settled()
    assert disk.groups == [["a"]]
    assert not first[0].done(), "nobody is told before it is written"
    disk.free.release()
    await first[0]
    await settled()
    assert disk.groups == [["a"], ["b", "c", "d"]]
    assert not any(each.done() for each in later)
    disk.free.release()
    await asyncio.gather(*later)


async def test_a_group_is_not_larger_than_a_few_milliseconds_of_work() -> None:
    disk = Disk()
    tasks = begun(Appending(disk.write), *(f"t{number}" for number in range(MOST_AT_ONCE + 3)))
    for _ in range(2):
        disk.free.release()
    await asyncio.gather(*tasks)
    assert [len(group) for group in disk.groups] == [MOST_AT_ONCE, 3]


async def test_of_a_full_disk_everybody_hears_and_the_next_are_written() -> None:
    disk = Disk()
    disk.full = OutOfReach("no_database", "full")
    appending = Appending(disk.write)
    tasks = begun(appending, "a", "b")
    disk.free.release()
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(answer) for answer in answers] == [OutOfReach, OutOfReach]
    assert answers[0] is not answers[1]
    disk.full = None
    disk.free.release()
    await asyncio.gather(*begun(appending, "a"))


async def test_who_does_not_wait_any_more_keeps_nobody_from_hearing() -> None:
    disk = Disk()
    gone, stays = begun(Appending(disk.write), "a", "b")
    await settled()
    gone.cancel()
    disk.free.release()
    await stays


def names(number: int) -> list[TableId]:
    return [TableId(f"t{each:03}") for each in range(number)]


async def test_many_tables_at_once(store: Store) -> None:
    many = names(150)
    for version in (1, 2):
        await asyncio.gather(*(store.append(each, entry(version), due_at=version) for each in many))
    assert await store.versions(many) == dict.fromkeys(many, 2)
    for each in (many[0], many[-1]):
        assert await store.entries(each) == [entry(1), entry(2)]
    assert len(await store.overdue()) == len(many)


@pytest.mark.parametrize(
    "late", [entry(2, "late"), entry(4, "early"), entry(3, "c2")], ids=["late", "gap", "id"]
)
async def test_one_that_cannot_be_written_spoils_nobody_elses(store: Store, late: object) -> None:
    many = names(5)
    for version in (1, 2):
        await asyncio.gather(*(store.append(each, entry(version), due_at=None) for each in many))
    asked = [store.append(each, entry(3), due_at=9) for each in many[:4]]
    asked.insert(2, store.append(many[4], late, due_at=9))  # type: ignore[arg-type]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(answer) for answer in answers if answer] == [Conflict]
    assert await store.versions(many) == dict.fromkeys(many[:4], 3) | {many[4]: 2}
    assert await store.entries(many[4]) == [entry(1), entry(2)]


async def test_of_two_versions_of_a_table_in_a_group_one_follows(store: Store) -> None:
    await store.append(TABLE, entry(1), due_at=None)
    answers = await asyncio.gather(
        store.append(TABLE, entry(2, "ann"), due_at=None),
        store.append(TABLE, entry(2, "bob"), due_at=None),
        store.append(TableId("another"), entry(1), due_at=None),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers if answer] == [Conflict]
    assert answers[2] is None
    assert len(await store.entries(TABLE)) == 2


async def test_the_new_decisions_of_several_tables_are_read_at_once(store: Store) -> None:
    for name, last in (("a", 1), ("b", 3), ("c", 2)):
        for version in range(1, last + 1):
            await store.append(TableId(name), entry(version), due_at=None)
    after = {TableId("a"): entry(1).version, TableId("b"): entry(1).version}
    assert await store.entries_of(after) == {TableId("b"): [entry(2), entry(3)]}
    assert await store.entries_of({}) == {}


async def test_people_at_many_tables_are_noted_at_once(store: Store) -> None:
    for each in names(3):
        await store.append(each, entry(1), due_at=None)
    await store.all_seen((each, person) for each in names(3) for person in ("bob", "ann"))
    for each in names(3):
        seen = await store.last_seen(each)
        assert set(seen) == {"ann", "bob"}
        assert min(seen.values()) > 0
