"""What a local table leaves on the disk: its session, to come back to, and records of its deals.

The one idea: a session is its events, so keeping it is writing them down after every step; the
players need nothing else, a bot decides from its seed and from what it sees. The file is
written beside the old one and put in its place in one move: at any moment there is a
whole one. A digest tells a file that was cut short or changed from one that we wrote.

The file holds everything that happened, and so the deck and all private cards of the running
deal: whoever opens it looks into the cards. Nothing but this program should read it.
"""

from __future__ import annotations

import os
import tempfile
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random, SystemRandom

import msgspec
from msgspec import Struct

from cincinnati.cards import Deck
from cincinnati.engine import Deal
from cincinnati.engine.actions import Seat
from cincinnati.engine.events import Event
from cincinnati.engine.seen import DealEnded
from cincinnati.errors import CincinnatiError, SessionError
from cincinnati.records import Record, record_for, write_records
from cincinnati.session import DealBegan, InDeal, Session, SessionEvent

FORMAT = "cincinnati-session"
VERSION = 1


class Table(Struct, frozen=True, kw_only=True):
    """Who sits at a local table, and where its chance comes from."""

    person: Seat
    name: str | None
    """What the person is called; ``None``: as the language calls a guest."""
    bots: dict[Seat, str]
    """The bot at each other seat."""
    names: dict[Seat, str]
    """What the bots are called."""
    language: str
    seed: int
    seeded: bool
    """Whether the cards follow from the seed as well; otherwise only the bots' chance does."""

    def bot_seed(self, seat: Seat) -> int:
        """The seed of the bot at a seat."""
        return self.chance(f"bot {seat}").getrandbits(64)

    def deck(self, number: int) -> Deck:
        """A shuffled and cut deck for a deal, numbered from 1 (R3)."""
        rng = self.chance(f"deck {number}") if self.seeded else SystemRandom()
        return Deck.shuffled(rng).cut(rng.randint(1, 51))

    def chance(self, what: str) -> Random:
        """Chance that follows from the seed, of its own for each thing that is drawn."""
        return Random(f"{self.seed} {what}")


class _Content(Struct, frozen=True):
    table: Table
    events: tuple[SessionEvent, ...]


class _File(Struct, frozen=True):
    """What stands in the file: the content as it was written, and how to recognise it."""

    format: str
    version: int
    sha256: str
    content: msgspec.Raw


def read_saved(path: Path) -> tuple[Table, Session]:
    """The table and the session that a file holds.

    Raises `SessionError`: ``broken`` if it is cut short, changed, or none of ours, ``newer``
    if a later version wrote it; `OSError` if it cannot be read.
    """
    data = path.read_bytes()
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, RecursionError) as error:
        raise SessionError("broken", f"{path} holds no session: {error}") from None
    if file.format != FORMAT:
        raise SessionError("broken", f"{path} holds no session, but {file.format!r}")
    if file.version > VERSION:
        raise SessionError(
            "newer",
            f"{path} was written by a newer version of cincinnati (format {file.version}, "
            f"this one reads up to {VERSION}); update it, or play with another --file",
        )
    if file.sha256 != sha256(file.content).hexdigest():
        raise SessionError("broken", f"{path} was changed since it was written")
    try:
        content = msgspec.json.decode(file.content, type=_Content)
        session = Session.resume(content.events)
    except (msgspec.DecodeError, CincinnatiError, LookupError, ValueError) as error:
        raise SessionError("broken", f"{path} cannot be played on: {error}") from None
    others = set(session.seats) - {content.table.person}
    if content.table.person not in session.seats or others != set(content.table.bots):
        raise SessionError("broken", f"{path} names other players than sat down")
    return content.table, session


class Keeper:
    """Keeps a session in a file after every step.

    The newest one plays: if something else has written the file since, the step is refused
    with `SessionError` ``continued_elsewhere``, and what the other one wrote stays.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        self._written: tuple[int, int, int] | None = None

    def keep(self, table: Table, session: Session) -> None:
        """Write the session; raises `OSError` if that is not possible."""
        mark = _mark(self.path)
        if self._written is not None and mark is not None and mark != self._written:
            raise SessionError(
                "continued_elsewhere", f"the session in {self.path} goes on in another window"
            )
        content = msgspec.json.encode(_Content(table, session.events))
        file = _File(FORMAT, VERSION, sha256(content).hexdigest(), msgspec.Raw(content))
        write_safely(self.path, msgspec.json.encode(file))
        self._written = _mark(self.path)


class Recorder:
    """Writes the deals of a session as records, each when it has ended, as one seat saw them."""

    def __init__(self, path: Path, seat: Seat) -> None:
        self.path = path
        self.seat = seat
        self.records: list[Record] = []
        self._noted = 0
        self._order: tuple[Seat, ...] = ()
        self._events: list[Event] = []

    def begin(self, session: Session) -> None:
        """The first note: the file must be new, or hold deals of this session and no others.

        Raises `SessionError` ``other_records`` if it holds something else.
        """
        self._take(session)
        there = self.path.read_bytes() if self.path.exists() else b""
        if not self._text().startswith(there):
            raise SessionError(
                "other_records", f"{self.path} holds something else; record into another file"
            )

    def note(self, session: Session) -> None:
        """Write the file again if a deal has ended since the last note."""
        known = len(self.records)
        self._take(session)
        if len(self.records) > known:
            write_safely(self.path, self._text())

    def _text(self) -> bytes:
        return write_records(self.records).encode()

    def _take(self, session: Session) -> None:
        for event in session.events[self._noted :]:
            match event:
                case DealBegan(_, order):
                    self._order, self._events = order, []
                case InDeal(inner):
                    self._events.append(inner)
                    if isinstance(inner, DealEnded):
                        self._ended(Deal.replay(self._events))
                case _:
                    pass
        self._noted = len(session.events)

    def _ended(self, deal: Deal) -> None:
        seated = self.seat in self._order
        self.records.append(record_for(deal, self._order.index(self.seat) if seated else None))


def write_safely(path: Path, data: bytes) -> None:
    """Replace a file in one move: it has its old content, or all of the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as temporary:
            temporary.write(data)
            temporary.flush()
            os.fsync(temporary.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def set_aside(path: Path, suffix: str) -> Path:
    """Move a file out of the way, under a name that is free; returns that name."""
    names = (path.with_name(f"{path.name}.{suffix}{number or ''}") for number in count())
    target = next(name for name in names if not name.exists())
    path.rename(target)
    return target


def _mark(path: Path) -> tuple[int, int, int] | None:
    """What changes when somebody else writes the file."""
    try:
        stat = path.stat()
    except FileNotFoundError:
        return None
    return stat.st_mtime_ns, stat.st_size, stat.st_ino
