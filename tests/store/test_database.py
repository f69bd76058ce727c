"""Opening a database: its layout, its durability, one server for SQLite."""

from __future__ import annotations

import asyncio
import gc
import logging
import sqlite3
import subprocess
import sys
import threading
from contextlib import AsyncExitStack
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.exc import DBAPIError

from cincinnati.errors import StoreError
from cincinnati.store import Store, sole_server
from cincinnati.store.database import PAGES_KB, READERS, READS, migrate
from cincinnati.store.schema import metadata
from store_entries import TABLE, entry

pytestmark = pytest.mark.anyio


async def test_migrations_from_nothing_make_exactly_the_tables_of_the_code(store: Store) -> None:
    def differences(connection: Connection) -> object:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, metadata)

    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_names_of_constraints_are_those_of_the_code(store: Store) -> None:
    def names(connection: Connection) -> set[str | None]:
        found = inspect(connection)
        return {
            *(each["name"] for each in found.get_unique_constraints("log")),
            found.get_pk_constraint("log")["name"],
            *(each["name"] for each in found.get_foreign_keys("log")),
            *(each["name"] for each in found.get_indexes("tables")),
        }

    async with store.engine.connect() as connection:
        assert await connection.run_sync(names) == {
            "uq_log_table_id_command_id",
            "pk_log",
            "fk_log_table_id",
            "ix_tables_due_at",
        }


async def test_opening_twice_changes_nothing(store: Store, database: str) -> None:
    await store.append(TABLE, entry(1), due_at=None)
    await migrate(store.engine)
    again = await Store.open(database)
    assert await again.entries(TABLE) == [entry(1)]
    await again.close()


async def test_a_database_of_the_first_layout_is_brought_up_to_date(store: Store) -> None:
    """Somebody who was connected to the older version goes on as he was."""
    await store.append(TABLE, entry(1), due_at=None)
    async with store.engine.begin() as connection:
        await connection.execute(text("ALTER TABLE presence DROP COLUMN device"))
        await connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
        await connection.execute(
            text("INSERT INTO presence (table_id, person, seen_at) VALUES (:table, 'ann', 7)"),
            {"table": TABLE},
        )
    await migrate(store.engine)
    assert await store.last_seen(TABLE) == {"ann": 7}
    assert await store.devices([TABLE]) == {(TABLE, "ann"): 0}
    assert await store.newer_device(TABLE, "ann") == 1


async def test_sqlite_is_durable(sqlite: str) -> None:
    store = await Store.open(sqlite)
    readers = store.engine.execution_options(**{READS: True})
    wanted = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    async with store.engine.begin() as writer, readers.connect() as reader:
        for connection in (writer, reader):
            for pragma, value in wanted.items():
                found = (await connection.execute(text(f"PRAGMA {pragma}"))).scalar_one()
                assert found == value, pragma
    await store.close()


async def test_sqlite_has_few_connections_however_many_read(sqlite: str) -> None:
    store = await Store.open(sqlite)
    await store.append(TABLE, entry(1), due_at=None)
    opened: list[object] = []
    event.listen(store.engine.sync_engine, "connect", lambda line, _: opened.append(line))
    read = await asyncio.gather(*(store.entries(TABLE) for _ in range(60)))
    assert read == [[entry(1)]] * 60
    assert 1 < len(opened) <= READERS
    async with store.engine.connect() as connection:
        pages_kb = await connection.scalar(text("PRAGMA cache_size"))
    assert pages_kb == -PAGES_KB
    await store.close()


async def test_who_writes_to_sqlite_waits_for_no_reader(sqlite: str) -> None:
    store = await Store.open(sqlite)
    async with AsyncExitStack() as stack:
        for _ in range(READERS):
            await stack.enter_async_context(store.engine.connect())
        async with asyncio.timeout(5):
            await store.append(TABLE, entry(1), due_at=None)
            await store.seen(TABLE, ["ann"])
            await store.try_to_write()
    assert [*await store.last_seen(TABLE)] == ["ann"]
    await store.close()


@pytest.mark.parametrize("ms", [0, 0.3, 0.5, 0.7, 0.9, 1.1, 1.4, 1.7, 2])
async def test_a_write_that_is_cancelled_keeps_no_lock(sqlite: str, ms: float) -> None:
    store = await Store.open(sqlite)
    await store.append(TABLE, entry(1), due_at=None)
    await store.seen(TABLE, ["ann"])
    gc.disable()  # it would give the lock back some time
    try:
        seen = (["ann", "bob"], ["bob"])
        writes = [asyncio.create_task(store.seen(TABLE, people)) for people in seen]
        await asyncio.sleep(ms / 1000)
        for write in writes:
            write.cancel()
        await asyncio.gather(*writes, return_exceptions=True)
        async with asyncio.timeout(5):
            await store.append(TABLE, entry(2), due_at=None)
    finally:
        gc.enable()
    await store.close()


async def test_a_read_that_is_cancelled_lets_the_log_be_folded(sqlite: str) -> None:
    # SQLite keeps all that has come since for a reader that is left behind.
    store = await Store.open(sqlite)
    chance = Random(8)
    folding = sqlite3.connect(sqlite.removeprefix("sqlite:///"), timeout=0, isolation_level=None)
    gc.disable()  # it would close the reader some time
    try:
        for version in range(1, 60):
            reads = [asyncio.create_task(store.entries(TABLE)) for _ in range(6)]
            writing = asyncio.create_task(store.append(TABLE, entry(version), due_at=None))
            for _ in range(chance.randrange(60)):
                await asyncio.sleep(0)
            await asyncio.sleep(chance.random() / 250)
            for read in reads[::2]:
                read.cancel()
            await asyncio.gather(*reads, return_exceptions=True)
            await writing
        async with asyncio.timeout(5):
            while folding.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
                await asyncio.sleep(0.05)
    finally:
        gc.enable()
        folding.close()
    await store.close()


async def test_who_reads_waits_for_nobody(store: Store, other: Store) -> None:
    await store.append(TABLE, entry(1), due_at=None)
    async with store.engine.begin() as writer, asyncio.timeout(5):
        await writer.execute(text("UPDATE tables SET version = 99"))
        assert await store.version(TABLE) == 1
        assert await other.entries(TABLE) == [entry(1)]


async def test_postgresql_keeps_its_durability(postgresql: str) -> None:
    store = await Store.open(postgresql)
    async with store.engine.connect() as connection:
        for setting in ("fsync", "synchronous_commit"):
            assert (await connection.execute(text(f"SHOW {setting}"))).scalar_one() == "on"
    await store.close()


def test_a_second_server_on_one_sqlite_file_is_refused(sqlite: str) -> None:
    code = "import sys; from cincinnati.store import sole_server\nwith sole_server(sys.argv[1]): 0"

    def another() -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603  (our own words)
            [sys.executable, "-c", code, sqlite], capture_output=True, text=True, check=False
        )

    with sole_server(sqlite):
        refused = another()
        assert refused.returncode == 1
        assert "tables.db is served by another process; stop it, or use PostgreSQL" in (
            refused.stderr
        )
        with pytest.raises(StoreError, match="another process"), sole_server(sqlite):
            pass
    assert another().returncode == 0, "the lock is given back"


def test_several_servers_may_share_postgresql(postgresql: str) -> None:
    with sole_server(postgresql), sole_server(postgresql):
        pass


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://localhost/x", "not mysql"),
        ("tables.db", "not a database address"),
        ("sqlite://", "kept in a file"),
        ("sqlite:///:memory:", "kept in a file"),
        ("sqlite:////nowhere/at/all.db", "cannot be opened"),
        ("postgresql://127.0.0.1:1/none", "cannot be opened"),
    ],
)
async def test_what_is_no_database_is_refused_with_a_reason(url: str, says: str) -> None:
    with pytest.raises(StoreError, match=says):
        await Store.open(url)
    # The driver lets its thread end by itself, and that thread still calls this loop.
    for thread in threading.enumerate():
        if "_connection_worker_thread" in thread.name:
            await asyncio.to_thread(thread.join, 5)


async def test_a_failing_statement_does_not_show_its_parameters(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with store.engine.connect() as connection:
        with pytest.raises(DBAPIError) as failure:
            await connection.execute(text("SELECT :deck FROM nowhere"), {"deck": "AsKsQsJsTs"})
    assert "AsKsQsJsTs" not in str(failure.value)
    assert "AsKsQsJsTs" not in caplog.text
