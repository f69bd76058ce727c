"""The host of a live table in his terminal: he starts, pauses, seats bots, ends; others may not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

import pytest

from cincinnati.cli.hosting import command_words, host_keys
from cincinnati.words import LANGUAGES, Words
from web_docs.server_process import Host, LiveServer, seated, server_process

WITHIN_S = 30


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with server_process(tmp_path_factory.mktemp("server")) as running:
        yield running


class Terminal:
    """Somebody at the keyboard of ``cincinnati join``: he types lines and reads what is told."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self._process = subprocess.Popen(  # noqa: S603  (our own command)
            [sys.executable, "-u", "-m", "cincinnati", "join", *arguments],
            env=os.environ | {"XDG_DATA_HOME": str(home), "HOME": str(home), "PYTHONUTF8": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._pieces: SimpleQueue[str] = SimpleQueue()
        self.told = ""
        self._read = 0
        self._listening = Thread(target=self._listen)
        self._listening.start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while piece := self._process.stdout.read(1):
            self._pieces.put(piece)

    def types(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def reads(self, words: str) -> str:
        """Wait until something new is told; returns what was told up to there."""
        while words not in self.told[self._read :]:
            try:
                self.told += self._pieces.get(timeout=WITHIN_S)
            except Empty:
                raise AssertionError(f"no {words!r} in:\n{self.told[self._read :]}") from None
        end = self.told.index(words, self._read) + len(words)
        new, self._read = self.told[self._read : end], end
        return new

    def ends(self) -> int:
        return self._process.wait(WITHIN_S)

    def close(self) -> None:
        self._process.kill()
        self._process.wait(WITHIN_S)
        self._listening.join(WITHIN_S)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()


Sits = Callable[..., Terminal]


@pytest.fixture
def sits(tmp_path: Path) -> Iterator[Sits]:
    """Terminals of one user, gone at the end of the test."""
    opened: list[Terminal] = []

    def sit(*arguments: str) -> Terminal:
        opened.append(Terminal(tmp_path, *arguments))
        return opened[-1]

    yield sit
    for each in opened:
        each.close()


def made(terminal: Terminal) -> str:
    """The link that a host is told to send to his friends."""
    terminal.reads("Send this link to your friends: ")
    return terminal.reads("\n").strip()


def look(link: str) -> dict[str, object]:
    """What the server says of a table."""
    address = link.replace("/t/", "/api/tables/")
    with urllib.request.urlopen(address, timeout=20) as answer:  # noqa: S310  (our own server)
        return dict(json.load(answer))


def test_an_evening_that_a_host_runs_from_his_terminal(server: LiveServer, sits: Sits) -> None:
    options = ["--name", "Hanna", "--language", "en", "--preset", "liz", "--players", "3"]
    host = sits(server.url, "--make", *options)
    link = made(host)
    assert "At any time type start" in host.reads("to close the table.")
    host.reads("Hanna sits at the table.")
    host.types("start")
    host.reads("Two players are needed.")
    host.types("bot rookie", "BOT Casual")
    host.reads("Ada sits at the table.")
    host.reads("Bruno sits at the table.")
    host.types("bot")
    host.reads("All seats are taken.")
    host.types("start")
    host.reads("Deal 1 of 10")
    host.reads(" > ")  # his turn: the same words are no answer to it
    host.types("pause")
    host.reads("stopped the game for a while")
    assert look(link)["phase"] == "paused"
    host.types("start")
    host.reads("A session is going on.")
    host.types("resume")
    host.reads("The game goes on.")
    host.types("?")
    host.reads("You are the host.")
    host.types("end")
    host.reads("To confirm, type end again.")
    host.types("pause", "end")  # something else in between: asked once more
    host.reads("To confirm, type end again.")
    host.types("end")
    host.reads("This table is closed.")
    assert host.ends() == 0
    assert look(link)["phase"] == "closed"
    assert (look(link)["preset"], look(link)["players"]) == ("liz", 3)


def test_who_is_not_the_host_is_told_so(server: LiveServer, sits: Sits) -> None:
    host = Host(server, rules={"players": 3})
    guest = sits(host.link, "--name", "Pia", "--language", "en")
    guest.reads("Pia sits at the table.")
    for words in ("start", "bot casual", "pause", "resume", "end"):
        guest.types(words)
        guest.reads("Only the host may do that.")
    assert "You are the host" not in guest.told
    host.says({"type": "hand_over", "person": person(host, "Pia")})
    guest.reads("You are the host.")
    guest.types("bot casual")
    guest.reads("Ada sits at the table.")
    guest.types("bot genius")
    guest.reads("There is no bot of that name.")
    guest.types("q")
    guest.reads("Your seat is kept")
    assert guest.ends() == 0


def person(host: Host, name: str) -> str:
    view = host.waits(lambda view: name in seated(view))
    return next(str(each["person"]) for each in view["people"] if each["name"] == name)


def test_the_host_types_in_his_language_or_in_english(server: LiveServer, sits: Sits) -> None:
    host = sits(server.url, "--make", "--name", "Hanna", "--language", "fr")
    host.reads("commencer une partie")
    host.types("bot rookie", "commencer")
    host.reads("Donne 1")
    host.types("suspendre")
    host.reads("interrompu le jeu")
    host.types("resume")
    host.reads("Le jeu reprend.")
    host.types("fermer")
    host.reads("tapez encore fermer")
    host.types("fermer")
    assert host.ends() == 0


def test_what_was_typed_ahead_waits_for_its_question(server: LiveServer, sits: Sits) -> None:
    """Answers are kept for the turns that come, and what the host types among them is done."""
    table = Host(server, rules={"deals": 2, "players": 2})
    host = sits(table.link, "--token", table.token, "--language", "en")
    host.types("bot rookie", "start", *["c"] * 100)
    host.reads("Final places")
    assert host.ends() == 0
    assert look(f"{server.url}/t/{table.table}")["phase"] == "finished"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_the_words_that_it_understands(language: str) -> None:
    words = Words.of(language)
    understood = command_words(words)
    assert len(set(understood)) == (4 if language == "en" else 8)
    told = host_keys(words)
    own = list(understood)[-4:]
    assert all(word in told for word in own)
    assert {type(understood[word]).__name__ for word in own} == {"Start", "Pause", "Resume", "End"}


def test_rules_without_make_are_refused(server: LiveServer, sits: Sits) -> None:
    guest = sits(f"{server.url}/t/{'a' * 22}", "--preset", "liz")
    guest.reads("add --make")
    assert guest.ends() == 2


def test_a_server_that_is_none_is_refused(sits: Sits) -> None:
    nowhere = sits("nowhere", "--make")
    nowhere.reads("a server's address is http(s)://SERVER")
    assert nowhere.ends() == 2
