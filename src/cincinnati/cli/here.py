"""A person in this terminal, and a table that must not wait for him.

The one idea: a person who is thinking blocks his thread, and a connection must not be kept
waiting. So the person has the main thread, where Ctrl-C arrives, the table another one, and his
keyboard a third, which reads lines at any time: what he types between his turns is either
something beside the game, done at once, or kept for the next question.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, TextIO, TypeVar

from cincinnati.engine.actions import Action
from cincinnati.errors import IllegalAction
from cincinnati.tables.protocol import Player, Update

Result = TypeVar("Result")


class Inbox:
    """What the main thread has to deal with: calls of the table, and lines of the keyboard."""

    def __init__(self) -> None:
        self._items: SimpleQueue[Callable[[], None] | str | None] = SimpleQueue()
        self._calls: deque[Callable[[], None] | None] = deque()
        self._typed: deque[str] = deque()

    def call(self, what: Callable[[], None] | None) -> None:
        """Have something done in the main thread; ``None``: there will be nothing any more."""
        self._items.put(what)

    def listen(self, stream: TextIO) -> None:
        """Take lines from a stream from now on, to its end, which is an empty line."""
        threading.Thread(target=self._read, args=[_own(stream)], daemon=True).start()

    def _read(self, stream: TextIO) -> None:
        line = "\n"
        while line:
            try:
                line = stream.readline()
            except (OSError, ValueError):  # nothing to read from is the end of it
                line = ""
            self._items.put(line)

    def line(self) -> str:
        """The next line, those typed ahead first; empty for ever once the stream is at its end."""
        while not self._typed:
            item = self._items.get()
            if isinstance(item, str):
                self._typed.append(item)
            else:
                self._calls.append(item)
        return self._typed.popleft() if self._typed[0] else ""

    def next_call(self, beside: Callable[[str], bool]) -> Callable[[], None] | None:
        """The next call of the table; a line that ``beside`` does not take waits for a question.

        Lines keep their order: those behind one that waits wait with it.
        """
        while not self._calls:
            while self._typed and self._typed[0] and beside(self._typed[0]):
                self._typed.popleft()
            item = self._items.get()
            if isinstance(item, str):
                self._typed.append(item)
            else:
                self._calls.append(item)
        return self._calls.popleft()


def _own(stream: TextIO) -> TextIO:
    """The same stream, not shared: a thread that waits for a line holds its stream's lock.

    Python would find that lock taken when it closes the standard input at its end.
    """
    try:
        copy = os.dup(stream.fileno())
    except (OSError, ValueError):
        return stream
    return open(copy, encoding=stream.encoding, errors=stream.errors)


def play_here(
    player: Player,
    table: Callable[[Player], Coroutine[Any, Any, Result]],
    inbox: Inbox,
    beside: Callable[[str], bool],
) -> Result:
    """Let a player who may block play in this (the main) thread, and his table in another one.

    ``beside`` is told lines that he types while nothing is asked; it says whether it took them.
    Raises what the player or the table raises, and `KeyboardInterrupt` at once on Ctrl-C.
    """
    here = _Here(player, inbox)
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
        inbox.call(None)

    # With a handler of its own asyncio would wait for the line that is being read.
    before = signal.signal(signal.SIGINT, _interrupt)
    thread = threading.Thread(target=run, daemon=True)
    try:
        thread.start()
        inbox.listen(sys.stdin)
        here.serve(beside)
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

    def __init__(self, player: Player, inbox: Inbox) -> None:
        self._player = player
        self._inbox = inbox

    def serve(self, beside: Callable[[str], bool]) -> None:
        """Do what is asked for, until nothing will be any more."""
        with asyncio.Runner() as runner:
            self._runner = runner
            while (call := self._inbox.next_call(beside)) is not None:
                call()

    async def _ask(self, question: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        answer: Future[Result] = Future()

        def call() -> None:
            try:
                answer.set_result(self._runner.run(question()))
            except Exception as error:
                answer.set_exception(error)

        self._inbox.call(call)
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
