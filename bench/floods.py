"""The floods of `bench.misuse`: each does one wrong thing at full strength, and counts the answers.

The one idea: a flood is a function of a target that runs until its time is up and returns what
it was answered, as short words with their numbers. Everything comes from one address.
"""

from __future__ import annotations

import asyncio
import os
import time
import zlib
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from urllib.parse import urlsplit

from msgspec import Struct

Answers = Counter[str]
Flood = Callable[["Target"], Awaitable[Answers]]

FROM = "127.0.0.1"
"""The address that all floods come from."""
MASK = b"\x00" * 4
"""A mask that changes nothing, so that a frame is written as it is read."""


class Target(Struct, frozen=True):
    """Whom to flood, and until when."""

    url: str
    table: str
    """A table of the attacker's own."""
    token: str
    """Who he is there."""
    neighbour: str
    """The table next door, of which he knows the link."""
    until: float

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() >= self.until

    @property
    def left(self) -> float:
        """Seconds."""
        return max(0.0, self.until - time.monotonic())

    async def line(self) -> tuple[StreamReader, StreamWriter]:
        """A connection on which nothing has been said."""
        place = urlsplit(self.url)
        return await asyncio.open_connection(place.hostname, place.port, local_addr=(FROM, 0))

    async def socket(
        self, table: str = "", *, hello: bool = True, extra: str = ""
    ) -> tuple[StreamReader, StreamWriter, str]:
        """A WebSocket at the attacker's table, and the status of the handshake."""
        reader, writer = await self.line()
        writer.write(handshake(table or self.table, extra))
        status = await status_of(reader)
        if hello and status == "101":
            who = f',"token":"{self.token}"' if not table else ""
            writer.write(frame(f'{{"type":"hello","protocol":1{who}}}'.encode()))
        return reader, writer, status


# --- bytes --------------------------------------------------------------------------------------


def handshake(table: str, extra: str = "") -> bytes:
    """The request for a WebSocket."""
    return (
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: there\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{extra}\r\n"
    ).encode()


def frame(payload: bytes, first: int = 0x81) -> bytes:
    """One frame of a client; its first byte says what it is (0x81: a whole text)."""
    size = len(payload)
    if size < 126:
        length = bytes([0x80 | size])
    elif size < 65_536:
        length = bytes([0x80 | 126]) + size.to_bytes(2, "big")
    else:
        length = bytes([0x80 | 127]) + size.to_bytes(8, "big")
    return bytes([first]) + length + MASK + payload


def deflated(payload: bytes) -> bytes:
    """As permessage-deflate sends it."""
    press = zlib.compressobj(9, zlib.DEFLATED, -12)
    return (press.compress(payload) + press.flush(zlib.Z_SYNC_FLUSH)).removesuffix(
        b"\x00\x00\xff\xff"
    )


DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate\r\n"


async def status_of(reader: StreamReader) -> str:
    """The status of an HTTP answer; its body is left unread."""
    try:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
    except (OSError, EOFError, TimeoutError):
        return "cut off"
    return head.split(b" ", 2)[1].decode()


async def hung_up(writer: StreamWriter) -> None:
    """Close a connection that is perhaps closed already."""
    writer.transport.abort()
    with suppress(OSError):
        await writer.wait_closed()


# --- on one socket ------------------------------------------------------------------------------


async def poured(target: Target, pieces: bytes, *, extra: str = "", first: bytes = b"") -> Answers:
    """Send the same bytes as fast as they are taken, and read nothing; again when cut off."""
    answers: Answers = Counter()
    while not target.over:
        _, writer, status = await target.socket(extra=extra)
        if status != "101":
            answers[status] += 1
            await hung_up(writer)
            await asyncio.sleep(0.02)
            continue
        writer.write(first)
        try:
            while not target.over:
                writer.write(pieces)
                async with asyncio.timeout(target.left):
                    await writer.drain()
                answers["kB taken"] += len(pieces) // 1024
        except TimeoutError:
            answers["held back"] += 1
        except OSError:
            answers["cut off"] += 1
        await hung_up(writer)
    return answers


async def messages(target: Target) -> Answers:
    """Pings of the protocol, as many as are taken; the answers are read."""
    answers: Answers = Counter()
    ping = frame(b'{"type":"ping","number":1}') * 100
    while not target.over:
        reader, writer, status = await target.socket()
        if status != "101":
            answers[status] += 1
            await hung_up(writer)
            await asyncio.sleep(0.02)
            continue

        async def send(writer: StreamWriter = writer) -> None:
            while not target.over:
                writer.write(ping)
                await writer.drain()
                answers["sent"] += 100

        sending = asyncio.create_task(send())
        with suppress(OSError, TimeoutError):
            async with asyncio.timeout(target.left):
                while read := await reader.read(65_536):
                    for word in ("pong", "too_often"):
                        answers[word] += read.count(b'"%s"' % word.encode())
                answers["cut off"] += 1
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        await hung_up(writer)
    return answers


async def empty_messages(target: Target) -> Answers:
    """Texts without a letter: six bytes each."""
    return await poured(target, frame(b"") * 10_000)


async def pings(target: Target) -> Answers:
    """Control frames whose answers nobody reads."""
    return await poured(target, frame(b"x" * 125, 0x89) * 500)


async def fragments(target: Target) -> Answers:
    """A message that never ends, in pieces of nothing."""
    return await poured(target, frame(b"", 0x00) * 10_000, first=frame(b"", 0x01))


async def bombs(target: Target) -> Answers:
    """Messages that are 1,000 times as large when they are unpacked."""
    bomb = frame(deflated(b'"' + b" " * 65_000 + b'"'), 0xC1)
    return await poured(target, bomb * 700, extra=DEFLATE)


async def large(target: Target) -> Answers:
    """Frames of 1 MB."""
    return await poured(target, frame(b"x" * 1_000_000))


# --- many sockets -------------------------------------------------------------------------------


async def together(many: int, one: Callable[[], Awaitable[Answers]]) -> Answers:
    """So many at once."""
    return sum(await asyncio.gather(*(one() for _ in range(many))), Counter())


async def connects(target: Target, extra: str = "") -> Answers:
    """Handshakes, eight at a time, hung up at once."""

    async def one() -> Answers:
        answers: Answers = Counter()
        while not target.over:
            with suppress(OSError):
                _, writer, status = await target.socket(extra=extra)
                answers[status] += 1
                await hung_up(writer)
        return answers

    return await together(8, one)


async def foreign(target: Target) -> Answers:
    """Handshakes of a page of another origin."""
    return await connects(target, "Origin: http://evil.example\r\n")


async def held(
    target: Target, many: int, opened: Callable[[], Awaitable[tuple[StreamReader, StreamWriter]]]
) -> Answers:
    """Open so many connections and hold them without a word; how many are still there then."""
    answers: Answers = Counter()
    lines: list[tuple[StreamReader, StreamWriter]] = []

    async def one() -> None:
        with suppress(OSError):
            lines.append(await opened())

    with suppress(TimeoutError):
        async with asyncio.timeout(target.left):
            await asyncio.gather(*(one() for _ in range(many)))
    await asyncio.sleep(target.left)
    for reader, writer in lines:
        answers["cut off" if reader.at_eof() else "held"] += 1
        await hung_up(writer)
    answers["not opened"] = many - len(lines)
    return +answers


async def idle(target: Target) -> Answers:
    """500 sockets that never say hello."""

    async def opened() -> tuple[StreamReader, StreamWriter]:
        reader, writer, status = await target.socket(hello=False)
        if status != "101":
            reader.feed_eof()
            await reader.read()
        return reader, writer

    return await held(target, 500, opened)


async def slow_readers(target: Target) -> Answers:
    """Spectators of the table next door who never read."""

    async def opened() -> tuple[StreamReader, StreamWriter]:
        reader, writer, _ = await target.socket(target.neighbour)
        writer.transport.pause_reading()  # type: ignore[attr-defined]
        return reader, writer

    return await held(target, 50, opened)


async def half_requests(target: Target) -> Answers:
    """500 connections with a request that is never finished."""

    async def opened() -> tuple[StreamReader, StreamWriter]:
        reader, writer = await target.line()
        writer.write(b"GET /api/health HTTP/1.1\r\nHost: there\r\nX-Slow: ")
        return reader, writer

    return await held(target, 500, opened)


# --- requests -----------------------------------------------------------------------------------


async def requested(target: Target, requests: Iterable[bytes], many: int = 8) -> Answers:
    """These requests, one after another, on so many connections at once."""
    texts = list(requests)

    async def one() -> Answers:
        answers: Answers = Counter()
        while not target.over:
            with suppress(OSError, EOFError):
                reader, writer = await target.line()
                try:
                    while not target.over:
                        for text in texts:
                            writer.write(text)
                            answers[await answered(reader)] += 1
                finally:
                    await hung_up(writer)
        return answers

    return await together(many, one)


async def answered(reader: StreamReader) -> str:
    """The status of an answer that is read to its end."""
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            await reader.readexactly(int(line.split(b":")[1]))
    return head.split(b" ", 2)[1].decode()


def post(path: str, body: str) -> bytes:
    """A request with a body."""
    head = f"POST {path} HTTP/1.1\r\nHost: there\r\nContent-Length: {len(body)}\r\n\r\n"
    return (head + body).encode()


async def joins(target: Target) -> Answers:
    """Joins, and tables."""
    join = post(f"/api/tables/{target.table}/join", '{"name":"Eve"}')
    return await requested(target, [join, post("/api/tables", '{"name":"Eve"}')])


async def pages(target: Target) -> Answers:
    """Pages and paths that are not there."""
    paths = ("/", "/nowhere", "/../../etc/passwd", "/api/nowhere", "/api/health", "/api/presets")
    return await requested(
        target, [f"GET {path} HTTP/1.1\r\nHost: there\r\n\r\n".encode() for path in paths]
    )


async def tokens(target: Target) -> Answers:
    """Tokens that are not known, each in a request of its own."""
    path = f"GET /api/tables/{target.table}/odds HTTP/1.1\r\nHost: there\r\n"
    return await requested(
        target,
        [f"{path}Authorization: Bearer {os.urandom(24).hex()}\r\n\r\n".encode() for _ in range(50)],
    )


async def endless_bodies(target: Target) -> Answers:
    """Bodies of unknown length that do not end."""
    head = b"POST /api/tables HTTP/1.1\r\nHost: there\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"

    async def one() -> Answers:
        answers: Answers = Counter()
        while not target.over:
            with suppress(OSError, TimeoutError):
                reader, writer = await target.line()
                writer.write(head)
                try:
                    async with asyncio.timeout(target.left):
                        while not reader.at_eof():
                            writer.write(chunk)
                            await writer.drain()
                            answers["kB taken"] += 16
                    answers["cut off"] += 1
                finally:
                    await hung_up(writer)
        return answers

    return await together(4, one)


FLOODS: dict[str, Flood] = {
    "messages as fast as possible": messages,
    "empty messages": empty_messages,
    "pings, never reading": pings,
    "a message in endless fragments": fragments,
    "packed messages of 65 kB": bombs,
    "frames of 1 MB": large,
    "handshakes": connects,
    "handshakes of a foreign page": foreign,
    "500 sockets without hello": idle,
    "50 slow readers of the table": slow_readers,
    "500 half requests": half_requests,
    "joins and new tables": joins,
    "pages and wrong paths": pages,
    "unknown tokens": tokens,
    "endless bodies": endless_bodies,
}
