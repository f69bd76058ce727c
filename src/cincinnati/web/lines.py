"""The lines of the server: what one connection may cost before anybody looks at what it says.

The one idea: nothing waits for a peer without an end, neither bytes in memory nor time. A line
is read in small pieces, in turn with all others, and only while what was read before has been
used and what was written has been taken; who keeps the server waiting is cut off.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections.abc import Iterable
from typing import Any, Protocol, cast

import h11
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from cincinnati.web.security import Rate

if sys.platform != "win32":  # which has no such limits
    import resource

REQUEST_WITHIN_S = 10
"""So long the head of a request may take, or the rest of a body that nobody reads."""
SEND_WITHIN_S = 20
"""Who takes nothing of what is sent to him for so long is cut off."""
LARGEST_HEAD = 16_384
"""Bytes of a request without its body."""
LARGEST_FRAME = 65_536
"""Bytes of a WebSocket message, unpacked; a longer one ends the connection."""
MOST_IGNORED = 2_097_152
"""Bytes that are read and thrown away of who has his answer and goes on, so that he gets it."""
IGNORED_S = 2
"""So long that is done for who has broken the protocol of WebSockets."""
PIECE = 512
"""Bytes that are read of one line before it is the next one's turn."""
FRAMES_AT_ONCE = 100
FRAME_EVERY_S = 0.1
"""Frames that are no message: pings, pongs, parts."""
SPARE_FILES = 100
"""Files that the process may open besides its connections: the database, bots, the page."""

MOST_FILES = 65_536
"""That are asked for, and that are counted on where the system has no limit."""

ABNORMAL = 1006
INVALID_TEXT = 1007
TOO_MANY_FRAMES = 1008


class Deadline:
    """Cuts a line off at a moment, unless it is called off before."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def within(self, seconds: float, line: H11Protocol | WebSocketsSansIOProtocol) -> None:
        """From now on there are so many seconds."""
        self.off()
        self._timer = line.loop.call_later(seconds, line.transport.abort)

    def off(self) -> None:
        """What was waited for has come."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class RequestLine(H11Protocol):
    """A connection that asks for pages, or for a WebSocket."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected."""
        super().connection_made(transport)
        # Asyncio does it by itself only for sockets that were made in another way than ours.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._asks = Deadline()
        self._takes = Deadline()
        self._ignored = 0
        if len(self.connections) > most_lines():
            transport.abort()
        self._asks.within(REQUEST_WITHIN_S, self)

    def data_received(self, data: bytes) -> None:
        """Some bytes of a request."""
        super().data_received(data)
        if self._answering:
            self._asks.off()
        elif self.conn.their_state is h11.SEND_BODY:
            self._ignored += len(data)
            if self._ignored > MOST_IGNORED:
                self.transport.abort()

    @property
    def _answering(self) -> bool:
        cycle: RequestResponseCycle | None = self.cycle  # there is none before the first request
        return cycle is not None and not cycle.response_complete

    def on_response_complete(self) -> None:
        """An answer is written: the next request may come."""
        self._ignored = 0
        self._asks.within(REQUEST_WITHIN_S, self)
        super().on_response_complete()
        if self._answering:  # it has come already
            self._asks.off()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The rest of the line is a WebSocket."""
        self._asks.off()
        self._takes.off()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Much has been written that is not taken."""
        super().pause_writing()
        self._takes.within(SEND_WITHIN_S, self)

    def resume_writing(self) -> None:
        """Most of it has been taken."""
        super().resume_writing()
        self._takes.off()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        super().connection_lost(exc)
        self._asks.off()
        self._takes.off()


class SocketLine(WebSocketsSansIOProtocol):
    """A WebSocket."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A request for a WebSocket has come."""
        super().connection_made(transport)
        self._takes = Deadline()
        self._spare = Rate(FRAMES_AT_ONCE, FRAME_EVERY_S)
        self._unread = bytearray()
        self._next: asyncio.Handle | None = None
        self._broken = False
        self._ignored = 0

    # --- reading ------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """The head of the request; then some bytes of frames."""
        if self.close_sent:
            self._ignored += len(data)
            if self._ignored > MOST_IGNORED:
                self.transport.abort()
        if self._broken:
            return
        if self.handshake_initiated:
            self._unread += data
            self._read_on()
            return
        super().data_received(data)
        if not self.handshake_initiated:  # the head is refused, and the answer to it is written
            self.handshake_complete = self.close_sent = True
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def _read_on(self) -> None:
        self._next = None
        if self._unread and self._may_read:
            piece = bytes(self._unread[:PIECE])
            del self._unread[:PIECE]
            super().data_received(piece)
        self._regulate()

    @property
    def _may_read(self) -> bool:
        """Whether what was read is used and what was written is taken; a goodbye may come."""
        used = self.handshake_complete and self.queue.empty() and self.writable.is_set()
        return self.close_sent or used

    def _regulate(self) -> None:
        """Read from the network only what can be used soon.

        What comes once while nothing can be used is kept. Mostly nothing comes: who has asked
        waits for the answer. To stop and go on for each message would take longer than to read it.
        """
        if self.transport.is_closing():
            return
        self.read_paused = bool(self._unread)
        if not self.read_paused:
            self.transport.resume_reading()
            return
        self.transport.pause_reading()
        if self._may_read and self._next is None:
            self._next = self.loop.call_soon(self._read_on)

    async def receive(self) -> ASGIReceiveEvent:
        """The next message, once it has come."""
        self._regulate()
        message = await self.queue.get()
        self._regulate()
        return message

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        if self.close_sent:  # only a goodbye is waited for
            self._spend()
        self.frames = [b"".join(self.frames)]
        self.read_paused = True  # it would stop the transport otherwise
        if self.curr_msg_data_type == "text" and not _is_text(self.frames[0]):
            self.frames = []
            self._fail(INVALID_TEXT, "not UTF-8")
            return
        super().send_receive_event_to_app()

    def handle_cont(self, event: Frame) -> None:
        """A part of a message."""
        self._spend()
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """A ping, whose answer is written already."""
        self._spend()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """A pong, which perhaps nobody has asked for."""
        self._spend()
        super().handle_pong(event)

    def handle_parser_exception(self) -> None:
        """What has come breaks the protocol of WebSockets: say so, and throw away the rest."""
        self._broken = self.close_sent = True
        self._unread.clear()
        close = self.conn.close_sent
        code, reason = (close.code, close.reason) if close else (ABNORMAL, "")
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_timer = self.loop.call_later(IGNORED_S, self.transport.close)

    def _spend(self) -> None:
        if self._spare.allows(""):
            return
        if self.close_sent:
            self._broken = True
            self._unread.clear()
        else:
            self._fail(TOO_MANY_FRAMES, "too many frames")

    def _fail(self, code: int, reason: str) -> None:
        if not self.close_sent and not self.transport.is_closing():
            self.conn.fail(code, reason)
            self.handle_parser_exception()

    # --- writing ------------------------------------------------------------------------

    def shutdown(self) -> None:
        """The server stops. A handshake without an answer gets its own one, and no other before."""
        if self.handshake_complete or self.close_sent:
            super().shutdown()

    def pause_writing(self) -> None:
        """Much has been written that is not taken."""
        super().pause_writing()
        self._takes.within(SEND_WITHIN_S, self)
        self._regulate()

    def resume_writing(self) -> None:
        """Most of it has been taken."""
        super().resume_writing()
        self._takes.off()
        self._regulate()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        super().connection_lost(exc)
        self._takes.off()
        self._unread.clear()
        self.conn.parser.close()
        self.conn.parser_exc = None


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


class Line(Protocol):
    """What the server keeps of a connection."""

    transport: asyncio.Transport


class Closings:
    """Cuts off the lines that are closed on this side and of which the peer takes no byte."""

    def __init__(self) -> None:
        self._before: set[Line] = set()

    def look(self, lines: Iterable[Any]) -> None:
        """Look again after a while: who has not gone since the last time is cut off."""
        closing = {cast(Line, line) for line in lines if line.transport.is_closing()}
        for line in closing & self._before:
            line.transport.abort()
        self._before = closing


def most_lines() -> int:
    """How many connections the process can have; more would leave the database without files."""
    files = _files()
    return files - SPARE_FILES if files > 2 * SPARE_FILES else files // 2


def allow_many() -> None:
    """Ask the system for as many open files as it gives at most; often it gives few at first."""
    if sys.platform != "win32" and _files() < MOST_FILES:
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if most == resource.RLIM_INFINITY else min(most, MOST_FILES)
        with contextlib.suppress(ValueError, OSError):  # what it has will have to do
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _files() -> int:
    if sys.platform == "win32":
        return MOST_FILES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_FILES if soft == resource.RLIM_INFINITY else soft
