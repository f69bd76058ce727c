"""What many tables need: assumptions with their sources, an evening's curve, machines and money.

The one idea: every number that was not measured stands in `ASSUMED`, with where it comes from;
each is an option of the command and a line of the page.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean

from msgspec import Struct

from bench.scale_play import Played

MONTH_H = 730
YEAR_S = 365 * 86_400


class Assumed(Struct, frozen=True):
    """A number that was not measured here."""

    option: str
    value: float
    unit: str
    why: str


LOAD = Path(__file__).with_name("LOAD.md")
CPU, KB = "server CPU", re.compile(r"its six sockets included: ([\d,]+) kB")


def compressed() -> str:
    """What `bench.load` says of clients that ask for compression, as browsers do, if anything."""
    page = LOAD.read_text(encoding="utf-8") if LOAD.exists() else ""
    return page.partition("## With compression")[2].partition("\n## ")[0]


def action_ms(section: str, otherwise: float) -> float:
    """The mean CPU of an action."""
    lines = section.splitlines()
    rows = [[cell.strip() for cell in line.split("|")] for line in lines if line.startswith("|")]
    place = next((row.index(CPU) for row in rows if CPU in row), 0)
    found = [re.match(r"[\d.]+", row[place]) for row in rows if place]
    return round(fmean([float(each[0]) for each in found if each] or [otherwise]), 2)


def table_kb(section: str, otherwise: float) -> float:
    """The memory of a table that plays."""
    found = KB.search(section)
    return float(found[1].replace(",", "")) if found else otherwise


ASSUMED = (
    Assumed("think-median", 4, "s", "assumption: half of all decisions take longer"),
    Assumed("think-spread", 0.8, "", "assumption: sigma of the log-normal think time"),
    Assumed("action-cpu", action_ms(compressed(), 5), "ms",
            "CPU of a process for an action at a table of six, with compression: bench/LOAD.md,"
            " or 5 ms where there is none"),
    Assumed("table-kb", table_kb(compressed(), 400), "kB",
            "memory of a table of six that plays, with compression, measured with few tables, of"
            " which each has more of what a process takes once: bench/LOAD.md, or 400 kB where"
            " there is none"),
    Assumed("presence", 10, "s", "`PRESENCE_S` of `tables/live/house.py`; 0 leaves it out"),
    Assumed("goal", 100, "ms", "99 of 100 actions, from command to announcement, are faster"),
    Assumed("cores", 2, "", "cores of the database: this machine's, which pgbench shares"),
    Assumed("headroom", 0.6, "", "assumption: machines are filled to this share at the peak"),
    Assumed("tables", 1_000_000, "", "tables that play at once at the peak"),
    Assumed("fast-flush", 0.05, "ms", "flush of a disk with protection against power cuts ([4])"),
    Assumed("fast-speed", 2, "", "assumption: a core of such a machine beside one of this one"),
    Assumed("shard-cap", 20_000, "/s", "assumption: actions that one database is trusted with,"
            " whatever the model says"),
    Assumed("machine-cores", 16, "", "a rented machine: Ryzen 9 7950X3D, 2 × 1.92 TB NVMe ([5])"),
    Assumed("machine-memory", 128, "GB", "the same"),
    Assumed("machine-price", 104, "€", "a month, the same, in 2025; dearer since April 2026"),
    Assumed("disk-price", 8.5, "€", "a TB and month: 15.36 TB for 130 € ([5])"),
    Assumed("traffic-price", 1, "€", "a TB above what is included ([6]); clouds list 50 to 90 $"
            " ([7])"),
    Assumed("archive-factor", 6, "", "assumption: zstd on JSON of finished sessions"),
)  # fmt: skip

HOURS = (3, 2, 1, 1, 1, 1, 2, 3, 4, 5, 6, 8, 10, 10, 10, 11, 13, 17, 24, 34, 42, 40, 26, 10)
"""An assumption: sessions that begin in each hour of the day, of people of one time zone."""
WEEK = (0.8, 0.8, 0.85, 1.0, 1.3, 1.35, 0.9)
"""The same for Monday to Sunday."""


class Day(Struct, frozen=True):
    """Tables that play, by quarter of an hour through a week, beside their mean."""

    load: list[float]

    @property
    def peak(self) -> float:
        """The fullest quarter of an hour; the mean is 1."""
        return max(self.load)


def week(sessions: Sequence[Played], seed: int, begun: int = 40_000) -> Day:
    """Sessions begin by the curves and last as those that were played."""
    rng = Random(seed)
    quarters = [0.0] * (7 * 96)
    days = rng.choices(range(7), WEEK, k=begun)
    hours = rng.choices(range(24), HOURS, k=begun)
    for day, hour in zip(days, hours, strict=True):
        begins = day * 96 + (hour + rng.random()) * 4
        ends = begins + rng.choice(sessions).seconds / 900
        for quarter in range(int(begins), int(ends) + 1):
            share = min(ends, quarter + 1) - max(begins, quarter)
            quarters[quarter % len(quarters)] += share
    mean = fmean(quarters)
    return Day([each / mean for each in quarters])


class Mean(Struct, frozen=True):
    """The mean table of the mix that was played; everything a second while it plays."""

    actions: float
    messages: float
    packed: float
    """Bytes on the line, without the heads of packets."""
    seats: float


def mean_of(sessions: Sequence[Played]) -> Mean:
    """The mean of sessions with each number of seats alike."""
    return Mean(
        actions=fmean(each.commits / each.seconds for each in sessions),
        messages=fmean(each.messages / each.seconds for each in sessions),
        packed=fmean(each.packed / each.seconds for each in sessions),
        seats=fmean(each.seats for each in sessions),
    )


HEAD_BYTES = 90
"""Of each message on the line: WebSocket, TLS, TCP and IP, and the acknowledgement's share."""


class Bill(Struct, frozen=True):
    """What so many tables at once need, and cost a month (€)."""

    actions: float
    messages: float
    gigabits: float
    processes: int
    server_machines: int
    shards: int
    stored_tb: float
    """A year, as the log lies on disk."""
    archived_tb: float
    traffic_tb: float
    """A month."""
    prices: dict[str, float]


def bill(
    mean: Mean,
    day: Day,
    shard_actions: float,
    row_bytes: float,
    given: Mapping[str, float],
) -> Bill:
    """The peak decides about machines, the mean about storage and traffic."""
    tables, speed, room = given["tables"], given["fast-speed"], given["headroom"]
    actions, messages = tables * mean.actions, tables * mean.messages
    bits = tables * (mean.packed + mean.messages * HEAD_BYTES) * 8
    busy = actions * given["action-cpu"] / 1000 / speed * mean.seats / 6
    processes = math.ceil(busy / room)
    memory = tables * given["table-kb"] / 1e6
    machines = math.ceil(
        max(processes / given["machine-cores"], memory / room / given["machine-memory"])
    )
    shards = math.ceil(actions / (shard_actions * room))
    stored = actions / day.peak * YEAR_S * row_bytes / 1e12
    traffic = bits / 8 / day.peak * MONTH_H * 3600 / 1e12
    archived = stored / given["archive-factor"]
    return Bill(
        actions=actions,
        messages=messages,
        gigabits=bits / 1e9,
        processes=processes,
        server_machines=machines,
        shards=shards,
        stored_tb=stored,
        archived_tb=archived,
        traffic_tb=traffic,
        prices={
            "server machines": machines * given["machine-price"],
            "databases, each with a standby": 2 * shards * given["machine-price"],
            "a year's archive, kept twice": 2 * archived * given["disk-price"],
            "traffic": traffic * given["traffic-price"],
        },
    )
