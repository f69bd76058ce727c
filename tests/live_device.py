"""One connection to a live table, for tests: it keeps every frame, and the newest view."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from cincinnati.engine import Action, BringIn, Call, Fold, Legal, Raise
from cincinnati.tables.live import Command, News, Phase, TableView
from cincinnati.tables.live.commands import Act
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

    async def saw(self, wanted: Callable[[TableView], object]) -> TableView:
        """The first view that was as wanted, also if a newer one has come since."""

        def views() -> list[TableView]:
            states = [message for message in self.received if isinstance(message, State)]
            return [state.view for state in states if wanted(state.view)]

        await self.until(views)
        return views()[0]

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


def whole(view: TableView) -> int:
    """All chips that a view shows, wherever they lie."""
    deal = view.deal
    if deal is None or deal.over:
        return sum(seat.chips for seat in view.seats)
    on_table = sum(player.bet for player in deal.players) + sum(pot.amount for pot in deal.pots)
    return sum(seat.chips for seat in view.seats) + on_table
