"""``cincinnati join``: a seat at a live table, line by line in this terminal.

The one idea: a person who is thinking blocks his thread, and a connection must not be kept
waiting. So the person has the main thread, where Ctrl-C arrives, and the table another one.
"""

from __future__ import annotations

import asyncio
import getpass
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from platformdirs import user_data_path

from cincinnati.engine.actions import Action, Seat
from cincinnati.errors import IllegalAction
from cincinnati.tables.live import TableView
from cincinnati.tables.protocol import Player, Update
from cincinnati.terminal import Leaving, Names
from cincinnati.terminal.plain import PlainTable
from cincinnati.web.client import Notice, join_table, own_seat
from cincinnati.words import Words

INTERRUPTED = 130
NOTICES = {
    Notice.LOST: "The connection is lost; it is being opened again …",
    Notice.BACK: "The connection is there again.",
    Notice.ASKED: "The host was asked for a seat; wait a moment.",
    Notice.LATE: "That came too late: your turn had passed.",
}
KEPT = "Your seat is kept; the same command takes you back to it."

Result = TypeVar("Result")


def join(
    url: str,
    *,
    name: str | None = None,
    token: str | None = None,
    pin: str | None = None,
    language: str | None = None,
    ascii: bool = False,
) -> int:
    """Sit down at a live table, by its link, and play there until the session is over.

    Who you are at the table is kept in your data folder: the same command again, also after a
    crash or for the rematch, is the same seat.

    Parameters
    ----------
    url
        The table's link, http(s)://SERVER/…/TABLE.
    name
        What you are called there; your login name if you do not say.
    token
        Who you are there, if you have a token already, from another device or program.
    pin
        The table's PIN, if it has one.
    language
        en, fr, it or pt; otherwise as the environment asks.
    ascii
        Use no characters beyond ASCII.

    """
    words = Words.preferred(os.environ) if language is None else Words.of(language)
    called = name or getpass.getuser()
    person = PlainTable(
        Names(Seat(-1), called, {}, {}),
        words,
        out=sys.stdout,
        read=sys.stdin.readline,
        encoding="ascii" if ascii else sys.stdout.encoding,
    )
    company = _Company(person)

    def table(player: Player) -> Coroutine[Any, Any, TableView]:
        return join_table(
            url,
            player,
            name=called,
            token=token,
            pin=pin,
            keys=default_keys(),
            notice=lambda notice: person.say(NOTICES[notice]),
            looked=company.looked,
        )

    try:
        play_here(person, table)
    except Leaving:
        person.say(KEPT)
    except KeyboardInterrupt:
        person.say("", KEPT)
        return INTERRUPTED
    return 0


def default_keys() -> Path:
    """The file with the tokens of this user's seats."""
    return user_data_path("cincinnati", appauthor=False) / "seats.json"


class _Company:
    """Tells a person who sits where; who has left the table keeps his name."""

    def __init__(self, person: PlainTable) -> None:
        self._person = person
        self._names: dict[Seat, str] = {}
        self._welcomed = False

    def looked(self, view: TableView) -> None:
        """Names as this view has them."""
        own = own_seat(view)
        bots: dict[Seat, str] = {}
        for person in view.people:
            if person.seat is not None:
                self._names[person.seat] = person.name
                if person.bot is not None:
                    bots[person.seat] = person.bot
        for seat in (each.seat for each in view.seats):
            self._names.setdefault(seat, f"Seat {seat + 1}")
        others = {seat: name for seat, name in self._names.items() if seat != own}
        me = next((each.name for each in view.people if each.person == view.you), None)
        self._person.names = Names(Seat(-1) if own is None else own, me, others, bots)
        if not self._welcomed:
            self._welcomed = True
            self._person.welcome(view.settings.rules)


def play_here(player: Player, table: Callable[[Player], Coroutine[Any, Any, Result]]) -> Result:
    """Let a player who may block play in this (the main) thread, and his table in another one.

    Raises what the player or the table raises, and `KeyboardInterrupt` at once on Ctrl-C.
    """
    here = _Here(player)
    ended: Future[Result] = Future()
    loops: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = []

    async def play() -> Result:
        task = asyncio.current_task()
        if task is not None:
            loops.append((asyncio.get_running_loop(), task))
        return await table(here)

    def run() -> None:
        try:
            ended.set_result(asyncio.run(play()))
        except BaseException as error:  # whatever it is belongs to who waits for the end
            ended.set_exception(error)
        here.calls.put(None)

    # With a handler of its own asyncio would wait for the line that is being read.
    before = signal.signal(signal.SIGINT, _interrupt)
    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
        here.serve()
        return ended.result()
    finally:
        for loop, task in loops:
            if not loop.is_closed():
                loop.call_soon_threadsafe(task.cancel)
        thread.join(timeout=5)
        signal.signal(signal.SIGINT, before)


def _interrupt(*_: object) -> None:
    # What is broken off in the middle is no news for who breaks it off.
    logging.getLogger("asyncio").disabled = True
    raise KeyboardInterrupt


class _Here:
    """Stands for a player in the table's thread; he himself is called where `serve` runs."""

    def __init__(self, player: Player) -> None:
        self.calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._player = player

    def serve(self) -> None:
        """Do what is asked for, until nothing will be any more."""
        with asyncio.Runner() as runner:
            self._runner = runner
            while (call := self.calls.get()) is not None:
                call()

    async def _ask(self, question: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        answer: Future[Result] = Future()

        def call() -> None:
            try:
                answer.set_result(self._runner.run(question()))
            except Exception as error:
                answer.set_exception(error)

        self.calls.put(call)
        return await asyncio.wrap_future(answer)

    async def watch(self, update: Update) -> None:
        """Something happened."""
        await self._ask(lambda: self._player.watch(update))

    async def act(self, update: Update) -> Action:
        """It is his turn."""
        return await self._ask(lambda: self._player.act(update))

    async def refused(self, error: IllegalAction) -> None:
        """The action was not legal."""
        await self._ask(lambda: self._player.refused(error))

    async def choose(self, update: Update) -> str | None:
        """He names the game."""
        return await self._ask(lambda: self._player.choose(update))
