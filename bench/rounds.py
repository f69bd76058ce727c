"""Measuring fairly: in rounds, everybody once a round, and the medians compared.

The one idea: a machine is faster at one moment than at another. So contestants take turns
(A B C A B C …) in one process, and what slows one round slows all of it. Work that the
processor alone decides is measured in processor time, which other programs do not add to.
"""

from __future__ import annotations

import gc
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

from msgspec import Struct


class Contestant(Struct, frozen=True):
    """Somebody who is measured; ``measure`` does a round's work and gives one value."""

    name: str
    measure: Callable[[], float]


class Series(Struct, frozen=True):
    """What a contestant reached, round by round."""

    name: str
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle of all rounds."""
        return median(self.values)


class Target(Struct, frozen=True):
    """A speed that the project promises itself."""

    what: str
    goal: str
    measured: str
    met: bool


class Section(Struct, frozen=True):
    """One table of the results; every series is compared with the first."""

    title: str
    unit: str
    comparison: str
    """What ``compare`` says of a series and the first, as a column's heading."""
    compare: Callable[[Series, Series], str]
    series: tuple[Series, ...]
    targets: tuple[Target, ...]
    notes: str


def interleaved(contestants: Sequence[Contestant], *, rounds: int) -> tuple[Series, ...]:
    """Measure all in turns, after one round that does not count."""
    values: list[list[float]] = [[] for _ in contestants]
    for round_ in range(rounds + 1):
        for contestant, measured in zip(contestants, values, strict=True):
            gc.collect()
            value = contestant.measure()
            if round_:
                measured.append(value)
    return tuple(
        Series(contestant.name, tuple(measured))
        for contestant, measured in zip(contestants, values, strict=True)
    )


def rate(work: Callable[[], int]) -> float:
    """Pieces of work a second of processor time; ``work`` says how many it did."""
    start = time.process_time()
    done = work()
    return done / (time.process_time() - start)


def times_as_fast(series: Series, first: Series) -> str:
    """How many times the rate of ``series`` the first one's is."""
    return "1" if series is first else figure(first.median / series.median)


def processor() -> str:
    """The machine's processor and how many cores of it there are: ``AMD EPYC × 2``."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]} × {len(names)}" if names else platform.processor() or platform.machine()


def targets_table(targets: Sequence[Target]) -> Iterator[str]:
    """What was promised beside what was measured, as Markdown."""
    yield "| target | | measured | |"
    yield "| --- | ---: | ---: | --- |"
    for target in targets:
        met = "met" if target.met else "**missed**"
        yield f"| {target.what} | {target.goal} | {target.measured} | {met} |"


def figure(number: float) -> str:
    """A number for people, to three figures at least."""
    places = 0 if number >= 100 else 1 if number >= 10 else 2
    return f"{number:,.{places}f}"


def at_least(what: str, measured: float, *, goal: float) -> Target:
    """A target that a larger number meets."""
    return Target(what, f"at least {goal:,.0f}", figure(measured), measured >= goal)


def under(what: str, measured: float, *, goal: float) -> Target:
    """A target that a smaller number meets."""
    return Target(what, f"under {goal:,.0f}", figure(measured), measured < goal)
