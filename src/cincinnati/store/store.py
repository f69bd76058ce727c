"""The log of every table, and what stands beside it.

The one idea: a decision is *appended* as version n+1 of its table, in one transaction and
before anybody is told. Two writers cannot both write the same version, so no lock and no
leader is needed: who loses reads what was written and decides again. A command keeps its
id in the log, so one that was accepted once stays accepted, also after a crash.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, nullcontext
from typing import Any, NewType

from msgspec import Struct
from sqlalchemy import delete, func, insert, literal_column, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from cincinnati.errors import StoreError
from cincinnati.store import schema
from cincinnati.store.database import POSTGRESQL, READS, engine_for, migrate

TableId = NewType("TableId", str)
Version = NewType("Version", int)
"""How many decisions a table has behind it; the first one is 1."""

CHANNEL = "cincinnati"
"""The channel of the doorbell between processes."""


class Entry(Struct, frozen=True):
    """One decision: who asked for it under which command id, when (ms since 1970), its events."""

    version: Version
    command_id: str
    author: str
    at: int
    schema: int
    events: str


class Conflict(StoreError):
    """Somebody else has written that version, or the command id is in the log already."""


class ChatLine(Struct, frozen=True):
    """Something that a person said."""

    id: int
    person: str
    at: int
    text: str


class Store:
    """A database of tables; all methods may raise SQLAlchemy's errors when it is out of reach."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self.postgresql = engine.dialect.name == POSTGRESQL
        self._reading = engine.execution_options(**{READS: True})
        self._turn = asyncio.Lock()

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open ``sqlite:///PATH`` or ``postgresql://…`` and bring it up to date.

        Raises `StoreError` if there is no such database, or if it cannot be reached.
        """
        engine = engine_for(url)
        try:
            await migrate(engine)
        except DBAPIError as error:
            await engine.dispose()
            raise StoreError("database", f"cannot be opened: {error.orig}") from None
        return cls(engine)

    async def close(self) -> None:
        """Give all connections back."""
        await self.engine.dispose()

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes.

        SQLite has one writer at a time, and who finds it busy sleeps and looks again, at worst
        for seconds. So its writers wait here for each other, in the order in which they came.
        """
        turn = nullcontext() if self.postgresql else self._turn
        async with turn, self.engine.begin() as connection:
            yield connection

    # --- the log ---------------------------------------------------------------------

    async def append(self, table: TableId, entry: Entry, due_at: int | None) -> None:
        """Write a decision; the first one makes the table. Raises `Conflict`, changing nothing."""
        try:
            async with self._writing() as connection:
                await self._move_on(connection, table, entry, due_at)
                await connection.execute(
                    insert(schema.log).values(
                        table_id=table,
                        version=entry.version,
                        command_id=entry.command_id,
                        author=entry.author,
                        at=entry.at,
                        schema=entry.schema,
                        events=entry.events,
                    )
                )
                if self.postgresql:
                    await connection.execute(
                        text("SELECT pg_notify(:channel, :bell)"),
                        {"channel": CHANNEL, "bell": f"{table} {entry.version}"},
                    )
        except IntegrityError:
            raise Conflict("conflict", f"version {entry.version} is written already") from None

    async def _move_on(
        self, connection: AsyncConnection, table: TableId, entry: Entry, due_at: int | None
    ) -> None:
        values = {"version": entry.version, "due_at": due_at, "touched_at": entry.at}
        if entry.version == 1:
            await connection.execute(
                insert(schema.tables).values(id=table, created_at=entry.at, **values)
            )
            return
        moved = await connection.execute(
            update(schema.tables)
            .where(schema.tables.c.id == table, schema.tables.c.version == entry.version - 1)
            .values(**values)
        )
        if moved.rowcount != 1:
            raise Conflict("conflict", f"version {entry.version - 1} is not the latest any more")

    async def entries(self, table: TableId, after: int = 0) -> list[Entry]:
        """The decisions of a table after a version, in order; empty for an unknown table."""
        log = schema.log.c
        query = (
            select(log.version, log.command_id, log.author, log.at, log.schema, log.events)
            .where(log.table_id == table, log.version > after)
            .order_by(log.version)
        )
        async with self._reading.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [_entry(row) for row in rows]

    async def version(self, table: TableId) -> Version | None:
        """The latest version of a table, ``None`` if there is no such table."""
        query = select(schema.tables.c.version).where(schema.tables.c.id == table)
        async with self._reading.connect() as connection:
            found = (await connection.execute(query)).scalar_one_or_none()
        return None if found is None else Version(found)

    async def versions(self, names: Iterable[TableId]) -> dict[TableId, Version]:
        """The latest versions of these tables; those that do not exist are missing."""
        tables = schema.tables.c
        query = select(tables.id, tables.version).where(tables.id.in_(list(names)))
        async with self._reading.connect() as connection:
            rows = (await connection.execute(query)).all()
        return {TableId(row.id): Version(row.version) for row in rows}

    async def overdue(self, limit: int = 200) -> list[tuple[TableId, int]]:
        """Tables whose time has come by the database's clock, the longest overdue first."""
        tables = schema.tables.c
        query = (
            select(tables.id, tables.due_at)
            .where(tables.due_at <= self._now())
            .order_by(tables.due_at)
            .limit(limit)
        )
        async with self._reading.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [(TableId(row.id), row.due_at) for row in rows]

    async def now(self) -> int:
        """The database's clock, in ms since 1970: the same for every process."""
        async with self._reading.connect() as connection:
            return int((await connection.execute(select(self._now()))).scalar_one())

    def _now(self) -> literal_column[int]:  # type: ignore[valid-type]
        if self.postgresql:
            return literal_column("(extract(epoch from clock_timestamp()) * 1000)::bigint")
        return literal_column("cast((julianday('now') - 2440587.5) * 86400000 as integer)")

    async def tables(self) -> list[tuple[TableId, Version, int, int]]:
        """Every table: id, version, when made, when last touched; the latest touched first."""
        tables = schema.tables.c
        query = select(tables.id, tables.version, tables.created_at, tables.touched_at).order_by(
            tables.touched_at.desc()
        )
        async with self._reading.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [(TableId(row[0]), Version(row[1]), row[2], row[3]) for row in rows]

    async def delete(self, table: TableId) -> bool:
        """Delete a table with all that belongs to it; ``False`` if there is none."""
        async with self._writing() as connection:
            gone = await connection.execute(
                delete(schema.tables).where(schema.tables.c.id == table)
            )
        return gone.rowcount == 1

    # --- credentials, presence, chat -----------------------------------------------

    async def add_credential(self, table: TableId, person: str, hashed: str, at: int) -> None:
        """Let a secret, of which only the hash is kept, speak for a person."""
        async with self._writing() as connection:
            await connection.execute(
                insert(schema.credentials).values(
                    hash=hashed, table_id=table, person=person, created_at=at
                )
            )

    async def person_of(self, table: TableId, hashed: str) -> str | None:
        """For whom a secret speaks at a table."""
        credentials = schema.credentials.c
        query = select(credentials.person).where(
            credentials.hash == hashed, credentials.table_id == table
        )
        async with self._reading.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def use_up(self, table: TableId, hashed: str) -> str | None:
        """For whom a secret spoke; from now on it is worth nothing, so it is of use only once."""
        credentials = schema.credentials
        query = (
            delete(credentials)
            .where(credentials.c.hash == hashed, credentials.c.table_id == table)
            .returning(credentials.c.person)
        )
        async with self._writing() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def has_credential(self, table: TableId, person: str) -> bool:
        """Whether any secret speaks for a person."""
        credentials = schema.credentials.c
        query = select(credentials.hash).where(
            credentials.table_id == table, credentials.person == person
        )
        async with self._reading.connect() as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    async def drop_credentials(self, table: TableId, person: str, *, kept: str = "") -> None:
        """Make the secrets of a person worthless, but for the one that is kept."""
        credentials = schema.credentials.c
        async with self._writing() as connection:
            await connection.execute(
                delete(schema.credentials).where(
                    credentials.table_id == table,
                    credentials.person == person,
                    credentials.hash != kept,
                )
            )

    async def seen(self, table: TableId, people: Iterable[str]) -> None:
        """Note that these people's devices were heard of just now."""
        # In one order in every process, so that two of them never wait for each other.
        rows = [{"table_id": table, "person": person, "seen_at": 0} for person in sorted(people)]
        if not rows:
            return
        dialect = postgresql if self.postgresql else sqlite
        query = dialect.insert(schema.presence)
        query = query.on_conflict_do_update(
            index_elements=["table_id", "person"], set_={"seen_at": self._now()}
        )
        async with self._writing() as connection:
            await connection.execute(query, rows)
            await connection.execute(
                update(schema.presence)
                .where(schema.presence.c.table_id == table, schema.presence.c.seen_at == 0)
                .values(seen_at=self._now())
            )

    async def last_seen(self, table: TableId) -> dict[str, int]:
        """When each person of a table was last heard of, by the database's clock."""
        presence = schema.presence.c
        query = select(presence.person, presence.seen_at).where(presence.table_id == table)
        async with self._reading.connect() as connection:
            rows = (await connection.execute(query)).all()
        return {row.person: row.seen_at for row in rows}

    async def newer_device(self, table: TableId, person: str) -> int:
        """A number for the device of a person that plays from now on, above all before; 1 or more.

        It rings in every process. A device that has a smaller number plays no more.
        """
        dialect = postgresql if self.postgresql else sqlite
        row = dialect.insert(schema.presence).values(
            table_id=table, person=person, seen_at=self._now(), device=1
        )
        query = row.on_conflict_do_update(
            index_elements=["table_id", "person"],
            set_={"seen_at": self._now(), "device": schema.presence.c.device + 1},
        ).returning(schema.presence.c.device)
        async with self._writing() as connection:
            number = int((await connection.execute(query)).scalar_one())
            if self.postgresql:
                bell = f"{table} device {person} {number}"
                await connection.execute(select(func.pg_notify(CHANNEL, bell)))
        return number

    async def devices(self, names: Iterable[TableId]) -> dict[tuple[TableId, str], int]:
        """The numbers of the devices that play at these tables, of everybody who has come there."""
        presence = schema.presence.c
        query = select(presence.table_id, presence.person, presence.device).where(
            presence.table_id.in_(list(names))
        )
        async with self._reading.connect() as connection:
            rows = (await connection.execute(query)).all()
        return {(TableId(row.table_id), row.person): row.device for row in rows}

    async def say(self, table: TableId, person: str, said: str, at: int) -> ChatLine:
        """Keep something that a person said."""
        query = (
            insert(schema.chat)
            .values(table_id=table, person=person, at=at, text=said)
            .returning(schema.chat.c.id)
        )
        async with self._writing() as connection:
            number = (await connection.execute(query)).scalar_one()
            if self.postgresql:
                await connection.execute(select(func.pg_notify(CHANNEL, f"{table} chat {number}")))
        return ChatLine(number, person, at, said)

    async def chat(self, table: TableId, after: int = 0, limit: int = 100) -> list[ChatLine]:
        """The latest things said after a number, in order."""
        chat = schema.chat.c
        query = (
            select(chat.id, chat.person, chat.at, chat.text)
            .where(chat.table_id == table, chat.id > after)
            .order_by(chat.id.desc())
            .limit(limit)
        )
        async with self._reading.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [ChatLine(*row) for row in reversed(rows)]


def _entry(row: Any) -> Entry:
    return Entry(
        version=Version(row.version),
        command_id=row.command_id,
        author=row.author,
        at=row.at,
        schema=row.schema,
        events=row.events,
    )
