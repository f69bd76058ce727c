"""``cincinnati`` alone: tables are opened, the page in the browser, a code for phones."""

from __future__ import annotations

import asyncio
import io
import os
import pty
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import segno

from cincinnati.cli.start import greeting
from cincinnati.store import Store
from cincinnati.tables.live import House
from cincinnati.web.site import Site
from cincinnati.words import LANGUAGES, Words

WITHIN_S = 30


class Started:
    """The command, and what it says."""

    def __init__(self, folder: Path, *options: str, terminal: bool = False, **more: str) -> None:
        own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "LANG": "C.UTF-8"}
        env = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
        self._leader, follower = pty.openpty() if terminal else os.pipe()
        self.process = subprocess.Popen(  # noqa: S603  (our own command)
            [sys.executable, "-m", "cincinnati", *options],
            env={**env, "PYTHONUTF8": "1", **own, **more},
            stdin=subprocess.DEVNULL,
            stdout=follower,
            stderr=subprocess.PIPE,
        )
        os.close(follower)
        self.told = ""

    def reads(self, words: str) -> str:
        """What was told up to some words; all that was told, if they never come."""
        deadline = time.monotonic() + WITHIN_S
        while words not in self.told and time.monotonic() < deadline:
            piece = self._piece()
            if not piece:
                break
            self.told += piece
        return self.told

    def _piece(self) -> str:
        try:
            return os.read(self._leader, 65_536).decode()
        except OSError:  # a terminal that nobody writes to any more
            return ""

    @property
    def port(self) -> int:
        found = re.search(r"http://[\d.]+:(\d+)/", self.told)
        assert found is not None, self.told
        return int(found.group(1))

    def stop(self) -> tuple[int, str]:
        """Ctrl-C; the exit status, and what was said besides."""
        self.process.send_signal(signal.SIGINT)
        self.reads("nothing says this")
        _, errors = self.process.communicate(timeout=WITHIN_S)
        return self.process.returncode, errors.decode()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        os.close(self._leader)


@contextmanager
def started(folder: Path, *options: str, terminal: bool = False, **more: str) -> Iterator[Started]:
    server = Started(folder, *options, terminal=terminal, **more)
    try:
        yield server
    finally:
        server.close()


def get(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
        return str(answer.read().decode())


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_serves_says_where_and_stops_in_good_order(language: str, tmp_path: Path) -> None:
    words = Words.of(language)
    with started(tmp_path, "--no-browser", "--port", "0", LANGUAGE=language) as server:
        told = server.reads(words.text("terminal.serve.stop"))
        assert words.text("terminal.serve.open", url="").strip() in told
        assert words.text("terminal.serve.stop") in told
        assert f":{server.port}" in get(server.port, "/api/about")
        assert "<title>Cincinnati</title>" in get(server.port, "/")
        assert server.stop() == (0, "")
        assert server.told.rstrip().endswith(words.text("terminal.serve.stopped"))
    assert (tmp_path / "cincinnati" / "tables.db").exists()


def test_only_this_machine_comes_in_where_it_listens_to_itself_alone(tmp_path: Path) -> None:
    options = ("--no-browser", "--port", "0", "--host", "127.0.0.1")
    with started(tmp_path, *options, terminal=True) as server:
        told = server.reads("Ctrl-C")
        assert "Only this machine can reach it" in told
        assert "█" not in told
        assert server.stop()[0] == 0


class Screen(io.TextIOWrapper):
    """Where the command writes to, as a test likes it."""

    def __init__(self, encoding: str, *, tty: bool) -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self.tty = tty

    def isatty(self) -> bool:
        return self.tty


@pytest.mark.parametrize(
    ("encoding", "tty", "drawn"),
    [("utf-8", True, True), ("cp437", True, True), ("ascii", True, False), ("utf-8", False, False)],
)
def test_there_is_a_code_for_phones_where_it_can_be_drawn(
    encoding: str, tty: bool, drawn: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def site() -> Site:
        store = await Store.open(f"sqlite:///{tmp_path / 'tables.db'}")
        await store.close()
        return Site(House(store), public_url="https://cards.example.org")

    made = asyncio.run(site())
    monkeypatch.setattr(sys, "stdout", Screen(encoding, tty=tty))
    lines = greeting(made, Words.of("en"))
    code = [line for line in lines if re.fullmatch(r"[█▀▄ ]{25,}", line)]
    assert bool(code) is drawn
    if drawn:  # what is drawn is the code of the address, light on dark
        matrix = segno.make("https://cards.example.org/", micro=False, error="m").matrix
        inner = [line[2:-2] for line in code[1:-1]]
        light = [[top in "█▀" for top in line] for line in inner]
        assert light == [[not dark for dark in row] for row in matrix[::2]]


def test_the_page_is_opened_in_the_browser(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    browser = tmp_path / "browser.sh"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{asked}.new" && mv "{asked}.new" "{asked}"\n')
    browser.chmod(0o755)
    with started(tmp_path, "--port", "0", BROWSER=f"{browser} %s") as server:
        server.reads("Ctrl-C")
        deadline = time.monotonic() + WITHIN_S
        while not asked.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert asked.read_text().strip() == f"http://127.0.0.1:{server.port}/"
        assert server.stop() == (0, "")


def test_without_a_screen_no_browser_takes_the_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("w3m", "lynx", "links", "elinks", "www-browser", "x-www-browser", "xdg-open"):
        browser = folder / name
        browser.write_text(f'#!/bin/sh\ntouch "{tmp_path / "asked"}"\n')
        browser.chmod(0o755)
    path = f"{folder}:{os.environ['PATH']}"
    with started(tmp_path, "--port", "0", PATH=path, BROWSER="") as server:
        server.reads("Ctrl-C")
        assert server.stop() == (0, "")
    assert not (tmp_path / "asked").exists()


def test_a_second_one_says_that_the_tables_are_open_already(tmp_path: Path) -> None:
    with started(tmp_path, "--no-browser", "--port", "0") as first:
        first.reads("Ctrl-C")
        with started(tmp_path, "--no-browser", "--port", "0", LANGUAGE="it") as second:
            status, errors = second.process.wait(WITHIN_S), second.process.stderr
            assert errors is not None
            told = errors.read().decode()
        file = tmp_path / "cincinnati" / "tables.db"
        assert told == f"cincinnati: {Words.of('it').text('terminal.serve.locked', file=file)}\n"
        assert status == 2
        assert first.stop() == (0, "")


def test_two_servers_of_two_databases_take_two_ports(tmp_path: Path) -> None:
    """Without --port the next free one is taken."""
    options = ("--no-browser", "--host", "127.0.0.1", "--database")
    with (
        started(tmp_path, *options, f"sqlite:///{tmp_path / 'one.db'}") as one,
        started(tmp_path, *options, f"sqlite:///{tmp_path / 'two.db'}") as two,
    ):
        one.reads("Ctrl-C")
        two.reads("Ctrl-C")
        assert one.port != two.port
        assert {one.port, two.port} <= set(range(8000, 8020))
        with started(tmp_path, *options, f"sqlite:///{tmp_path / 'three.db'}", "--port",
                     str(one.port)) as third:  # fmt: skip
            _, errors = third.process.communicate(timeout=WITHIN_S)
            assert f"port {one.port} is taken" in errors.decode()
        assert one.stop() == two.stop() == (0, "")
