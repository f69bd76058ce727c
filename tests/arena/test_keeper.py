"""Bots in processes of their own: whatever they do, the match is stopped and they are named."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest

from arena_bots import bot, one_against_many, rules_for
from cincinnati.arena.entrants import Entrant
from cincinnati.arena.keeper import CREW, KeptEngine
from cincinnati.arena.marks import Marks
from cincinnati.arena.match import Direction, Match
from cincinnati.arena.plain import NOBODY, PlainEngine
from cincinnati.errors import BotError

PATIENT = KeptEngine(slow=1.0, patience=60.0)


@pytest.fixture(autouse=True)
def _nobody_stays() -> Iterator[None]:
    yield
    CREW.dismiss()


def test_a_piece_is_the_same_in_a_process_of_its_own() -> None:
    match = one_against_many("wild", "calls", seats=3, deals=5)
    here, there = PlainEngine().play(match, 1, 4), PATIENT.play(match, 1, 4)
    assert there.chips.tolist() == here.chips.tolist()
    assert [log.decisions for log in there.logs] == [log.decisions for log in here.logs]
    assert sum(there.logs[0].times.values()) == there.logs[0].decisions


def test_a_process_is_kept_for_the_next_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    begin = subprocess.Popen

    def counted(*args: object, **kwargs: object) -> object:
        started.append(args)
        return begin(*args, **kwargs)  # type: ignore[call-overload]

    monkeypatch.setattr("cincinnati.arena.keeper.subprocess.Popen", counted)
    match = one_against_many("calls", "folds")
    for _ in range(3):
        PATIENT.play(match, 0, 2)
    assert len(started) == 1


def test_faults_come_home() -> None:
    match = one_against_many("raises an error", "bets")
    log = PATIENT.play(match, 0, 4).logs[0]
    assert log.faults == {"failed": log.decisions}
    assert log.examples == {"failed": "ValueError: oh dear"}


def test_what_a_bot_prints_is_no_answer(capfd: pytest.CaptureFixture[str]) -> None:
    match = one_against_many("prints", "bets")
    quiet = PlainEngine().play(one_against_many("calls", "bets"), 0, 4)
    assert PATIENT.play(match, 0, 4).chips.tolist() == quiet.chips.tolist()
    CREW.dismiss()
    out, err = capfd.readouterr()
    assert out == ""
    assert err.startswith("I think, therefore I call\n")


def test_a_bot_that_never_answers_is_named() -> None:
    match = one_against_many("calls", "loops", seats=3)
    began = monotonic()
    with pytest.raises(BotError, match=r"^'other\.py:Bot' has not answered for 0\.5 s$") as stopped:
        KeptEngine(slow=1.0, patience=0.5).play(match, 0, 2)
    assert stopped.value.code == "hung"
    assert 0.5 < monotonic() - began < 20
    assert PATIENT.play(one_against_many("calls", "folds"), 0, 2).logs[0].decisions > 0


def test_patience_is_for_one_decision_not_for_a_piece() -> None:
    thinker = bot("thinks long")
    match = Match.table([thinker, thinker], rules_for(2), deals=2, seed=1)
    began = monotonic()
    log = KeptEngine(slow=1.0, patience=0.7).play(match, 0, 1).logs[0]
    assert log.decisions == 20
    assert monotonic() - began > 2


def test_a_bot_that_ends_its_process_is_named() -> None:
    match = one_against_many("ends its process", "bets")
    with pytest.raises(BotError, match=r"^'hero\.py:Bot' ended its process \(exit status 7\)$"):
        PATIENT.play(match, 0, 2)


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("import os\nos._exit(5)", r"'x\.py:Bot' ended its process \(exit status 5\)"),
        ("while True: pass", r"'x\.py:Bot' has not answered for 0\.5 s"),
    ],
)
def test_a_file_that_does_so_when_it_is_read(source: str, why: str) -> None:
    with pytest.raises(BotError, match=why):
        KeptEngine(slow=1.0, patience=0.5).faults((bot("calls"), Entrant("x.py:Bot", source)))


def test_a_bot_that_is_not_there_stops_the_match() -> None:
    gone = Entrant("no_such_module_at_all:Bot")
    assert [text.split(":")[0] for text in PATIENT.faults((gone, bot("calls"), gone))] == [
        "'no_such_module_at_all"
    ] * 2
    match = Match.between(gone, bot("calls"), Direction.ONE, rules_for(2), deals=2, seed=1)
    with pytest.raises(BotError, match="cannot be made: ModuleNotFoundError") as stopped:
        PATIENT.play(match, 0, 2)
    assert stopped.value.code == "not_here"


def test_who_waits_for_an_answer_is_freed() -> None:
    match = one_against_many("calls", "loops", seats=3)
    stopped: list[BotError] = []

    def wait() -> None:
        try:
            PATIENT.play(match, 0, 2)
        except BotError as error:
            stopped.append(error)

    waiting = Thread(target=wait)
    waiting.start()
    sleep(0.5)
    CREW.dismiss()
    waiting.join(timeout=20)
    assert len(stopped) == 1


def test_a_worker_ends_with_its_keeper(tmp_path: Path) -> None:
    file = tmp_path / "marks"
    Marks.new(file).close()
    command = [sys.executable, "-m", "cincinnati.arena.child", str(file)]
    done = subprocess.run(command, input=b"", capture_output=True, timeout=60, check=True)  # noqa: S603
    assert (done.stdout, done.stderr) == (b"", b"")


def test_a_mark_can_be_read_by_others(tmp_path: Path) -> None:
    ours = Marks.new(tmp_path / "marks")
    theirs = Marks(tmp_path / "marks")
    assert ours.asked() == (NOBODY, 0)
    theirs.ask(4)
    assert ours.asked() == (4, 1)
    theirs.ask(4)
    assert ours.asked() == (4, 2)  # the same bot, another question
    theirs.ask(NOBODY)
    assert ours.asked() == (NOBODY, 3)
    ours.close()
    theirs.close()
