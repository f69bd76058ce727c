"""Pictures of odds and results, by matplotlib (the extra ``plot``), as .svg or .png."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cincinnati.cli.learning import check_place
from cincinnati.cli.numbers import percent
from cincinnati.errors import RulesError
from cincinnati.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from cincinnati.arena.results import Result
    from cincinnati.odds.kinds import Kinds
    from cincinnati.odds.report import Report

KINDS = (".svg", ".png")
FELT, BRASS, PAPER, INK = "#2f6b4f", "#b8893b", "#fbf6ec", "#2b2118"
_COLOURS = (FELT, BRASS, "#7a4b2a", "#4f7f9e", "#a24b3c", "#7d8f3c", "#6b5b8c", "#8c8273")


def check_picture(file: Path) -> None:
    """Refuse a file that cannot become a picture, with `RulesError`, before anything is counted."""
    if file.suffix.lower() not in KINDS:
        raise RulesError("plot", f"a file that ends with {' or '.join(KINDS)}, not {file.name!r}")
    if find_spec("matplotlib") is None:
        raise RulesError("plot", "pictures need matplotlib: pip install 'cincinnati[plot]'")
    check_place(file, "plot")


def draw_odds(file: Path, words: Words, found: Report) -> None:
    """What the hands become, and what each next card does for the first of them."""
    from cincinnati.cli.odds import first_known, shown_seats

    columns = shown_seats(words, found.now)
    kinds = {
        words.category(kind): [seat.categories[kind] for seat in columns.values()]
        for kind in next(iter(columns.values())).categories
        if any(seat.categories[kind] for seat in columns.values())
    }
    names = [f"{name}: {percent(words, seat.share)}" for name, seat in columns.items()]
    panels = [Panel(words.text("odds.end"), kinds, names)]
    first = first_known(found.now)
    if found.after and first is not None:
        shares = {
            words.card(card): [found.after[card].seats[first].share]
            for card in reversed(found.next_cards(first))
        }
        panels.append(Panel(words.text("odds.next"), shares, []))
    question = found.now.question
    title = words.count("odds.title", len(question.hands), game=words.preset(question.rules.preset))
    if question.board:
        board = words.text("odds.board", cards=words.cards(question.board))
        title = words.comma([title, board])
    draw(file, words, title, panels)


def draw_kinds(file: Path, words: Words, found: Kinds) -> None:
    """How often each kind of hand comes, and wins."""
    from cincinnati.cli.distribution import title

    shown = {kind: each for kind, each in found.kinds.items() if each.chance}
    chances = {words.category(kind): [each.chance] for kind, each in shown.items()}
    panels = [Panel(words.text("odds.chance"), chances, [])]
    if found.players is not None:
        wins = {words.category(kind): [each.wins or 0.0] for kind, each in shown.items()}
        panels.append(Panel(words.text("odds.wins"), wins, []))
    draw(file, words, title(words, found), panels)


class Panel:
    """One set of horizontal bars: for each label one bar of each series, the first label lowest."""

    def __init__(
        self, title: str, bars: Mapping[str, Sequence[float]], series: Sequence[str]
    ) -> None:
        self.title = title
        self.bars = bars
        self.series = series

    def draw(self, axes: Axes, words: Words) -> None:
        """The bars, each with its number."""
        count = max(map(len, self.bars.values()))
        height = 0.8 / count
        for place in range(count):
            lengths = [row[place] for row in self.bars.values()]
            middles = [at + 0.4 - height * (place + 0.5) for at in range(len(self.bars))]
            drawn = axes.barh(
                middles,
                lengths,
                height,
                color=_COLOURS[place % len(_COLOURS)],
                label=self.series[place] if self.series else None,
            )
            axes.bar_label(drawn, [percent(words, each) for each in lengths], padding=3, size=7)
        axes.set_yticks(range(len(self.bars)), self.bars, size=8)
        axes.set_ylim(-0.6, len(self.bars) - 0.4)
        axes.set_xlim(0, 1.18 * max(max(row) for row in self.bars.values()))
        axes.set_xticks([])
        axes.set_title(self.title, size=10, loc="left")
        axes.spines[["top", "right", "bottom"]].set_visible(False)
        if self.series:
            axes.legend(fontsize=8, frameon=False, loc="best")


def draw_gains(file: Path, words: Words, results: Sequence[Result]) -> None:
    """What the first bot of each match won, with its interval; of a line-up, what each won."""
    from cincinnati.cli.results import gain_text, title

    shown = {
        f"{title(words, result.match)}\n{row.bot}" if len(result.rows) > 2
        else title(words, result.match): row.thousandths
        for result in reversed(results)
        for row in (result.rows if len(result.rows) > 2 else result.rows[:1])
    }  # fmt: skip
    with _look():
        figure = _figure(9, 1.4 + 0.45 * len(shown))
        axes = figure.subplots()
        axes.set_facecolor(PAPER)
        for place, gain in enumerate(shown.values()):
            axes.errorbar(gain.mean, place, xerr=gain.half, fmt="o", color=FELT, capsize=4)
            text = gain_text(words, gain, 0)
            axes.annotate(text, (gain.mean, place), (0, 7), textcoords="offset points", size=8)
        axes.axvline(0, color=BRASS, linewidth=1)
        axes.set_yticks(range(len(shown)), shown, size=8)
        axes.set_ylim(-0.6, len(shown) - 0.3)
        axes.set_xlabel(words.text("arena.thousandths"), size=9)
        axes.spines[["top", "right"]].set_visible(False)
        _save(figure, file)


def draw(file: Path, words: Words, title: str, panels: Sequence[Panel]) -> None:
    """Panels of bars side by side, into a file of the kind that its name asks for."""
    bars = max(len(panel.bars) * max(map(len, panel.bars.values())) for panel in panels)
    with _look():
        figure = _figure(5.5 * len(panels), max(3.2, 0.9 + 0.17 * bars))
        axes = figure.subplots(1, len(panels), squeeze=False)[0]
        for panel, place in zip(panels, axes, strict=True):
            place.set_facecolor(PAPER)
            panel.draw(place, words)
        figure.suptitle(title, size=12)
        _save(figure, file)


def _look() -> AbstractContextManager[None]:
    """The same numbers give the same file: no date, and names in it from no dice."""
    from matplotlib import rc_context

    return rc_context({"svg.hashsalt": "cincinnati", "text.color": INK, "axes.edgecolor": INK})


def _figure(width: float, height: float) -> Figure:
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained", facecolor=PAPER)


def _save(figure: Figure, file: Path) -> None:
    metadata = {"Date": None} if file.suffix.lower() == ".svg" else None
    figure.savefig(file, dpi=144, metadata=metadata)
