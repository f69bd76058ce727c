"""Pieces of work on several threads, their results in the order of the pieces.

The one idea: whoever takes the results sees them as if one thread had done everything, and may
stop at any of them. So an answer never depends on how many threads there are.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TypeVar

Result = TypeVar("Result")

AHEAD = 2
"""Pieces a thread that may be begun before they are asked for."""


def cores() -> int:
    """How many threads can work at the same time here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(pieces: Iterable[Callable[[], Result]], threads: int) -> Iterator[Result]:
    """The results of the pieces, the first piece's first; on one thread each when it is asked for.

    Pieces that are begun when nobody asks any more are finished and forgotten, others never begun.
    """
    rest = iter(pieces)
    if threads == 1:
        for piece in rest:
            yield piece()
        return
    with ThreadPoolExecutor(threads) as pool:
        begun: deque[Future[Result]] = deque(
            pool.submit(piece) for piece in islice(rest, AHEAD * threads)
        )
        try:
            while begun:
                result = begun.popleft().result()
                begun.extend(pool.submit(piece) for piece in islice(rest, 1))
                yield result
        finally:
            for each in begun:
                each.cancel()
