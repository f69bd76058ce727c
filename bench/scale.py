"""``python -m bench.scale``: the tables and plots of docs/scale.md; ``--quick`` for a short look.

The one idea: three steps, each on what the one before found. Sessions are played through the
real host, their log's rows are written to real databases by the store's own statements, and a
simulation puts many such tables before such a database. ``--help`` names every assumption.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import time
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from statistics import fmean
from textwrap import fill

from msgspec.structs import replace

from bench.live import fsync_ms
from bench.pages import markdown, written
from bench.scale_commits import MANY, Measured, measure
from bench.scale_growth import ASSUMED, Bill, Day, Mean, bill, mean_of, week
from bench.scale_model import (
    Disk,
    Point,
    Setup,
    carried,
    disk_of,
    fitted,
    grow,
    predicted,
    rate_of,
)
from bench.scale_pictures import draw_commits, draw_latency, draw_week
from bench.scale_play import Pace, Played, play

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "scale.md"
WIDTH = 110
"""Of a line of prose on the page."""
SEATS = tuple(range(2, 9))
ROWS = 24
"""Rows of real logs, from the shortest to the longest, that are written to databases."""


class Effort:
    """How much is played, measured and simulated."""

    def __init__(self, *, quick: bool) -> None:
        self.seats = (2, 6) if quick else SEATS
        self.deals = 3 if quick else 10
        self.seconds = 1.0 if quick else 3.0
        """For each figure; half of it where the store is measured."""
        self.actions = 500 if quick else 8000
        """In each run of the simulation."""


def main() -> None:
    """Play, measure, simulate, and write the page (but not after a quick look)."""
    given, quick, seed = asked()
    effort = Effort(quick=quick)
    began = time.perf_counter()
    sessions = played(effort, Pace(given["think-median"], given["think-spread"]), seed)
    print(f"played: {time.perf_counter() - began:.0f} s", flush=True)
    measured = measure(real_rows(sessions), effort.seconds, quick=quick)
    print(f"measured: {time.perf_counter() - began:.0f} s", flush=True)
    setups = setups_of(measured, given)
    curves = {
        setup.name: grow(setup, sessions, given["goal"], effort.actions, seed) for setup in setups
    }
    print(f"simulated: {time.perf_counter() - began:.0f} s", flush=True)
    day, mean = week(sessions, seed), mean_of(sessions)
    shard = min(given["shard-cap"], predicted(fast_disk(measured, given), 64, 8, 1000))
    cost = bill(mean, day, shard, measured.row_bytes, given)
    texts = {
        "made": made_table(sessions),
        "rates": rates_table(measured),
        "store": store_table(measured),
        "bytes": bytes_text(measured),
        "check": check_table(measured, given),
        "carried": carried_table(curves, given["goal"]),
        "peak": peak_text(sessions, day),
        "million": million_table(cost, mean, shard),
        "price": price_table(cost, given),
        "assumed": assumed_table(given),
        "machine": machine_text(measured, effort),
    }
    for mark in ("bytes", "peak", "machine"):
        texts[mark] = fill(texts[mark], WIDTH)
    for mark, text in texts.items():
        print(f"\n{mark}\n{text}")
    if not quick:
        page = PAGE.read_text(encoding="utf-8")
        for mark, text in texts.items():
            page = written(page, mark, text, by="bench.scale")
        PAGE.write_text(page, encoding="utf-8")
        draw_latency(DOCS / "scale-latency.svg", curves, given["goal"])
        draw_commits(DOCS / "scale-commits.svg", measured)
        draw_week(DOCS / "scale-week.svg", day)


def asked() -> tuple[dict[str, float], bool, int]:
    """The assumptions, whether the look is a quick one, and the seed."""
    parser = argparse.ArgumentParser(prog="python -m bench.scale", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a short look; the page stays")
    parser.add_argument("--seed", type=int, default=1)
    for each in ASSUMED:
        parser.add_argument(
            f"--{each.option}",
            type=float,
            default=each.value,
            help=f"{each.why.replace('%', '%%')} ({each.value:,g} {each.unit})",
        )
    found = vars(parser.parse_args())
    given = {each.option: float(found[each.option.replace("-", "_")]) for each in ASSUMED}
    return given, bool(found["quick"]), int(found["seed"])


def played(effort: Effort, pace: Pace, seed: int) -> list[Played]:
    """A session with each number of seats."""
    return [asyncio.run(play(seats, effort.deals, pace, seed + seats)) for seats in effort.seats]


def real_rows(sessions: Sequence[Played]) -> list[str]:
    """Rows of the logs, evenly from the shortest to the longest."""
    texts = sorted((row.entry.events for each in sessions for row in each.rows), key=len)
    return texts[:: max(1, len(texts) // ROWS)]


# --- setups -------------------------------------------------------------------------------------


def sqlite_disk(measured: Measured) -> Disk:
    """SQLite through the store, where all that waits is the next group.

    What is not proportional to the group is taken as the disk's.
    """
    times = [(size, size / rate * 1000) for size, rate in measured.store["SQLite"].items()]
    fixed, row = fitted(times)
    return Disk(0, 0.05, max(0.005, row), max(0.1, fixed), 1, shared=False, one_writer=True)


def fast_disk(measured: Measured, given: Mapping[str, float]) -> Disk:
    """PostgreSQL on a rented machine, with a doorbell elsewhere."""
    here = disk_of(measured, int(given["machine-cores"]), shared=True)
    speed = given["fast-speed"]
    return replace(
        here, delay=0, fixed=here.fixed / speed, row=here.row / speed, flush=given["fast-flush"]
    )


def setups_of(measured: Measured, given: Mapping[str, float]) -> list[Setup]:
    """What the simulation compares."""
    cores, cpu, bell = int(given["cores"]), given["action-cpu"], measured.bell_ms
    presence = given["presence"]
    today = disk_of(measured, cores, shared=True)
    inside = disk_of(measured, cores, shared=False)
    return [
        Setup("SQLite, 1 process", sqlite_disk(measured), 1, cpu, 0, presence),
        Setup("PostgreSQL, 1 process", today, 1, cpu, bell, presence),
        Setup("PostgreSQL, 4 processes", today, 4, cpu, bell, presence),
        Setup("4 processes, friends anywhere", today, 4, cpu, bell, presence, scattered=True),
        Setup("PostgreSQL, 16 processes", today, 16, cpu, bell, presence),
        Setup("16 processes, bell inside the transaction", inside, 16, cpu, bell, presence),
    ]


# --- tables -------------------------------------------------------------------------------------


def made_table(sessions: Sequence[Played]) -> str:
    """What a table makes, by seats."""
    names = ("deals", "minutes", "rows of the log", "of them by people", "events", "messages",
             "rows/s", "messages/s", "bytes/row", "bytes/message", "packed")  # fmt: skip
    columns = [
        [
            f"{each.deals}",
            f"{each.seconds / 60:.0f}",
            f"{each.commits:,}",
            f"{each.commands:,}",
            f"{each.events:,}",
            f"{each.messages:,}",
            f"{each.commits / each.seconds:.2f}",
            f"{each.messages / each.seconds:.2f}",
            f"{each.row_bytes:,.0f}",
            f"{each.plain / each.messages:,.0f}",
            f"{each.packed / each.messages:,.0f}",
        ]
        for each in sessions
    ]
    rows = ([name, *values] for name, values in zip(names, zip(*columns, strict=True), strict=True))
    return markdown(["seats", *(str(each.seats) for each in sessions)], rows)


def rates_table(measured: Measured) -> str:
    """What pgbench reached."""
    found = {(each.writers, each.group, each.bell): each for each in measured.rates}
    rows = []
    for writers, group in dict.fromkeys((each.writers, each.group) for each in measured.rates):
        row = [f"{writers} × {group}"]
        for bell in ("inside", "after"):
            each = found.get((writers, group, bell))
            row += [f"{each.rows:,.0f}", f"{each.latency_ms:,.1f} ms", f"{each.flushes:.2f}"] \
                if each else ["", "", ""]  # fmt: skip
        rows.append(row)
    heading = ["writers × decisions in a transaction", "decisions/s", "a transaction",
               "flushes", "bell after: decisions/s", "a transaction", "flushes"]  # fmt: skip
    return markdown(heading, rows)


def store_table(measured: Measured) -> str:
    """What one process reached through the store."""
    heading = ["tables that write at once", *(str(each) for each in measured.store["SQLite"])]
    return markdown(
        heading,
        ([name, *(f"{rate:,.0f}" for rate in rates.values())]
         for name, rates in measured.store.items()),
    )  # fmt: skip


def bytes_text(measured: Measured) -> str:
    """What a row costs on disk."""
    return (
        f"A row of the log takes {measured.row_bytes:,.0f} bytes on disk with both indexes, and"
        f" {measured.wal_bytes:,.0f} bytes of write-ahead log. Statements of one append to"
        f" PostgreSQL before anybody is told: {measured.statements}. A flush took"
        f" {measured.flush_ms:.2f} ms, the bell's lock was held for {measured.held_ms:.2f} ms where"
        f" {MANY} waited for it, and a bell costs each process that hears it"
        f" {measured.bell_ms * 1000:.0f} µs."
    )


def check_table(measured: Measured, given: Mapping[str, float]) -> str:
    """The model beside what was measured, where it was told nothing."""
    today = disk_of(measured, int(given["cores"]), shared=False)
    rows = []
    for each in measured.rates:
        if each.writers > 1 and (each.writers, each.group) != (MANY, 1):
            disk = replace(today, shared=each.bell == "after")
            model = predicted(disk, each.writers, each.group, 5000)
            rows.append([
                f"{each.writers} × {each.group}, bell {each.bell}", f"{each.rows:,.0f}",
                f"{model:,.0f}", f"{model / each.rows:.2f}",
            ])  # fmt: skip
    return markdown(["", "measured", "model", "model / measured"], rows)


def carried_table(curves: Mapping[str, Sequence[Point]], goal_ms: float) -> str:
    """How many tables each setup carries."""
    rows = []
    for name, points in curves.items():
        most = carried(points, goal_ms)
        breaks = next((each for each in points if each.tables > most.tables), most)
        rows.append([
            name, f"{most.tables:,}", f"{most.actions:,.0f}", f"{most.p50:,.0f} ms",
            f"{most.p99:,.0f} ms", f"{breaks.p99:,.0f} ms at {breaks.tables:,}",
        ])  # fmt: skip
    heading = ["", "tables", "actions/s", "p50", "p99", "the next point: p99"]
    return markdown(heading, rows)


def peak_text(sessions: Sequence[Played], day: Day) -> str:
    """The peak against the mean."""
    minutes = fmean(each.seconds for each in sessions) / 60
    return (
        f"With sessions of {minutes:.0f} minutes the fullest quarter of an hour has"
        f" **{day.peak:.1f} times** the mean; the emptiest has {min(day.load):.2f} of it. A table"
        f" that plays makes {rate_of(sessions):.2f} rows a second."
    )


def million_table(cost: Bill, mean: Mean, shard: float) -> str:
    """What the tables need at the peak."""
    rows = [
        ["actions a second", f"{cost.actions:,.0f}"],
        ["messages a second", f"{cost.messages:,.0f}"],
        ["people connected", f"{cost.messages / mean.messages * mean.seats:,.0f}"],
        ["network", f"{cost.gigabits:,.1f} Gbit/s"],
        ["server processes, of one core each", f"{cost.processes:,}"],
        ["machines for them", f"{cost.server_machines:,}"],
        [f"databases, at most {shard:,.0f} actions/s each", f"{cost.shards:,}"],
        ["log, a year", f"{cost.stored_tb:,.0f} TB"],
        ["the same, archived", f"{cost.archived_tb:,.0f} TB"],
        ["traffic, a month", f"{cost.traffic_tb:,.0f} TB"],
    ]
    return markdown(["at the peak", ""], rows)


def price_table(cost: Bill, given: Mapping[str, float]) -> str:
    """What that costs."""
    total = sum(cost.prices.values())
    rows = [[name, f"{price:,.0f} €"] for name, price in cost.prices.items()]
    rows.append(["**all**", f"**{total:,.0f} €**"])
    rows.append(["for a table at the peak", f"{total / given['tables'] * 100:.2f} cents"])
    return markdown(["a month", ""], rows)


def assumed_table(given: Mapping[str, float]) -> str:
    """Every assumption."""
    rows = (
        f"| `--{each.option}` | {number(given[each.option])} {each.unit} | {each.why} |"
        for each in ASSUMED
    )
    return "\n".join(["| option | value | where it comes from |", "| --- | ---: | --- |", *rows])


def number(value: float) -> str:
    """A number as people write it."""
    return f"{value:,.0f}" if value == int(value) else f"{value:g}"


def machine_text(measured: Measured, effort: Effort) -> str:
    """Where this was measured."""
    return (
        f"{date.today():%Y-%m-%d}, {os.cpu_count()} cores that database, pgbench and everything"
        f" else share, load {os.getloadavg()[0]:.1f}, {platform.python_implementation()}"
        f" {platform.python_version()}, fsync of 4 kB {fsync_ms():.1f} ms (PostgreSQL's flush:"
        f" {measured.flush_ms:.1f} ms), {effort.seconds:g} s for each figure."
    )


if __name__ == "__main__":
    main()
