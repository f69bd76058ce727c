"""One database with its servers and its tables, and what is done to them, for the soak.

The one idea: people play on all the time, so what happens to the servers happens in the middle
of something. After each round everything that anybody was sent or promised is compared with the
log, and the servers must have given back what they took.
"""

from __future__ import annotations

import asyncio
import json
import re
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random

import httpx
import psutil  # type: ignore[import-untyped]

from crash_driver import STEPS
from live_client import Device
from live_process import ServerProcess
from soak_outages import Cable, Disk, OwnPostgres
from soak_people import PeopleAtTable
from soak_samples import Sample, surplus

TABLES = 3
ROUNDS_A_TABLE = 12
IDLE_S = 2
LOOKS = 5
"""So often a process is looked at before what it holds too much is a fault, 2 s apart."""
WELL_WITHIN_S = 60.0
MOVES_ON_WITHIN_S = 90.0
HOUR_MS = 3_600_000
DECISIONS = "decisions in the log"


class World:
    """Servers on one database, and people at its tables."""

    def __init__(
        self,
        name: str,
        database: str,
        folder: Path,
        seed: int,
        *,
        processes: int,
        disk: Disk | None = None,
        cable: Cable | None = None,
        own: OwnPostgres | None = None,
    ) -> None:
        self.name = name
        self.database = database
        self.folder = folder
        self.rng = Random(f"{seed}/{name}")
        self.processes = processes
        self.disk, self.cable, self.own = disk, cable, own
        self.servers: list[ServerProcess] = []
        self.tables: list[PeopleAtTable] = []
        self.counts: Counter[str] = Counter()
        self.samples: list[Sample] = []
        self.rounds = 0
        self.played: Counter[str] = Counter()
        """The totals of tables that are given up."""
        self._clock = folder / f"{name}-clock"
        self._clock.write_text("0")
        self._jumped_ms = 0
        self._log = folder / f"{name}-log"
        self._read = 0
        self._lives: dict[str, list[Sample]] = {}

    # --- servers ----------------------------------------------------------------------

    def urls(self) -> Sequence[str]:
        """Where the servers are, or were."""
        return [server.url for server in self.servers]

    async def start(self, crash: str = "") -> None:
        """Start those that are missing; people try the old address until then."""
        more = {"CLOCK": str(self._clock), "IDLE": str(IDLE_S)}
        for place in range(self.processes):
            if place < len(self.servers) and self.servers[place].alive:
                continue
            started = await ServerProcess.start(self.database, crash, log=self._log, more=more)
            self.servers[place : place + 1] = [started]
            self.counts["servers started"] += 1

    async def stop(self) -> None:
        """The end: everything is stopped in good order."""
        for server in self.servers:
            if server.alive:
                assert await server.stop() == 0

    async def kill(self) -> None:
        """The end, whatever happens."""
        for server in self.servers:
            await server.kill()

    async def _health(self, url: str) -> str:
        try:
            async with httpx.AsyncClient(base_url=url, timeout=30) as http:
                answer = await http.get("/api/health")
        except httpx.HTTPError as error:
            return type(error).__name__
        status = str(answer.json()["status"])
        assert (answer.status_code == 200) == (status == "well")
        return status

    async def _until(self, status: str) -> None:
        """Every server says that of itself."""
        said = ""
        try:
            async with asyncio.timeout(WELL_WITHIN_S):
                for url in self.urls():
                    while (said := await self._health(url)) != status:
                        await asyncio.sleep(0.2)
        except TimeoutError:
            raise AssertionError(f"{said}, not {status}: {await self._where()}") from None

    async def _where(self) -> str:
        """Where the servers are now, and what they have said in this round."""
        for server in self.servers:
            if server.alive:
                server.process.send_signal(signal.SIGUSR1)
        await asyncio.sleep(2)
        with self._log.open("rb") as log:
            log.seek(self._read)
            return log.read().decode(errors="replace")

    # --- a round ------------------------------------------------------------------------

    async def round(self, kind: str) -> None:
        """People play, something happens, they play on; then everything is checked."""
        await self.start()
        if self.rounds % ROUNDS_A_TABLE == 0:
            await self._new_tables()
        self.rounds += 1
        over = asyncio.Event()
        playing = [asyncio.create_task(table.play(self.urls, over)) for table in self.tables]
        try:
            await self._moves_on(playing, 5)
            await self.CHAOS[kind](self)
            await self._until("well")
            await self._moves_on(playing, 8)
        finally:
            over.set()
            await asyncio.gather(*playing, return_exceptions=True)
        for task in playing:
            task.result()
        for table in self.tables:
            await table.check()
            self._check_told(kind, table)
        if kind == "servers restarted":  # who had no line just then was told nothing
            people = [person for table in self.tables for person in table.people]
            assert any(person.told["closing"] for person in people), "nobody was told of a stop"
        self.counts[f"round: {kind}"] += 1
        self._check_logs(kind)
        await self._measure()

    async def _new_tables(self) -> None:
        await self._give_up_tables()
        self.tables = [
            PeopleAtTable(self.database, self.rng.randrange(2**31), self.counts)
            for _ in range(TABLES)
        ]
        for table in self.tables:
            await table.open(self.rng.choice(self.urls()))
            self.counts["tables made"] += 1

    async def _give_up_tables(self) -> None:
        for table in self.tables:
            await table.finish(self.rng.choice(self.urls()))
            self.played += table.totals()
        self.tables = []

    async def end(self) -> None:
        """After the last round."""
        await self.start()
        await self._give_up_tables()
        await self.stop()

    async def _moves_on(self, playing: Sequence[asyncio.Task[None]], moves: int) -> None:
        """Every table goes on by so many decisions; what has failed is raised."""
        wanted = [table.version + moves for table in self.tables]
        try:
            async with asyncio.timeout(MOVES_ON_WITHIN_S):
                while any(t.version < to for t, to in zip(self.tables, wanted, strict=True)):
                    for task in playing:
                        if task.done():
                            task.result()
                    await asyncio.sleep(0.05)
        except TimeoutError:
            seen = [table.version for table in self.tables]
            raise AssertionError(f"{self.name}: {seen} instead of {wanted}") from None

    def _check_told(self, kind: str, table: PeopleAtTable) -> None:
        for person in table.people:
            self.counts += Counter({f"told: {code}": told for code, told in person.told.items()})
            strange = {*person.told} - ALLOWED
            assert not strange, f"{kind}: {person.name} was told {strange}"
            if kind in SAID_AT_ONCE:
                assert person.told["no_database"], f"{kind}: {person.name} was told nothing"

    def _check_logs(self, kind: str) -> None:
        with self._log.open("rb") as log:
            log.seek(self._read)
            new = log.read()
        self._read += len(new)
        lines = [json.loads(line) for line in new.splitlines() if line.startswith(b"{")]
        bad = [line for line in lines if "exception" in line]
        assert not bad, f"{kind}: {bad[:3]}"
        assert len(lines) <= 10 * self.processes, f"{kind}: {len(lines)} lines, {lines[:5]}"
        self.counts["lines in the servers' logs"] += len(lines)
        other = [line for line in new.splitlines() if not line.startswith(b"{")]
        assert not other, f"{kind}: {other[:5]}"

    # --- what is given back -------------------------------------------------------------

    async def _measure(self) -> None:
        await asyncio.sleep(2 * IDLE_S + 1)
        for server in self.servers:
            if server.alive:
                await self._sample(server)

    async def _sample(self, server: ServerProcess) -> None:
        """What was not given back is still there at the last look; what a move of a clock or of
        a bot holds just now is not."""
        written = self.played[DECISIONS] + sum(len(table.entries) for table in self.tables)
        for _ in range(LOOKS):
            sample = await self._held(server)
            life = [*self._lives.get(sample.life, ()), sample]
            fault = surplus(life, self.name, written)
            if fault is None:
                break
            self.counts["looks at a process that was at work just then"] += 1
            print(f"{self.name}, to be looked at again: {fault}: {await self._where()}", flush=True)
            self._read = self._log.stat().st_size
        self.samples.append(sample)
        self._lives[sample.life] = life
        assert fault is None, fault

    async def _held(self, server: ServerProcess) -> Sample:
        process = psutil.Process(server.process.pid)
        async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
            text = (await http.get("/metrics")).text
        assert _number("cincinnati_faults_total", text) == 0, "no internal errors"
        return Sample(
            f"{self.name} {server.process.pid}",
            round(time.monotonic(), 1),
            round(process.memory_info().rss / 1e6, 2),
            process.num_fds(),
            process.num_threads(),
            _number("cincinnati_tasks", text),
        )

    # --- what happens -----------------------------------------------------------------

    async def _drops(self) -> None:
        for _ in range(12):
            self._drop_somebody()
            await asyncio.sleep(self.rng.uniform(0, 0.3))

    def _drop_somebody(self) -> None:
        person = self.rng.choice([p for table in self.tables for p in table.people])
        if person.device is not None:
            person.device.socket.transport.abort()
            self.counts["lines of people dropped"] += 1

    async def _half_open(self) -> None:
        deaf = []
        for table in self.tables:
            for _ in range(4):
                url = self.rng.choice(self.urls())
                deaf.append(await Device.open(url, table.company.table))
                deaf.append(await Device.silent(url, table.company.table))
        for device in deaf:
            device.socket.transport.pause_reading()
        await asyncio.sleep(self.rng.uniform(3, 14))
        for device in deaf:
            await device.drop()

    async def _restart(self) -> None:
        for server in list(self.servers):
            assert await server.stop() == 0, "it stops in good order"
            self.counts["servers stopped in good order"] += 1
            await self.start()

    async def _kill(self) -> None:
        for server in list(self.servers):
            await server.kill()
            self.counts["servers killed at a random moment"] += 1
            await self.start()

    async def _kill_at_a_step(self) -> None:
        await self.servers[0].kill()
        self.counts["servers killed at a random moment"] += 1
        await self.start(f"{self.rng.choice(STEPS)}:{self.rng.randint(2, 9)}")
        async with asyncio.timeout(MOVES_ON_WITHIN_S):
            while self.servers[0].alive:
                self._drop_somebody()  # perhaps he comes to this one
                await asyncio.sleep(0.3)
        assert self.servers[0].process.returncode == -9
        self.counts["servers killed right after a step of a command"] += 1
        await self.start()

    async def _clock_forward(self) -> None:
        await self._set_clock(self.rng.choice((5 * 60_000, HOUR_MS, 24 * HOUR_MS)))

    async def _clock_back(self) -> None:
        await self._set_clock(-self.rng.choice((5 * 60_000, HOUR_MS, 24 * HOUR_MS)))

    async def _set_clock(self, by_ms: int) -> None:
        self._jumped_ms += by_ms
        self._clock.with_suffix(".new").write_text(str(self._jumped_ms))
        self._clock.with_suffix(".new").replace(self._clock)
        await asyncio.sleep(6)

    async def _full_disk(self) -> None:
        assert self.disk is not None
        pids = [server.process.pid for server in self.servers]
        self.disk.fill(*pids)
        await self._until("no_database")
        await asyncio.sleep(self.rng.uniform(1, 10))
        self.disk.empty(*pids)

    async def _cut(self) -> None:
        await self._without_cable(self.rng.choice((3, 8, 60)), silently=False)

    async def _silence(self) -> None:
        await self._without_cable(self.rng.choice((13, 25, 60)), silently=True)

    async def _without_cable(self, seconds: float, *, silently: bool) -> None:
        assert self.cable is not None
        if silently:
            self.cable.silence()
        else:
            self.cable.cut()
        await asyncio.sleep(seconds)
        await self._until("no_database")
        self.cable.mend()
        kind = "silent" if silently else "cut off"
        self.counts[f"seconds for which PostgreSQL was {kind}"] += round(seconds)

    async def _postgres_fast(self) -> None:
        await self._stopped("fast")

    async def _postgres_immediate(self) -> None:
        await self._stopped("immediate")

    async def _stopped(self, mode: str) -> None:
        assert self.own is not None
        await asyncio.to_thread(self.own.stop, mode)
        await self._until("no_database")
        await asyncio.sleep(self.rng.uniform(0, 5))
        await asyncio.to_thread(self.own.start)

    async def _hogged(self) -> None:
        assert self.own is not None
        with self.own.hogged():
            await self._until("no_database")
            await asyncio.sleep(self.rng.uniform(0, 5))

    CHAOS: dict[str, Callable[[World], Awaitable[None]]] = {  # noqa: RUF012
        "lines dropped": _drops,
        "half-open and silent lines": _half_open,
        "clock set forward": _clock_forward,
        "clock set back": _clock_back,
        "disk full": _full_disk,
        "PostgreSQL cut off": _cut,
        "PostgreSQL silent": _silence,
        "PostgreSQL restarted (fast)": _postgres_fast,
        "PostgreSQL restarted (immediate)": _postgres_immediate,
        "PostgreSQL out of connections": _hogged,
        "servers restarted": _restart,
        "servers killed": _kill,
        "server killed at a step": _kill_at_a_step,
    }

    def plan(self, between: int) -> list[str]:
        """The rounds of a cycle: first what a server survives, so many times, then its deaths."""
        survived = ["lines dropped", "half-open and silent lines", "clock set forward",
                    "clock set back"]  # fmt: skip
        survived += ["disk full"] * 2 if self.disk else []
        survived += ["PostgreSQL cut off", "PostgreSQL silent"] if self.cable else []
        if self.own:
            survived += [kind for kind in self.CHAOS if "restarted (" in kind or "out of" in kind]
        rounds = survived * between
        self.rng.shuffle(rounds)
        return [*rounds, "servers restarted", "servers killed", *["server killed at a step"] * 2]


ALLOWED = {"no_database", "stale_turn", "stale_price", "no_deal", "no_session", "not_your_turn",
           "elsewhere", "running", "away", "closing"}  # fmt: skip
"""What a person who keeps to the protocol may be told."""
SAID_AT_ONCE = {"disk full", "PostgreSQL cut off", "PostgreSQL restarted (fast)",
                "PostgreSQL restarted (immediate)", "PostgreSQL out of connections"}  # fmt: skip
"""Nobody may be left without a word in these. A silent database is noticed after 10 s, and by then
somebody may have given up his own line."""


def _number(name: str, text: str) -> int:
    found = re.search(rf"^{name} ([\d.e+]+)$", text, re.MULTILINE)
    assert found, f"{name} is not measured"
    return int(float(found[1]))
