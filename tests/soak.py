"""The soak: ``make soak``, or ``python tests/soak.py --minutes 120 --report docs/soak.md``.

People and bots play at several tables, on SQLite (one process) and on PostgreSQL (two), while
lines drop, servers stop and die, clocks jump, a disk is full and the database goes away. Whatever
must hold is checked in every round (`soak_world`). Every minute the counts are kept beside the
report's name; ``--resume`` goes on from there.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import time
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import msgspec

from soak_outages import Cable, own_postgres, small_disk
from soak_report import Kept, put, soak_section
from soak_world import World

DISK = "256m"
"""SQLite's log grows by 1.1 MB a minute here: in two hours a disk of 96 MB is full by itself."""


def main() -> None:
    """Run for some minutes, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10_000)
    parser.add_argument("--report", type=Path, help="a Markdown file that gets a section of it")
    parser.add_argument("--kept", type=Path, default=Path(gettempdir(), "cincinnati-soak.json"))
    parser.add_argument("--between", type=int, help="how often between two deaths; 24 in 2 hours")
    parser.add_argument("--resume", action="store_true", help="add to what was kept")
    asked = parser.parse_args()
    kept = Kept()
    if asked.resume and asked.kept.exists():
        kept = msgspec.json.decode(asked.kept.read_bytes(), type=Kept)
    # Between two deaths there is time to see whether memory settles; a short run has deaths too.
    between = asked.between or max(1, min(24, round(asked.minutes / 5)))
    soak = Soak(kept, asked.minutes * 60, asked.seed, asked.kept, between)
    asyncio.run(soak.run())
    section = soak_section(soak.now(), asked.seed)
    print(section)
    if asked.report:
        put(asked.report, section)


class Soak:
    """One run."""

    def __init__(self, before: Kept, seconds: float, seed: int, path: Path, between: int) -> None:
        self._before = before
        self._began = time.monotonic()
        self._until = self._began + seconds
        self._seed = seed
        self._path = path
        self._between = between
        """How often each thing that a server survives happens to it before it dies."""
        self._worlds: list[World] = []
        self._disk = ""
        self._ended: list[str] = []

    async def run(self) -> None:
        """All worlds at once, to the end; who stops it leaves nothing behind."""
        running = asyncio.current_task()
        assert running is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
        async with AsyncExitStack() as stack:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            disk = stack.enter_context(small_disk(DISK))
            own = stack.enter_context(own_postgres())
            cable = await stack.enter_async_context(Cable.to(own.address))
            self._disk = disk.how
            sqlite = f"sqlite:///{disk.folder / 'tables.db'}"
            self._worlds = [
                World("SQLite", sqlite, folder, self._seed, processes=1, disk=disk),
                World(
                    "PostgreSQL", cable.address, folder, self._seed, processes=2,
                    cable=cable, own=own,
                ),
            ]  # fmt: skip
            reporting = asyncio.create_task(self._report())
            try:
                async with asyncio.TaskGroup() as group:
                    for world in self._worlds:
                        group.create_task(self._play(world))
            finally:
                reporting.cancel()
                for world in self._worlds:
                    await world.kill()
                self._keep()

    async def _play(self, world: World) -> None:
        while time.monotonic() < self._until:
            for kind in world.plan(self._between):
                if time.monotonic() >= self._until:
                    break
                began = time.monotonic()
                try:
                    await world.round(kind)
                except Exception as error:
                    what = f"{world.name}, {kind}, round {world.rounds}: {_first_line(error)}"
                    print(f"FAILED: {what}", flush=True)
                    self._ended.append(f"A run ended early: {what}")
                    raise
                took = time.monotonic() - began
                print(f"{self._minutes():6.1f} min  {world.name}: {kind}, {took:.0f} s", flush=True)
        await world.end()

    def _minutes(self) -> float:
        return (time.monotonic() - self._began) / 60

    async def _report(self) -> None:
        while True:
            await asyncio.sleep(60)
            self._keep()

    def _keep(self) -> None:
        new = self._path.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(self.now()))
        new.replace(self._path)

    def now(self) -> Kept:
        """What is known by now."""
        counts = Counter(self._before.counts)
        for world in self._worlds:
            counts += world.counts + world.played
            for table in world.tables:
                counts += table.totals()
        samples = [each for world in self._worlds for each in world.samples]
        return Kept(
            self._before.seconds + time.monotonic() - self._began,
            self._before.runs + 1,
            self._disk,
            dict(sorted(counts.items())),
            [*self._before.samples, *samples],
            [*self._before.ended, *self._ended],
        )


def _first_line(error: Exception) -> str:
    """What went wrong, of several things the first."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__} {str(error)[:200].partition(chr(10))[0]}".strip()


if __name__ == "__main__":
    main()
