"""A client of live tables in Python, for tests: one `Device` is one connection.

It keeps every frame as it came, and the newest view. `Company` is several people at one table:
it plays scripts such as ``"check, bet 2, raise 6, fold, call"``, each move by whoever's turn it is.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from cincinnati.engine import Action, BringIn, Call, Fold, Legal, Raise
from cincinnati.store import TableId
from cincinnati.tables.live import Command, News, PersonId, Phase, Settings, TableView
from cincinnati.tables.live.commands import Act, Sit, Start
from cincinnati.web.api import Admitted, Claim, Summary
from cincinnati.web.messages import (
    PROTOCOL,
    Closing,
    Do,
    Done,
    Elsewhere,
    Emote,
    FromClient,
    FromServer,
    Hello,
    Ping,
    Pong,
    Refused,
    Said,
    Say,
    State,
    TakeBack,
    Welcome,
)

PATIENCE_S = 10.0
"""So long a test waits for something before it fails."""

_decode = msgspec.json.Decoder(FromServer).decode
Kind = TypeVar("Kind")


class Closed(AssertionError):
    """The line was closed before what a test waits for had come."""


class Device:
    """One connection to a table, as a person or (without a token) as a spectator."""

    def __init__(self, socket: ClientConnection, ids: Iterator[int] | None = None) -> None:
        self.socket = socket
        self.frames: list[str] = []
        self.received: list[FromServer] = []
        self.welcome: Welcome | None = None
        self.seen: TableView | None = None
        self.events: list[News] = []
        self.said: list[Said] = []
        self.plays = True
        self.closed: int | None = None
        """The code with which the server has closed the connection."""
        self._answers: dict[str, Done | Refused] = {}
        self._ids = ids or itertools.count(1)
        self._news = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(
        cls,
        url: str,
        table: str,
        token: str | None = None,
        *,
        since: int = 0,
        protocol: int = PROTOCOL,
        headers: Mapping[str, str] | None = None,
        ids: Iterator[int] | None = None,
    ) -> Device:
        """Connect and say hello; it does not wait for an answer.

        ``ids`` number the commands: a person's other device must not use them again.
        """
        device = await cls.silent(url, table, headers=headers, ids=ids)
        await device.send(Hello(protocol, token, since))
        return device

    @classmethod
    async def silent(
        cls,
        url: str,
        table: str,
        *,
        headers: Mapping[str, str] | None = None,
        ids: Iterator[int] | None = None,
    ) -> Device:
        """Connect without a word."""
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        try:
            socket = await connect(address, additional_headers=headers, open_timeout=PATIENCE_S)
        except (InvalidMessage, OSError) as error:
            raise Closed(f"nobody answers: {error}") from None
        return cls(socket, ids)

    async def _read(self) -> None:
        try:
            async for text in self.socket:
                assert isinstance(text, str)
                self.frames.append(text)
                message = _decode(text)
                self.received.append(message)
                self._take(message)
                async with self._news:
                    self._news.notify_all()
        except ConnectionClosed:
            pass
        finally:
            self.closed = self.socket.close_code
            async with self._news:
                self._news.notify_all()

    def _take(self, message: FromServer) -> None:
        match message:
            case Welcome():
                self.welcome = message
            case State(_, view, events):
                assert self.seen is None or view.version >= self.seen.version
                self.seen = view
                self.events += events
            case Done() | Refused():
                self._answers[message.id or ""] = message
            case Elsewhere():
                self.plays = False
            case Said():
                self.said.append(message)
            case Pong() | Closing():
                pass

    # --- waiting ------------------------------------------------------------------------

    async def until(self, come: Callable[[], object], patience_s: float = PATIENCE_S) -> None:
        """Wait until something has come; fails if it does not, or the line is closed before."""
        async with asyncio.timeout(patience_s), self._news:
            await self._news.wait_for(lambda: come() or self.closed is not None)
        if not come():
            raise Closed(f"closed with {self.closed}; the last frames were {self.frames[-2:]}")

    async def view(self, wanted: Callable[[TableView], object] = lambda _: True) -> TableView:
        """The newest view, once it is as wanted."""
        await self.until(lambda: self.seen is not None and wanted(self.seen))
        assert self.seen is not None
        return self.seen

    async def version(self, version: int) -> TableView:
        """The view of a version, or of a later one."""
        return await self.view(lambda view: view.version >= version)

    async def first(self, kind: type[Kind]) -> Kind:
        """The first message of a kind."""
        await self.until(lambda: any(isinstance(message, kind) for message in self.received))
        return next(message for message in self.received if isinstance(message, kind))

    async def hears(self, text: str) -> None:
        """Wait until somebody has said something."""
        await self.until(lambda: any(line.text == text for line in self.said))

    async def end(self) -> int | None:
        """Wait until the server has closed the connection; its code."""
        async with asyncio.timeout(PATIENCE_S), self._news:
            await self._news.wait_for(lambda: self.closed is not None)
        return self.closed

    # --- saying -------------------------------------------------------------------------

    async def send(self, message: FromClient) -> None:
        """Send a message; raises `Closed` on a line that is closed."""
        try:
            await self.socket.send(msgspec.json.encode(message).decode())
        except ConnectionClosed as error:
            raise Closed(str(error)) from None

    async def do(self, command: Command, command_id: str | None = None) -> Done | Refused:
        """Carry out a command; the answer to it."""
        name = f"c{next(self._ids)}" if command_id is None else command_id
        self._answers.pop(name, None)
        await self.send(Do(name, command))
        await self.until(lambda: name in self._answers)
        return self._answers[name]

    async def done(self, command: Command, command_id: str | None = None) -> int:
        """Carry out a command that must succeed; its version."""
        answer = await self.do(command, command_id)
        assert isinstance(answer, Done), answer
        return answer.version

    async def refused(self, command: Command, command_id: str | None = None) -> str:
        """Try a command that must be refused; the code."""
        answer = await self.do(command, command_id)
        assert isinstance(answer, Refused), answer
        return answer.code

    async def say(self, text: str) -> None:
        """Say something."""
        await self.send(Say(text))

    async def emote(self, code: str) -> None:
        """Show an emote."""
        await self.send(Emote(code))

    async def take_back(self) -> None:
        """Play on here."""
        await self.send(TakeBack())
        self.plays = True

    async def ping(self, number: int) -> Pong:
        """Ask whether the line is alive."""
        await self.send(Ping(number))

        def pongs() -> list[Pong]:
            return [m for m in self.received if isinstance(m, Pong) and m.number == number]

        await self.until(pongs)
        return pongs()[-1]

    async def close(self) -> None:
        """Hang up in good order."""
        await self.socket.close()
        await self._reading

    async def drop(self) -> None:
        """Vanish without a word, like a phone in a tunnel."""
        self.socket.transport.abort()
        await self._reading


def act(view: TableView, move: str) -> Act:
    """A move as a command, meant for the turn and price of a view."""
    assert view.deal is not None, "no deal is going on"
    assert view.deal.legal is not None, "it is not his turn"
    legal = view.deal.legal
    return Act(view.number, view.turn, legal.call, action_of(move, legal))


def action_of(move: str, legal: Legal) -> Action:
    """What a move of a script means: ``check``, ``bet 4``, ``all-in`` …"""
    word, _, amount = move.partition(" ")
    match word:
        case "fold":
            return Fold()
        case "check":
            assert legal.call == 0, f"not a check: {legal}"
            return Call()
        case "call":
            assert legal.call, f"not a call: {legal}"
            return Call()
        case "bet" | "raise":
            return Raise(int(amount))
        case "all-in":
            return Raise(legal.raise_to[1]) if legal.raise_to else Call()
        case "bring-in":
            return BringIn()
        case _:
            raise AssertionError(f"no move {move!r}")


class Company:
    """People at a table, by their names; the first one is its host."""

    def __init__(self, url: str, table: TableId, http: httpx.AsyncClient) -> None:
        self.url = url
        self.table = table
        self.http = http
        self.people: dict[str, Admitted] = {}
        self.devices: dict[str, Device] = {}
        self.ids = itertools.count(1)

    def __getitem__(self, name: str) -> Device:
        """Somebody's device."""
        return self.devices[name]

    @property
    def host(self) -> Device:
        """The host's device."""
        return next(iter(self.devices.values()))

    def id(self, name: str) -> PersonId:
        """Somebody's public id."""
        return self.people[name].person

    async def join(self, name: str, pin: str | None = None) -> Admitted:
        """Somebody joins by the table's link."""
        wish = {"name": name} if pin is None else {"name": name, "pin": pin}
        admitted = await post(self.http, f"/api/tables/{self.table}/join", wish, Admitted)
        self.people[name] = admitted
        return admitted

    async def connect(self, name: str, *, since: int = 0, url: str | None = None) -> Device:
        """Somebody's (new) device, which is playing now."""
        token = self.people[name].token
        device = await Device.open(url or self.url, self.table, token, since=since, ids=self.ids)
        self.devices[name] = device
        await device.view()
        await device.ping(0)  # what was said before has come too
        return device

    async def spectator(self) -> Device:
        """Somebody without a name."""
        return await Device.open(self.url, self.table)

    async def come(self, name: str) -> Device:
        """Somebody joins, connects and sits down."""
        await self.join(name)
        device = await self.connect(name)
        await device.done(Sit())
        return device

    async def start(self) -> TableView:
        """The host starts a session; the first deal when it can be played."""
        version = await self.host.done(Start())
        return await self.host.view(lambda view: view.version > version and view.to_act is not None)

    def whose_turn(self) -> str | None:
        """Who has to act, by the newest view of anybody."""
        newest = self.newest()
        who = next((p.person for p in newest.people if p.seat == newest.to_act), None)
        if newest.to_act is None or newest.phase is not Phase.PLAYING:
            return None
        return next((name for name in self.devices if self.id(name) == who), None)

    async def play(self, script: str) -> TableView:
        """Moves one after the other, each by whoever's turn it is; ``|`` is a comma here."""
        for move in filter(None, (part.strip() for part in script.replace("|", ",").split(","))):
            name = self.whose_turn()
            assert name is not None, f"nobody for {move!r}"
            device = self.devices[name]
            view = await device.view(lambda view: view.deal is not None and view.deal.legal)
            await self.together(await device.done(act(view, move)))
        return self.newest()

    async def together(self, version: int) -> None:
        """Wait until everybody has seen a version."""
        for device in self.devices.values():
            if device.closed is None:
                await device.version(version)

    def newest(self) -> TableView:
        """The newest view that anybody has."""
        views = [device.seen for device in self.devices.values() if device.seen is not None]
        return max(views, key=lambda view: view.version)

    async def check_down(self) -> TableView:
        """Everybody checks and calls until the session is over."""
        await asyncio.gather(*(station(device) for device in self.devices.values()))
        return self.newest()


async def station(device: Device, choose: Callable[[TableView], str] | None = None) -> int:
    """Play to the end of the session: check and call, or what ``choose`` says; the moves made."""
    for moves in range(1000):
        view = await device.view(lambda view: mine(view) or view.phase is Phase.FINISHED)
        if view.phase is Phase.FINISHED:
            return moves
        move = choose(view) if choose else passive(view)
        await device.version(await device.done(act(view, move)))
    raise AssertionError("the session does not end")


def passive(view: TableView) -> str:
    """The move of a calling station."""
    assert view.deal is not None
    assert view.deal.legal is not None
    if view.deal.legal.bring_in:
        return "bring-in"
    return "call" if view.deal.legal.call else "check"


def mine(view: TableView) -> bool:
    """Whether it is the viewer's turn."""
    return view.phase is Phase.PLAYING and view.deal is not None and view.deal.legal is not None


async def post(http: httpx.AsyncClient, path: str, body: Any, kind: type[Kind]) -> Kind:
    """A request that must succeed; every one is made without the cookies of those before."""
    http.cookies.clear()
    answer = await http.post(path, content=msgspec.json.encode(body))
    assert answer.status_code in (200, 201), answer.text
    http.cookies.clear()
    return msgspec.json.decode(answer.content, type=kind)


async def link(http: httpx.AsyncClient, of: Admitted, person: PersonId | None = None) -> str:
    """A personal link, for oneself or (as the host) for somebody else."""
    answer = await http.post(
        f"/api/tables/{of.table}/link", json={"person": person}, headers=bearer(of)
    )
    assert answer.status_code == 201, answer.text
    return msgspec.json.decode(answer.content, type=Claim).secret


def bearer(of: Admitted) -> dict[str, str]:
    """The header by which a program says who it is."""
    return {"authorization": f"Bearer {of.token}"}


async def summary(http: httpx.AsyncClient, table: TableId) -> Summary:
    """What anybody sees of a table."""
    return msgspec.json.decode((await http.get(f"/api/tables/{table}")).content, type=Summary)


@asynccontextmanager
async def company(
    url: str, names: str, settings: Settings, *, pin: str | None = None, seated: bool = True
) -> AsyncIterator[Company]:
    """A new table with these people at it, all connected, and sitting in this order from 0 on."""
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=url, timeout=PATIENCE_S))
        host, *others = names.split()
        wish = {"name": host, "settings": settings, "pin": pin}
        admitted = await post(http, "/api/tables", wish, Admitted)
        friends = Company(url, admitted.table, http)
        friends.people[host] = admitted
        for name in others:
            await friends.join(name, pin)
        for name in (host, *others):
            await friends.connect(name)
        for device in friends.devices.values() if seated else ():
            await friends.together(await device.done(Sit()))
        try:
            yield friends
        finally:
            for device in friends.devices.values():
                await device.close()
