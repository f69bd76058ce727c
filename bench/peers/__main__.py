"""Measure all and print the results as Markdown."""

from __future__ import annotations

import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date
from functools import partial
from importlib.metadata import version

from bench.peers import equities, evaluators
from bench.rounds import Contestant, Series, figure, interleaved

PACKAGES = (
    "clubs", "eval7", "numba", "numpy", "phevaluator", "pkrbot", "poker-equity", "pokerfast",
    "pokerkit", "texasholdem", "treys",
)  # fmt: skip
MODULES = (
    "cincinnati", "cincinnati.odds", "cincinnati.odds.kernels.dealing", "clubs", "eval7",
    "phevaluator", "pkrbot", "poker_equity", "pokerfast", "pokerkit", "texasholdem", "treys",
)  # fmt: skip
MILLION = 1_000_000


def main() -> None:
    """A short run measures a twentieth, in two rounds."""
    short = "--short" in sys.argv[1:]
    rounds, share, checked = (2, 0.05, 1000) if short else (7, 1.0, 20_000)
    print("\n".join(_heading()), flush=True)
    print("\n".join(_values(evaluators.measure(rounds=rounds, checked=checked, share=share))))
    exact, four = equities.exact(rounds=rounds), equities.after_four(rounds=rounds)
    print("\n".join(_milliseconds("Both hands known, no board: exact over 850,668 boards", exact)))
    print("\n".join(_milliseconds("One unknown hand after four cards: exact, 36.6 million", four)))
    for unknown in (1, 5):
        found = equities.sampled(unknown, rounds=rounds, share=share)
        print("\n".join(_samples(unknown, found)), flush=True)
    print("\n".join(_milliseconds("Start: the process that imports it", _starts(rounds))))


def _heading() -> Iterator[str]:
    yield "# Odds beside the peers"
    yield ""
    yield "Written by `python -m bench.odds`. All take turns in one process (A B C A B C …) on one"
    yield "core; medians of processor time, with the lowest and the highest round. Ratios carry"
    yield "over to other machines, the figures do not."
    yield ""
    yield f"- {date.today():%Y-%m-%d}, {platform.processor() or platform.machine()}"
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    yield f"- Python {platform.python_version()}; {versions}"


def _values(measured: list[evaluators.Measured]) -> Iterator[str]:
    yield "\n## Values of hands\n"
    yield "Million hands a second, by cards; the ratio is of ten-card hands. Wrong answers are for"
    yield "ten cards; *: no ten-card hands, so all 252 choices of five are valued.\n"
    yield "| | 5 | 7 | 10 | lowest – highest of 10 | cincinnati is × as fast | wrong |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    first = measured[0].series[10].median
    for each in measured:
        rates = [figure(each.series[size].median / MILLION) for size in evaluators.SIZES]
        rates = [text if text != "0.00" else f"{each.series[size].median / MILLION:.5f}"
                 for text, size in zip(rates, evaluators.SIZES, strict=True)]  # fmt: skip
        ten = each.series[10]
        spread = f"{min(ten.values) / MILLION:.4g} – {max(ten.values) / MILLION:.4g}"
        name = each.name + ("*" if each.by_subsets else "")
        wrong = f"{each.wrong} of {each.checked:,}"
        ratio = figure(first / ten.median)
        yield f"| {name} | {' | '.join(rates)} | {spread} | {ratio} | {wrong} |"


def _milliseconds(title: str, series: tuple[Series, ...]) -> Iterator[str]:
    yield f"\n## {title}\n"
    yield "| | ms | lowest – highest | × the first |"
    yield "| --- | ---: | ---: | ---: |"
    for each in series:
        spread = f"{figure(min(each.values))} – {figure(max(each.values))}"
        ratio = figure(each.median / series[0].median)
        yield f"| {each.name} | {figure(each.median)} | {spread} | {ratio} |"


def _samples(unknown: int, series: tuple[Series, ...]) -> Iterator[str]:
    yield f"\n## Sampling against {unknown} unknown\n"
    yield "| | million samples/s | lowest – highest | cincinnati is × as fast |"
    yield "| --- | ---: | ---: | ---: |"
    for each in series:
        spread = f"{min(each.values) / MILLION:.4g} – {max(each.values) / MILLION:.4g}"
        ratio = figure(series[0].median / each.median)
        yield f"| {each.name} | {each.median / MILLION:.4g} | {spread} | {ratio} |"


def _starts(rounds: int) -> tuple[Series, ...]:
    return interleaved(
        [Contestant(f"`import {name}`", partial(_wait, name)) for name in MODULES], rounds=rounds
    )


def _wait(module: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True)  # noqa: S603 - ours
    return 1000 * (time.perf_counter() - start)


if __name__ == "__main__":
    main()
