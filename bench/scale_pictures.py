"""The plots of docs/scale.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bench.scale_commits import WRITERS, Measured
from bench.scale_growth import Day
from bench.scale_model import Point
from cincinnati.cli.pictures import BRASS, FELT, INK, PAPER

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = (FELT, BRASS, "#7a4b2a", "#4f7f9e", "#a24b3c", "#7d8f3c", "#6b5b8c")
MARKS = "os^Dvx*"


def draw_latency(file: Path, curves: Mapping[str, Sequence[Point]], goal_ms: float) -> None:
    """The 99th percentile against the number of tables."""
    figure, axes = _figure("Tables that play at once", "99th percentile of an action, ms")
    for (name, points), colour, mark in zip(curves.items(), COLOURS, MARKS, strict=False):
        shown = [point for point in points if point.p99 < 30 * goal_ms]
        axes.plot([point.tables for point in shown], [point.p99 for point in shown],
                  color=colour, marker=mark, markersize=4, label=name)  # fmt: skip
    axes.axhline(goal_ms, color=INK, linewidth=0.8, linestyle="--")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.legend(fontsize=8, frameon=False)
    _save(figure, file)


def draw_commits(file: Path, measured: Measured) -> None:
    """Decisions a second against the number of writers."""
    figure, axes = _figure("Writers, each of which waits for its transaction", "Decisions a second")
    for (bell, name), colour, mark in zip(
        (("inside", "bell in the transaction"), ("after", "bell after it")), COLOURS, MARKS,
        strict=False,
    ):  # fmt: skip
        rows = [
            next(each.rows for each in measured.rates
                 if (each.writers, each.group, each.bell) == (writers, 1, bell))
            for writers in WRITERS
        ]  # fmt: skip
        axes.plot(WRITERS, rows, color=colour, marker=mark, label=name)
    axes.set_xscale("log", base=2)
    axes.set_xticks(WRITERS, [str(each) for each in WRITERS])
    axes.set_ylim(bottom=0)
    axes.legend(fontsize=8, frameon=False)
    _save(figure, file)


def draw_week(file: Path, day: Day) -> None:
    """Tables through a week, the mean is 1."""
    figure, axes = _figure("", "Tables that play, beside the mean")
    hours = [quarter / 4 for quarter in range(len(day.load))]
    axes.fill_between(hours, day.load, color=FELT, alpha=0.25, linewidth=0)
    axes.plot(hours, day.load, color=FELT, linewidth=1.2)
    axes.axhline(1, color=BRASS, linewidth=1)
    axes.set_xticks([24 * each + 12 for each in range(7)],
                    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])  # fmt: skip
    axes.set_xlim(0, 168)
    axes.set_ylim(bottom=0)
    _save(figure, file)


def _figure(across: str, up: str) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.8), layout="constrained", facecolor=PAPER)
    axes = figure.subplots()
    axes.set_facecolor(PAPER)
    axes.set_xlabel(across, size=9)
    axes.set_ylabel(up, size=9)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _save(figure: Figure, file: Path) -> None:
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "cincinnati", "text.color": INK, "axes.edgecolor": INK}):
        figure.savefig(file, metadata={"Date": None})
