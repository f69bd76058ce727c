"""Who is being asked, in a few bytes that two processes share.

The one idea: a worker notes whom it asks before it does, where its keeper can read it at any
time, even if the worker never comes back. A note costs less than a microsecond.
"""

from __future__ import annotations

from mmap import mmap
from pathlib import Path
from struct import Struct as Layout
from typing import Self

from cincinnati.arena.plain import NOBODY

_NOTE = Layout("<qq")


class Marks:
    """A small file in memory, opened by both."""

    def __init__(self, file: Path) -> None:
        with file.open("r+b") as opened:
            self._bytes = mmap(opened.fileno(), _NOTE.size)
        self._count = 0

    @classmethod
    def new(cls, file: Path) -> Self:
        """The marks in a file that is made for them."""
        file.write_bytes(_NOTE.pack(NOBODY, 0))
        return cls(file)

    def ask(self, bot: int) -> None:
        """Note the number of the bot that is asked now, or `NOBODY`."""
        self._count += 1
        _NOTE.pack_into(self._bytes, 0, bot, self._count)

    def asked(self) -> tuple[int, int]:
        """Who is being asked, and the number of this note."""
        bot, count = _NOTE.unpack_from(self._bytes)
        return bot, count

    def close(self) -> None:
        """Leave the file alone from now on."""
        self._bytes.close()
