"""Tables, processes and one database as queues: how long an action takes when there are many.

The one idea: tables do what real sessions did, with the same pauses, and everything that they
wait for is a queue whose times were measured. A process has one core and writes one group of
decisions at a time; a database has cores for statements and a disk that one flush occupies.
Events in time, nothing else: no queueing formula is assumed.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from statistics import fmean, quantiles

from msgspec import Struct

from bench.scale_commits import MANY, Measured
from bench.scale_play import Played
from cincinnati.store.store import SEEN_AT_ONCE

Done = Callable[[], None]
MOST_AT_ONCE = 100
"""Decisions in a group (`cincinnati.store.appending`)."""
BEFORE = 0.3
"""The share of an action's CPU that is spent before its decision is written."""
USUAL_SEATS = 6
"""Seats of the tables for which the CPU of an action was measured."""


class Disk(Struct, frozen=True):
    """What a group costs, in ms: a delay, ``fixed + row * decisions`` on a core, a flush."""

    delay: float

    fixed: float
    row: float
    flush: float
    cores: int
    shared: bool
    """Whether one flush may serve several processes' groups; not while a bell's lock is held."""
    one_writer: bool = False
    """SQLite: whoever writes has the whole database until his flush has ended."""


class Setup(Struct, frozen=True):
    """What serves the tables."""

    name: str
    disk: Disk
    processes: int
    action_ms: float
    """CPU of a process for an action at a table of six."""
    bell_ms: float
    """CPU of every other process for its bell; 0 if only those hear it that have the table."""
    presence_s: float
    """So often each process notes who is connected."""
    scattered: bool = False
    """Whether the people of one table are connected anywhere, not all to one process."""


class Point(Struct, frozen=True):
    """What was found with so many tables."""

    tables: int
    actions: float
    p50: float
    p99: float


class Time:
    """Events in their order; ``now`` in ms."""

    def __init__(self) -> None:
        self.now = 0.0
        self._events: list[tuple[float, int, Done]] = []
        self._order = count()

    def after(self, delay: float, done: Done) -> None:
        """Do something later."""
        heapq.heappush(self._events, (self.now + delay, next(self._order), done))

    def run(self, until: float) -> None:
        """Let time pass."""
        while self._events and self._events[0][0] <= until:
            self.now, _, done = heapq.heappop(self._events)
            done()


class Queue:
    """So many cores; work is done in the order in which it came."""

    def __init__(self, time: Time, cores: int) -> None:
        self._time = time
        self._free = [0.0] * cores

    def work(self, ms: float, done: Done | None = None) -> None:
        """Do so much, then call."""
        ends = max(self._time.now, heapq.heappop(self._free)) + ms
        heapq.heappush(self._free, ends)
        if done is not None:
            self._time.after(ends - self._time.now, done)


class Flushing:
    """The write-ahead log: everybody who waits when a flush begins is served by it, or only one."""

    def __init__(self, time: Time, disk: Disk) -> None:
        self._time = time
        self._disk = disk
        self._waiting: deque[Done] = deque()
        self._riding: list[Done] = []
        self._busy = False

    def ride(self, done: Done) -> None:
        """Like `flush` for who holds no lock: the next flush that begins serves him too."""
        self._riding.append(done)
        if not self._busy:
            self._begin()

    def flush(self, done: Done) -> None:
        """Call when what was written so far is on the disk."""
        self._waiting.append(done)
        if not self._busy:
            self._begin()

    def _begin(self) -> None:
        self._busy = True
        served = len(self._waiting) if self._disk.shared else min(1, len(self._waiting))
        batch = [*self._riding, *(self._waiting.popleft() for _ in range(served))]
        self._riding = []
        self._time.after(self._disk.flush, lambda: self._end(batch))

    def _end(self, batch: Sequence[Done]) -> None:
        self._busy = False
        for done in batch:
            done()
        if (self._waiting or self._riding) and not self._busy:
            self._begin()


class Database:
    """Statements on a core, then a flush."""

    def __init__(self, time: Time, disk: Disk) -> None:
        self.disk = disk
        self._time = time
        self.cores = Queue(time, disk.cores)
        self._flushing = Flushing(time, disk)

    def write(self, decisions: int, done: Done) -> None:
        """Write a group; call when it is on the disk."""
        self._work(decisions, lambda: self._flushing.flush(done))

    def _work(self, decisions: int, done: Done) -> None:
        ms = self.disk.fixed + self.disk.row * decisions
        self._time.after(self.disk.delay, lambda: self.cores.work(ms, done))

    def note(self, people: int, done: Done) -> None:
        """Write who is present, each as if he were a decision: a transaction without a bell."""
        flush = self._flushing.flush if self.disk.one_writer else self._flushing.ride
        self._work(people, lambda: flush(done))


class Process:
    """A server process: a core, and the group of decisions that is being written."""

    def __init__(self, time: Time, database: Database) -> None:
        self.core = Queue(time, 1)
        self._database = database
        self._waiting: list[Done] = []
        self._writing = False

    def append(self, done: Done) -> None:
        """Write a decision with the next group."""
        self._waiting.append(done)
        if not self._writing:
            self._write()

    def _write(self) -> None:
        self._writing = True
        group, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
        self._database.write(len(group), lambda: self._written(group))

    def _written(self, group: Sequence[Done]) -> None:
        self._writing = False
        for done in group:
            done()
        if self._waiting and not self._writing:
            self._write()


class Simulation:
    """So many tables for some time."""

    def __init__(self, setup: Setup, sessions: Sequence[Played], tables: int, seed: int) -> None:
        self.setup = setup
        self.time = Time()
        self.rng = Random(seed)
        self.database = Database(self.time, setup.disk)
        self.processes = [Process(self.time, self.database) for _ in range(setup.processes)]
        self.latencies: list[tuple[float, float]] = []
        people = 0
        for number in range(tables):
            session = self.rng.choice(sessions)
            people += session.seats
            self._begin(session, number % setup.processes)
        self._each = people // setup.processes
        for _ in self.processes if setup.presence_s else ():
            self.time.after(
                setup.presence_s * 1000 * self.rng.random(),
                lambda: self._note(self._each, self.time.now),
            )

    def _note(self, left: int, began: float) -> None:
        """Presence, some people after the others; then a pause until it is time again."""
        if left:
            some = min(left, SEEN_AT_ONCE)
            self.database.note(some, lambda: self._note(left - some, began))
            return
        pause = max(1000.0, began + self.setup.presence_s * 1000 - self.time.now)
        self.time.after(pause, lambda: self._note(self._each, self.time.now))

    def _begin(self, session: Played, home: int) -> None:
        """A table is somewhere in its session; when that is over the next one begins there."""
        gaps = [row.gap_ms for row in session.rows]
        place = self.rng.choices(range(len(gaps)), gaps)[0]
        share = BEFORE + (1 - BEFORE) * session.seats / USUAL_SEATS
        before, after = self.setup.action_ms * BEFORE, self.setup.action_ms * (share - BEFORE)
        process, time = self.processes[home], self.time

        def act() -> None:
            began = time.now
            process.core.work(before, lambda: process.append(lambda: tell(began)))

        def tell(began: float) -> None:
            self._ring(home, before, session.seats)
            process.core.work(after, lambda: told(began))

        def told(began: float) -> None:
            nonlocal place
            self.latencies.append((time.now, time.now - began))
            place = (place + 1) % len(gaps)
            time.after(gaps[place], act)

        time.after(gaps[place] * self.rng.random(), act)

    def _ring(self, home: int, evolve_ms: float, seats: int) -> None:
        others = [each for number, each in enumerate(self.processes) if number != home]
        for other in others if self.setup.bell_ms else ():
            other.core.work(self.setup.bell_ms)
        if self.setup.scattered and others:
            elsewhere = {self.rng.randrange(len(self.processes)) for _ in range(seats)} - {home}
            for number in elsewhere:  # it reads the log and works out the same table
                self.database.cores.work(self.setup.disk.row)
                self.processes[number].core.work(evolve_ms)

    def run(self, ms: float) -> Point:
        """What was seen, the first fifth left out."""
        self.time.run(ms)
        counted = [each for at, each in self.latencies if at > ms / 5]
        actions = len(counted) / (ms * 0.8 / 1000)
        if len(counted) < 100:
            return Point(0, 0, ms, ms)
        parts = quantiles(counted, n=100)
        return Point(0, actions, parts[49], parts[98])


def rate_of(sessions: Sequence[Played]) -> float:
    """Decisions a second at the mean table."""
    return fmean(each.commits / each.seconds for each in sessions)


def look(setup: Setup, sessions: Sequence[Played], tables: int, actions: int, seed: int) -> Point:
    """Simulate for about so many actions, and at least three seconds."""
    ms = max(3000.0, 1000 * actions / (tables * rate_of(sessions)))
    found = Simulation(setup, sessions, tables, seed).run(ms)
    return Point(tables, found.actions, found.p50, found.p99)


def grow(
    setup: Setup, sessions: Sequence[Played], goal_ms: float, actions: int, seed: int
) -> list[Point]:
    """More and more tables until the 99th percentile misses the goal, then closer to that point."""
    good, points = 0, [look(setup, sessions, 200, actions, seed)]
    while points[-1].p99 <= goal_ms:
        good = points[-1].tables
        points.append(look(setup, sessions, good * 2, actions, seed))
    bad = points[-1].tables
    while good and bad - good > good * 0.1:
        middle = (good + bad) // 2
        points.append(look(setup, sessions, middle, actions, seed))
        good, bad = (middle, bad) if points[-1].p99 <= goal_ms else (good, middle)
    return sorted(points, key=lambda point: point.tables)


def carried(points: Sequence[Point], goal_ms: float) -> Point:
    """The most tables that meet the goal."""
    met = [point for point in points if point.p99 <= goal_ms]
    return max(met, key=lambda point: point.tables) if met else points[0]


# --- what was measured, as the model's numbers ------------------------------------------------


def fitted(times: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """Fixed ms, and ms a row, of transactions of several sizes: least squares, relative."""
    weights = [1 / ms**2 for _, ms in times]
    total = sum(weights)
    size = sum(w * n for w, (n, _) in zip(weights, times, strict=True)) / total
    mean = sum(w * ms for w, (_, ms) in zip(weights, times, strict=True)) / total
    row = sum(
        w * (n - size) * (ms - mean) for w, (n, ms) in zip(weights, times, strict=True)
    ) / sum(w * (n - size) ** 2 for w, (n, _) in zip(weights, times, strict=True))
    return mean - row * size, row


def disk_of(measured: Measured, cores: int, *, shared: bool) -> Disk:
    """PostgreSQL as it was measured with one writer, and with one number of many.

    The many tell how long the bell's lock is held, and how much of the time a core is busy. What
    other numbers and larger groups reach is left for a test of the model.
    """
    alone = [(each.group, each.latency_ms) for each in measured.rates
             if each.writers == 1 and each.bell == "inside"]  # fmt: skip
    fixed, row = fitted(alone)
    row = max(0.001, row)
    many = next(each for each in measured.rates if each.writers == MANY and each.bell == "after")
    busy = max(0.05, min(fixed - measured.flush_ms, cores * 1000 / many.rows - row))
    delay = max(0.0, fixed - measured.flush_ms - busy)
    held = measured.flush_ms if shared else max(measured.flush_ms, measured.held_ms)
    return Disk(delay, busy, row, held, cores, shared)


def predicted(disk: Disk, writers: int, group: int, ms: float = 20_000) -> float:
    """Rows a second that writers without a pause would reach in the model."""
    time, rows = Time(), 0
    database = Database(time, disk)

    def write() -> None:
        database.write(group, again)

    def again() -> None:
        nonlocal rows
        rows += group
        write()

    for _ in range(writers):
        write()
    time.run(ms)
    return rows / ms * 1000
