"""The log: versions in order, one writer a version, a command id once."""

from __future__ import annotations

import asyncio

import pytest

from cincinnati.store import Conflict, Store, TableId
from store_entries import TABLE, entry

pytestmark = pytest.mark.anyio


async def test_decisions_are_read_in_order_as_they_were_written(store: Store) -> None:
    for version in (1, 2, 3):
        await store.append(TABLE, entry(version), due_at=None)
    assert await store.entries(TABLE) == [entry(1), entry(2), entry(3)]
    assert await store.entries(TABLE, after=2) == [entry(3)]
    assert await store.entries(TABLE, after=3) == []
    assert await store.version(TABLE) == 3


async def test_there_is_nothing_at_an_unknown_table(store: Store) -> None:
    assert await store.entries(TableId("nobody")) == []
    assert await store.version(TableId("nobody")) is None
    assert not await store.delete(TableId("nobody"))


@pytest.mark.parametrize("version", [1, 2, 4], ids=["first again", "latest again", "gap"])
async def test_only_the_next_version_can_be_written(store: Store, version: int) -> None:
    await store.append(TABLE, entry(1), due_at=None)
    await store.append(TABLE, entry(2), due_at=77)
    with pytest.raises(Conflict):
        await store.append(TABLE, entry(version, "other", author="bob"), due_at=None)
    assert await store.entries(TABLE) == [entry(1), entry(2)]
    assert await store.overdue() == [(TABLE, 77)], "a refused decision moves no clock either"


async def test_a_command_id_stands_in_the_log_once(store: Store) -> None:
    await store.append(TABLE, entry(1, "made"), due_at=None)
    await store.append(TABLE, entry(2, "ann:1"), due_at=None)
    with pytest.raises(Conflict):
        await store.append(TABLE, entry(3, "ann:1"), due_at=5)
    assert await store.version(TABLE) == 2, "the transaction was undone as a whole"
    assert await store.overdue() == []


async def test_the_same_command_id_is_another_command_at_another_table(store: Store) -> None:
    await store.append(TABLE, entry(1, "made"), due_at=None)
    await store.append(TableId("another"), entry(1, "made"), due_at=None)
    assert await store.version(TableId("another")) == 1


async def test_of_two_writers_at_once_one_wins(store: Store, other: Store) -> None:
    await store.append(TABLE, entry(1), due_at=None)
    for version in range(2, 12):
        answers = await asyncio.gather(
            store.append(TABLE, entry(version, f"a{version}"), due_at=None),
            other.append(TABLE, entry(version, f"b{version}"), due_at=None),
            return_exceptions=True,
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["Conflict", "NoneType"]
    assert [each.version for each in await store.entries(TABLE)] == list(range(1, 12))


async def test_who_lost_can_go_on_from_what_the_other_has_written(
    store: Store, other: Store
) -> None:
    await store.append(TABLE, entry(1), due_at=None)
    await other.append(TABLE, entry(2, "bob"), due_at=None)
    with pytest.raises(Conflict):
        await store.append(TABLE, entry(2, "ann"), due_at=None)
    assert await store.entries(TABLE, after=1) == [entry(2, "bob")]
    await store.append(TABLE, entry(3, "ann"), due_at=None)
    assert await other.version(TABLE) == 3


async def test_versions_of_several_tables_at_once(store: Store) -> None:
    for name, last in (("a", 1), ("b", 3)):
        for version in range(1, last + 1):
            await store.append(TableId(name), entry(version), due_at=None)
    names = [TableId("a"), TableId("b"), TableId("none")]
    assert await store.versions(names) == {"a": 1, "b": 3}
    assert await store.versions([]) == {}


async def test_tables_are_listed_the_latest_touched_first(store: Store) -> None:
    await store.append(TableId("old"), entry(1, at=1000), due_at=None)
    await store.append(TableId("new"), entry(1, at=5000), due_at=None)
    assert await store.tables() == [("new", 1, 5001, 5001), ("old", 1, 1001, 1001)]
    await store.append(TableId("old"), entry(2, at=9000), due_at=None)
    assert await store.tables() == [("old", 2, 1001, 9002), ("new", 1, 5001, 5001)]


async def test_a_deleted_table_leaves_nothing_behind(store: Store) -> None:
    for name in (TABLE, TableId("kept")):
        await store.append(name, entry(1), due_at=1)
        await store.add_credential(name, "ann", f"hash of {name}", 0)
        await store.seen(name, ["ann"])
        await store.say(name, "ann", "hello", 0)
    assert await store.delete(TABLE)
    assert await store.entries(TABLE) == []
    assert await store.person_of(TABLE, f"hash of {TABLE}") is None
    assert await store.last_seen(TABLE) == {}
    assert await store.chat(TABLE) == []
    assert await store.overdue() == [("kept", 1)]
    assert await store.person_of(TableId("kept"), "hash of kept") == "ann"
    with pytest.raises(Conflict):
        await store.append(TABLE, entry(2), due_at=None)


async def test_what_was_written_is_there_when_the_database_is_opened_again(
    store: Store, database: str
) -> None:
    await store.append(TABLE, entry(1), due_at=5)
    await store.close()
    again = await Store.open(database)
    assert await again.entries(TABLE) == [entry(1)]
    assert await again.overdue() == [(TABLE, 5)]
    await again.close()
