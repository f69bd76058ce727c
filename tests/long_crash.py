"""The long crash test: ``make crash``, or ``python tests/long_crash.py --kills 250``.

Several tables, one after the other, half of them on PostgreSQL, each with its server killed again
and again; what has to hold is checked after every kill (`crash_driver`). Prints the counts.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from crash_driver import Driver, plan
from live_database import new_schema, running_postgresql, sqlite_in
from soak_report import put, table_of

KILLS_A_TABLE = 20


def main() -> None:
    """Kill so many servers, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=250)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=Path, help="a Markdown file that gets a section of it")
    asked = parser.parse_args()
    began = time.monotonic()
    counts: Counter[str] = Counter()
    with databases() as (folder, server):
        for number in range(0, asked.kills, KILLS_A_TABLE):
            seed = asked.seed * 1000 + number
            kills = plan(min(KILLS_A_TABLE, asked.kills - number), seed)
            on_sqlite = number // KILLS_A_TABLE % 2 == 0
            (folder / str(number)).mkdir()
            database = sqlite_in(folder / str(number)) if on_sqlite else new_schema(server)
            driver = Driver(database, seed)
            asyncio.run(driver.run(kills))
            counts += driver.counts + driver.totals()
            print(f"{number + len(kills)} kills, {time.monotonic() - began:.0f} s", flush=True)
    section = crash_section(asked.kills, asked.seed, counts)
    print(section)
    if asked.report:
        put(asked.report, section)


@contextmanager
def databases() -> Iterator[tuple[Path, str]]:
    """A folder for SQLite and the address of a PostgreSQL database."""
    with TemporaryDirectory() as folder, running_postgresql() as server:
        yield Path(folder), server


def crash_section(kills: int, seed: int, counts: Counter[str]) -> str:
    """What came of it, in Markdown."""
    lines = [
        "## Kills",
        "",
        "By `make crash`; how it is done stands in `tests/crash_driver.py`. A server that is "
        f"played on is killed (SIGKILL) {kills} times, seed {seed}, at a new table after each "
        f"{KILLS_A_TABLE}, on SQLite and PostgreSQL by turns: at a random moment, as soon as it is "
        "seen that a command is in flight, or by itself right after a step of decide, append, "
        "evolve, acknowledge, announce. "
        "After each: everybody came back and saw the same version, chips and cards, or newer "
        "ones; no acknowledged command was lost, none was done twice, chips were conserved and "
        "the log, decks included, had only grown.",
        "",
        *table_of(counts),
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
