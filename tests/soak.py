"""The long crash test: ``make soak``, or ``python tests/soak.py --kills 200``.

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

KILLS_A_TABLE = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
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
            counts += driver.totals()
            print(f"{number + len(kills)} kills, {time.monotonic() - began:.0f} s", flush=True)
    for what, count in sorted(counts.items()):
        print(f"{count:7,}  {what}")


@contextmanager
def databases() -> Iterator[tuple[Path, str]]:
    """A folder for SQLite and the address of a PostgreSQL database."""
    with TemporaryDirectory() as folder, running_postgresql() as server:
        yield Path(folder), server


if __name__ == "__main__":
    main()
