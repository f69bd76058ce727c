"""Whole matches: the same figures whoever works, and no bot stops the others' matches."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arena_bots import bot, one_against_many, rules_for
from cincinnati.arena.engines import EngineKind, Terms
from cincinnati.arena.entrants import Entrant
from cincinnati.arena.match import Direction, Match
from cincinnati.arena.plain import PlainEngine
from cincinnati.arena.play import Progress, Stopped, play, play_all
from cincinnati.arena.results import Result, rows_of
from cincinnati.arena.workers import Workers
from cincinnati.errors import BotError, RulesError

HERE = Terms(patience=None)


def figures(result: Result) -> list[object]:
    """All that does not depend on a clock."""
    return [
        (row.bot, row.seats, row.chips, row.thousandths, row.log.decisions, row.log.faults,
         row.log.examples)
        for row in result.rows
    ]  # fmt: skip


def test_the_figures_are_the_same_with_any_number_of_workers() -> None:
    match = one_against_many("wild", "talks nonsense", seats=3, deals=23)
    found = []
    for text in ("0", "1", "2"):
        workers = Workers.of(text)
        with workers.executor() as (executor, ahead):
            terms = Terms() if workers.apart else HERE
            found.append(figures(play(match, executor, ahead=ahead, terms=terms)))
    whole = PlainEngine().play(match, 0, 23)
    for row, log in zip(rows_of(match, whole), whole.logs, strict=True):
        assert (row.chips, row.log.faults) == (row.chips, log.faults)
        assert (row.bot, row.seats, row.chips, row.thousandths, log.decisions, log.faults,
                log.examples) in found[0]  # fmt: skip
    assert found[0] == found[1] == found[2]


def test_how_far_it_is_is_told_piece_by_piece() -> None:
    told: list[tuple[int, float]] = []

    def listen(progress: Progress) -> None:
        told.append((progress.deals, progress.gain.mean))

    match = one_against_many("bets and folds", "folds", deals=20)
    with Workers(0).executor() as (executor, _):
        result = play(match, executor, terms=HERE, progress=listen)
    assert [deals for deals, _ in told] == [8, 16, 20]
    assert {gain for _, gain in told} == {500.0} == {result.rows[0].thousandths.mean}
    assert (result.engine, match.hands) == (EngineKind.PLAIN, 40)
    assert result.speed == pytest.approx(40 / result.seconds)


def test_no_more_pieces_are_begun_than_asked_for() -> None:
    begun: list[int] = []
    taken: list[int] = []

    class Counting:
        def submit(self, task: object, *args: object) -> object:
            begun.append(1)
            with Workers(0).executor() as (executor, _):
                return executor.submit(task, *args)  # type: ignore[arg-type]

    def listen(progress: Progress) -> None:
        taken.append(len(begun) - 1 - (len(taken) + 1))

    match = one_against_many("calls", "folds", deals=80)
    play(match, Counting(), ahead=3, terms=HERE, progress=listen)  # type: ignore[arg-type]
    assert taken == [3, 3, 3, 3, 3, 3, 3, 2, 1, 0]


def played(matches: Sequence[Match], terms: Terms) -> list[Result | Stopped]:
    with Workers(1).executor() as (executor, ahead):
        return list(play_all(matches, executor, ahead=ahead, terms=terms))


def test_a_stopped_match_does_not_stop_the_next_one() -> None:
    stopped, result = played(
        [one_against_many("calls", "ends its process", seats=3), one_against_many("bets", "folds")],
        Terms(patience=30.0),
    )
    assert isinstance(stopped, Stopped)
    assert str(stopped.error) == "'other.py:Bot' ended its process (exit status 7)"
    assert isinstance(result, Result)
    assert result.rows[0].chips.mean == 1


def test_a_match_alone_raises_what_stops_it() -> None:
    match = one_against_many("loops", "calls", seats=3)
    with Workers(1).executor() as (executor, _), pytest.raises(BotError, match=r"hero\.py"):
        play(match, executor, terms=Terms(patience=0.5))


def test_a_bot_that_cannot_be_made_is_refused_before_anything_is_played() -> None:
    told: list[Progress] = []
    broken = Entrant("broken.py:Bot", "Bot = None")
    last = Match.between(bot("calls"), broken, Direction.ONE, rules_for(2), deals=2, seed=1)
    with Workers(0).executor() as (executor, _):
        matches = [one_against_many("calls", "bets"), last]
        playing = play_all(matches, executor, terms=HERE, progress=told.append)
        with pytest.raises(RulesError, match=r"^bots: 'broken\.py:Bot' cannot be made: ImportErr"):
            next(playing)
    assert told == []


def test_so_is_one_that_ends_the_process_when_it_is_read() -> None:
    broken = Entrant("broken.py:Bot", "import os\nos._exit(1)")
    match = Match.between(bot("calls"), broken, Direction.ONE, rules_for(2), deals=2, seed=1)
    with pytest.raises(RulesError, match=r"^bots: 'broken\.py:Bot' ended its process"):
        played([match], Terms())


@pytest.mark.parametrize("text", ["-1", "2.5", "many", "1025", "99999", "", "tcp://", "udp://a:1",
                                  "tcp://10.0.0.1"])  # fmt: skip
def test_workers_that_cannot_be(text: str) -> None:
    with pytest.raises(RulesError, match=rf"workers: a number of processes, 0 .* not {text!r}"):
        Workers.of(text)


def test_workers_by_their_texts() -> None:
    assert Workers.of("4") == Workers(4)
    assert Workers.of("tcp://10.0.0.1:8786") == Workers(0, "tcp://10.0.0.1:8786")
    assert [Workers.of(text).apart for text in ("0", "1", "tls://h:1")] == [False, True, True]
