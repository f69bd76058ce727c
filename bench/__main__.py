"""Measure everything, print it and write it to ``bench/RESULTS.md``."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from datetime import date
from importlib.metadata import version
from pathlib import Path

from bench import bots, engine, ranking, replaying, startup
from bench.rounds import Section, processor, targets_table

RESULTS = Path(__file__).with_name("RESULTS.md")
OTHERS = (
    "Beside them: [odds and evaluation with nine peers](ODDS.md), [live tables](LOAD.md), "
    "[misuse](MISUSE.md), [growth to many tables](../docs/scale.md), [the page](BROWSER.md)."
)
PACKAGES = ("cincinnati", "clubs", "msgspec", "pokerkit")


def main() -> None:
    """Print each part when it is measured, then write all of them."""
    parts = ["\n".join(_heading())]
    print(parts[0])
    measures = [each.measure for each in (engine, ranking, startup, replaying)]
    for measure in (*measures, bots.decisions, bots.training, bots.arena):
        parts.append("\n".join(_table(measure())))
        print(f"\n{parts[-1]}", flush=True)
    RESULTS.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


def _heading() -> Iterator[str]:
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    yield "# Speed"
    yield ""
    yield "Written by `make bench`. Everybody takes a turn in each round (A B C A B C …), and what"
    yield "stands here are the medians of all rounds, with the lowest and the highest beside them."
    yield "The processor's own time is counted, on one core; only starts are by the wall clock."
    yield ""
    yield f"- {date.today():%Y-%m-%d}, {processor()}"
    yield f"- {platform.python_implementation()} {platform.python_version()}; {versions}"
    yield ""
    yield OTHERS


def _table(section: Section) -> Iterator[str]:
    yield f"## {section.title}"
    yield ""
    yield section.notes
    yield ""
    yield f"| | {section.unit} | lowest – highest | {section.comparison} |"
    yield "| --- | ---: | ---: | ---: |"
    for series in section.series:
        spread = f"{min(series.values):,.0f} – {max(series.values):,.0f}"
        against = section.compare(series, section.series[0])
        yield f"| {series.name} | {series.median:,.0f} | {spread} | {against} |"
    if section.targets:
        yield ""
        yield from targets_table(section.targets)


if __name__ == "__main__":
    main()
