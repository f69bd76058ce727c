"""Live tables under load: ``python -m bench.load``, written to ``bench/LOAD.md``.

``--quick`` takes about a minute and writes nothing; names of parts (``growth``, ``rates``,
``waiting``, ``processes``, ``compression``, ``peer``) measure only these and write nothing either.
``--profile FILE`` instead keeps a profile of one server with 50 tables on SQLite at full speed.

The one idea: what counts is how long a player waits until all the others see what he did. The time
of an action runs from the moment at which it was to be sent until the last of the table's six
sockets has received the version in which it is carried out. Server, database and clients are
processes of their own on one machine, and the database waits for the disk.
"""

from __future__ import annotations

import argparse
import asyncio
import pstats
import shutil
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec

from bench.load_orders import Answer, Guests, Order
from bench.load_report import GOAL, MARK, Figures, draw, report, row
from bench.load_server import (
    PEOPLE,
    Database,
    Server,
    Tables,
    postgresql,
    served,
    server,
    sqlite,
)
from cincinnati.store import Store

HOME = Path(__file__).resolve().parents[1]
RESULTS = Path(__file__).with_name("LOAD.md")
PICTURE = HOME / "docs" / "load.svg"
PEER = Path(__file__).with_name("peers") / "boardgame"
PEER_HOME = HOME / ".venv" / "boardgame"
PROFILED = 50
"""Tables of which a profile is made."""
SHOWN = 25
"""Functions of it that are printed."""


class Plan:
    """How much is measured."""

    def __init__(self, *, quick: bool) -> None:
        self.seconds = 3.0 if quick else 8.0
        self.warm_up = 1.0 if quick else 2.0
        self.tables = (20, 50) if quick else (50, 200, 500)
        self.rates = (100, GOAL) if quick else (100, GOAL, 600, MARK)
        self.waiting = 200 if quick else 2000
        self.some = self.tables[0]


class Company:
    """The clients of some servers."""

    def __init__(self, process: Process, servers: Sequence[Server], database: Database) -> None:
        self._process = process
        self._servers = servers
        self._database = database

    async def come(self, tables: list[Guests], **how: bool) -> None:
        """Connect everybody, in portions that a server's limit of time for a greeting allows."""
        urls = [each.url for each in self._servers]
        await self._ask(Order(urls=urls, tables=tables, **how))

    async def play(self, what: str, tables: int, plan: Plan, rate: float = 0) -> Figures:
        """Play at all tables, at a rate or as fast as possible."""
        order = Order(seconds=plan.seconds, warm_up=plan.warm_up, rate=rate)
        await self._ask(order)
        before, stored = self._cpu(), self._database.cpu
        played = await self._answer()
        figures = Figures(
            what,
            self._database.name,
            tables,
            rate,
            played,
            server_ms=(self._cpu() - before) * 1000 / max(1, played.actions),
            database_ms=(self._database.cpu - stored) * 1000 / max(1, played.actions),
        )
        print(row(figures), flush=True)
        return figures

    def _cpu(self) -> float:
        return sum(each.cpu for each in self._servers)

    @property
    def memory(self) -> int:
        """Bytes of all servers."""
        return sum(each.memory for each in self._servers)

    async def _ask(self, order: Order) -> Answer:
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(order) + b"\n")
        return await self._answer()

    async def _answer(self) -> Answer:
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line:
            raise RuntimeError("the clients gave up; what they said is above")
        return msgspec.json.decode(line, type=Answer)


@asynccontextmanager
async def company(servers: Sequence[Server], database: Database) -> AsyncIterator[Company]:
    """A process of clients, while the block runs."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.load_clients", stdin=PIPE, stdout=PIPE
    )
    try:
        yield Company(process, servers, database)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@asynccontextmanager
async def evening(
    database: Database, servers: int = 1, profile: Path | None = None
) -> AsyncIterator[tuple[Company, Tables]]:
    """Servers of a database, clients, and somebody who makes tables."""
    async with (
        _servers(database, servers, profile) as running,
        company(running, database) as guests,
    ):
        store = await Store.open(database.url)
        try:
            yield guests, Tables(store)
        finally:
            await store.close()


@asynccontextmanager
async def _servers(
    database: Database, number: int, profile: Path | None
) -> AsyncIterator[list[Server]]:
    if number == 0:
        yield []
        return
    async with (
        server(database.url, profile) as first,
        _servers(database, number - 1, profile) as others,
    ):
        yield [first, *others]


# --- parts --------------------------------------------------------------------------------------


async def growth(plan: Plan) -> list[Figures]:
    """More and more tables that play at once, at a steady rate and as fast as possible."""
    found = []
    for kind in (sqlite, postgresql):
        with kind() as database:
            async with evening(database) as (guests, maker):
                empty, there = guests.memory, 0
                for tables in plan.tables:
                    await guests.come(await maker.make(tables - there))
                    there = tables
                    paced = await guests.play("paced", tables, plan, GOAL)
                    paced.table_kb = (guests.memory - empty) / tables / 1000
                    found += [paced, await guests.play("full", tables, plan)]
    return found


async def rates(plan: Plan) -> list[Figures]:
    """Higher and higher rates at the same tables."""
    found = []
    for kind in (sqlite, postgresql):
        with kind() as database:
            async with evening(database) as (guests, maker):
                await guests.come(await maker.make(plan.some))
                found += [await guests.play("rate", plan.some, plan, rate) for rate in plan.rates]
    return found


async def waiting(plan: Plan) -> list[Figures]:
    """Tables at which one person waits, what they cost, and what they cost those who play."""
    found = []
    for kind in (sqlite, postgresql):
        with kind() as database:
            async with evening(database) as (guests, maker):
                await guests.come(await maker.make(plan.some))
                alone = await guests.play("alone", plan.some, plan, GOAL)
                before = guests.memory
                tables = await maker.make(plan.waiting, bots=False, sockets=1)
                await guests.come(tables, start=False)
                waiting_kb = (guests.memory - before) / plan.waiting / 1000
                beside = await guests.play("waiting", plan.some, plan, GOAL)
                beside.table_kb = waiting_kb
                beside.beside = plan.waiting
                found += [alone, beside]
    return found


async def processes(plan: Plan) -> list[Figures]:
    """Two server processes on one PostgreSQL, three seats of each table at each of them."""
    found = []
    with postgresql() as database:
        for number in (1, 2):
            async with evening(database, number) as (guests, maker):
                await guests.come(await maker.make(plan.some))
                for rate in (GOAL, 0.0):
                    figures = await guests.play(f"processes {number}", plan.some, plan, rate)
                    found.append(figures)
    return found


async def compression(plan: Plan) -> list[Figures]:
    """The same with clients that ask for compression, as browsers do."""
    with sqlite() as database:
        async with evening(database) as (guests, maker):
            empty = guests.memory
            await guests.come(await maker.make(plan.some), deflate=True)
            figures = await guests.play("compression", plan.some, plan, GOAL)
            figures.table_kb = (guests.memory - empty) / plan.some / 1000
            return [figures, await guests.play("compression", plan.some, plan)]


async def peer(plan: Plan) -> list[Figures]:
    """boardgame.io's server with the smallest game, under the same clients."""
    node = install_peer()
    if node is None:
        print("boardgame.io could not be installed: no node, no npm, or no npm registry")
        return []
    nowhere = Database("memory", "")
    found = []
    seats = [str(seat) for seat in range(PEOPLE)]
    tables = [Guests(f"t{number}", seats) for number in range(plan.some)]
    async with (
        served([node, str(PEER_HOME / "server.mjs")]) as running,
        company([running], nowhere) as guests,
    ):
        await guests.come(tables, peer=True)
        for rate in (GOAL, 0.0):
            found.append(await guests.play("peer", plan.some, plan, rate))
    return found


def install_peer() -> str | None:
    """boardgame.io in ``.venv/boardgame``, at the versions of its lock file; where node is."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    PEER_HOME.mkdir(parents=True, exist_ok=True)
    lock = (PEER / "package-lock.json").read_text(encoding="utf-8")
    stamp = PEER_HOME / "installed.json"
    for name in ("package.json", "package-lock.json", "server.mjs", ".npmrc"):
        shutil.copy(PEER / name, PEER_HOME / name)
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != lock:
        installed = subprocess.run([npm, "ci", "--silent"], cwd=PEER_HOME, check=False)  # noqa: S603
        if installed.returncode:
            return None
        stamp.write_text(lock, encoding="utf-8")
    return node


PARTS = {
    "growth": growth,
    "rates": rates,
    "waiting": waiting,
    "processes": processes,
    "compression": compression,
    "peer": peer,
}


async def profiled(plan: Plan, file: Path) -> None:
    """Where the time of a server's main thread goes at full speed; kept in a file, and printed."""
    with sqlite() as database:
        async with evening(database, profile=file) as (guests, maker):
            await guests.come(await maker.make(PROFILED))
            await guests.play("profiled", PROFILED, plan)
    pstats.Stats(str(file)).strip_dirs().sort_stats("tottime").print_stats(SHOWN)


def main() -> None:
    """Measure, print, and write the report, if everything was measured whole."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all, if none is named")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--json", type=Path, help="keep the figures in a file as well")
    parser.add_argument("--profile", type=Path, help="only keep a profile in this file")
    asked = parser.parse_args()
    plan = Plan(quick=asked.quick)
    if asked.profile:
        asyncio.run(profiled(plan, asked.profile))
        return
    names = asked.parts or list(PARTS)
    found = {name: asyncio.run(PARTS[name](plan)) for name in names}
    if asked.json:
        asked.json.write_bytes(msgspec.json.encode(found))
    text = report(found, plan.seconds)
    print(text)
    if not asked.quick and not asked.parts:
        RESULTS.write_text(text, encoding="utf-8")
        draw(PICTURE, found)


if __name__ == "__main__":
    main()
