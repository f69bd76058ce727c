"""Files that hold cards are their owner's alone."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment in which everything is kept in a folder of the test, readable by all."""
    return {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "LANG": "C.UTF-8"}


def modes(folder: Path) -> dict[str, str]:
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in folder.iterdir()}


def test_the_session_of_play(home: dict[str, str], tmp_path: Path) -> None:
    words = [sys.executable, "-m", "cincinnati", "play", "--plain", "--seed", "1"]
    subprocess.run(words, input=b"c\nq\n", env=home, umask=0, check=True, timeout=60)  # noqa: S603
    assert modes(tmp_path / "cincinnati") == {"session.json": "0o600"}


@pytest.mark.parametrize("alone", [True, False])
def test_the_database_of_a_server(alone: bool, home: dict[str, str], tmp_path: Path) -> None:
    options = ["--no-browser"] if alone else ["serve"]
    server = subprocess.Popen(  # noqa: S603  (our own command)
        [sys.executable, "-m", "cincinnati", *options, "--port", "0"],
        env=home,
        umask=0,
        stdout=subprocess.PIPE,
    )
    assert server.stdout is not None
    assert any(b"http://" in line for line in iter(server.stdout.readline, b""))
    there = modes(tmp_path / "cincinnati")
    server.send_signal(signal.SIGINT)
    server.communicate(timeout=30)
    assert server.returncode == 0
    assert there.pop("tables.db.lock")  # nothing is written into it
    assert set(there) == {"tables.db", "tables.db-shm", "tables.db-wal"}
    assert set(there.values()) == {"0o600"}


def test_a_database_that_is_there_keeps_the_mode_that_its_owner_gave_it(
    home: dict[str, str], tmp_path: Path
) -> None:
    database = tmp_path / "shared.db"
    database.touch(mode=0o640)
    code = (
        "import asyncio, sys; from cincinnati.store import Store\n"
        "async def main(): await (await Store.open(sys.argv[1])).close()\n"
        "asyncio.run(main())"
    )
    words = [sys.executable, "-c", code, f"sqlite:///{database}"]
    subprocess.run(words, env=home, check=True, timeout=60)  # noqa: S603
    assert stat.S_IMODE(database.stat().st_mode) == 0o640
