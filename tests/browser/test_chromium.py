"""How a Chromium is found, or got, or what is said when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

import browser_chromium
from browser_chromium import NoBrowser, found, installed


class Machine:
    """What the commands that install something do on it."""

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path) -> None:
        self.folder = folder
        self.ran: list[str] = []
        self.have: dict[str, str] = {}
        """What a command leaves behind."""
        patch.setenv("PATH", str(folder))
        patch.setattr(browser_chromium, "_tried", self.run)
        self.put("apt-get")

    def put(self, name: str) -> Path:
        path = self.folder / name
        path.touch(0o755)
        return path

    def run(self, command: list[str], **environment: str) -> str:
        self.ran.append(" ".join(command))
        for word, name in self.have.items():
            if word in command:
                self.put(name)
                return ""
        return "no network"


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    return Machine(monkeypatch, tmp_path)


def test_the_one_on_the_path_is_taken(machine: Machine) -> None:
    assert found() is None
    theirs = machine.put("google-chrome")
    assert found() == str(theirs)


def test_the_systems_is_installed_where_we_may(machine: Machine) -> None:
    machine.have = {"install": "chromium"}
    assert installed("own") == str(machine.folder / "chromium")
    assert [command.split()[0] for command in machine.ran] == ["apt-get"]


def test_sudo_is_used_only_if_it_asks_for_no_password(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    machine.put("sudo")
    machine.have = {"playwright": "own"}
    assert installed(str(machine.folder / "own")) == str(machine.folder / "own")
    assert machine.ran[0] == "sudo -n true"
    assert not any("apt-get" in command for command in machine.ran)


def test_without_any_a_sentence_says_what_to_do(machine: Machine) -> None:
    with pytest.raises(NoBrowser, match="sudo apt-get install chromium") as raised:
        installed("own")
    assert "no network" in str(raised.value)
