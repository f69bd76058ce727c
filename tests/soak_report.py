"""The pages of ``docs/soak.md``: what is known of the soak and of the crash test, in Markdown.

The one idea: each tool writes its own section and leaves the other one as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from soak_samples import MOST_MB_AN_HOUR, SETTLED_S, Sample, growth

ENOUGH_S = 300
"""How long a process has to live before a slope can be told."""
INTRO = (
    "# Soak\n\nWhat the server stands for hours, and when it is killed. Every figure here is "
    "written by the tool that measured it, but for those of earlier versions, which were put "
    "together by hand.\n\n"
)


class Kept(Struct):
    """What is known of all runs of the soak so far."""

    seconds: float = 0
    runs: int = 0
    disk: str = ""
    counts: dict[str, int] = {}
    samples: list[Sample] = []
    ended: list[str] = []
    """What ended a run before its time, and what else is to be said of one."""


def put(page: Path, section: str) -> None:
    """Write a section, in place of the one with the same heading if there is one."""
    heading = section.partition("\n")[0]
    text = page.read_text(encoding="utf-8") if page.exists() else INTRO
    parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    kept = [f"{part.rstrip()}\n\n" for part in parts if not part.startswith(f"{heading}\n")]
    page.write_text("".join([*kept, section.rstrip(), "\n"]), encoding="utf-8")


def table_of(counts: Mapping[str, int]) -> list[str]:
    """Counts as a table."""
    rows = (f"| {count:,} | {what} |" for what, count in sorted(counts.items()))
    return ["| count | of |", "| ---: | --- |", *rows]


def soak_section(kept: Kept, seed: int) -> str:
    """What came of the soak."""
    lines = [
        "## Hours of sessions",
        "",
        "By `make soak`; how it is done stands in `tests/soak_world.py`. Three tables with three "
        "people and two bots each on SQLite (one process) and three on PostgreSQL (two processes) "
        "are played all the time, while in each round one thing happens to them.",
        "",
        f"{kept.seconds / 60:.0f} minutes, {kept.runs} run(s), the last with seed {seed}; the full "
        f"disk is {kept.disk}. In every round but those that ended a run, for every table: no "
        "acknowledged command was lost or done twice, chips were conserved, every view that "
        "anybody was sent is what the log adds up to for him, nobody saw an older state than "
        "before, nobody's turn was taken by an outage or by a clock that was set, no server had an "
        "internal error or wrote more than some lines about an outage.",
        "",
        *(f"- {what}" for what in kept.ended),
        *([""] if kept.ended else []),
        *table_of(kept.counts),
        "",
        "What people were told, by its code, stands in [the protocol](protocol.md#refusals): "
        "`no_database` while nothing can be kept (in each outage that the server can notice at "
        "once, everybody was told), `closing` before a server stops, `elsewhere` after a newer "
        "line of the same person; the others are refusals of moves that came too late.",
        "",
        "What a server process holds between rounds, with nobody connected, if it lived for at "
        f"least {ENOUGH_S // 60} minutes: at first, in the middle of its life and last. The slope "
        "is that of a straight line through the second half; in a process that has lived for "
        f"{SETTLED_S // 60} minutes more MB an hour than {_bounds()} end the run. A process lives "
        "from one death of the plan to the next (`--between 100` lets it live).",
        "",
        "| process | samples | minutes | memory, MB | MB an hour | files | threads | tasks |",
        "| --- | ---: | ---: | --- | ---: | --- | --- | --- |",
    ]
    lives: dict[str, list[Sample]] = {}
    for sample in kept.samples:
        lives.setdefault(sample.life, []).append(sample)
    long = (each for each in lives.items() if each[1][-1].at - each[1][0].at >= ENOUGH_S)
    lines += [_row(life, samples) for life, samples in long]
    return "\n".join([*lines, ""])


def _bounds() -> str:
    return " or ".join(f"{most:.0f} ({name})" for name, most in MOST_MB_AN_HOUR.items())


def _row(life: str, samples: Sequence[Sample]) -> str:
    first, middle, last = samples[0], samples[len(samples) // 2], samples[-1]
    cells = [
        life,
        str(len(samples)),
        f"{(last.at - first.at) / 60:.0f}",
        f"{first.rss_mb:.0f} → {middle.rss_mb:.0f} → {last.rss_mb:.0f}",
        f"{growth(samples):+.1f}",
        f"{first.files} → {last.files}",
        f"{first.threads} → {last.threads}",
        f"{first.tasks} → {last.tasks}",
    ]
    return f"| {' | '.join(cells)} |"
