"""The players of `bench.load`: a process with thousands of real WebSockets, as cheap as can be.

The one idea: what is measured is the server, so a client does almost nothing. It speaks the
protocol over plain asyncio connections, sends frames whose mask is zero, and of a state it reads
the version and, where it is its turn, four numbers. Told what to do by JSON lines on the
standard input, it answers by JSON lines.

At a rate, actions are due at equal distances, whichever table is ready longest takes the
next one, and its time runs from when it was due: a server that falls behind cannot hide it.
"""

from __future__ import annotations

import asyncio
import gc
import math
import os
import struct
import sys
import time
import zlib
from collections import deque
from functools import partial
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

STATE = b'{"type":"state","version":'
LEGAL = b'"legal":{'
REFUSED = b'{"type":"refused"'
PASSED = b'"G":{"passed":'
CURRENT = b'"currentPlayer":"'
TAIL = b"\x00\x00\xff\xff"
OPENING_AT_ONCE = 40
MOST_OWED_S = 1.0
"""More than so much is not made up for: the server is simply slower than the rate."""


class Guests(Struct):
    """A table, and the secrets of those who sit at it."""

    name: str
    secrets: list[str]


class Order(Struct):
    """What to do: open these tables and start their games, or play at all that are open."""

    urls: list[str] = []
    """The server, or several: then the seats of a table are shared among them."""
    tables: list[Guests] = []
    start: bool = True
    deflate: bool = False
    """Whether to ask for compression, as browsers do."""
    peer: bool = False
    """Whether the server is boardgame.io's."""
    seconds: float = 0
    warm_up: float = 1.5
    rate: float = 0
    """Actions a second over all tables; 0: as fast as possible."""


class Answer(Struct):
    """What came of it; times in milliseconds."""

    what: str
    seconds: float = 0
    actions: int = 0
    announcements: int = 0
    decisions: int = 0
    """Versions that were written, by players, bots and time."""
    received: int = 0
    """Bytes."""
    cpu: float = 0
    """Seconds."""
    p50: float = 0
    p99: float = 0
    p999: float = 0
    worst: float = 0
    late: float = 0
    """The 99th percentile of how late the driver itself sent an action that was due."""


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


class State(Struct):
    """What it needs of a state."""

    version: int
    view: View


_read_state = msgspec.json.Decoder(State).decode


def frame(text: bytes, opcode: int = 1) -> bytes:
    """A client's frame; its mask is zero, which leaves the text as it is."""
    length = len(text)
    if length < 126:
        return struct.pack("!BB4x", 0x80 | opcode, 0x80 | length) + text
    return struct.pack("!BBH4x", 0x80 | opcode, 0xFE, length) + text


class Play:
    """A measurement that goes on: who acts when, and how long it took."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.since = math.inf
        """From when on it counts."""
        self.ready: deque[Table] = deque()
        self.owed: deque[float] = deque()
        """When actions were due for which no table was ready."""
        self.took: list[float] = []
        self.late: list[float] = []
        self.actions = self.announcements = self.decisions = self.received = 0
        self.stopped = False

    def is_ready(self, table: Table) -> None:
        """A table waits for its next action."""
        if self.stopped:
            return
        if not self.rate:
            table.act(time.perf_counter())
        elif self.owed:
            table.act(self.owed.popleft())
        else:
            table.queued = True
            self.ready.append(table)

    async def pace(self, until: float) -> None:
        """Let somebody act whenever an action is due."""
        due = time.perf_counter()
        while due < until:
            now = time.perf_counter()
            while due <= now:
                if self.ready:
                    self.late.append(now - due)
                    self.ready.popleft().act(due)
                else:
                    self.owed.append(due)
                    if len(self.owed) > self.rate * MOST_OWED_S:
                        self.owed.popleft()
                due += 1 / self.rate
            await asyncio.sleep(due - now)


class Table:
    """A table: whose turn it is, and which action is on its way."""

    def __init__(self, driver: Driver, guests: Guests) -> None:
        self.driver = driver
        self.guests = guests
        self.seats: list[Socket] = []
        self.acts: Socket | None = None
        self.begins = asyncio.Event()
        """Set as soon as somebody may act."""
        self.expected = 0
        """The version in which the last action is carried out."""
        self.left = 0
        """How many have not seen it yet."""
        self.queued = False
        """Whether it stands in the line of those that are ready."""
        self.begun = 0.0
        self.version = 0

    def arrived(self, seat: Socket, version: int, text: bytes) -> None:
        """A state has come to a seat."""
        play = self.driver.play
        now = time.perf_counter()
        if now >= play.since:
            play.announcements += 1
            play.received += len(text)
            play.decisions += max(0, version - self.version)
        self.version = max(version, self.version)
        if self.left and seat.version < self.expected <= version:
            self.left -= 1
            if not self.left and now >= play.since:
                play.actions += 1
                play.took.append(now - self.begun)
        seat.version = version
        if seat.may_act(text):
            self.acts = seat
            self.begins.set()
        if self.acts is not None and not self.left and not self.queued:
            play.is_ready(self)

    def act(self, begun: float) -> None:
        """Whose turn it is checks or calls."""
        assert self.acts is not None
        seat, self.acts, self.queued = self.acts, None, False
        self.begun, self.expected, self.left = begun, seat.version + 1, len(self.seats)
        seat.act()


class Socket(asyncio.Protocol):
    """One connection; how it talks depends on the server."""

    path = ""

    def __init__(self, table: Table, secret: str, host: str, *, deflate: bool) -> None:
        self.table = table
        self.version = 0
        self.shown = asyncio.get_running_loop().create_future()
        self.secret = secret
        self._host = host
        self._deflate = deflate
        self._inflate = zlib.decompressobj(-15)
        self._unread = b""
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        extension = "Sec-WebSocket-Extensions: permessage-deflate\r\n" if self._deflate else ""
        transport.write(
            f"GET {self.path.format(self.table.guests.name)} HTTP/1.1\r\nHost: {self._host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{extension}\r\n".encode()
        )

    def send(self, text: bytes) -> None:
        """Send a message."""
        self._transport.write(frame(text))

    def opened(self) -> None:
        """The server has taken the connection."""
        raise NotImplementedError

    def told(self, text: bytes) -> None:
        """The server has said something."""
        raise NotImplementedError

    def may_act(self, text: bytes) -> bool:
        """Whether it is this seat's turn, by a state."""
        raise NotImplementedError

    def start(self) -> None:
        """Let the game begin."""

    def act(self) -> None:
        """Check or call."""
        raise NotImplementedError

    def shows(self, version: int, text: bytes) -> None:
        """A state has come."""
        if not self.shown.done():
            self.shown.set_result(None)
        self.table.arrived(self, version, text)

    def data_received(self, data: bytes) -> None:
        """Read all frames that are whole."""
        data = self._unread + data if self._unread else data
        begin = 0
        if not self._open:
            head, found, _ = data.partition(b"\r\n\r\n")
            if not found:
                self._unread = data
                return
            if not head.startswith(b"HTTP/1.1 101"):
                fail(f"no WebSocket: {head[:200]!r}")
            self._open = True
            self.opened()
            begin = len(head) + 4
        size = len(data)
        while size - begin >= 2:
            length, at = data[begin + 1], begin + 2
            if length == 126:
                length, at = int.from_bytes(data[at : at + 2], "big"), at + 2
            elif length == 127:
                length, at = int.from_bytes(data[at : at + 8], "big"), at + 8
            if size < at + length:
                break
            self._frame(data[begin], data[at : at + length])
            begin = at + length
        self._unread = data[begin:]

    def _frame(self, first: int, text: bytes) -> None:
        if first & 0x0F == 9:
            self._transport.write(frame(text, 10))
            return
        if first & 0x0F == 8:
            fail(f"closed: {text!r}")
        if first & 0x40:
            text = self._inflate.decompress(text + TAIL)
        self.told(text)

    def connection_lost(self, exc: Exception | None) -> None:
        """The server has gone, before the driver was told to stop."""
        fail("a connection was lost")


class Seat(Socket):
    """A player at one of our tables."""

    path = "/api/tables/{}/socket"
    _view: View
    _count = 0

    def opened(self) -> None:
        """Say hello."""
        hello = {"type": "hello", "protocol": 1, "token": self.secret}
        self.send(msgspec.json.encode(hello))

    def told(self, text: bytes) -> None:
        """Look only at states and refusals."""
        if text.startswith(STATE):
            self.shows(int(text[len(STATE) : text.index(b",", len(STATE))]), text)
        elif text.startswith(REFUSED):
            fail(text.decode())

    def may_act(self, text: bytes) -> bool:
        """Whether the server says what is allowed; then it is read."""
        if LEGAL not in text:
            return False
        self._view = _read_state(text).view
        return True

    def start(self) -> None:
        """The host starts the session."""
        self._do(b'{"type":"start"}')

    def act(self) -> None:
        """Check or call."""
        view = self._view
        price = view.deal.legal.call if view.deal and view.deal.legal else None
        self._do(
            b'{"type":"act","deal":%d,"turn":%d,"price":%s,"action":{"type":"call"}}'
            % (view.number, view.turn, b"null" if price is None else b"%d" % price)
        )

    def _do(self, command: bytes) -> None:
        self._count += 1
        self.send(b'{"type":"do","id":"%s%d","command":%s}' % (RUN, self._count, command))


class PeerSeat(Socket):
    """A player at a table of boardgame.io's server, which speaks Socket.IO."""

    path = "/socket.io/?EIO=4&transport=websocket"

    def opened(self) -> None:
        """Wait to be asked."""

    def told(self, text: bytes) -> None:
        """Connect to the game, come to the table, and look at states."""
        if text == b"2":
            self.send(b"3")
        elif text.startswith(b"0{"):
            self.send(b"40/pass,")
        elif text.startswith(b"40/pass,"):
            come = [self.table.guests.name, self.secret, None, len(self.table.guests.secrets)]
            self.send(b"42/pass," + msgspec.json.encode(["sync", *come]))
        elif (at := text.find(PASSED)) >= 0:  # the state, and older ones behind it
            begin = at + len(PASSED)
            self.shows(int(text[begin : text.index(b"}", begin)]), text)

    def may_act(self, text: bytes) -> bool:
        """Whether it is this player's turn."""
        at = text.index(CURRENT) + len(CURRENT)
        return text[at : at + 1] == self.secret.encode()

    def act(self) -> None:
        """Pass."""
        wish: dict[str, object] = {
            "type": "pass",
            "args": [],
            "playerID": self.secret,
            "credentials": None,
        }
        action = {"type": "MAKE_MOVE", "payload": wish}
        update = ["update", action, self.version, self.table.guests.name, self.secret]
        self.send(b"42/pass," + msgspec.json.encode(update))


class Driver:
    """Does what it is told."""

    def __init__(self) -> None:
        self.play = Play(0)
        self.play.stopped = True
        self.tables: list[Table] = []

    async def run(self) -> None:
        """Follow orders until there are no more."""
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=2**26)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while line := await reader.readline():
            order = msgspec.json.decode(line, type=Order)
            if order.tables:
                began = time.perf_counter()
                await self._open(order)
                say(Answer("opened", time.perf_counter() - began))
            else:
                await self._play(order)

    async def _open(self, order: Order) -> None:
        at_once = asyncio.Semaphore(OPENING_AT_ONCE)

        async def one(guests: Guests) -> None:
            async with at_once:
                await self._seat(Table(self, guests), order)

        async with asyncio.timeout(300):
            await asyncio.gather(*(one(guests) for guests in order.tables))
        gc.collect()
        gc.freeze()

    async def _seat(self, table: Table, order: Order) -> None:
        loop = asyncio.get_running_loop()
        for number, secret in enumerate(table.guests.secrets):
            url = urlsplit(order.urls[number % len(order.urls)])
            kind = PeerSeat if order.peer else Seat
            seat = kind(table, secret, url.netloc, deflate=order.deflate)
            await loop.create_connection(partial(_the, seat), url.hostname or "", url.port or 80)
            await seat.shown
            table.seats.append(seat)
        if order.start:
            self.tables.append(table)
            table.seats[0].start()
            await table.begins.wait()

    async def _play(self, order: Order) -> None:
        play = self.play = Play(order.rate)
        begin = time.perf_counter() + order.warm_up
        until = begin + order.seconds
        for table in self.tables:
            table.queued = False
            if table.acts is not None and not table.left:
                play.is_ready(table)
        pacing = asyncio.create_task(play.pace(until)) if order.rate else None
        await asyncio.sleep(order.warm_up)
        play.late.clear()
        play.since = time.perf_counter()
        say(Answer("begun"))
        cpu = time.process_time()
        await asyncio.sleep(until - time.perf_counter())
        seconds, spent = time.perf_counter() - play.since, time.process_time() - cpu
        play.stopped, play.since = True, math.inf
        if pacing is not None:
            await pacing
        say(answer_of(play, seconds, spent))
        await asyncio.sleep(0.5)  # what is on its way arrives


def _the(seat: Socket) -> Socket:
    return seat


def answer_of(play: Play, seconds: float, cpu: float) -> Answer:
    """The figures of a measurement."""
    took, late = sorted(play.took), sorted(play.late) or [0.0]
    if not took:
        fail("nobody could act at all")
    return Answer(
        "played",
        seconds=seconds,
        actions=play.actions,
        announcements=play.announcements,
        decisions=play.decisions,
        received=play.received,
        cpu=cpu,
        p50=quantile(took, 0.5),
        p99=quantile(took, 0.99),
        p999=quantile(took, 0.999),
        worst=took[-1] * 1000,
        late=quantile(late, 0.99),
    )


def quantile(times: list[float], part: float) -> float:
    """In milliseconds: so many of these times, which are in order, are as short or shorter."""
    return times[min(len(times) - 1, math.ceil(part * len(times)) - 1)] * 1000


def say(answer: Answer) -> None:
    """Tell who gave the order."""
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    sys.stdout.buffer.flush()


def fail(why: str) -> None:
    """A measurement in which anything goes wrong is none."""
    print(f"the clients give up: {why}", file=sys.stderr, flush=True)
    os._exit(1)


RUN = os.urandom(4).hex().encode()
"""Command ids are this process's own."""

if __name__ == "__main__":
    asyncio.run(Driver().run())
