"""What the odds promise themselves, beside what was measured in the same run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bench.peers import equities, evaluators
from bench.peers.mistakes import Mistakes
from bench.rounds import Series, Target, at_least, under

MILLION = 1_000_000

Medians = Mapping[str, float]


def medians(series: tuple[Series, ...]) -> Medians:
    """By the names of the contestants."""
    return {each.name: each.median for each in series}


def of_values(
    values: Mapping[str, Mapping[int, Series]], mistakes: Mapping[str, Mistakes]
) -> Iterator[Target]:
    """Hands of ten cards."""
    ten = {name: by_size[10].median / MILLION for name, by_size in values.items()}
    best = max(
        (name for name in ten if not name.startswith("cincinnati") and not mistakes[name].wrong),
        key=lambda name: ten[name],
    )
    yield at_least("hands of ten as card sets, million/s", ten[evaluators.SETS], goal=120)
    yield at_least("hands of ten as rows, million/s", ten[evaluators.ROWS], goal=60)
    yield at_least("NumPy: hands of ten as rows, million/s", ten[evaluators.NUMPY_ROWS], goal=24)
    times = ten[evaluators.SETS] / ten[best]
    yield at_least(f"times {best}, the fastest correct peer", times, goal=12)


def of_exact(known: Medians, after_four: Medians) -> Iterator[Target]:
    """All ends counted."""
    times = known[equities.OMAHA_EXACT] / known[equities.NUMBA]
    yield under("exact over 850,668 boards, ms", known[equities.NUMBA], goal=10)
    yield under("NumPy: exact over 850,668 boards, ms", known[equities.NUMPY], goal=70)
    yield at_least("times poker-equity's exact `omaha_five`", times, goal=50)
    yield under("exact after four cards, ms", after_four[equities.NUMBA], goal=500)


def of_samples(one: Medians, five: Medians) -> Iterator[Target]:
    """Against so many unknown hands."""
    yield at_least("samples against one, million/s", one[equities.NUMBA] / MILLION, goal=18)
    yield at_least("NumPy: samples against one, million/s", one[equities.NUMPY] / MILLION, goal=4)
    yield at_least("samples against five, million/s", five[equities.NUMBA] / MILLION, goal=5)
    for count, found, goal in (("one", one, 15), ("five", five, 13)):
        times = found[equities.NUMBA] / found[equities.OMAHA]
        yield at_least(f"times poker-equity's `omaha_five` against {count}", times, goal=goal)


def of_starts(starts: Medians, command: str) -> Iterator[Target]:
    """Whole processes."""
    yield under("`cincinnati odds` with one hand and two cards, ms", starts[command], goal=1200)
    yield under("`import cincinnati`, ms", starts["`import cincinnati`"], goal=100)
