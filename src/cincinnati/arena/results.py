"""What a match says: what each bot won a hand, and how sure that is.

The one idea: the deals are independent, the hands of one deal are not. So a deal is one
observation, the mean over all of its seatings, and the scatter of the deals gives the interval.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from cincinnati.arena.engines import EngineKind
from cincinnati.arena.match import Match
from cincinnati.arena.played import Chips, Log, Played

NORMAL_95 = 1.959963984540054
"""So many standard errors to either side hold 95 of 100 means of many deals."""


class Interval(Struct, frozen=True):
    """A mean with half the width of its 95 % interval."""

    mean: float
    half: float

    @classmethod
    def of(cls, sums: NDArray[np.int64], parts: int) -> Interval:
        """Of whole numbers that are each the sum of so many parts; the mean is that of a part."""
        mean = int(sums.sum()) / (len(sums) * parts)
        scatter = float(np.std(sums, ddof=1)) / parts
        return cls(mean, NORMAL_95 * scatter / len(sums) ** 0.5)

    def times(self, factor: float) -> Interval:
        """The same in other units."""
        return Interval(self.mean * factor, self.half * factor)

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.half

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.half


class Row(Struct, frozen=True, kw_only=True):
    """One bot of a match."""

    bot: str
    seats: int
    """How many it holds at the table."""
    chips: Interval
    """What it won a hand and seat, in chips."""
    thousandths: Interval
    """The same in thousandths of a minimum bet."""
    log: Log


class Result(Struct, frozen=True, kw_only=True):
    """A match that was played."""

    match: Match
    engine: EngineKind
    seconds: float
    rows: tuple[Row, ...]

    @property
    def speed(self) -> float:
        """Hands a second."""
        return self.match.hands / self.seconds


def gain(match: Match, chips: Chips, bot: int) -> Interval:
    """What a bot won a hand and seat, in chips, in two deals or more."""
    return Interval.of(chips[:, bot], len(match.line_up) * match.line_up.count(bot))


def rows_of(match: Match, played: Played) -> Iterator[Row]:
    """One row for each bot of a match."""
    for number, (bot, log) in enumerate(zip(match.bots, played.logs, strict=True)):
        chips = gain(match, played.chips, number)
        yield Row(
            bot=bot.name,
            seats=match.line_up.count(number),
            chips=chips,
            thousandths=chips.times(1000 / match.unit),
            log=log,
        )
