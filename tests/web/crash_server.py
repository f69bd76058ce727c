"""A server process for tests: ``python crash_server.py DATABASE``; it prints its port.

``CRASH=appended:3`` in the environment kills it, without any goodbye, when a decision has come
to that step of its way for the third time (decided, appended, evolved, acknowledged, announced).
``CLOCK=FILE`` sets the database's clock forward or back by the milliseconds in that file, and
``IDLE=2`` lets it forget a table, and note who is here, after so many seconds. ``STRICT=1`` gives
it the limits that it has at home; otherwise nothing comes too often. SIGUSR1 lets it write where
each task and thread is.
"""

from __future__ import annotations

import asyncio
import faulthandler
import os
import signal
import sys
from collections import Counter
from pathlib import Path

from sqlalchemy import literal_column

from cincinnati.store import Store
from cincinnati.tables.live import house
from cincinnati.web.serve import serve, set_up_logs
from cincinnati.web.site import Limits


def set_clock_by(file: Path) -> None:
    """What the database says is the time, and what the file says besides."""
    true = Store._now

    def shifted(store: Store) -> object:
        return literal_column(f"({true(store)} + {file.read_text()})")

    Store._now = shifted  # type: ignore[method-assign, assignment]


def tell_where(*_: object) -> None:
    """Every task and every thread, on the standard error."""
    for task in asyncio.all_tasks():
        task.print_stack(limit=8)
    faulthandler.dump_traceback(all_threads=True)


def main() -> None:
    signal.signal(signal.SIGUSR1, tell_where)
    if "CLOCK" in os.environ:
        set_clock_by(Path(os.environ["CLOCK"]))
    if "IDLE" in os.environ:
        house.PRESENCE_S = float(os.environ["IDLE"])
        house.IDLE_S = house.PRESENCE_S
    step, _, times = os.environ.get("CRASH", "").partition(":")
    reached: Counter[str] = Counter()

    def passed(now: str) -> None:
        reached[now] += 1
        if now == step and reached[now] == int(times):
            os.kill(os.getpid(), signal.SIGKILL)

    def ready(port: int) -> None:
        print(port, flush=True)

    set_up_logs()
    asyncio.run(
        serve(
            host="127.0.0.1",
            port=0,
            database=sys.argv[1],
            limits=Limits(strict=float(os.environ.get("STRICT", "0"))),
            passed=passed,
            ready=ready,
        )
    )


main()
