"""``cincinnati join``: the terminal at a live table."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cincinnati.cli import main
from cincinnati.web.door_keys import Address, DoorKeys
from web_docs.server_process import Host, LiveServer, seated, server_process

START = {"type": "start"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with server_process(tmp_path_factory.mktemp("server")) as running:
        yield running


JOIN, PLAY = ("join",), ("play", "--join")


def terminal(
    host: Host, home: Path, *options: str, command: tuple[str, ...] = JOIN
) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603  (our own command)
        [sys.executable, "-m", "cincinnati", *command, host.link, "--language", "en", *options],
        env=os.environ | {"XDG_DATA_HOME": str(home), "HOME": str(home), "PYTHONUTF8": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("command", [JOIN, PLAY])
def test_a_session_from_a_script(
    server: LiveServer, tmp_path: Path, command: tuple[str, ...]
) -> None:
    host = Host(server, rules={"deals": 2, "players": 3}, pin="2468")
    host.says({"type": "add_bot", "bot": "rookie"})
    at_table = terminal(host, tmp_path, "--name", "Pia", "--pin", "2468", command=command)
    host.waits(lambda view: "Pia" in seated(view))
    host.says(START)
    said, wrong = at_table.communicate("c\n" * 200, timeout=60)
    assert (at_table.returncode, wrong) == (0, "")
    assert "Deal 1 of 2" in said
    assert "Final places" in said
    assert "Pia" in said


def test_ctrl_c_gets_up_and_the_same_command_comes_back(server: LiveServer, tmp_path: Path) -> None:
    host = Host(server, rules={"deals": 2, "players": 3})
    host.says({"type": "add_bot", "bot": "rookie"})
    first = terminal(host, tmp_path, "--name", "Pia")
    host.waits(lambda view: "Pia" in seated(view))
    host.says(START)
    host.waits(lambda view: view["to_act"] == seated(view)["Pia"])
    first.send_signal(signal.SIGINT)
    said, wrong = first.communicate(timeout=30)
    assert (first.returncode, wrong) == (130, "")
    assert said.rstrip().endswith("Your seat is kept; the same command takes you back to it.")
    host.waits(lambda view: any(seat["presence"] == "away" for seat in view["seats"]))

    again = terminal(host, tmp_path, "--name", "Somebody")
    host.waits(lambda view: all(seat["presence"] == "here" for seat in view["seats"]))
    host.says({"type": "end"})
    said, wrong = again.communicate(timeout=30)
    assert (again.returncode, wrong) == (0, "")


@pytest.mark.parametrize("odds", [True, False])
def test_ones_chance_is_told_where_the_host_wants_it(
    server: LiveServer, tmp_path: Path, odds: bool
) -> None:
    host = Host(server, rules={"deals": 1, "players": 3}, odds=odds)
    host.says({"type": "add_bot", "bot": "rookie"})
    at_table = terminal(host, tmp_path, "--name", "Pia")
    host.waits(lambda view: "Pia" in seated(view))
    host.says(START)
    host.waits(lambda view: view["to_act"] == seated(view)["Pia"])
    token = DoorKeys(tmp_path / "cincinnati" / "seats.json").token(Address.of(host.link))
    served = server.get(f"/api/tables/{host.table}/odds", token) if odds else None
    said, wrong = at_table.communicate("c\n" * 200, timeout=60)
    assert (at_table.returncode, wrong) == (0, "")
    told = [int(percent) for percent in re.findall(r"Your chance: about (\d+)%", said)]
    if served is None:
        assert told == []
    else:
        assert told[0] == round(100 * served["share"]), "by the terminal as by the server"
        assert len(told) == said.count("Your cards: ")


def test_a_token_or_a_pin_needs_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--pin", "2468"]) == 2
    assert main(["play", "--token", "secret"]) == 2
    assert capsys.readouterr().err.count("only with --join URL") == 2


def test_what_goes_wrong_is_said(server: LiveServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", "http://nowhere"]) == 2
    assert main(["join", f"{server.url}/{'a' * 22}", "--name", "Pia"]) == 2
    _, told = capsys.readouterr()
    assert "a table's link is" in told
    assert "there is no such table" in told
