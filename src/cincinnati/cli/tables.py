"""``cincinnati tables``: the live tables of a database, for whoever runs the server.

The one idea: it reads the log as a server does, but it is none. It never brings a database up
to another layout, because a server may be running on it; only `delete` changes anything, and an
SQLite database must not be served meanwhile.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from alembic.config import Config
from alembic.script import ScriptDirectory
from cyclopts import App, Parameter
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import inspect, make_url
from sqlalchemy.exc import SQLAlchemyError

from cincinnati.cli.serve import default_database
from cincinnati.engine.events import Event
from cincinnati.engine.seen import DealEnded
from cincinnati.errors import CincinnatiError, StoreError, TableError
from cincinnati.records import Record, record_of, write_records
from cincinnati.session import DealBegan, InDeal
from cincinnati.store import Entry, Store, TableId, decode, sole_server
from cincinnati.store.database import engine_for
from cincinnati.tables.live import TableEvent, past_deals
from cincinnati.tables.live.events import InSession
from cincinnati.tables.live.table import Phase, fold

tables = App(name="tables", help="List, export and delete the live tables of a database.")

TableName = Annotated[str, Parameter(allow_leading_hyphen=True)]
Result = TypeVar("Result")
Doing = Callable[[Store], Coroutine[Any, Any, Result]]


class Line(Struct, frozen=True):
    """What ``list`` says of a table; times in ms since 1970."""

    table: TableId
    version: int
    created: int
    touched: int
    phase: str
    """Where the table stands; ``unreadable`` for a log that this version cannot read."""
    people: int
    bots: int
    title: str


@tables.command(name="list")
def list_tables(*, database: str | None = None, json: bool = False) -> None:
    """List all tables, the latest touched first; works while a server runs.

    A table's name is its link: whoever has it can look at the table.

    Parameters
    ----------
    database
        sqlite:///PATH (the default, in your data folder) or postgresql://USER@HOST/NAME.
    json
        Print one JSON object a table, times in ms since 1970.

    """
    lines = asyncio.run(_with_store(database, _lines))
    if json:
        for line in lines:
            print(msgspec.json.encode(line).decode())
        return
    form = "{:24}{:>8}  {:17}{:17}{:11}{:>6}{:>6}  {}"
    print(form.format("table", "version", "created", "touched", "phase", "people", "bots", "title"))
    for line in lines:
        made, touched = _moment(line.created), _moment(line.touched)
        title = "".join(c if c.isprintable() else " " for c in line.title)
        print(form.format(line.table, line.version, made, touched, line.phase, line.people,
                          line.bots, title).rstrip())  # fmt: skip


@tables.command
def export(
    table: TableName, *, database: str | None = None, full: bool = False, out: Path | None = None
) -> None:
    """Export the finished deals of a table (.phhs); works while a server runs.

    Private cards that were not shown are masked. A deal that is going on is never exported.

    Parameters
    ----------
    table
        Its name, as ``list`` prints it.
    database
        sqlite:///PATH (the default, in your data folder) or postgresql://USER@HOST/NAME.
    full
        With all private cards: for eyes that may see how everybody played.
    out
        The file to write; without it the records are printed.

    """
    name = TableId(table)
    events = asyncio.run(_with_store(database, lambda store: _events(store, name)))
    text = write_records(list(_records(events, full=full)))
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8")


@tables.command
def delete(table: TableName, *, database: str | None = None, yes: bool = False) -> int:
    """Delete a table with its log, its chat and its secrets, for good.

    An SQLite database must not be served meanwhile; in PostgreSQL nobody may be playing at the
    table. Exit status: 0 if it was deleted, 1 if you thought better of it.

    Parameters
    ----------
    table
        Its name, as ``list`` prints it.
    database
        sqlite:///PATH (the default, in your data folder) or postgresql://USER@HOST/NAME.
    yes
        Do not ask.

    """
    name = TableId(table)
    address = _address(database)
    _check_there(address)
    try:
        with sole_server(address):
            return asyncio.run(_with_store(database, lambda store: _delete(store, name, yes=yes)))
    except StoreError as error:
        if error.code != "locked":
            raise
        raise StoreError(
            "locked",
            "a server runs on this database; stop it, then delete (list and export work meanwhile)",
        ) from None


# --- the database -----------------------------------------------------------------------


def _address(database: str | None) -> str:
    return database or f"sqlite:///{default_database()}"


def _check_there(address: str) -> None:
    """An SQLite database that is not there would be made by opening it."""
    if address.startswith("sqlite"):
        path = make_url(address).database
        if not path or not Path(path).exists():
            raise StoreError("database", f"there is no database {path or 'in memory'}")


async def _with_store(database: str | None, do: Doing[Result]) -> Result:
    try:
        async with _opened(_address(database)) as store:
            return await do(store)
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise StoreError("database", f"the database does not answer: {reason}") from None


@asynccontextmanager
async def _opened(address: str) -> AsyncIterator[Store]:
    """The database as it is; raises `StoreError` if its layout is not that of this version."""
    _check_there(address)
    store = Store(engine_for(address))
    try:
        async with store.engine.connect() as connection:
            names = await connection.run_sync(lambda inner: inspect(inner).get_table_names())
            found = None
            if "alembic_version" in names:
                query = "SELECT version_num FROM alembic_version"
                found = (await connection.exec_driver_sql(query)).scalar_one_or_none()
        if found is None:
            raise StoreError("database", "there are no tables in this database")
        if found != _layout():
            raise StoreError(
                "layout",
                f"the database has layout {found}, this version {_layout()}: use the version "
                "that serves it, or start `cincinnati serve` once to bring it up to date",
            )
        yield store
    finally:
        await store.close()


def _layout() -> str | None:
    config = Config()
    config.set_main_option("script_location", "cincinnati:store/migrations")
    return ScriptDirectory.from_config(config).get_current_head()


# --- what is asked of it ---------------------------------------------------------------


async def _lines(store: Store) -> list[Line]:
    return [
        _line(name, version, created, touched, await store.entries(name))
        for name, version, created, touched in await store.tables()
    ]


def _line(name: TableId, version: int, made: int, touched: int, log: Sequence[Entry]) -> Line:
    try:
        table = fold((event, entry.at) for entry in log for event in _decoded(entry))
    except CincinnatiError:
        return Line(name, version, made, touched, "unreadable", 0, 0, "")
    bots = sum(person.bot is not None for person in table.people.values())
    people = len(table.people) - bots
    title = table.settings.title
    return Line(name, version, made, touched, table.phase.value, people, bots, title)


async def _events(store: Store, name: TableId) -> list[TableEvent]:
    entries = await store.entries(name)
    if not entries:
        raise TableError("no_table", f"there is no table {name}; `cincinnati tables list` has all")
    return [event for entry in entries for event in _decoded(entry)]


def _decoded(entry: Entry) -> tuple[TableEvent, ...]:
    return decode(entry.events, entry.schema, TableEvent)


def _records(events: Sequence[TableEvent], *, full: bool) -> Iterator[Record]:
    """The finished deals, each with the names of its players."""
    masked = list(past_deals(events, None))
    told = list(_whole(events)) if full else [deal.events for deal in masked]
    for deal, each in zip(masked, told, strict=True):
        record = record_of(each)
        names = [deal.names.get(number, "?") for number in range(len(record.starting_stacks))]
        yield replace(record, extra={"players": names})


def _whole(events: Sequence[TableEvent]) -> Iterator[tuple[Event, ...]]:
    """All events of each finished deal, secrets included."""
    told: list[Event] = []
    for event in events:
        match event:
            case InSession(DealBegan()):
                told = []
            case InSession(InDeal(inner)):
                told.append(inner)
                if isinstance(inner, DealEnded):
                    yield tuple(told)
            case _:
                pass


async def _delete(store: Store, name: TableId, *, yes: bool) -> int:
    events = await _events(store, name)
    line = _line(name, 0, 0, 0, await store.entries(name))
    if store.postgresql and line.phase == Phase.PLAYING.value:
        raise TableError(
            "playing", "somebody plays at this table; it can be deleted once it is paused or over"
        )
    deals = sum(1 for _ in past_deals(events, None))
    print(f"table {name}: {line.phase}, {line.people} people, {line.bots} bots, {deals} deals")
    if not yes and not _sure():
        print("nothing was deleted")
        return 1
    await store.delete(name)
    print("deleted; backups of the database still hold it")
    return 0


def _sure() -> bool:
    if not sys.stdin.isatty():
        raise TableError("unsure", "say --yes to delete without being asked")
    return input("Delete it for good? [y/N] ").strip().casefold() in ("y", "yes")


def _moment(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
