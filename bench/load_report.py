"""The report of `bench.load`: figures as tables, and the curves as a picture."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from msgspec import Struct

from bench.live import fsync_ms
from bench.load_orders import Answer

Found = Mapping[str, Sequence["Figures"]]
GOAL = 300
"""Actions a second."""
GOAL_MS = 100
GOAL_KB = 200
MARK = 1000
"""Actions a second to aim at."""
KEPT = 0.98
"""A rate of which so much was carried out in a few seconds was kept."""
DRAWN = (
    "Four curves, for SQLite and PostgreSQL: the server's CPU for an action, the 99th percentile "
    "at 300 actions a second and the memory of a table, each by the number of tables that play, "
    "and the 99th percentile by actions a second; the figures stand in the tables below"
)

HEAD = (
    "| | tables | asked for | actions/s | announcements/s | p50 | p99 | p99.9 "
    "| server CPU | database CPU | clients' CPU | server busy |"
)
RULE = "| --- " + "| ---: " * 11 + "|"


class Figures(Struct):
    """What was measured at so many tables; CPU in milliseconds for an action."""

    what: str
    database: str
    tables: int
    rate: float
    """Actions a second that were asked for; 0: as many as possible."""
    played: Answer
    server_ms: float
    database_ms: float
    table_kb: float = 0
    """Memory of the server for a table, in thousands of bytes."""
    beside: int = 0
    """Tables that wait beside those that play."""

    @property
    def actions(self) -> float:
        """A second."""
        return self.played.actions / self.played.seconds

    @property
    def busy(self) -> float:
        """Which part of a core the server uses."""
        return self.server_ms * self.actions / 1000


def row(each: Figures, name: str = "") -> str:
    """A line of the tables."""
    played = each.played
    rate = f"{each.rate:,.0f}" if each.rate else "all"
    return (
        f"| {name or f'{each.database}, {each.what}'} | {each.tables:,} | {rate} "
        f"| {each.actions:,.0f} | {played.announcements / played.seconds:,.0f} "
        f"| {played.p50:,.1f} ms | {played.p99:,.1f} ms | {played.p999:,.1f} ms "
        f"| {each.server_ms:.2f} ms | {each.database_ms:.2f} ms "
        f"| {played.cpu * 1000 / max(1, played.actions):.2f} ms | {each.busy:.0%} |"
    )


def report(found: Found, seconds: float) -> str:
    """All figures."""
    lines = [
        "# Live tables under load",
        "",
        *_about(seconds),
        "",
        f"![{DRAWN}](../docs/load.svg)",
        "",
    ]
    for part, title, words in PARTS:
        figures = found.get(part, ())
        if figures:
            lines += [f"## {title}", "", *words, "", HEAD, RULE]
            lines += [row(each, _name(part, each)) for each in figures]
            lines += ["", *_notes(part, found)]
    return "\n".join(lines).rstrip() + "\n"


def _about(seconds: float) -> list[str]:
    names = ("uvicorn", "websockets", "msgspec", "SQLAlchemy", "psycopg")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    return [
        "Written by `python -m bench.load`: server, database and clients in processes of their own",
        "on one machine, over the loopback; six real WebSockets a table, at every fourth table two",
        "bots (rookie, regular) beside the six people, everybody checks or calls, fixed limit. The",
        "time of an action runs from the moment at which it was due until the last of the six",
        "sockets has received it. Both databases wait for the disk (SQLite: WAL, synchronous=FULL;",
        "PostgreSQL: fsync and synchronous commit on). The limits for one address are off. *asked",
        "for*: so many actions a second at equal distances over all tables; *all*: as soon as one",
        "may. CPU is that of one action with all its announcements, bots and new deals included.",
        "",
        f"- {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, {os.cpu_count()} cores for everything, "
        f"load average {os.getloadavg()[0]:.1f} at the end",
        f"- {platform.python_implementation()} {platform.python_version()}, {versions}",
        f"- {seconds:g} s for each line; an fsync of 4 kB takes {fsync_ms():.1f} ms here",
    ]


PARTS = (
    (
        "growth",
        "More and more tables that play",
        [
            f"The goal: {GOAL} actions a second with a 99th percentile under {GOAL_MS} ms, and a",
            "cost of an action that does not grow with the number of tables.",
        ],
    ),
    ("rates", "Higher and higher rates", [f"The mark to aim at: {MARK:,} actions a second."]),
    (
        "waiting",
        "Tables that wait",
        [
            "At each one person is connected and waits for others; beside them the same game goes",
            f"on as before. The goals: less than {GOAL_KB} kB for each, and a 99th percentile",
            f"under {GOAL_MS} ms for those who play. A window of some seconds mostly does not",
            "show Python's search of everything for circles, once in ten minutes, which takes",
            "about a quarter of a second with 2,000 connections (`src/cincinnati/web/garbage.py`).",
        ],
    ),
    (
        "processes",
        "Two processes on one PostgreSQL",
        ["With two, three of the six seats of each table are connected to each process."],
    ),
    ("compression", "With compression", ["Clients that ask for it, as browsers do."]),
    (
        "peer",
        "Beside boardgame.io",
        [
            "boardgame.io 0.50.2 with a game in which six players pass in turn, under the same",
            "clients, its matches in memory as it comes: nothing is written, a crash loses them.",
            "The game has no cards, no secrets, no bots, no clocks and one rule.",
        ],
    ),
)


def _name(part: str, each: Figures) -> str:
    match part:
        case "processes":
            return f"{each.what.removeprefix('processes ')} × {each.database}"
        case "waiting":
            return f"{each.database}, {each.beside:,} tables waiting"
        case "peer":
            return "boardgame.io, no database"
        case _:
            return each.database


def _notes(part: str, found: Found) -> list[str]:
    figures = found[part]
    notes = [*_verdict(part, found), *_memory(figures)]
    if any(each.database != "memory" for each in figures):
        sizes = [_bytes(each) for each in figures]
        notes.append(f"Bytes on the line for an announcement: {_between(sizes)}.")
    late = max(each.played.late for each in figures)
    notes.append(f"The clients were late by at most {late:.1f} ms (99th percentile).")
    return [*(f"- {note}" for note in notes), ""]


def _memory(figures: Sequence[Figures]) -> list[str]:
    tables = [f"{each.table_kb:,.0f} kB at {each.tables:,} ({each.database})" for each in figures
              if each.table_kb and not each.beside]  # fmt: skip
    notes = []
    if tables:
        notes.append(
            f"Memory for a table that plays, its six sockets included: {', '.join(tables)}."
        )
    return notes + [
        f"Memory for a table that waits, its socket included: {each.table_kb:,.0f} kB "
        f"({each.beside:,} tables, {each.database})."
        for each in figures
        if each.beside
    ]


def _verdict(part: str, found: Found) -> list[str]:
    """What the figures say, in words that follow from them."""
    figures = found[part]
    match part:
        case "growth":
            return [
                _fast_enough([each for each in figures if each.rate]),
                *(_cost(_of(figures, name, "full")) for name in _databases(figures)),
            ]
        case "rates":
            return [_most(_of(figures, name, "rate")) for name in _databases(figures)]
        case "waiting":
            most = max(each.table_kb for each in figures)
            met = _said(met=most < GOAL_KB)
            return [
                f"{met}: a table that waits takes at most {most:,.0f} kB.",
                _fast_enough([each for each in figures if each.beside]),
            ]
        case "processes":
            one, two = (max(each.actions for each in figures if each.what.endswith(number))
                        for number in ("1", "2"))  # fmt: skip
            return [f"Two processes carry {two / one:.2f} times as many actions on these cores."]
        case "compression":
            return [_compressed(figures[-1], found.get("growth", ()))]
        case "peer":
            return [_beside(figures[-1], found.get("growth", ()))]
        case _:
            return []


def _fast_enough(paced: Sequence[Figures]) -> str:
    """Whether the goal was met in all these measurements at that rate."""
    worst = max(paced, key=lambda each: each.played.p99)
    kept = all(each.actions >= KEPT * GOAL for each in paced)
    beside = f" beside {worst.beside:,} that wait" if worst.beside else ""
    return (
        f"{_said(met=kept and worst.played.p99 < GOAL_MS)}: at {GOAL} a second the worst 99th "
        f"percentile is {worst.played.p99:,.1f} ms "
        f"({worst.database}, {worst.tables:,} tables{beside})."
    )


def _said(*, met: bool) -> str:
    return "Met" if met else "Missed"


def _cost(full: Sequence[Figures]) -> str:
    few, many = full[0], full[-1]
    return (
        f"On {few.database} an action at {many.tables:,} tables costs the server "
        f"{many.server_ms / few.server_ms:.2f} times what it costs at {few.tables:,}."
    )


def _most(rates: Sequence[Figures]) -> str:
    best = max(rates, key=lambda each: each.actions)
    reached = "reached" if best.actions >= KEPT * MARK else "missed"
    return f"On {best.database} the mark is {reached}: {best.actions:,.0f} a second at most."


def _compressed(with_it: Figures, growth: Sequence[Figures]) -> str:
    without = _same(with_it, growth)
    if without is None:
        return "Nothing was measured without it."
    smaller = _bytes(without) / max(1, _bytes(with_it))
    return (
        f"An announcement takes {smaller:.0f} times fewer bytes on the line, "
        f"and an action {with_it.server_ms / without.server_ms:.2f} times the server's CPU."
    )


def _beside(peer: Figures, growth: Sequence[Figures]) -> str:
    ours = _same(peer, growth)
    if ours is None:
        return "Ours was not measured beside it."
    return (
        f"It carries {peer.actions / ours.actions:.1f} times as many actions a second as ours does "
        f"on {ours.database} at as many tables."
    )


def _same(other: Figures, growth: Sequence[Figures]) -> Figures | None:
    """Plain SQLite at as many tables and at the same rate."""
    wanted = ("SQLite", other.tables, other.rate)
    return next((e for e in growth if (e.database, e.tables, e.rate) == wanted), None)


def _bytes(figures: Figures) -> float:
    return figures.played.received / max(1, figures.played.announcements)


def _between(numbers: Sequence[float]) -> str:
    least, most = f"{min(numbers):,.0f}", f"{max(numbers):,.0f}"
    return least if least == most else f"{least} to {most}"


def _databases(figures: Iterable[Figures]) -> Iterable[str]:
    return dict.fromkeys(each.database for each in figures)


def draw(path: Path, found: Found) -> None:
    """Draw how cost, waiting and memory grow with the tables, and waiting with the rate."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "cincinnati"
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(2, 2, figsize=(9, 6), layout="constrained")
    cost, tables, memory, rate = panels.flat
    growth = found["growth"]
    for name in _databases(growth):
        full = _of(growth, name, "full")
        paced = _of(growth, name, "paced")
        faster = _of(found["rates"], name, "rate")
        cost.plot([x.tables for x in full], [x.server_ms for x in full], "o-", label=name)
        tables.plot([x.tables for x in paced], [x.played.p99 for x in paced], "o-", label=name)
        memory.plot([x.tables for x in paced], [x.table_kb for x in paced], "o-", label=name)
        rate.plot([x.actions for x in faster], [x.played.p99 for x in faster], "o-", label=name)
    for axes, title, below in (
        (cost, "server CPU for an action (ms)", "tables that play"),
        (tables, "p99 at 300 actions/s (ms)", "tables that play"),
        (memory, "memory of the server for a table (kB)", "tables that play"),
        (rate, "p99 (ms)", "actions a second"),
    ):
        axes.set_title(title, fontsize=10)
        axes.set_xlabel(below)
        axes.set_ylim(0, axes.dataLim.y1 * 1.08)
        axes.grid(alpha=0.3)
    cost.legend()
    figure.savefig(path, metadata={"Date": None})


def _of(figures: Iterable[Figures], database: str, what: str) -> list[Figures]:
    return [each for each in figures if (each.database, each.what) == (database, what)]
