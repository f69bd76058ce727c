"""The connections of `bench.load`: WebSockets over plain asyncio, to our server and to the peer's.

The one idea: a frame is read no further than needed, and sent with a mask of zero.
"""

from __future__ import annotations

import asyncio
import os
import struct
import sys
import zlib
from typing import Protocol

import msgspec
from msgspec import Struct

from bench.live import View
from bench.load_orders import Guests

STATE = b'{"type":"state","version":'
LEGAL = b'"legal":{'
REFUSED = b'{"type":"refused"'
PASSED = b'"G":{"passed":'
CURRENT = b'"currentPlayer":"'
TAIL = b"\x00\x00\xff\xff"
RUN = os.urandom(4).hex().encode()
"""Command ids are this process's own."""


class Watched(Protocol):
    """The table that a connection is at."""

    guests: Guests

    def arrived(self, seat: Socket, version: int, text: bytes) -> None:
        """A state has come to a seat."""


class State(Struct):
    """What it needs of a state."""

    version: int
    view: View


_read_state = msgspec.json.Decoder(State).decode


def frame(text: bytes, opcode: int = 1) -> bytes:
    """A client's frame; its mask is zero, which leaves the text as it is."""
    length = len(text)
    if length < 126:
        return struct.pack("!BB4x", 0x80 | opcode, 0x80 | length) + text
    return struct.pack("!BBH4x", 0x80 | opcode, 0xFE, length) + text


class Socket(asyncio.Protocol):
    """One connection; how it talks depends on the server."""

    path = ""

    def __init__(self, table: Watched, secret: str, host: str, *, deflate: bool) -> None:
        self.table = table
        self.version = 0
        self.received = 0
        """Bytes, as they come over the line."""
        self.shown = asyncio.get_running_loop().create_future()
        self.secret = secret
        self._host = host
        self._deflate = deflate
        self._inflate = zlib.decompressobj(-15)
        self._unread = b""
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        extension = "Sec-WebSocket-Extensions: permessage-deflate\r\n" if self._deflate else ""
        transport.write(
            f"GET {self.path.format(self.table.guests.name)} HTTP/1.1\r\nHost: {self._host}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{extension}\r\n".encode()
        )

    def send(self, text: bytes) -> None:
        """Send a message."""
        self._transport.write(frame(text))

    def opened(self) -> None:
        """The server has taken the connection."""
        raise NotImplementedError

    def told(self, text: bytes) -> None:
        """The server has said something."""
        raise NotImplementedError

    def may_act(self, text: bytes) -> bool:
        """Whether it is this seat's turn, by a state."""
        raise NotImplementedError

    def start(self) -> None:
        """Let the game begin."""

    def act(self) -> None:
        """Check or call."""
        raise NotImplementedError

    def shows(self, version: int, text: bytes) -> None:
        """A state has come."""
        if not self.shown.done():
            self.shown.set_result(None)
        self.table.arrived(self, version, text)

    def data_received(self, data: bytes) -> None:
        """Read all frames that are whole."""
        self.received += len(data)
        data = self._unread + data if self._unread else data
        begin = 0
        if not self._open:
            head, found, _ = data.partition(b"\r\n\r\n")
            if not found:
                self._unread = data
                return
            if not head.startswith(b"HTTP/1.1 101"):
                fail(f"no WebSocket: {head[:200]!r}")
            self._open = True
            self.opened()
            begin = len(head) + 4
        size = len(data)
        while size - begin >= 2:
            length, at = data[begin + 1], begin + 2
            if length == 126:
                length, at = int.from_bytes(data[at : at + 2], "big"), at + 2
            elif length == 127:
                length, at = int.from_bytes(data[at : at + 8], "big"), at + 8
            if size < at + length:
                break
            self._frame(data[begin], data[at : at + length])
            begin = at + length
        self._unread = data[begin:]

    def _frame(self, first: int, text: bytes) -> None:
        if first & 0x0F == 9:
            self._transport.write(frame(text, 10))
            return
        if first & 0x0F == 8:
            fail(f"closed: {text!r}")
        if first & 0x40:
            text = self._inflate.decompress(text + TAIL)
        self.told(text)

    def connection_lost(self, exc: Exception | None) -> None:
        """The server has gone, before the driver was told to stop."""
        fail("a connection was lost")


class Seat(Socket):
    """A player at one of our tables."""

    path = "/api/tables/{}/socket"
    _view: View
    _count = 0

    def opened(self) -> None:
        """Say hello."""
        hello = {"type": "hello", "protocol": 1, "token": self.secret}
        self.send(msgspec.json.encode(hello))

    def told(self, text: bytes) -> None:
        """Look only at states and refusals."""
        if text.startswith(STATE):
            self.shows(int(text[len(STATE) : text.index(b",", len(STATE))]), text)
        elif text.startswith(REFUSED):
            fail(text.decode())

    def may_act(self, text: bytes) -> bool:
        """Whether the server says what is allowed; then it is read."""
        if LEGAL not in text:
            return False
        self._view = _read_state(text).view
        return True

    def start(self) -> None:
        """The host starts the session."""
        self._do(b'{"type":"start"}')

    def act(self) -> None:
        """Check or call."""
        view = self._view
        price = view.deal.legal.call if view.deal and view.deal.legal else None
        self._do(
            b'{"type":"act","deal":%d,"turn":%d,"price":%s,"action":{"type":"call"}}'
            % (view.number, view.turn, b"null" if price is None else b"%d" % price)
        )

    def _do(self, command: bytes) -> None:
        self._count += 1
        self.send(b'{"type":"do","id":"%s%d","command":%s}' % (RUN, self._count, command))


class PeerSeat(Socket):
    """A player at a table of boardgame.io's server, which speaks Socket.IO."""

    path = "/socket.io/?EIO=4&transport=websocket"

    def opened(self) -> None:
        """Wait to be asked."""

    def told(self, text: bytes) -> None:
        """Connect to the game, come to the table, and look at states."""
        if text == b"2":
            self.send(b"3")
        elif text.startswith(b"0{"):
            self.send(b"40/pass,")
        elif text.startswith(b"40/pass,"):
            come = [self.table.guests.name, self.secret, None, len(self.table.guests.secrets)]
            self.send(b"42/pass," + msgspec.json.encode(["sync", *come]))
        elif (at := text.find(PASSED)) >= 0:  # the state, and older ones behind it
            begin = at + len(PASSED)
            self.shows(int(text[begin : text.index(b"}", begin)]), text)

    def may_act(self, text: bytes) -> bool:
        """Whether it is this player's turn."""
        at = text.index(CURRENT) + len(CURRENT)
        return text[at : at + 1] == self.secret.encode()

    def act(self) -> None:
        """Pass."""
        wish: dict[str, object] = {
            "type": "pass",
            "args": [],
            "playerID": self.secret,
            "credentials": None,
        }
        action = {"type": "MAKE_MOVE", "payload": wish}
        update = ["update", action, self.version, self.table.guests.name, self.secret]
        self.send(b"42/pass," + msgspec.json.encode(update))


def fail(why: str) -> None:
    """A measurement in which anything goes wrong is none."""
    print(f"the clients give up: {why}", file=sys.stderr, flush=True)
    os._exit(1)
