"""The WebSocket of a table: one connection, from hello to its end.

Two tasks share it. One reads messages and answers each; the other waits for the table to
change and sends the newest state, so a slow client skips versions instead of queueing them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import Coroutine

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from cincinnati.errors import CincinnatiError, IllegalAction, TableError, code_of
from cincinnati.store import ChatLine, OutOfReach
from cincinnati.tables.live import OpenTable, PersonId
from cincinnati.web.api import REFUSALS
from cincinnati.web.doors import secret_of
from cincinnati.web.messages import (
    LARGEST_MESSAGE,
    PROTOCOL,
    Closing,
    Do,
    Done,
    Elsewhere,
    Emote,
    FromClient,
    FromServer,
    Hello,
    Meant,
    Ping,
    Pong,
    Refused,
    Said,
    Say,
    StateText,
    TakeBack,
    Welcome,
    saying,
)
from cincinnati.web.security import address_of
from cincinnati.web.site import Site

logger = logging.getLogger(__name__)

HELLO_WITHIN_S = 10
ACKNOWLEDGE_WITHIN_S = 1
"""Who does not take the answer to his command for so long holds nobody else up."""
FINISH_WITHIN_S = 5
"""How long a server that stops waits for the command of one connection."""
MOST_WAITING = 100
"""Who has not taken so many messages that were sent one after the other is too far behind."""
ID = re.compile(r"[!-~]{1,48}")
GOING_AWAY = 1001
REFUSED = 1008
BROKEN = 1011
LATER = 1013
ABNORMAL = 1006

_read = msgspec.json.Decoder(FromClient)
_read_meant = msgspec.json.Decoder(Meant)


class Connection:
    """One device that looks at one table."""

    def __init__(self, socket: WebSocket, site: Site, table: OpenTable) -> None:
        self.socket = socket
        self.site = site
        self.table = table
        self.person: PersonId | None = None
        self.plays = False
        self.number = 0
        """Of those of one person the one with the highest number plays; 0: it has none yet."""
        self.sent = 0
        self._secret: str | None = None
        self._lines: set[int] = set()
        """The numbers of the lines of chat that were sent."""
        self._sending = asyncio.Lock()
        self._answering = asyncio.Lock()
        self._leaving = False
        self._posts: set[asyncio.Task[None]] = set()
        self._fallen_behind: asyncio.Task[None] | None = None
        """Ends the connection, as soon as the client takes something."""

    async def run(self) -> None:
        """Serve the connection until it ends."""
        self.table.watchers += 1
        try:
            await self._hello()
            await self._serve()
        finally:
            self.table.watchers -= 1

    async def _serve(self) -> None:
        self.site.connections.comes(self)
        watching = asyncio.create_task(self._safely(self._watch()))
        try:
            if self.person is not None:
                number = await self.site.house.came(self.table.name, self.person)
                await self._take(self.person, number)
            await self._history()
            while True:
                message = await self._receive()
                async with self._answering:
                    if self._leaving:
                        return
                    try:
                        await self._answer(message)
                    except OutOfReach as error:
                        await self.send(Refused(error.code, str(error)))
        finally:
            watching.cancel()
            self.site.connections.leaves(self)
            if self.person is not None:
                await self.site.house.went(self.table.name, self.person)

    async def _hello(self) -> None:
        try:
            async with asyncio.timeout(HELLO_WITHIN_S):
                hello = await self._receive(greeting=True)
        except TimeoutError:
            raise TableError("hello", "the first message, hello, did not come") from None
        if not isinstance(hello, Hello):
            raise TableError("hello", "the first message is hello")
        if hello.protocol != PROTOCOL:
            raise TableError("protocol", f"this server speaks protocol {PROTOCOL}; reload")
        doors, name = self.site.doors, self.table.name
        if hello.token:
            self.person = await doors.by_secret(name, hello.token)
            if self.person is None:
                raise TableError("stranger", "this token is not known here")
            self._secret = hello.token
        else:
            self._secret = secret_of(self.socket)
            self.person = await doors.by_secret(name, self._secret)
        await self.site.house.up_to_date(self.table)
        await doors.check_watching(self.table, self.person)
        # A version from the future or from another table is no version that we can go on from.
        self.sent = hello.since if 0 <= hello.since <= self.table.version else 0
        await self.send(Welcome(PROTOCOL, self.person, self.site.house.now()))
        await self._show()

    async def _history(self) -> None:
        for line in await self.site.house.store.chat(self.table.name, limit=30):
            if line.id not in self._lines:
                self._lines.add(line.id)
                await self.send(_said(line))

    # --- sending -----------------------------------------------------------------------

    async def send(self, message: FromServer | StateText) -> None:
        """Send a message; it waits while the client takes nothing, but not for ever (`lines`).

        Raises `WebSocketDisconnect` if nobody is there any more.
        """
        text = msgspec.json.encode(message).decode()
        async with self._sending:
            if self.socket.application_state is WebSocketState.CONNECTED:
                try:
                    await self.socket.send_text(text)
                except RuntimeError:  # closed in the meantime
                    raise WebSocketDisconnect(ABNORMAL) from None

    def post(self, message: FromServer) -> asyncio.Task[None]:
        """Send a message some time soon, after those that were sent before."""
        if len(self._posts) >= MOST_WAITING:
            self._fallen_behind = self._fallen_behind or self._soon(self._hang_up())
            return self._fallen_behind
        return self._soon(self._post(message))

    def _soon(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._posts.add(task)
        task.add_done_callback(self._posts.discard)
        return task

    async def _post(self, message: FromServer) -> None:
        try:
            await self.send(message)
        except WebSocketDisconnect:
            await self._hang_up()

    def hear(self, line: ChatLine) -> None:
        """Send a line of chat, once."""
        if line.id not in self._lines:
            self._lines.add(line.id)
            self.post(_said(line))

    def step_down(self) -> None:
        """The person goes on at another device: this one only shows, if he is known here still."""
        if self.plays:
            self.plays = False
            # It may be a line that is dead already, so nobody waits for it.
            self.post(Elsewhere())
        self._soon(self._safely(self._check_secret()))

    async def go_away(self) -> None:
        """The server stops: finish the command that is being carried out, then say goodbye."""
        with contextlib.suppress(WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(FINISH_WITHIN_S), self._answering:
                self._leaving = True
                await self.send(Closing())
        self._leaving = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FINISH_WITHIN_S):
                await self._hang_up(GOING_AWAY)

    async def _show(self) -> None:
        """The newest state, if it is newer than what was sent."""
        version = self.table.version
        state = StateText(
            version=version,
            view=msgspec.Raw(self.table.view_text(self.person)),
            events=self.table.news(self.person, self.sent),
            now=self.site.house.now(),
        )
        self.sent = version
        await self.send(state)

    async def _watch(self) -> None:
        with self.table.listening() as changed:
            while True:
                await changed.wait()
                changed.clear()
                if self.table.version <= self.sent:
                    continue
                if self.person is None and not self.table.table.settings.spectators:
                    raise TableError("no_spectators", "this table takes no spectators any more")
                await self._show()

    async def _safely(self, work: Coroutine[None, None, None]) -> None:
        """What nobody waits for: a refusal ends the connection, and so does a fault."""
        try:
            await work
        except TableError as error:
            await self._post(Refused(error.code, str(error)))
            await self._hang_up(REFUSED)
        except OutOfReach as error:
            await self._post(Refused(error.code, str(error)))
            await self._hang_up(LATER)
        except WebSocketDisconnect:
            await self._hang_up()
        except Exception:
            self.site.measures.faults.inc()
            logger.exception("a connection could not be told")
            await self._hang_up()

    async def _hang_up(self, code: int = BROKEN) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # closed already
            await self.socket.close(code)

    # --- receiving ---------------------------------------------------------------------

    async def _receive(self, *, greeting: bool = False) -> FromClient:
        """The next message; others that cannot be read are refused, the client may go on.

        A greeting is let through by those who connect: there is no telling yet whose it is.
        """
        while True:
            text = await self._text()
            refused = None if greeting else self._too_often(text)
            greeting = False
            if refused is None and len(text.encode()) > LARGEST_MESSAGE:
                refused = Refused("too_large", f"at most {LARGEST_MESSAGE} bytes", _meant(text))
            if refused is None:
                try:
                    return _read.decode(text)
                except (msgspec.DecodeError, CincinnatiError, RecursionError) as error:
                    refused = Refused("bad_message", f"not a message: {error}", _meant(text))
            await self.send(refused)

    def _too_often(self, text: str) -> Refused | None:
        """Raises `TableError` for who goes on although he is refused again and again."""
        key, limits = str(self.person or address_of(self.socket)), self.site.limits
        if limits.message.allows(key):
            return None
        if not limits.refused.allows(key):
            raise TableError("too_often", "far too many messages")
        return Refused("too_often", "too many messages; wait a little", _meant(text))

    async def _text(self) -> str:
        """The next message's text; bytes are read as nothing, which is no message."""
        frame = await self.socket.receive()
        if frame["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(frame.get("code", ABNORMAL))
        return frame.get("text") or ""

    async def _answer(self, message: FromClient) -> None:
        match message:
            case Ping(number):
                await self.send(Pong(number, self.site.house.now()))
            case Do():
                await self._do(message)
            case Say() | Emote():
                await self._say(message)
            case TakeBack():
                await self._take_back()
            case Hello():
                await self.send(Refused("hello", "hello has been said"))

    async def _take_back(self) -> None:
        if self.person is not None:
            # Before, so that a worthless secret takes nothing from anybody.
            await self._check_secret()
            number = await self.site.house.newer_device(self.table.name, self.person)
            await self._take(self.person, number)
        self.sent = 0
        await self._show()

    async def _take(self, person: PersonId, number: int) -> None:
        self.site.connections.takes(self, person, number)
        # A personal link that was used before the number was given has told this one nothing.
        await self._check_secret()

    async def _check_secret(self) -> None:
        """Raises `TableError` if the secret of this device has become worthless."""
        if await self.site.doors.by_secret(self.table.name, self._secret) != self.person:
            raise TableError("moved", "this seat has moved to another device by a personal link")

    async def _do(self, message: Do) -> None:
        began = time.perf_counter()
        measures = self.site.measures
        try:
            version = await self._carry_out(message)
        except IllegalAction as error:
            measures.commands.labels("illegal").inc()
            await self.send(Refused(error.code.value, str(error), message.id, error.allowed))
            return
        except REFUSALS as error:
            measures.commands.labels("refused").inc()
            await self.send(Refused(code_of(error), str(error), message.id))
            return
        await self._acknowledge(Done(message.id, version))
        self.site.house.around.passed("acknowledged")
        await self.site.house.changed(self.table)
        self.site.house.around.passed("announced")
        measures.commands.labels("done").inc()
        measures.seconds.observe(time.perf_counter() - began)

    async def _acknowledge(self, done: Done) -> None:
        try:
            async with asyncio.timeout(ACKNOWLEDGE_WITHIN_S):
                await self.send(done)
        except TimeoutError:  # nothing of it was written
            self.post(done)
        except WebSocketDisconnect:
            await self._hang_up()

    async def _carry_out(self, message: Do) -> int:
        if not ID.fullmatch(message.id):
            raise TableError("bad_id", "a command's id is 1 to 48 printable ASCII characters")
        if self.person is None:
            raise TableError("stranger", "join the table first")
        if not self.plays:
            raise TableError("elsewhere", "you go on at another device; take it back first")
        return await self.table.command(self.person, message.id, message.command)

    async def _say(self, message: Say | Emote) -> None:
        try:
            if self.person is None:
                raise TableError("stranger", "join the table first")
            if not self.table.table.settings.chat:
                raise TableError("no_chat", "this table has no chat")
            if not self.site.limits.chat.allows(self.person):
                raise TableError("too_often", "too much chat; wait a little")
            text = saying(message)
        except TableError as error:
            await self.send(Refused(error.code, str(error)))
            return
        house = self.site.house
        line = await house.store.say(self.table.name, self.person, text, house.now())
        if not house.store.postgresql:  # there the doorbell brings it, to every process alike
            self.site.connections.hear(self.table.name, line)


def _meant(text: str) -> str | None:
    """Which command a message meant, if that can be read although it is refused as a whole."""
    try:
        return _read_meant.decode(text).id
    except (msgspec.DecodeError, RecursionError):
        return None


def _said(line: ChatLine) -> Said:
    return Said(line.id, PersonId(line.person), line.text, line.at)
