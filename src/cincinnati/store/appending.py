"""Appending decisions: what several tables have decided at once is written in one transaction.

The one idea: the disk takes about as long for one decision as for fifty, so while it is busy
with some, those that come in meanwhile wait together and are the next group. Nobody is told
anything before the group that he is in is written. One that comes too late is left out, and one
that cannot be written spoils nobody else's: then each of the group is tried alone.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, TextClause, text
from sqlalchemy.exc import IntegrityError

from cincinnati.errors import StoreError
from cincinnati.store.entries import CHANNEL, Conflict, Entry, TableId, Version
from cincinnati.store.reach import OURS

MOST_AT_ONCE = 100
"""Decisions in a transaction; so many take a few milliseconds of work beside the disk's."""

# One statement for a whole group, which comes as JSON: each statement is a way to the database
# and back, and in Python a turn that one waits for.
_SQLITE = """
    (
        SELECT
            value ->> 'table_id' AS table_id, value ->> 'version' AS version,
            value ->> 'command_id' AS command_id, value ->> 'author' AS author,
            value ->> 'at' AS at, value ->> 'schema' AS schema,
            value ->> 'events' AS events, value ->> 'due_at' AS due_at
        FROM json_each(:decided)
    ) AS decided
"""
_POSTGRESQL = """
    json_to_recordset(CAST(:decided AS json)) AS decided (
        table_id text, version integer, command_id text, author text, at bigint,
        schema integer, events text, due_at bigint
    )
"""
_MAKE = """
    INSERT INTO tables (id, version, due_at, created_at, touched_at)
    SELECT table_id, version, due_at, at, at FROM
"""
# Rows are locked in one order in every process, so that two of them never wait for each other.
_LOCK = """
    WITH locked AS MATERIALIZED (
        SELECT tables.id, decided.* FROM tables JOIN
"""
_IN_ORDER = """
        ON tables.id = decided.table_id
        ORDER BY tables.id FOR NO KEY UPDATE OF tables
    )
"""
_MOVE_ON = """
    UPDATE tables
    SET version = decided.version, due_at = decided.due_at, touched_at = decided.at
    FROM
"""
_AS_DECIDED = """
    WHERE tables.id = decided.table_id AND tables.version = decided.version - 1
    RETURNING tables.id, tables.version
"""
_WRITE = """
    INSERT INTO log (table_id, version, command_id, author, at, schema, events)
    SELECT table_id, version, command_id, author, at, schema, events FROM
"""
_AND = """
    WITH written AS (
"""
_RING = """
        RETURNING table_id, version
    )
    SELECT pg_notify(:channel, table_id || ' ' || version) FROM written
"""


class Statements(NamedTuple):
    """How a group is written in one kind of database."""

    make: TextClause
    move_on: TextClause
    write: TextClause


def _sql(*parts: str) -> TextClause:
    return text("".join(parts))


SQLITE = Statements(
    make=_sql(_MAKE, _SQLITE),
    move_on=_sql(_MOVE_ON, _SQLITE, _AS_DECIDED),
    write=_sql(_WRITE, _SQLITE),
)
POSTGRESQL = Statements(
    make=_sql(_MAKE, _POSTGRESQL),
    move_on=_sql(_LOCK, _POSTGRESQL, _IN_ORDER, _MOVE_ON, "locked AS decided", _AS_DECIDED),
    write=_sql(_AND, _WRITE, _POSTGRESQL, _RING).bindparams(channel=CHANNEL),
)


class Decision(Struct, frozen=True):
    """What is to be written: a table's next version, and when it moves by itself."""

    table: TableId
    entry: Entry
    due_at: int | None


Waiting = tuple[Decision, asyncio.Future[None]]
Written = set[tuple[TableId, Version]]


class Appending:
    """Writes decisions in groups, one group after the other."""

    def __init__(self, write: Callable[[Sequence[Decision]], Awaitable[Written]]) -> None:
        self._write = write
        """Writes a group in one transaction (`write_group`)."""
        self._waiting: deque[Waiting] = deque()
        self._at_work: asyncio.Task[None] | None = None

    async def append(self, decision: Decision) -> None:
        """Write a decision; raises `Conflict`, changing nothing, or `OutOfReach`."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((decision, answer))
        if self._at_work is None:
            self._at_work = asyncio.create_task(self._work())
        await answer

    async def _work(self) -> None:
        try:
            while self._waiting:
                size = min(len(self._waiting), MOST_AT_ONCE)
                await self._answer([self._waiting.popleft() for _ in range(size)])
        finally:
            self._at_work = None

    async def _answer(self, group: Sequence[Waiting]) -> None:
        try:
            written = await self._write([decision for decision, _ in group])
        except OURS as error:
            if len(group) == 1:
                _fail(group, _conflict(group[0][0]) if isinstance(error, IntegrityError) else error)
                return
            for each in group:
                await self._answer([each])
        except asyncio.CancelledError:
            for _, answer in group:
                answer.cancel()
            raise
        except Exception as error:
            _fail(group, error)
        else:
            for decision, answer in group:
                if (decision.table, decision.entry.version) not in written:
                    _fail([(decision, answer)], _conflict(decision))
                elif not answer.done():
                    answer.set_result(None)


def write_group(connection: Connection, group: Sequence[Decision]) -> Written:
    """Write a group in the transaction that runs; which of it follow on what stands there.

    Raises `IntegrityError` if a table or the id of a command is there already.
    """
    statements = SQLITE if connection.dialect.name == "sqlite" else POSTGRESQL
    made = [each for each in group if each.entry.version == 1]
    moved = [each for each in group if each.entry.version != 1]
    if made:
        connection.execute(statements.make, {"decided": _json(made)})
    if moved:
        rows = connection.execute(statements.move_on, {"decided": _json(moved)}).all()
        moved_on = {(row.id, row.version) for row in rows}
        moved = [each for each in moved if (each.table, each.entry.version) in moved_on]
    if made or moved:
        connection.execute(statements.write, {"decided": _json([*made, *moved])})
    return {(each.table, each.entry.version) for each in (*made, *moved)}


def _json(group: Sequence[Decision]) -> str:
    rows = [
        {"table_id": each.table, "due_at": each.due_at, **msgspec.structs.asdict(each.entry)}
        for each in group
    ]
    return msgspec.json.encode(rows).decode()


def _conflict(decision: Decision) -> Conflict:
    version = decision.entry.version
    return Conflict("conflict", f"version {version}, or the command, is written already")


def _fail(group: Sequence[Waiting], error: Exception) -> None:
    """Each hears of it by an error of his own."""
    for _, answer in group:
        if answer.done():
            continue
        if isinstance(error, StoreError):
            own = type(error)(error.code, str(error))
            own.__cause__ = error.__cause__
            answer.set_exception(own)
        else:
            answer.set_exception(error)
