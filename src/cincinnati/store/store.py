"""The log of every table, and what stands beside it.

The one idea: a decision is *appended* as version n+1 of its table, in one transaction and
before anybody is told. Two writers cannot both write the same version, so no lock and no
leader is needed: who loses reads what was written and decides again. A command keeps its
id in the log, so one that was accepted once stays accepted, also after a crash.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, nullcontext
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    and_,
    delete,
    false,
    func,
    insert,
    literal_column,
    or_,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from cincinnati.errors import StoreError
from cincinnati.store import schema
from cincinnati.store.appending import FINISH_WITHIN_S, Appending
from cincinnati.store.database import POSTGRESQL, READS, Thread, engine_for, migrate
from cincinnati.store.doorbell import RING, Ringing
from cincinnati.store.entries import CHANNEL, Entry, TableId, Version
from cincinnati.store.finishing import Finishing, finished
from cincinnati.store.line import OwnLine
from cincinnati.store.reach import Reach
from cincinnati.store.writing import Decision, Written, write_to_postgresql, write_to_sqlite

SEEN_AT_ONCE = 500
"""People who are noted in one transaction: those who play wait for it."""


class ChatLine(Struct, frozen=True):
    """Something that a person said."""

    id: int
    person: str
    at: int
    text: str


class Store(Finishing):
    """A database of tables; all methods may raise `OutOfReach`.

    ``reach`` says whether it can be reached.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        super().__init__()
        self.engine = engine
        self.postgresql = engine.dialect.name == POSTGRESQL
        self._reading = engine.execution_options(**{READS: True})
        # Who has the turn to write must not wait for those who read.
        self._changing = engine if self.postgresql else engine_for(engine.url, connections=1)
        self._turn = asyncio.Lock()
        self._appending = Appending(self._write_group)
        self._ringing = Ringing(self._ring)
        self._alone = None if self.postgresql else Thread(engine)
        self._deciding, self._bell = OwnLine(engine.url), OwnLine(engine.url)
        self.reach = Reach()

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
        """Finish what was begun, ring for it, and give all connections back."""
        await self._appending.close()
        await self.finish(FINISH_WITHIN_S)
        await self._ringing.close()
        if self._alone is not None:
            await self._alone.close()
        await self._deciding.close()
        await self._bell.close()
        await self._changing.dispose()
        await self.engine.dispose()

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes.

        SQLite has one writer at a time, and who finds it busy sleeps and looks again, at worst
        for seconds. So its writers wait here for each other, in the order in which they came.
        """
        turn = nullcontext() if self.postgresql else self._turn
        with self.reach.writing():
            async with turn, self._changing.begin() as connection:
                yield connection

    @asynccontextmanager
    async def _reads(self) -> AsyncIterator[AsyncConnection]:
        """A connection that only reads."""
        with self.reach.reading():
            async with self._reading.connect() as connection:
                yield connection

    @finished
    async def try_to_write(self) -> None:
        """Write something that means nothing: whether that is possible again."""
        async with self._writing() as connection:
            if self.postgresql:
                # A transaction that has a number leaves a mark in the write-ahead log.
                await connection.execute(text("SELECT pg_current_xact_id()"))
            else:
                await connection.execute(text(f"PRAGMA user_version = {secrets.randbelow(2**31)}"))

    # --- the log ---------------------------------------------------------------------

    async def append(self, table: TableId, entry: Entry, due_at: int | None) -> None:
        """Write a decision; the first one makes the table. Raises `Conflict`, changing nothing."""
        await self._appending.append(Decision(table, entry, due_at))

    async def _write_group(self, group: Sequence[Decision]) -> Written:
        with self.reach.writing():
            if self._alone is not None:
                async with self._turn:
                    return await self._alone.write(write_to_sqlite, group)
            written = await write_to_postgresql(self._deciding, group)
        new = [each for each in group if (each.table, each.entry.command_id) in written]
        self._ringing.soon([f"{each.table} {each.entry.version}" for each in new])
        return written

    async def _ring(self, bells: Sequence[str]) -> None:
        with self.reach.writing():
            await self._bell.rows(RING, {"channel": CHANNEL, "bells": list(bells)})

    @finished
    async def entries(self, table: TableId, after: int = 0) -> list[Entry]:
        """The decisions of a table after a version, in order; empty for an unknown table."""
        log = schema.log.c
        query = (
            select(log.version, log.command_id, log.author, log.at, log.schema, log.events)
            .where(log.table_id == table, log.version > after)
            .order_by(log.version)
        )
        async with self._reads() as connection:
            rows = (await connection.execute(query)).all()
        return [_entry(row) for row in rows]

    @finished
    async def entries_of(self, after: Mapping[TableId, Version]) -> dict[TableId, list[Entry]]:
        """The decisions of several tables, of each one after a version, in order."""
        log = schema.log.c
        query = select(
            log.table_id, log.version, log.command_id, log.author, log.at, log.schema, log.events
        ).order_by(log.table_id, log.version)
        behind = [
            and_(log.table_id == table, log.version > known) for table, known in after.items()
        ]
        async with self._reads() as connection:
            rows = (await connection.execute(query.where(or_(false(), *behind)))).all()
        found: dict[TableId, list[Entry]] = {}
        for row in rows:
            found.setdefault(TableId(row.table_id), []).append(_entry(row))
        return found

    @finished
    async def version(self, table: TableId) -> Version | None:
        """The latest version of a table, ``None`` if there is no such table."""
        query = select(schema.tables.c.version).where(schema.tables.c.id == table)
        async with self._reads() as connection:
            found = (await connection.execute(query)).scalar_one_or_none()
        return None if found is None else Version(found)

    @finished
    async def versions(self, names: Iterable[TableId]) -> dict[TableId, Version]:
        """The latest versions of these tables; those that do not exist are missing."""
        tables = schema.tables.c
        query = select(tables.id, tables.version).where(tables.id.in_(list(names)))
        async with self._reads() as connection:
            rows = (await connection.execute(query)).all()
        return {TableId(row.id): Version(row.version) for row in rows}

    @finished
    async def overdue(self, limit: int = 200) -> list[tuple[TableId, int]]:
        """Tables whose time has come by the database's clock, the longest overdue first."""
        tables = schema.tables.c
        query = (
            select(tables.id, tables.due_at)
            .where(tables.due_at <= self._now())
            .order_by(tables.due_at)
            .limit(limit)
        )
        async with self._reads() as connection:
            rows = (await connection.execute(query)).all()
        return [(TableId(row.id), row.due_at) for row in rows]

    @finished
    async def now(self) -> int:
        """The database's clock, in ms since 1970: the same for every process."""
        async with self._reads() as connection:
            return int((await connection.execute(select(self._now()))).scalar_one())

    def _now(self) -> literal_column[int]:  # type: ignore[valid-type]
        if self.postgresql:
            return literal_column("(extract(epoch from clock_timestamp()) * 1000)::bigint")
        return literal_column("cast((julianday('now') - 2440587.5) * 86400000 as integer)")

    @finished
    async def tables(self) -> list[tuple[TableId, Version, int, int]]:
        """Every table: id, version, when made, when last touched; the latest touched first."""
        tables = schema.tables.c
        query = select(tables.id, tables.version, tables.created_at, tables.touched_at).order_by(
            tables.touched_at.desc()
        )
        async with self._reads() as connection:
            rows = (await connection.execute(query)).all()
        return [(TableId(row[0]), Version(row[1]), row[2], row[3]) for row in rows]

    @finished
    async def delete(self, table: TableId) -> bool:
        """Delete a table with all that belongs to it; ``False`` if there is none."""
        async with self._writing() as connection:
            gone = await connection.execute(
                delete(schema.tables).where(schema.tables.c.id == table)
            )
        return gone.rowcount == 1

    # --- credentials, presence, chat -----------------------------------------------

    @finished
    async def add_credential(self, table: TableId, person: str, hashed: str, at: int) -> None:
        """Let a secret, of which only the hash is kept, speak for a person."""
        async with self._writing() as connection:
            await connection.execute(
                insert(schema.credentials).values(
                    hash=hashed, table_id=table, person=person, created_at=at
                )
            )

    @finished
    async def person_of(self, table: TableId, hashed: str) -> str | None:
        """For whom a secret speaks at a table."""
        credentials = schema.credentials.c
        query = select(credentials.person).where(
            credentials.hash == hashed, credentials.table_id == table
        )
        async with self._reads() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    @finished
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

    @finished
    async def has_credential(self, table: TableId, person: str) -> bool:
        """Whether any secret speaks for a person."""
        credentials = schema.credentials.c
        query = select(credentials.hash).where(
            credentials.table_id == table, credentials.person == person
        )
        async with self._reads() as connection:
            return (await connection.execute(query.limit(1))).first() is not None

    @finished
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
        await self.all_seen((table, person) for person in people)

    @finished
    async def all_seen(self, people: Iterable[tuple[TableId, str]]) -> None:
        """The same of people at any tables, in few transactions."""
        dialect = postgresql if self.postgresql else sqlite
        query = dialect.insert(schema.presence).values(seen_at=self._now())
        query = query.on_conflict_do_update(
            index_elements=["table_id", "person"], set_={"seen_at": self._now()}
        )
        # In one order in every process, so that two of them never wait for each other.
        rows = [{"table_id": table, "person": person} for table, person in sorted(people)]
        for begin in range(0, len(rows), SEEN_AT_ONCE):
            async with self._writing() as connection:
                await connection.execute(query, rows[begin : begin + SEEN_AT_ONCE])

    @finished
    async def last_seen(self, table: TableId) -> dict[str, int]:
        """When each person of a table was last heard of, by the database's clock."""
        presence = schema.presence.c
        query = select(presence.person, presence.seen_at).where(presence.table_id == table)
        async with self._reads() as connection:
            rows = (await connection.execute(query)).all()
        return {row.person: row.seen_at for row in rows}

    @finished
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
            self._ringing.soon([f"{table} device {person} {number}"])
        return number

    @finished
    async def devices(self, names: Iterable[TableId]) -> dict[tuple[TableId, str], int]:
        """The numbers of the devices that play at these tables, of everybody who has come there."""
        presence = schema.presence.c
        query = select(presence.table_id, presence.person, presence.device).where(
            presence.table_id.in_(list(names))
        )
        async with self._reads() as connection:
            rows = (await connection.execute(query)).all()
        return {(TableId(row.table_id), row.person): row.device for row in rows}

    @finished
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
                # Nobody looks for chat by himself, so this bell must not be lost.
                await connection.execute(select(func.pg_notify(CHANNEL, f"{table} chat {number}")))
        return ChatLine(number, person, at, said)

    @finished
    async def chat(self, table: TableId, after: int = 0, limit: int = 100) -> list[ChatLine]:
        """The latest things said after a number, in order."""
        chat = schema.chat.c
        query = (
            select(chat.id, chat.person, chat.at, chat.text)
            .where(chat.table_id == table, chat.id > after)
            .order_by(chat.id.desc())
            .limit(limit)
        )
        async with self._reads() as connection:
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
