"""The decisions of one table as a process remembers them: an evening of them, in little memory.

The one idea: nearly always only the latest are asked for. Those before are packed, about twenty
bytes for each, and unpacked one pack after the other when somebody who was away for long comes
back or past deals are looked at. Of the commands' ids only digests are kept, one for each decision,
so that what was answered once has the same answer for ever.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Mapping

import msgspec
from msgspec import Struct

from cincinnati.session import Seat
from cincinnati.store import Version
from cincinnati.tables.live.events import PersonId, TableEvent
from cincinnati.tables.live.table import DealtTo

PACK = 64
"""Decisions that are packed together; so many at least are at hand."""
DIGEST = 16
"""Bytes that are kept of a command's id."""
WINDOW = 1024 * DIGEST
"""Bytes that are searched at once: in more than 30,000 Python looks in a way that is slower."""


class Step(Struct, frozen=True, gc=False):
    """One decision in the log, and what one must know to tell who may see its events."""

    version: Version
    at: int
    events: tuple[TableEvent, ...]
    dealt: DealtTo
    """To whom the latest deal was dealt, before it."""
    seats: Mapping[Seat, PersonId]
    """Who sat where, before it."""
    deal_began: Version
    """The version with which the running deal began, so that who comes back sees it whole."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Step]).decode


class Steps:
    """All decisions of a table, in order: that of version 1 first, none left out."""

    def __init__(self) -> None:
        self._packs: list[bytes] = []
        self._latest: list[Step] = []
        self._commands = bytearray()

    def __len__(self) -> int:
        """How many there are: the latest version."""
        return self._packed + len(self._latest)

    @property
    def _packed(self) -> int:
        return len(self._packs) * PACK

    @property
    def last(self) -> Step:
        """The latest one; raises `IndexError` if there is none."""
        return self._latest[-1]

    def note(self, step: Step, command_id: str) -> None:
        """The next one, and the id of its command."""
        self._latest.append(step)
        self._commands += _digest(command_id)
        if len(self._latest) == 2 * PACK:
            self._packs.append(zlib.compress(_encode(self._latest[:PACK])))
            del self._latest[:PACK]

    def after(self, version: int) -> Iterator[Step]:
        """Those after a version, 0 or more."""
        packed, skipped = divmod(version, PACK)
        packs, latest = self._packs[packed:], self._latest[max(0, version - self._packed) :]
        for pack in packs:
            yield from _decode(zlib.decompress(pack))[skipped:]
            skipped = 0
        yield from latest

    def answer(self, command_id: str) -> Version | None:
        """The version at which a command stands in the log, if it does."""
        wanted = _digest(command_id)
        for begin in range(0, len(self._commands), WINDOW):
            at = begin - 1
            while (at := self._commands.find(wanted, at + 1, begin + WINDOW)) >= 0:
                if at % DIGEST == 0:
                    return Version(at // DIGEST + 1)
        return None


def _digest(command_id: str) -> bytes:
    return hashlib.blake2b(command_id.encode(), digest_size=DIGEST).digest()
