"""Measure all and print the results as Markdown."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from datetime import date
from functools import partial
from importlib.metadata import version

from bench.peers import equities, evaluators, mistakes, targets
from bench.peers.mistakes import Mistakes
from bench.rounds import (
    Contestant,
    Series,
    Target,
    figure,
    interleaved,
    processor,
    targets_table,
)

PACKAGES = (
    "clubs", "eval7", "numba", "numpy", "phevaluator", "pkrbot", "poker-equity", "pokerfast",
    "pokerkit", "texasholdem", "treys",
)  # fmt: skip
MODULES = (
    "cincinnati", "cincinnati.odds", "cincinnati.odds.kernels.dealing", "clubs", "eval7",
    "phevaluator", "pkrbot", "poker_equity", "pokerfast", "pokerkit", "texasholdem", "treys",
)  # fmt: skip
HOLDEM = (
    "pokerfast's equity (OMPEval, in C++) knows Texas hold'em only, another game: two cards each,\n"
    "seven to value. It does not say how many samples it takes, so none of their tables has it."
)
WILD_VALUES = "Values of ten cards, all of one rank wild"
COMMAND = ("odds", "AsAd3c4c6d", "--board", "Ah,Kc", "--players", "5")
COMMAND_NAME = '`cincinnati odds "AsAd3c4c6d" --board Ah,Kc --players 5`'
MILLION = 1_000_000


def main() -> None:
    """A short run measures a twentieth, in two rounds."""
    short = "--short" in sys.argv[1:]
    rounds, share, checked = (2, 0.05, 1000) if short else (7, 1.0, 20_000)
    print("\n".join(_heading()), flush=True)
    values = evaluators.measure(rounds=rounds, share=share)
    wrong = mistakes.measure(checked=checked)
    print("\n".join(_values(values, wrong)), flush=True)
    print("\n".join(_samples(WILD_VALUES, "hands", evaluators.wild(rounds=rounds, share=share))))
    exact, four = equities.exact(rounds=rounds), equities.after_four(rounds=rounds)
    print(
        "\n".join(
            _milliseconds("Both hands known, no board: exact over 850,668 boards", exact, HOLDEM)
        )
    )
    print("\n".join(_milliseconds("One unknown hand after four cards: exact, 36.6 million", four)))
    one, five = (equities.sampled(count, rounds=rounds, share=share) for count in (1, 5))
    print("\n".join(_samples("Sampling against 1 unknown", "samples", one)))
    print("\n".join(_samples("Sampling against 5 unknown", "samples", five)), flush=True)
    liz = equities.wild(rounds=rounds, share=share)
    print("\n".join(_samples("Sampling against 1 unknown in Liz", "samples", liz)))
    starts = _starts(rounds)
    print("\n".join(_milliseconds("Start: the process that imports it, or runs it", starts)))
    medians = [targets.medians(series) for series in (exact, four, one, five, starts)]
    print("\n## Targets\n")
    print("\n".join(targets_table(list(_targets(values, wrong, *medians)))))


def _heading() -> Iterator[str]:
    yield "# Odds beside the peers"
    yield ""
    yield "Written by `python -m bench.odds`. All take turns in one process (A B C A B C …) on one"
    yield "core; medians of processor time (of starts by the wall clock), with the lowest and the"
    yield "highest round. Ratios carry over to other machines, the figures do not. What the project"
    yield "has promised itself stands at the [end](#targets)."
    yield ""
    yield f"- {date.today():%Y-%m-%d}, {processor()}"
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    yield f"- Python {platform.python_version()}; {versions}"


def _values(
    measured: Mapping[str, Mapping[int, Series]], wrong: Mapping[str, Mistakes]
) -> Iterator[str]:
    yield "\n## Values of hands\n"
    yield "Million hands a second, by cards; the ratio is of ten-card hands. *: takes no ten cards,"
    yield "so all 252 choices of five are valued. Wrong answers are about the same random hands of"
    yield "ten cards for all; those with a * are asked about as many of them as they value in"
    yield f"{mistakes.PATIENCE_S:.0f} s of processor time.\n"
    yield "| | 5 | 7 | 10 | lowest – highest of 10 | cincinnati is × as fast | wrong |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    first = measured[evaluators.SETS][10].median
    by_subsets = {peer.name for peer in evaluators.peers() if peer.most_cards < 10}
    for name, series in measured.items():
        rates = [figure(series[size].median / MILLION) for size in evaluators.SIZES]
        rates = [text if text != "0.00" else f"{series[size].median / MILLION:.5f}"
                 for text, size in zip(rates, evaluators.SIZES, strict=True)]  # fmt: skip
        ten = series[10]
        spread = f"{min(ten.values) / MILLION:.4g} – {max(ten.values) / MILLION:.4g}"
        star = "*" if name in by_subsets else ""
        mistaken = f"{wrong[name].wrong} of {wrong[name].checked:,}"
        ratio = figure(first / ten.median)
        yield f"| {name}{star} | {' | '.join(rates)} | {spread} | {ratio} | {mistaken} |"


def _milliseconds(title: str, series: tuple[Series, ...], notes: str = "") -> Iterator[str]:
    yield f"\n## {title}\n"
    if notes:
        yield f"{notes}\n"
    yield "| | ms | lowest – highest | × the first |"
    yield "| --- | ---: | ---: | ---: |"
    for each in series:
        spread = f"{figure(min(each.values))} – {figure(max(each.values))}"
        ratio = figure(each.median / series[0].median)
        yield f"| {each.name} | {figure(each.median)} | {spread} | {ratio} |"


def _samples(title: str, what: str, series: tuple[Series, ...]) -> Iterator[str]:
    yield f"\n## {title}\n"
    yield f"| | million {what}/s | lowest – highest | cincinnati is × as fast |"
    yield "| --- | ---: | ---: | ---: |"
    for each in series:
        spread = f"{min(each.values) / MILLION:.4g} – {max(each.values) / MILLION:.4g}"
        ratio = figure(series[0].median / each.median)
        yield f"| {each.name} | {each.median / MILLION:.4g} | {spread} | {ratio} |"


def _targets(
    values: Mapping[str, Mapping[int, Series]],
    wrong: Mapping[str, Mistakes],
    exact: targets.Medians,
    four: targets.Medians,
    one: targets.Medians,
    five: targets.Medians,
    starts: targets.Medians,
) -> Iterator[Target]:
    yield from targets.of_values(values, wrong)
    yield from targets.of_exact(exact, four)
    yield from targets.of_samples(one, five)
    yield from targets.of_starts(starts, COMMAND_NAME)


def _starts(rounds: int) -> tuple[Series, ...]:
    imports = [
        Contestant(f"`import {name}`", partial(_wait, "-c", f"import {name}")) for name in MODULES
    ]
    command = Contestant(COMMAND_NAME, partial(_wait, "-m", "cincinnati", *COMMAND))
    return interleaved([*imports, command], rounds=rounds)


def _wait(*arguments: str) -> float:
    env = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run(  # noqa: S603 - ours
        [sys.executable, *arguments], check=True, env=env, stdout=subprocess.DEVNULL
    )
    return 1000 * (time.perf_counter() - start)


if __name__ == "__main__":
    main()
