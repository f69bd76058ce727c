"""What a server process of the soak holds between rounds, and what it may hold.

The one idea: nobody is connected then, so what is more than at first is what was not given back.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

MB_A_DECISION = 0.0004
"""What opening a long table leaves behind; measured was 0.00014."""
SETTLED_S = 1800
"""After so long memory grows slowly."""
MOST_MB_AN_HOUR: Mapping[str, float] = MappingProxyType({"SQLite": 70, "PostgreSQL": 25})
"""Measured was, at that age, at most 35 and 10, and less from minute to minute; this is twice as
much, for the slope of a life that is still young is not sure."""


class Sample(Struct):
    """What a server process holds when nobody is connected."""

    life: str
    at: float
    rss_mb: float
    files: int
    threads: int
    tasks: int


def growth(life: Sequence[Sample]) -> float:
    """Of a process's memory, in MB an hour: a straight line through the second half of its life."""
    half = life[len(life) // 2 :]
    hours = [sample.at / 3600 for sample in half]
    return statistics.linear_regression(hours, [sample.rss_mb for sample in half]).slope


def surplus(life: Sequence[Sample], database: str, written: int) -> str | None:
    """What a process holds too much at its last sample; so many decisions are written by now."""
    first, now = life[0], life[-1]
    # A pool of connections grows to its size, and each has its thread or its handle.
    if now.tasks > first.tasks + 3:
        return f"tasks: {first} {now}"
    if now.files > first.files + 25:
        return f"files: {first} {now}"
    if now.threads > first.threads + 12:
        return f"threads: {first} {now}"
    # A clock that is set forward makes every table overdue, so all that there were are opened.
    most_mb = first.rss_mb + 60 + MB_A_DECISION * written
    if now.rss_mb > most_mb:
        return f"memory, at most {most_mb:.0f}: {first} {now}"
    if now.at - first.at >= SETTLED_S and growth(life) > MOST_MB_AN_HOUR[database]:
        return f"memory, MB an hour: {growth(life):.1f} {now}"
    return None
