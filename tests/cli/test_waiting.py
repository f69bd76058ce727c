"""Signs of life while odds are counted."""

from __future__ import annotations

import io
import time

import pytest

from cincinnati.cli import waiting
from cincinnati.cli.waiting import Waiting
from cincinnati.odds import Progress
from cincinnati.words import Words


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def screen(text: str) -> str:
    """What stands on the last line after a text that is written over and over."""
    return text.rpartition("\r\x1b[K")[2]


def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal in the error stream's place; pytest takes that back between fixtures and test."""
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    return stream


def test_a_terminal_shows_how_far_it_is_and_is_clean_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = terminal(monkeypatch)
    monkeypatch.setattr(waiting, "OFTEN", 0.0)
    with Waiting(Words.of("en")) as told:
        told.told(Progress(12_000, None, 0.0123))
        assert screen(seen.getvalue()) == "12,000 ends so far, standard error 1.2%"
    assert screen(seen.getvalue()) == ""


def test_not_every_step_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = terminal(monkeypatch)
    with Waiting(Words.of("en")) as told:
        for ends in range(100):
            told.told(Progress(ends, None, 0.01))
    assert seen.getvalue().count("ends so far") <= 1


def test_a_long_silence_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = terminal(monkeypatch)
    monkeypatch.setattr(waiting, "PATIENCE", 0.01)
    with Waiting(Words.of("en")):
        until = time.monotonic() + 10
        while "about a minute" not in seen.getvalue() and time.monotonic() < until:
            time.sleep(0.01)
        assert "about a minute" in seen.getvalue()


def test_what_is_no_terminal_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(waiting, "OFTEN", 0.0)
    with Waiting(Words.of("en")) as told:
        told.told(Progress(1, None, 0.1))
    assert stream.getvalue() == ""
