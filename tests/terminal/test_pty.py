"""The command in a real terminal (a pseudo-terminal): keys in, escape sequences out."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cincinnati.tables.saved import read_saved

PATIENCE = 60.0
"""Seconds that anything may take on a busy machine."""
LOCAL_MODES = 3
"""Where a terminal's modes have those of the line: whether keys are echoed, for one."""

LAUNCH = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # Ctrl-C comes from the terminal that controls
from cincinnati.cli import main
sys.exit(main(sys.argv[1:]))
"""


class Terminal:
    """A command behind a pseudo-terminal."""

    def __init__(self, master: int, process: subprocess.Popen[bytes]) -> None:
        self.master = master
        self.process = process
        self.output = b""

    def read(self, seconds: float = 0.05) -> bytes:
        """What it writes in a little while."""
        if select.select([self.master], [], [], seconds)[0] and not self._piece():
            time.sleep(seconds)
        return self.output

    def _piece(self) -> bytes:
        """The next of what it has written; nothing once the other end is closed and all is read."""
        try:
            piece = os.read(self.master, 65536)
        except OSError:
            piece = b""
        self.output += piece
        return piece

    def wait_for(self, text: str) -> None:
        """Read until a text has been written."""
        end = time.monotonic() + PATIENCE
        while text.encode() not in self.read():
            assert time.monotonic() < end, self.output[-2000:].decode(errors="replace")
            if self.process.poll() is not None:
                self.end()
                assert text.encode() in self.output, self.output

    def press(self, keys: str) -> None:
        """Type something."""
        os.write(self.master, keys.encode())

    def end(self) -> int:
        """Read until the command has ended, and all that it has written; its status."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, self.output[-2000:].decode(errors="replace")
            self.read()
        while self._piece():  # a terminal hands over a few thousand bytes at a time
            pass
        return self.process.returncode


@contextmanager
def terminal(folder: Path, *options: str, **variables: str) -> Iterator[Terminal]:
    """``cincinnati play`` in a terminal of 80 columns and 24 rows, which echoes no keys."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    # A key that is pressed when the screen has closed already would stand among the last lines.
    modes = termios.tcgetattr(slave)
    modes[LOCAL_MODES] &= ~termios.ECHO
    termios.tcsetattr(slave, termios.TCSANOW, modes)
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "LANG": "C.UTF-8"}
    environment = {**os.environ, **home, "TERM": "xterm-256color", **variables}
    environment.pop("NO_COLOR", None)
    process = subprocess.Popen(  # noqa: S603  (our own command)
        [sys.executable, "-c", LAUNCH, "play", "--pace", "0", *options],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment,
        start_new_session=True,
    )
    os.close(slave)
    try:
        yield Terminal(master, process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(master)


def saved(folder: Path) -> Path:
    return folder / "cincinnati" / "session.json"


SHORT = ("--seed", "3", "--players", "3", "--deals", "2", "--preset", "hi-lo")


def test_a_whole_session_by_keys_ends_as_it_does_line_by_line(tmp_path: Path) -> None:
    with terminal(tmp_path, *SHORT) as table:
        table.wait_for("Your turn")
        while table.process.poll() is None:
            table.press("c")
            table.read()
            table.press("\r")
            table.read()
        assert table.end() == 0
    table_end = table.output.decode().replace("\r\n", "\n").rsplit("Final places\n", 1)[1]

    (tmp_path / "other").mkdir()
    home = {"HOME": str(tmp_path / "other"), "XDG_DATA_HOME": str(tmp_path / "other")}
    plain = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "cincinnati", "play", *SHORT],
        input="c\n" * 400,
        capture_output=True,
        check=True,
        encoding="utf-8",
        env={**os.environ, **home, "LANG": "C.UTF-8"},
    )
    assert table_end == plain.stdout.rsplit("Final places\n", 1)[1]
    first, second = (read_saved(saved(folder)) for folder in (tmp_path, tmp_path / "other"))
    assert first[1].over
    assert first[1].events == second[1].events


@pytest.mark.parametrize("interrupt", ["key", "SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interrupted_session_is_kept_and_goes_on(interrupt: str, tmp_path: Path) -> None:
    with terminal(tmp_path, *SHORT) as table:
        table.wait_for("Your turn")
        table.press("c")
        table.read(0.3)
        if interrupt == "key":
            table.press("\x03")
        else:
            table.process.send_signal(getattr(signal, interrupt))
        assert table.end() == 130
    assert b"Traceback" not in table.output
    assert b"The session is kept" in table.output
    _, left = read_saved(saved(tmp_path))
    with terminal(tmp_path) as table:
        table.wait_for("Your session goes on")
        table.press("q")
        table.wait_for("Leave the table?")
        table.press("\r")
        assert table.end() == 0
    assert read_saved(saved(tmp_path))[1].events[: len(left.events)] == left.events


def test_a_terminal_that_is_closed_loses_nothing(tmp_path: Path) -> None:
    with terminal(tmp_path, *SHORT) as table:
        table.wait_for("Your turn")
        os.close(table.master)
        table.master = os.open(os.devnull, os.O_RDWR)
        table.process.wait(PATIENCE)
    assert read_saved(saved(tmp_path))[1].playing


@pytest.mark.parametrize("variables", [{"TERM": "dumb"}, {"TERM": ""}])
def test_a_terminal_that_cannot_draw_gets_lines(variables: dict[str, str], tmp_path: Path) -> None:
    with terminal(tmp_path, *SHORT, **variables) as table:
        table.wait_for("[c] Check")
        assert b"\x1b" not in table.output
        table.press("\x03")
        assert table.end() == 130
    assert b"The session is kept" in table.output


def test_the_screen_is_the_same_without_colours(tmp_path: Path) -> None:
    with terminal(tmp_path, *SHORT, "--ascii") as table:
        table.wait_for("Your turn")
        table.press("\x03")
        assert table.end() == 130
    assert table.output.isascii()
