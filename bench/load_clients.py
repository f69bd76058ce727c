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
import sys
import time
from collections import deque
from functools import partial
from urllib.parse import urlsplit

import msgspec

from bench.load_orders import Answer, Guests, Order
from bench.load_sockets import PeerSeat, Seat, Socket, fail

OPENING_AT_ONCE = 40
SETTLED_WITHIN_S = 10.0
MOST_OWED_S = 1.0
"""More than so much is not made up for: the server is simply slower than the rate."""


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
        self.actions = self.announcements = self.decisions = 0
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

    @property
    def _received(self) -> int:
        return sum(seat.received for table in self.tables for seat in table.seats)

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
        cpu, received = time.process_time(), self._received
        await asyncio.sleep(until - time.perf_counter())
        seconds, spent = time.perf_counter() - play.since, time.process_time() - cpu
        received = self._received - received
        play.stopped, play.since = True, math.inf
        if pacing is not None:
            await pacing
        say(answer_of(play, seconds, spent, received))
        await self._settle()

    async def _settle(self) -> None:
        """Wait for what is on its way: in the end every table waits for one of its people."""
        until = time.perf_counter() + SETTLED_WITHIN_S
        while any(table.acts is None for table in self.tables):
            if time.perf_counter() > until:
                fail("a table goes on without its people")
            await asyncio.sleep(0.05)


def _the(seat: Socket) -> Socket:
    return seat


def answer_of(play: Play, seconds: float, cpu: float, received: int) -> Answer:
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
        received=received,
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


if __name__ == "__main__":
    asyncio.run(Driver().run())
