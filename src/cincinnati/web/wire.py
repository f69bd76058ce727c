"""A client's end of the socket: states as they come, commands with their answers.

The one idea: a connection may break at any moment, so nothing depends on one. Hello says which
version was seen last; a command that has no answer yet is sent again under the same id, which
does nothing twice.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Protocol, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidURI, WebSocketException

from cincinnati.errors import TableError
from cincinnati.tables.live import Command
from cincinnati.web.messages import (
    PROTOCOL,
    Closing,
    Do,
    Done,
    Elsewhere,
    FromClient,
    FromServer,
    Hello,
    Pong,
    Refused,
    Said,
    State,
    Welcome,
)

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 15.0
AGAIN_S = 1.0
"""After a message was refused because there were too many, one waits so long."""
PASSING = ("fault", "busy")
"""Refusals of a whole connection that say nothing against trying again."""

_read = msgspec.json.Decoder(FromServer)


class Heard(Protocol):
    """Told when the connection is lost, and when it is there again."""

    def __call__(self, *, connected: bool) -> None:
        """It is so from now on."""


class Wire:
    """One table's socket, opened again whenever it breaks; used as a context."""

    def __init__(
        self, url: str, token: str, *, heard: Heard, patience_s: float, first_s: float = 10
    ) -> None:
        self._url = url
        self._token = token
        self._heard = heard
        self._patience_s = patience_s
        self._first_s = first_s
        self.newest: State | None = None
        """The state that came last, whether or not it has been asked for."""
        self._connected = False
        self._inbox: asyncio.Queue[State | None] = asyncio.Queue()
        self._lost: Exception | None = None
        """Why there will be no more connections."""
        self._pending: dict[str, tuple[Do, asyncio.Future[Done | Refused]]] = {}
        self._socket: ClientConnection | None = None

    async def __aenter__(self) -> Self:
        """Begin to connect."""
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        """Hang up."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def state(self) -> State:
        """The next state; raises `TableError` when the table is lost for good."""
        state = await self._inbox.get()
        if state is None:
            raise self._lost or TableError("unreachable", "the table is lost")
        return state

    @property
    def _seen(self) -> int:
        return self.newest.version if self.newest else 0

    @property
    def waiting(self) -> bool:
        """Whether newer states have come already."""
        return not self._inbox.empty()

    async def do(self, command: Command) -> Done | Refused:
        """Send a command and wait for its answer, however often the connection breaks.

        Raises `TableError` when the table is lost for good.
        """
        if self._lost is not None:
            raise self._lost
        message = Do(secrets.token_urlsafe(12), command)
        answer: asyncio.Future[Done | Refused] = asyncio.get_running_loop().create_future()
        self._pending[message.id] = message, answer
        try:
            await self._send(message)
            return await answer
        finally:
            del self._pending[message.id]

    # --- connecting ---------------------------------------------------------------------

    async def _run(self) -> None:
        """Keep a connection until it is of no use any more, and say why."""
        try:
            await self._keep_connected()
        except Exception as error:
            self._lost = error
            for _, answer in self._pending.values():
                if not answer.done():
                    answer.set_exception(error)
            await self._inbox.put(None)

    async def _keep_connected(self) -> None:
        clock = asyncio.get_running_loop().time
        pause, lost = FIRST_PAUSE_S, clock()
        while True:
            reason = await self._connect()
            if self._connected:
                self._connected, pause, lost = False, FIRST_PAUSE_S, clock()
                self._heard(connected=False)
            if clock() - lost > (self._patience_s if self._seen else self._first_s):
                raise TableError("unreachable", f"the table cannot be reached: {reason}")
            await asyncio.sleep(pause * (0.5 + secrets.randbelow(1000) / 1000))
            pause = min(2 * pause, LONGEST_PAUSE_S)

    async def _connect(self) -> str:
        """One connection, to its end; returns why it ended. Raises what forbids another one."""
        try:
            async with connect(self._url, open_timeout=self._first_s) as socket:
                await self._converse(socket)
        except InvalidURI as error:
            raise TableError("bad_url", str(error)) from None
        except msgspec.DecodeError as error:
            raise TableError(
                "protocol", f"the server says what is not understood: {error}"
            ) from None
        except TableError as error:
            if error.code not in PASSING:
                raise
            return str(error)
        except (OSError, TimeoutError, WebSocketException) as error:
            return str(error) or type(error).__name__
        return "the server has hung up"

    async def _converse(self, socket: ClientConnection) -> None:
        """Hello, then everything that the server says, until it stops."""
        await socket.send(_text(Hello(PROTOCOL, self._token, self._seen)))
        try:
            async for text in socket:
                await self._take(_read.decode(text), socket)
        finally:
            self._socket = None

    async def _take(self, message: FromServer, socket: ClientConnection) -> None:
        match message:
            case State(version):
                if not self._connected:
                    await self._go_on(socket)
                if version != self._seen:
                    self.newest = message
                    await self._inbox.put(message)
            case Refused("too_often" | "no_database"):
                await asyncio.sleep(AGAIN_S)
                await self._send_pending(socket)
            case Done(id=id_) | Refused(id=str(id_)):
                if id_ in self._pending and not self._pending[id_][1].done():
                    self._pending[id_][1].set_result(message)
            case Refused(code, text):
                raise TableError(code, text)
            case Elsewhere():
                raise TableError("elsewhere", "you go on at another device")
            case Welcome() | Said() | Pong() | Closing():
                pass

    async def _go_on(self, socket: ClientConnection) -> None:
        """The table is there (again): what has no answer yet is sent (again)."""
        self._connected, self._socket = True, socket
        if self._seen:
            self._heard(connected=True)
        await self._send_pending(socket)

    async def _send_pending(self, socket: ClientConnection) -> None:
        for message, future in list(self._pending.values()):
            if not future.done():
                await socket.send(_text(message))

    async def _send(self, message: Do) -> None:
        """Send at once if that is possible; otherwise it is sent with the next connection."""
        if self._socket is not None:
            try:
                await self._socket.send(_text(message))
            except WebSocketException:
                self._socket = None


def _text(message: FromClient) -> str:
    return msgspec.json.encode(message).decode()
