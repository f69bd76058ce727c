"""Matches on a real cluster of dask, two processes on this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from arena_bots import bot, one_against_many, rules_for
from cincinnati.arena import workers
from cincinnati.arena.engines import Terms
from cincinnati.arena.entrants import Entrant
from cincinnati.arena.match import Direction, Match
from cincinnati.arena.play import Stopped, play, play_all
from cincinnati.arena.workers import Workers
from cincinnati.errors import RulesError


@pytest.fixture(scope="module")
def cluster() -> Iterator[Workers]:
    distributed: Any = import_module("distributed")
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
    ) as there:
        yield Workers.of(there.scheduler_address)


def test_a_cluster_finds_the_same_figures(cluster: Workers) -> None:
    match = one_against_many("wild", "raises an error", seats=3, deals=23)
    with Workers(0).executor() as (executor, _):
        here = play(match, executor, terms=Terms(patience=None))
    with cluster.executor() as (executor, ahead):
        assert ahead == 2 * workers.AHEAD
        there = play(match, executor, ahead=ahead, terms=Terms())
    for mine, theirs in zip(here.rows, there.rows, strict=True):
        assert theirs.chips == mine.chips
        assert theirs.log.faults == mine.log.faults
        assert theirs.log.decisions == mine.log.decisions


def test_a_bot_that_hangs_is_ended_there_and_named_here(cluster: Workers) -> None:
    hanging = one_against_many("calls", "loops", seats=3)
    with cluster.executor() as (executor, ahead):
        stopped, well = play_all(
            [hanging, one_against_many("bets", "folds")],
            executor,
            ahead=ahead,
            terms=Terms(patience=0.5),
        )
    assert isinstance(stopped, Stopped)
    assert str(stopped.error) == "'other.py:Bot' has not answered for 0.5 s"
    assert not isinstance(well, Stopped)
    assert well.rows[0].chips.mean == 1


def test_a_bot_that_is_not_installed_there_is_refused(cluster: Workers) -> None:
    gone = Entrant("no_such_module_at_all:Bot")
    match = Match.between(gone, bot("calls"), Direction.ONE, rules_for(2), deals=2, seed=1)
    with cluster.executor() as (executor, _), pytest.raises(RulesError, match="ModuleNotFound"):
        play(match, executor)


def test_where_nobody_answers_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "REACH", 0.3)
    with (
        pytest.raises(RulesError, match=r"workers: no cluster answers at tcp://127\.0\.0\.1:9"),
        Workers.of("tcp://127.0.0.1:9").executor(),
    ):
        pass


def test_without_dask_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "find_spec", lambda _: None)
    with (
        pytest.raises(RulesError, match=r"pip install 'cincinnati\[cluster\]'"),
        Workers.of("tcp://127.0.0.1:9").executor(),
    ):
        pass
