"""The messages of the table's protocol, version 1: JSON texts over a WebSocket.

Every message is an object whose ``type`` says which it is. ``docs/protocol.md`` tells how they
are used; the JSON Schema is made from these types. Times are ms since 1970, chips whole.
"""

from __future__ import annotations

from msgspec import Raw, Struct

from cincinnati.engine import Legal
from cincinnati.errors import TableError
from cincinnati.tables.live import Command, News, PersonId, TableView
from cincinnati.tables.live.texts import plain

PROTOCOL = 1
"""A client that speaks another version is told so and keeps its seat."""
LARGEST_MESSAGE = 4096
"""Bytes that a client may send in one message."""
LONGEST_SAYING = 200
"""Characters of a line of chat."""
EMOTES = ("nice", "wow", "laugh", "think", "thanks", "hurry", "bye")


class Hello(Struct, frozen=True, tag="hello"):
    """The first message of every connection.

    ``token`` is for programs; a browser has its cookie. ``since`` is the version that the
    client has seen, 0 for none: it is told what has happened after it.
    """

    protocol: int
    token: str | None = None
    since: int = 0


class Do(Struct, frozen=True, tag="do"):
    """Carry out a command. ``id`` is the client's own; the same again does nothing twice."""

    id: str
    command: Command


class Say(Struct, frozen=True, tag="say"):
    """Say something to the table, plain text."""

    text: str


class Emote(Struct, frozen=True, tag="emote"):
    """One of the `EMOTES`."""

    code: str


class TakeBack(Struct, frozen=True, tag="take_back"):
    """Play on here, although another device of the same person was opened later."""


class Ping(Struct, frozen=True, tag="ping"):
    """Is the connection alive? Answered with the same number."""

    number: int = 0


class Meant(Struct, frozen=True, tag="do"):
    """What can be read of a `Do` that is too large, came too often or has no such command."""

    id: str


FromClient = Hello | Do | Say | Emote | TakeBack | Ping


class Welcome(Struct, frozen=True, tag="welcome"):
    """The answer to hello: who the client is (``None``: a spectator), and the server's time."""

    protocol: int
    person: PersonId | None
    now: int


class State(Struct, frozen=True, tag="state"):
    """The table as the viewer may know it, whole, and what he saw happen since the last one.

    A client forgets everything that is older; a gap in versions needs no repair.
    """

    version: int
    view: TableView
    events: tuple[News, ...]
    now: int


class StateText(Struct, frozen=True, tag="state"):
    """A `State` as it is sent: its view is written already."""

    version: int
    view: Raw
    events: tuple[News, ...]
    now: int


class Done(Struct, frozen=True, tag="done"):
    """A command was carried out and stands in the log with this version."""

    id: str
    version: int


class Refused(Struct, frozen=True, tag="refused"):
    """A message was refused and changed nothing; ``allowed`` is what one may do instead."""

    code: str
    message: str
    id: str | None = None
    allowed: Legal | None = None


class Elsewhere(Struct, frozen=True, tag="elsewhere"):
    """The same person goes on at another device; this one only shows."""


class Said(Struct, frozen=True, tag="said"):
    """A line of chat, or an emote as ``:code:``."""

    number: int
    person: PersonId
    text: str
    at: int


class Pong(Struct, frozen=True, tag="pong"):
    """The answer to a ping."""

    number: int
    now: int


class Closing(Struct, frozen=True, tag="closing"):
    """The server goes away for a moment; come back and go on."""


FromServer = Welcome | State | Done | Refused | Elsewhere | Said | Pong | Closing


def saying(message: Say | Emote) -> str:
    """The text of a line of chat; raises `TableError` if it cannot be one."""
    if isinstance(message, Emote):
        if message.code not in EMOTES:
            raise TableError("bad_emote", f"emotes are {', '.join(EMOTES)}")
        return f":{message.code}:"
    text = plain(message.text)
    if not 1 <= len(text) <= LONGEST_SAYING:
        raise TableError("bad_text", f"1 to {LONGEST_SAYING} characters")
    return text
