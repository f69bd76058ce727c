"""How a group of decisions is written in one transaction, in each kind of database.

The one idea: what follows on what stands there is written, everything else is left out, and the
database itself says which is which. SQLite is in this process, so each decision is a statement of
its own; to PostgreSQL and back is a way, so there the whole group is one statement, which comes as
JSON and is a transaction by itself.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from cincinnati.store.entries import Entry, TableId
from cincinnati.store.line import OwnLine

_MAKE = "INSERT INTO tables (id, version, due_at, created_at, touched_at) VALUES (?, ?, ?, ?, ?)"
_MOVE_ON = """
    UPDATE tables SET version = ?, due_at = ?, touched_at = ? WHERE id = ? AND version = ?
"""
_WRITE = """
    INSERT INTO log (table_id, version, command_id, author, at, schema, events)
    VALUES (?, ?, ?, ?, ?, ?, ?)
"""
# Rows are locked in one order in every process, so that two of them never wait for each other.
_GROUP = """
    WITH decided AS MATERIALIZED (
        SELECT * FROM json_to_recordset(CAST(%(decided)s AS json)) AS decided (
            table_id text, version integer, command_id text, author text, at bigint,
            schema integer, events text, due_at bigint
        )
    ), made AS (
        INSERT INTO tables (id, version, due_at, created_at, touched_at)
        SELECT table_id, version, due_at, at, at FROM decided WHERE version = 1
        RETURNING id, version
    ), locked AS MATERIALIZED (
        SELECT tables.id, decided.* FROM tables JOIN decided ON tables.id = decided.table_id
        ORDER BY tables.id FOR NO KEY UPDATE OF tables
    ), moved AS (
        UPDATE tables
        SET version = locked.version, due_at = locked.due_at, touched_at = locked.at
        FROM locked
        WHERE tables.id = locked.table_id AND tables.version = locked.version - 1
        RETURNING tables.id, tables.version
    )
    INSERT INTO log (table_id, version, command_id, author, at, schema, events)
    SELECT table_id, version, command_id, author, at, schema, events FROM decided
    WHERE (table_id, version) IN (TABLE made UNION ALL TABLE moved)
    RETURNING table_id, command_id
"""


class Decision(Struct, frozen=True):
    """What is to be written: a table's next version, and when it moves by itself."""

    table: TableId
    entry: Entry
    due_at: int | None


Written = set[tuple[TableId, str]]
"""The tables and the ids of the commands whose decisions were written."""


def write_to_sqlite(line: sqlite3.Connection, group: Sequence[Decision]) -> Written:
    """Write a group in the transaction that runs; which of it follow on what stands there.

    Raises `sqlite3.IntegrityError` if a table or the id of a command is there already.
    """
    following = [each for each in group if _follows(line, each)]
    line.executemany(_WRITE, [_row(each) for each in following])
    return {(each.table, each.entry.command_id) for each in following}


def _follows(line: sqlite3.Connection, decision: Decision) -> bool:
    """Make the table, or move it on, if that is what comes next."""
    table, entry = decision.table, decision.entry
    if entry.version == 1:
        line.execute(_MAKE, (table, entry.version, decision.due_at, entry.at, entry.at))
        return True
    values = (entry.version, decision.due_at, entry.at, table, entry.version - 1)
    return line.execute(_MOVE_ON, values).rowcount == 1


def _row(decision: Decision) -> tuple[object, ...]:
    entry = decision.entry
    return (
        decision.table,
        entry.version,
        entry.command_id,
        entry.author,
        entry.at,
        entry.schema,
        entry.events,
    )


async def write_to_postgresql(line: OwnLine, group: Sequence[Decision]) -> Written:
    """The same, in a transaction that ends with it; raises the `IntegrityError` of SQLAlchemy."""
    rows = [
        {"table_id": each.table, "due_at": each.due_at, **msgspec.structs.asdict(each.entry)}
        for each in group
    ]
    decided = msgspec.json.encode(rows).decode()
    written = await line.rows(_GROUP, {"decided": decided})
    return {(TableId(table), command) for table, command in written}
