"""A match from its beginning to its end: pieces go out to workers and come back in order.

The one idea: a piece is a range of deals, the same whoever works. What comes back is put where it
belongs, and nothing is added up before it is there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from itertools import islice
from time import perf_counter
from typing import Any, TypeVar

import numpy as np
from msgspec import Struct

from cincinnati.arena.engines import (
    EngineKind,
    Terms,
    chosen,
    faults_of,
    piece_size,
    play_piece,
)
from cincinnati.arena.match import Match
from cincinnati.arena.played import Chips, Log, Played
from cincinnati.arena.results import Interval, Result, gain, rows_of
from cincinnati.errors import BotError, RulesError

Answer = TypeVar("Answer")


class Progress(Struct, frozen=True):
    """How far a match is; it has played two deals at least."""

    match: Match
    chips: Chips
    """Of the deals that are played."""
    seconds: float

    @property
    def deals(self) -> int:
        """How many are played."""
        return len(self.chips)

    @property
    def gain(self) -> Interval:
        """What the first bot has won so far, in thousandths of a minimum bet a hand."""
        return gain(self.match, self.chips, 0).times(1000 / self.match.unit)


class Stopped(Struct, frozen=True):
    """A match that a bot, or the loss of a machine, has ended before its time."""

    match: Match
    error: BotError


def play_all(
    matches: Sequence[Match],
    executor: Executor,
    *,
    ahead: int = 1,
    wanted: EngineKind = EngineKind.AUTO,
    terms: Terms = Terms(),  # noqa: B008  (frozen)
    progress: Callable[[Progress], None] = lambda _: None,
) -> Iterator[Result | Stopped]:
    """Play matches one after the other; their figures do not depend on who works.

    ``ahead`` ≥ 1 is how many pieces may be under way at a time. Before the first is played, raises
    `RulesError` if a bot cannot be made or the engine that is wanted cannot play a match.
    """
    kinds = [chosen(match, wanted) for match in matches]
    plain = [each for each, kind in zip(matches, kinds, strict=True) if kind is EngineKind.PLAIN]
    bots = tuple(dict.fromkeys(bot for match in plain for bot in match.bots))
    try:
        faults = _answer(executor.submit(faults_of, terms, bots)) if bots else ()
    except BotError as error:
        raise RulesError("bots", str(error)) from None
    if faults:
        raise RulesError("bots", "; ".join(faults))
    for match, kind in zip(matches, kinds, strict=True):
        try:
            yield _play(match, kind, _pieces(match, executor, ahead, kind, terms), progress)
        except BotError as error:
            yield Stopped(match, error)


def play(match: Match, executor: Executor, **how: Any) -> Result:
    """Play one match as `play_all` does; raises `BotError` if it is stopped."""
    result = next(play_all([match], executor, **how))
    if isinstance(result, Stopped):
        raise result.error
    return result


def _play(
    match: Match,
    kind: EngineKind,
    pieces: Iterator[Played],
    progress: Callable[[Progress], None],
) -> Result:
    began, deals = perf_counter(), 0
    chips = np.zeros((match.deals, len(match.bots)), np.int64)
    logs = tuple(Log() for _ in match.bots)
    for piece in pieces:
        chips[deals : deals + len(piece.chips)] = piece.chips
        deals += len(piece.chips)
        for log, more in zip(logs, piece.logs, strict=True):
            log.add(more)
        progress(Progress(match, chips[:deals], perf_counter() - began))
    return Result(
        match=match,
        engine=kind,
        seconds=perf_counter() - began,
        rows=tuple(rows_of(match, Played(chips, logs))),
    )


def _pieces(
    match: Match, executor: Executor, ahead: int, kind: EngineKind, terms: Terms
) -> Iterator[Played]:
    """The pieces in order, ``ahead`` of them under way."""
    size = piece_size(kind, match)
    starts = range(0, match.deals, size)
    tasks = (
        executor.submit(play_piece, kind, terms, match, first, min(first + size, match.deals))
        for first in starts
    )
    begun = deque(islice(tasks, ahead))
    while begun:
        piece = _answer(begun.popleft())
        begun.extend(islice(tasks, 1))
        yield piece


def _answer(task: Future[Answer]) -> Answer:
    """What a task gives; a cluster that loses it stops the match too."""
    try:
        return task.result()
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "distributed":
            raise
        raise BotError("lost", f"the cluster lost a piece of the match: {error}") from error
