"""The command itself: version, help, and what it does not know."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cincinnati import __version__
from cincinnati.cli import main
from worked_hand import WORKED

COMMANDS = [
    "play", "join", "serve", "tables", "replay", "advise", "hand", "odds", "distribution", "rules",
    "simulate", "arena", "train", "attack", "schema",
]  # fmt: skip


def command(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(  # noqa: S603  (our own command)
        [sys.executable, "-m", "cincinnati", *arguments],
        input=given,
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_the_version() -> None:
    done = command("--version")
    assert (done.returncode, done.stdout.decode().strip()) == (0, __version__)


def test_the_console_script_is_the_same_command() -> None:
    script = Path(sys.executable).with_name("cincinnati")
    done = subprocess.run([script, "--version"], capture_output=True, check=False)  # noqa: S603
    assert (done.returncode, done.stdout.decode().strip()) == (0, __version__)


def test_the_exit_status_reaches_the_shell(tmp_path: Path) -> None:
    file = tmp_path / "wrong.phh"
    file.write_text(WORKED.replace("[105, 95]", "[95, 105]"), encoding="utf-8")
    assert command("replay", str(file)).returncode == 1
    assert command("replay", str(tmp_path / "none.phh")).returncode == 2
    assert command("replay", "-", given=WORKED.encode()).returncode == 0


def test_a_reader_who_has_enough_is_no_error() -> None:
    head = f"{sys.executable} -m cincinnati simulate --deals 300 --seed 1 | head -1; "
    done = subprocess.run(  # noqa: S603
        ["/bin/bash", "-c", f"{head} exit ${{PIPESTATUS[0]}}"], capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"[1]\n", b"")


@pytest.mark.parametrize("arguments", [["--help"], *([name, "--help"] for name in COMMANDS)])
def test_help_names_what_there_is(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert "cincinnati" in told
    if arguments == ["--help"]:
        assert all(name in told for name in COMMANDS)


def test_the_commands_are_these_and_no_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    listed = re.findall(r"^│ (\w+)\b", capsys.readouterr().out, re.MULTILINE)
    assert sorted(listed) == sorted(COMMANDS)


@pytest.mark.parametrize(
    "arguments",
    [
        ["deal"],
        ["deal", "--no-browser"],
        ["--port", "many"],
        ["--port", "70000", "--no-browser"],
        ["--host", "no.such.host.example", "--no-browser"],
        ["--database", "mysql://localhost/x", "--no-browser"],
        ["serve", "--port", "many"],
        ["tables", "burn"],
        ["join"],
        ["schema", "xml"],
        ["--colour"],
        ["replay", "--colour"],
        ["rules", "--colour"],
        ["rules", "hold-em"],
        ["rules", "liz", "classic"],
        ["play", "--players", "many"],
        ["play", "--players", "9"],
        ["play", "--preset", "hold-em"],
        ["play", "--deals", "0"],
        ["simulate", "--deals", "0"],
        ["simulate", "--deals", "1e9"],
        ["simulate", "--limit", "spread"],
        ["simulate", "--blinds", "1"],
        ["simulate", "--stack", "9" * 5000],
        ["simulate", "--stack", "0"],
        ["simulate", "--stack", "2", "--ante", "3"],
        ["simulate", "--bring-in", "2"],
        ["simulate", "--blinds", "1", "2", "--bring-in", "1"],
        ["simulate", "--seed", "1", "--out", "/nowhere/at/all.phhs"],
        ["hand", "--layout", "circle", "AsKdQhJcTs"],
    ],
)
def test_what_it_does_not_know_ends_with_status_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.strip()
