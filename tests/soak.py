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
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

import msgspec
from msgspec import Struct

from soak_outages import Cable, own_postgres, small_disk
from soak_world import Sample, World

ENOUGH = 5
"""Samples of a process from which a slope can be told."""


class Kept(Struct):
    """What is known of all runs so far."""

    seconds: float = 0
    runs: int = 0
    disk: str = ""
    counts: dict[str, int] = {}
    samples: list[Sample] = []


def main() -> None:
    """Run for some minutes, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=120)
    parser.add_argument("--seed", type=int, default=int(time.time()) % 10_000)
    parser.add_argument("--report", type=Path, help="a Markdown file to write at the end")
    parser.add_argument("--kept", type=Path, default=Path(gettempdir(), "cincinnati-soak.json"))
    parser.add_argument("--resume", action="store_true", help="add to what was kept")
    asked = parser.parse_args()
    kept = Kept()
    if asked.resume and asked.kept.exists():
        kept = msgspec.json.decode(asked.kept.read_bytes(), type=Kept)
    soak = Soak(kept, asked.minutes * 60, asked.seed, asked.kept)
    asyncio.run(soak.run())
    text = report(soak.now(), asked.seed)
    print(text)
    if asked.report:
        asked.report.write_text(text)


class Soak:
    """One run."""

    def __init__(self, before: Kept, seconds: float, seed: int, path: Path) -> None:
        self._before = before
        self._began = time.monotonic()
        self._until = self._began + seconds
        self._seed = seed
        self._path = path
        self._worlds: list[World] = []
        self._disk = ""

    async def run(self) -> None:
        """All worlds at once, to the end; who stops it leaves nothing behind."""
        running = asyncio.current_task()
        assert running is not None
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
        async with AsyncExitStack() as stack:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            disk = stack.enter_context(small_disk("96m"))
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
            for kind in world.plan():
                if time.monotonic() >= self._until:
                    break
                began = time.monotonic()
                try:
                    await world.round(kind)
                except BaseException:
                    print(f"FAILED: {world.name}, {kind}, round {world.rounds}", flush=True)
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
        )


def report(kept: Kept, seed: int) -> str:
    """The report, in Markdown."""
    lines = [
        "# Soak",
        "",
        "Written by `make soak`; how it is done stands in `tests/soak_world.py`.",
        "",
        f"{kept.seconds / 60:.0f} minutes, {kept.runs} run(s), seed {seed}; the full disk is "
        f"{kept.disk}. In every round, for every table: no acknowledged command was lost or done "
        "twice, chips were conserved, every view that anybody was sent is what the log adds up to "
        "for him, nobody's turn was taken by an outage or by a clock that was set, no server had "
        "an internal error or wrote more than some lines about an outage.",
        "",
        "| count | of |",
        "| ---: | --- |",
        *(f"| {count:,} | {what} |" for what, count in sorted(kept.counts.items())),
        "",
        "What a server process holds between rounds, with nobody connected; the slope is that of a "
        f"straight line through all samples of a process that has at least {ENOUGH}.",
        "",
        "| process | samples | minutes | memory, MB | MB an hour | files | threads | tasks |",
        "| --- | ---: | ---: | --- | ---: | --- | --- | --- |",
    ]
    lives: dict[str, list[Sample]] = {}
    for sample in kept.samples:
        lives.setdefault(sample.life, []).append(sample)
    lines += [row(life, samples) for life, samples in lives.items() if len(samples) >= ENOUGH]
    return "\n".join([*lines, ""])


def row(life: str, samples: Sequence[Sample]) -> str:
    """A process in the table."""
    at = [sample.at / 3600 for sample in samples]
    slope = statistics.linear_regression(at, [sample.rss_mb for sample in samples]).slope
    first, last = samples[0], samples[-1]
    cells = [
        life,
        str(len(samples)),
        f"{(last.at - first.at) / 60:.0f}",
        f"{first.rss_mb:.0f} → {last.rss_mb:.0f}",
        f"{slope:+.1f}",
        f"{first.files} → {last.files}",
        f"{first.threads} → {last.threads}",
        f"{first.tasks} → {last.tasks}",
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
