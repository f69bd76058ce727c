"""A server process for tests: ``python crash_server.py DATABASE``; it prints its port.

``CRASH=appended:3`` in the environment kills it, without any goodbye, when a decision has come
to that step of its way for the third time (decided, appended, evolved, acknowledged, announced).
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter

from cincinnati.web.serve import serve, set_up_logs
from cincinnati.web.site import Limits


def main() -> None:
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
            limits=Limits(strict=0),
            passed=passed,
            ready=ready,
        )
    )


main()
