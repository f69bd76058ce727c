"""Misuse at full strength: ``python -m bench.misuse``, about six minutes, for ``bench/MISUSE.md``.

The one idea: what a flood does is seen at the table next door. A server process with its
usual limits, a table of six that plays without a pause, and a process that does one wrong
thing from one other address as hard as it can; then the same with the next wrong thing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from statistics import quantiles

import httpx
import msgspec
import psutil  # type: ignore[import-untyped]
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from bench.floods import FLOODS, Answers, Target
from bench.live import PEOPLE, SETTINGS, Legal, Table, View, command, databases
from bench.pages import markdown
from cincinnati.web.serve import serve, set_up_logs

RESULTS = Path(__file__).with_name("MISUSE.md")
SECONDS = 5.0
QUIET_S = 3.0
SETTLE_S = 1.0
PACE_S = 0.025
"""How long the people next door think."""
NEIGHBOURS = "127.0.0.2"
"""The address of those who only want to play."""


class Course(Struct):
    """What happened in one flood."""

    flood: str
    answers: dict[str, int]
    before: list[float]
    """How long actions took at the table next door (ms)."""
    during: list[float]
    memory: tuple[int, int, int]
    """Bytes of the server process: before, at most, after."""
    cpu: float
    """Of one core (1.0), by the server, during the flood."""


# --- the table next door ------------------------------------------------------------------------


class Paced(Table):
    """People who think for a moment, so that none of them is refused for being too fast."""

    async def _act(self, socket: ClientConnection, view: View, legal: Legal, version: int) -> None:
        await asyncio.sleep(PACE_S)
        await super()._act(socket, view, legal, version)


async def neighbours(url: str) -> tuple[Table, str]:
    """Six people who play, at an address of their own, and their table."""
    transport = httpx.AsyncHTTPTransport(local_address=NEIGHBOURS)
    async with httpx.AsyncClient(base_url=url, timeout=30, transport=transport) as http:
        made = (await http.post("/api/tables", json={"name": "p0", "settings": SETTINGS})).json()
        people = [made["token"]]
        for number in range(1, PEOPLE):
            http.cookies.clear()
            answer = await http.post(
                f"/api/tables/{made['table']}/join", json={"name": f"p{number}"}
            )
            people.append(answer.json()["token"])
    sockets = []
    for token in people:
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{made['table']}/socket"
        socket = await connect(address, local_addr=(NEIGHBOURS, 0))
        hello = {"type": "hello", "protocol": 1, "token": token}
        await socket.send(msgspec.json.encode(hello).decode())
        await command(socket, "sit")
        sockets.append(socket)
    await command(sockets[0], "start")
    return Paced(sockets), made["table"]


# --- one flood ----------------------------------------------------------------------------------


async def measure(url: str, process: psutil.Process, flood: str, seconds: float) -> Course:
    """Play alone for a while, then beside the flood."""
    table, name = await neighbours(url)
    began = time.perf_counter()
    playing = asyncio.create_task(table.play(began + QUIET_S + SETTLE_S + seconds))
    await asyncio.sleep(QUIET_S)
    before = process.memory_info().rss
    used = process.cpu_times()
    attack = asyncio.create_task(attacked(url, flood, name, seconds))
    most = before
    while not attack.done():
        await asyncio.wait([attack], timeout=0.2)
        most = max(most, process.memory_info().rss)
    now = process.cpu_times()
    cpu = (now.user + now.system - used.user - used.system) / seconds
    await playing
    for socket in table.sockets:
        await socket.close()
    quiet = began + QUIET_S
    return Course(
        flood=flood,
        answers=attack.result(),
        before=[ms for at, ms in table.latencies if began + SETTLE_S < at < quiet],
        during=[ms for at, ms in table.latencies if at > quiet + SETTLE_S],
        memory=(before, most, process.memory_info().rss),
        cpu=cpu,
    )


async def attacked(url: str, flood: str, neighbour: str, seconds: float) -> dict[str, int]:
    """Flood from a process of its own; what it was answered."""
    attacker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.misuse", "--flood", flood, url, neighbour, str(seconds),
        stdout=PIPE,
    )  # fmt: skip
    out, _ = await asyncio.wait_for(attacker.communicate(), seconds + 30)
    return msgspec.json.decode(out or b"{}", type=dict[str, int])


async def flooded(flood: str, url: str, neighbour: str, seconds: float) -> Answers:
    """What ``--flood`` does: make a table, and flood."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as http:
        made = (await http.post("/api/tables", json={"name": "Eve"})).json()
    until = time.monotonic() + seconds
    return await FLOODS[flood](Target(url, made["table"], made["token"], neighbour, until))


@asynccontextmanager
async def server(database: str) -> AsyncIterator[tuple[str, psutil.Process]]:
    """A server process with the usual limits; its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.misuse", "--serve", database, stdout=PIPE
    )
    assert process.stdout is not None
    try:
        port = (await asyncio.wait_for(process.stdout.readline(), 30)).decode().strip()
        yield f"http://127.0.0.1:{port}", psutil.Process(process.pid)
    finally:
        if process.returncode is None:
            process.terminate()
        try:
            await asyncio.wait_for(process.wait(), 20)
        except TimeoutError:
            process.kill()
            await process.wait()


def run_server(database: str) -> None:
    """What ``--serve`` does."""
    set_up_logs()
    asyncio.run(
        serve(
            host="127.0.0.1",
            port=0,
            database=database,
            ready=lambda port: print(port, flush=True),
        )
    )


# --- the report ---------------------------------------------------------------------------------


def row(course: Course) -> list[str]:
    """A flood in the table."""
    before, most, after = (f"{each / 1e6:,.0f}" for each in course.memory)
    return [
        course.flood,
        ", ".join(f"{word} {number:,}" for word, number in course.answers.items()) or "nothing",
        *(f"{percentile(course.before, each):,.0f}" for each in (50, 99)),
        *(f"{percentile(course.during, each):,.0f}" for each in (50, 99)),
        f"{len(course.during):,}",
        f"{before} → {most} → {after}",
        f"{course.cpu:.0%}",
    ]


def summary(database: str, courses: list[Course]) -> str:
    """The worst that happened, in a sentence."""
    slowest = max(courses, key=lambda course: percentile(course.during, 99))
    largest = max(courses, key=lambda course: course.memory[1] - course.memory[0])
    before = [ms for course in courses for ms in course.before]
    during = [ms for course in courses for ms in course.during]
    return (
        f"- {database}: of {len(before):,} actions before the floods half took "
        f"{percentile(before, 50):,.0f} ms at most and 99% {percentile(before, 99):,.0f} ms, of "
        f"{len(during):,} during them {percentile(during, 50):,.0f} ms and "
        f"{percentile(during, 99):,.0f} ms; the slowest were those during "
        f"“{slowest.flood}” (p99 {percentile(slowest.during, 99):,.0f} ms). No flood cost more "
        f"memory than {(largest.memory[1] - largest.memory[0]) / 1e6:,.0f} MB "
        f"(“{largest.flood}”)."
    )


def percentile(latencies: list[float], percent: int) -> float:
    """So many of a hundred were as fast or faster (ms)."""
    return quantiles(latencies, n=100)[percent - 1] if len(latencies) > 1 else float("nan")


def report(courses: dict[str, list[Course]], seconds: float) -> str:
    """All of it."""
    lines = [
        "# Misuse",
        "",
        "Written by `python -m bench.misuse`: a server process with its usual limits, a table of",
        f"six who think for {PACE_S * 1000:.0f} ms each, and a process that floods the server from",
        f"one other address for {seconds:g} s, as hard as it can. How long an action takes at the",
        "table (from sending it until the last of the six has it) is measured before the flood and",
        "during it; flood, server and table share the machine, so some of the difference is the",
        "flood's own work. Memory is the server's, before → at most → after, in MB; *answers* is",
        "what the flood was told: HTTP statuses, words of the protocol, or how it ended.",
        "",
        f"- {date.today():%Y-%m-%d}, {os.cpu_count()} cores, {platform.python_implementation()}",
        f"  {platform.python_version()}; load of the machine {os.getloadavg()[0]:.1f}",
        *(summary(database, measured) for database, measured in courses.items()),
    ]
    heading = ["flood", "answers", "p50 before (ms)", "p99 before", "p50 during", "p99 during",
               "actions during", "memory (MB)", "CPU"]  # fmt: skip
    for database, measured in courses.items():
        lines += ["", f"## {database}", "", markdown(heading, map(row, measured))]
    return "\n".join(lines) + "\n"


async def measure_all(
    floods: list[str], seconds: float, only: str | None
) -> dict[str, list[Course]]:
    """Each flood at a server that is fresh."""
    courses: dict[str, list[Course]] = {}
    with databases() as addresses:
        for database, address in addresses.items():
            if only is not None and database.lower() != only:
                continue
            for flood in floods:
                async with server(address) as (url, process):
                    course = await measure(url, process, flood, seconds)
                courses.setdefault(database, []).append(course)
                print(" | ".join(row(course)), flush=True)
    return courses


def main() -> None:
    """Measure, print, and write the report."""
    parser = argparse.ArgumentParser(prog="python -m bench.misuse", description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--only", nargs="*", choices=[*FLOODS], help="these floods; no report")
    parser.add_argument("--database", choices=["sqlite", "postgresql"])
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--flood", nargs=4, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        run_server(asked.serve)
        return
    if asked.flood:
        flood, url, neighbour, seconds = asked.flood
        answers = asyncio.run(flooded(flood, url, neighbour, float(seconds)))
        print(msgspec.json.encode(answers).decode())
        return
    floods = asked.only or [*FLOODS]
    courses = asyncio.run(measure_all(floods, asked.seconds, asked.database))
    if not asked.only and not asked.database:
        RESULTS.write_text(report(courses, asked.seconds), encoding="utf-8")


if __name__ == "__main__":
    main()
