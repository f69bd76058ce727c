"""What a keeper and its worker process tell each other.

The one idea: one request, one answer, each a frame of MessagePack behind its length. Nothing is
unpickled, so what a bot writes to its own output can do no harm here.
"""

from __future__ import annotations

from typing import BinaryIO

import msgspec
import numpy as np
from msgspec import Struct

from cincinnati.arena.entrants import Entrant
from cincinnati.arena.match import Match
from cincinnati.arena.played import Log, Played

_LENGTH = 8


class Check(Struct, frozen=True, tag="check"):
    """Find out whether these bots can be made."""

    bots: tuple[Entrant, ...]


class Piece(Struct, frozen=True, tag="piece"):
    """Play some deals, as `PlainEngine.play` does."""

    match: Match
    first: int
    last: int
    slow: float


class Checked(Struct, frozen=True, tag="checked"):
    """What is wrong with the bots: a text for each that cannot be made."""

    faults: tuple[str, ...]


class Done(Struct, frozen=True, tag="done"):
    """A piece that was played; the chips as the bytes of their array."""

    chips: bytes
    logs: tuple[Log, ...]

    @classmethod
    def of(cls, played: Played) -> Done:
        """A piece for the way."""
        return cls(played.chips.astype("<i8").tobytes(), played.logs)

    def played(self) -> Played:
        """The piece as it was."""
        chips = np.frombuffer(self.chips, "<i8").astype(np.int64)
        return Played(chips.reshape(-1, len(self.logs)), self.logs)


class NotHere(Struct, frozen=True, tag="not_here"):
    """A bot of the match cannot be loaded in this process."""

    why: str


Request = Check | Piece
Answer = Checked | Done | NotHere

_requests = msgspec.msgpack.Decoder(Request)
_answers = msgspec.msgpack.Decoder(Answer)


def send(stream: BinaryIO, message: Request | Answer) -> None:
    """Write one frame."""
    frame = msgspec.msgpack.encode(message)
    stream.write(len(frame).to_bytes(_LENGTH, "little") + frame)
    stream.flush()


def next_request(stream: BinaryIO) -> Request | None:
    """The next request, ``None`` at the end of the stream."""
    frame = _frame(stream)
    return None if frame is None else _requests.decode(frame)


def next_answer(stream: BinaryIO) -> Answer | None:
    """The next answer, ``None`` if the process ended before it was whole."""
    frame = _frame(stream)
    return None if frame is None else _answers.decode(frame)


def _frame(stream: BinaryIO) -> bytes | None:
    head = stream.read(_LENGTH)
    length = int.from_bytes(head, "little")
    frame = stream.read(length) if len(head) == _LENGTH else b""
    return frame if len(head) == _LENGTH and len(frame) == length else None
