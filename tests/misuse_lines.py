"""Lines on which nobody keeps to the protocol, for tests; and the table next door, which plays on.

`Raw` is a connection whose bytes one writes oneself; `next_door` is a table of two that must
come through its actions while the block beside it does what it likes.
"""

from __future__ import annotations

import asyncio
import socket
import time
import zlib
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import msgspec
from websockets.frames import Close, Frame, Opcode

from cincinnati.web.lines import SocketLine
from live_client import PATIENCE_S, Company, act, company, mine, passive
from live_server import Live
from live_settings import quick

DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate"
ACTIONS = 16
"""What the table next door plays in a test, at least."""
BEFORE = 6
"""Actions before the block."""
PACE_S = 0.05
"""Between actions beyond the least: at home two people may play so fast for ever."""


class Raw:
    """A connection of which every byte is ours."""

    def __init__(self, reader: StreamReader, writer: StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.status = 0
        """Of the answer to the handshake."""

    @classmethod
    async def line(cls, url: str, *, takes: int = 0) -> Raw:
        """A connection on which nothing is said; the system takes so few bytes for it, if any."""
        place = urlsplit(url)
        assert place.hostname is not None
        assert place.port is not None
        line = socket.socket(proto=socket.IPPROTO_TCP)
        if takes:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, takes)
        line.setblocking(False)
        await asyncio.get_running_loop().sock_connect(line, (place.hostname, place.port))
        return cls(*await asyncio.open_connection(sock=line))

    @classmethod
    async def socket(cls, url: str, table: str, *more: str, takes: int = 0) -> Raw:
        """A handshake, with more lines in its head."""
        raw = await cls.line(url, takes=takes)
        raw.writer.write(handshake(table, *more))
        raw.status, _ = await raw.head()
        return raw

    @classmethod
    async def hello(cls, url: str, table: str, token: str | None = None, *more: str) -> Raw:
        """A WebSocket on which hello has been said, and answered."""
        raw = await cls.socket(url, table, *more)
        assert raw.status == 101
        await raw.say(type="hello", protocol=1, token=token)
        return raw

    # --- saying -------------------------------------------------------------------------

    async def send(self, data: bytes) -> None:
        """Send bytes, as far as the server takes them; who is cut off notices it in reading."""
        with suppress(OSError):
            self.writer.write(data)
            await self.writer.drain()

    async def say(self, **message: object) -> None:
        """Send a message."""
        await self.send(text(msgspec.json.encode(message)))

    # --- hearing ------------------------------------------------------------------------

    async def head(self) -> tuple[int, bytes]:
        """The status of an answer, and its head."""
        head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE_S)
        return int(head.split(b" ", 2)[1]), head

    async def rest(self) -> bytes:
        """Everything until the server has closed the line."""
        got = b""
        with suppress(OSError):
            while more := await asyncio.wait_for(self.reader.read(65_536), PATIENCE_S):
                got += more
        return got

    async def frame(self) -> tuple[Opcode, bytes]:
        """The next frame of the server."""
        async with asyncio.timeout(PATIENCE_S):
            first, size = await self.reader.readexactly(2)
            if size >= 126:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            return Opcode(first & 0x0F), await self.reader.readexactly(size)

    async def message(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        while True:
            opcode, data = await self.frame()
            if opcode is Opcode.TEXT:
                message: dict[str, Any] = msgspec.json.decode(data)
                if message["type"] == kind:
                    return message

    async def close_code(self) -> int:
        """How the server ends the connection, and that it does; 1006: without a word."""
        with suppress(OSError, EOFError):
            while True:
                opcode, data = await self.frame()
                if opcode is Opcode.CLOSE:
                    return int(Close.parse(data).code)
        return 1006

    async def gone(self) -> None:
        """Hang up."""
        self.writer.transport.abort()
        with suppress(OSError):
            await self.writer.wait_closed()


def handshake(table: str, *more: str) -> bytes:
    """The request for a WebSocket."""
    lines = [
        f"GET /api/tables/{table}/socket HTTP/1.1",
        "Host: there",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        *more,
    ]
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode()


def frame(opcode: Opcode, data: bytes = b"", *, fin: bool = True, packed: bool = False) -> bytes:
    """A frame as a client sends it."""
    first, *rest = Frame(opcode, data, fin=fin).serialize(mask=True)
    return bytes([first | 0x40 if packed else first, *rest])


def text(data: bytes) -> bytes:
    """A whole message."""
    return frame(Opcode.TEXT, data)


def deflated(data: bytes) -> bytes:
    """As permessage-deflate packs a message."""
    press = zlib.compressobj(9, zlib.DEFLATED, -12)
    small = press.compress(data) + press.flush(zlib.Z_SYNC_FLUSH)
    return frame(Opcode.TEXT, small.removesuffix(b"\x00\x00\xff\xff"), packed=True)


class Door:
    """The table next door."""

    def __init__(self, table: Company, actions: int) -> None:
        self.table = table
        self.took: list[float] = []
        """How long each action took beside the block (s)."""
        self.over = False
        """Whether the block is."""
        self._actions = actions
        self.playing = asyncio.create_task(self._play())

    @property
    def plays(self) -> bool:
        """Whether it still has actions to play."""
        return len(self.took) < self._actions and not self.playing.done()

    async def _play(self) -> None:
        while len(self.took) < self._actions or not self.over:
            self.took.append(await timed_action(self.table))
            if len(self.took) >= self._actions:
                await asyncio.sleep(PACE_S)


async def timed_action(table: Company) -> float:
    """The next action; how long it took from sending it until everybody had seen it (s)."""
    await table.host.view(lambda view: view.to_act is not None)
    name = table.whose_turn()
    assert name is not None
    device = table.devices[name]
    view = await device.view(mine)
    began = time.perf_counter()
    await table.together(await device.done(act(view, passive(view))))
    return time.perf_counter() - began


@asynccontextmanager
async def next_door(url: str, actions: int = ACTIONS) -> AsyncIterator[Door]:
    """Two people who play while the block runs, so many actions at least, and must come through.

    Half of their actions may take somewhat longer than before the block, and not much longer: how
    long they take while a flood has the machine to itself stands in bench/MISUSE.md.
    """
    async with company(url, "Nell Ned", quick(deals=500, stack=1000)) as table:
        await table.start()
        before = [await timed_action(table) for _ in range(BEFORE)]
        door = Door(table, actions)
        try:
            yield door
            door.over = True
            await asyncio.wait_for(door.playing, 3 * PATIENCE_S)
        finally:
            door.playing.cancel()
        alone, beside = median(before), median(door.took)
        assert beside <= 10 * alone + 0.5, f"{beside:.3f} s, and {alone:.3f} s before"


async def until(happened: Callable[[], object]) -> None:
    """Wait until something is so at last."""
    async with asyncio.timeout(PATIENCE_S):
        while not happened():
            await asyncio.sleep(0.01)


def there(live: Live) -> set[object]:
    """The connections that the server has."""
    return set(live.server.server_state.connections)


def sockets(live: Live) -> int:
    """How many WebSockets the server has."""
    return sum(isinstance(each, SocketLine) for each in live.server.server_state.connections)
