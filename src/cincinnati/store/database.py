"""Opening a database: SQLite (the default) or PostgreSQL, brought up to date.

SQLite is kept durable (WAL, ``synchronous=FULL``) and serves one process, which a lock
file beside it says; PostgreSQL serves as many as like, with its own defaults (fsync and
synchronous commit on).
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar, cast

from alembic import command
from alembic.config import Config
from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from cincinnati.errors import StoreError
from cincinnati.store.line import CONNECT_WITHIN_S, Line

SQLITE = "sqlite"
POSTGRESQL = "postgresql"
FREE_WITHIN_S = 10
"""So long one waits for a connection when all are in use."""
READERS = 5
"""Connections to SQLite that read. Each has a thread, and what a thread has freed stays with it."""
PAGES_KB = 512
"""What a connection to SQLite keeps of the file; the system keeps all of it anyhow."""
MIGRATED_WITHIN_S = 3600
"""A new layout of a large database, or waiting for another process that makes it."""
Given = TypeVar("Given")
Got = TypeVar("Got")
READS = "reads"
"""The execution option of a connection that only reads."""


def engine_for(url: str | URL, connections: int = READERS) -> AsyncEngine:
    """An engine for ``sqlite:///PATH`` or ``postgresql://…``; raises `StoreError` for others.

    For SQLite it has so many ``connections``, for PostgreSQL as many as a server needs.
    """
    try:
        address = make_url(url)
        backend = address.get_backend_name()
    except Exception as error:
        raise StoreError("database", f"not a database address: {error}") from None
    if backend == SQLITE:
        if address.database in (None, "", ":memory:"):
            raise StoreError("database", "sqlite:///PATH: tables are kept in a file")
        if not Path(address.database or "").absolute().parent.is_dir():
            raise StoreError("database", f"cannot be opened: no folder for {address.database}")
        _make_private(Path(address.database or ""))
        # An error must not show the parameters of its statement: there are cards among them.
        engine = create_async_engine(
            address.set(drivername="sqlite+aiosqlite"),
            hide_parameters=True,
            pool_size=connections,
            max_overflow=0,
            pool_timeout=FREE_WITHIN_S,
        )
        _prepare_sqlite(engine.sync_engine)
        return engine
    if backend == POSTGRESQL:
        return create_async_engine(
            address.set(drivername="postgresql+psycopg"),
            hide_parameters=True,
            pool_pre_ping=True,
            pool_size=10,
            pool_timeout=FREE_WITHIN_S,
            connect_args={
                "async_creator_fn": Line.connect,
                "connect_timeout": address.query.get("connect_timeout", CONNECT_WITHIN_S),
            },
        )
    raise StoreError("database", f"sqlite:///PATH or postgresql://…, not {backend}")


def _make_private(path: Path) -> None:
    """A new database is its owner's alone, for it holds cards; what lies beside it follows it."""
    with suppress(OSError):  # whoever opens it says what is wrong
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))


class Thread:
    """A connection to an SQLite database in a thread of its own, for transactions as a whole.

    The asynchronous driver goes to its thread and back for every statement, which takes longer
    than the statement; and so does SQLAlchemy's own work for it, so here is the driver alone.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = create_engine(
            engine.url.set(drivername="sqlite+pysqlite"), hide_parameters=True
        )
        _prepare_sqlite(self._engine)
        self._thread = ThreadPoolExecutor(1, "writer")
        self._opened: PoolProxiedConnection | None = None

    async def write(self, work: Callable[[sqlite3.Connection, Given], Got], given: Given) -> Got:
        """Do some work in a transaction; raises SQLAlchemy's errors, and then nothing is written.

        They quote nothing of what was to be written.
        """
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._write, work, given)

    def _write(self, work: Callable[[sqlite3.Connection, Given], Got], given: Given) -> Got:
        try:
            line = self._line()
            line.execute("BEGIN IMMEDIATE")
            try:
                got = work(line, given)
                line.execute("COMMIT")
            except BaseException:
                if line.in_transaction:
                    line.execute("ROLLBACK")
                raise
            return got
        except sqlite3.Error as error:
            raise DBAPIError.instance(
                None, None, error, sqlite3.Error, hide_parameters=True
            ) from error

    def _line(self) -> sqlite3.Connection:
        if self._opened is None:
            self._opened = self._engine.raw_connection()
        return cast(sqlite3.Connection, self._opened.driver_connection)

    async def close(self) -> None:
        """Finish what was begun and close the connection."""
        await asyncio.to_thread(self._thread.shutdown)
        if self._opened is not None:
            self._opened.close()
        self._engine.dispose()


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def connected(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        # The driver would begin transactions by itself, and not the kind that we need.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON",
                       "busy_timeout=10000", f"cache_size=-{PAGES_KB}"):  # fmt: skip
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        # Who writes says so from the beginning and waits his turn; who reads waits for nobody.
        reads = connection.get_execution_options().get(READS)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


async def migrate(engine: AsyncEngine) -> None:
    """Bring the database to the layout of this version."""
    async with engine.begin() as connection:
        if engine.dialect.name == POSTGRESQL:
            line = (await connection.get_raw_connection()).driver_connection
            if isinstance(line, Line):
                line.answer_within_s = MIGRATED_WITHIN_S
            # Several processes may start at once: one migrates, the others wait for it.
            await connection.exec_driver_sql("SELECT pg_advisory_xact_lock(4242100001)")
        await connection.run_sync(_upgrade)
    await engine.dispose()  # the lines that are opened from now on are less patient


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "cincinnati:store/migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@contextmanager
def sole_server(url: str) -> Iterator[None]:
    """Hold the lock file of an SQLite database; raises `StoreError` if another process does."""
    address = make_url(url)
    if address.get_backend_name() != SQLITE or not address.database:
        yield
        return
    path = Path(address.database)
    lock = FileLock(f"{path}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        raise StoreError(
            "locked",
            f"{path.name} is served by another process; stop it, or use PostgreSQL for several",
        ) from None
    except OSError as error:
        raise StoreError("database", f"cannot be opened: {error}") from None
    try:
        yield
    finally:
        lock.release()
