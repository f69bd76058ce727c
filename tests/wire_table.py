"""A live table and its connections in this process, without a network, for a fuzzer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
from starlette.types import ASGIApp, Message

from cincinnati.session import Seat
from cincinnati.store import (
    SCHEMA,
    Entry,
    NoBell,
    PostgresBell,
    Store,
    TableId,
    Version,
    encode,
)
from cincinnati.tables.keys import new_key
from cincinnati.tables.live import House, OpenTable, PersonId
from cincinnati.tables.live.commands import AddBot
from cincinnati.web.app import make_app
from cincinnati.web.messages import (
    FromServer,
    Hello,
    Pong,
    State,
    Welcome,
)
from cincinnati.web.site import Limits, Site
from live_evening import Evening, Luck
from live_settings import quick

FENCE = 987_654_321
"""A ping of this number comes after each message: what is answered by then is its answer."""
PATIENCE_S = 10

read = msgspec.json.Decoder(FromServer)


class Line:
    """A connection of one device, as the web server hands it to the application."""

    def __init__(self, name: PersonId | None) -> None:
        self.name = name
        """Whose it is (``None``: a spectator's)."""
        self.told: list[FromServer] = []
        self.looked_at = 0
        self.code: int | None = None
        """With which the server has ended it."""
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._news = asyncio.Event()

    async def serve(self, app: ASGIApp, table: TableId) -> None:
        """The application's side, to the end."""
        scope = {
            "type": "websocket",
            "path": f"/api/tables/{table}/socket",
            "headers": [(b"host", b"there")],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 2),
            "scheme": "ws",
            "query_string": b"",
            "subprotocols": [],
        }
        await app(scope, self._inbox.get, self._hear)

    async def _hear(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.told.append(read.decode(message["text"]))
        elif message["type"] == "websocket.close":
            self.code = message["code"]
            self.gone()
        self._news.set()

    def says(self, said: str | bytes) -> None:
        """Send a message."""
        kind = "text" if isinstance(said, str) else "bytes"
        self._inbox.put_nowait({"type": "websocket.receive", kind: said})

    def gone(self) -> None:
        """Hang up."""
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def hears(self, wanted: Callable[[FromServer], bool]) -> list[FromServer]:
        """All that was told since the last time, up to what is wanted or the end of the line."""
        while True:
            for number, message in enumerate(self.told[self.looked_at :], self.looked_at + 1):
                if wanted(message):
                    news = self.told[self.looked_at : number]
                    self.looked_at = number
                    return news
            if self.code is not None:
                news = self.told[self.looked_at :]
                self.looked_at = len(self.told)
                return news
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE_S)


class Here:
    """A table in play, and everybody's line."""

    def __init__(self, site: Site, app: ASGIApp, table: OpenTable) -> None:
        self.site = site
        self.table = table
        self.lines: dict[PersonId | None, Line] = {}
        self.done: dict[tuple[str, str], list[int]] = {}
        """By person and id of the command."""
        self.codes: set[str] = set()
        self.commands = self.accepted = 0
        """Commands that were understood; those of them that were carried out, not again."""
        self._app = app
        self._serving: list[tuple[Line, asyncio.Task[None]]] = []

    @property
    def to_act(self) -> Seat | None:
        """Whose turn it is."""
        session = self.table.table.session
        return session.to_act if session else None

    async def connect(self, name: PersonId | None) -> Line:
        """A device says hello and is shown the table."""
        line = Line(name)
        serving = asyncio.create_task(line.serve(self._app, self.table.name))
        self._serving.append((line, serving))
        token = None
        if name is not None:
            token = await self.site.doors.admit(self.table.name, name, 0)
        line.says(msgspec.json.encode(Hello(1, token)).decode())
        news = await line.hears(lambda message: isinstance(message, State))
        assert isinstance(news[0], Welcome), news
        self.lines[name] = line
        return line

    async def fence(self, line: Line) -> list[FromServer]:
        """What the line was told up to now."""
        line.says(f'{{"type":"ping","number":{FENCE}}}')
        return await line.hears(lambda told: isinstance(told, Pong) and told.number == FENCE)

    async def close(self) -> None:
        """Everybody hangs up; raises what any connection of the application has raised."""
        for line, _ in self._serving:
            line.gone()
        served = asyncio.gather(*(serving for _, serving in self._serving))
        await asyncio.wait_for(served, PATIENCE_S)


@asynccontextmanager
async def site_on(database: str) -> AsyncIterator[Site]:
    """What every server has, without limits of how often one may ask."""
    store = await Store.open(database)
    bell = PostgresBell(database) if store.postgresql else NoBell()
    luck = Luck()
    luck.people = 1000  # whoever comes here is not somebody of the evening before
    try:
        async with House(store, bell=bell, chance=luck).running() as house:
            yield Site(house, limits=Limits(strict=0))
    finally:
        await store.close()


@asynccontextmanager
async def in_play(site: Site) -> AsyncIterator[Here]:
    """A table with its host, two others, a bot and a spectator, in the middle of a deal."""
    evening = Evening("Ann Bob Cleo", quick(deals=50, stack=40, latecomers=True))
    evening.do("Ann", AddBot("rookie"))
    evening.start()
    events = encode([event for event, _ in evening.log])
    host, name, at = PersonId("Ann"), TableId(new_key(16)), site.house.now()
    entry = Entry(
        version=Version(1), command_id="made", author=host, at=at, schema=SCHEMA, events=events
    )
    await site.house.store.append(name, entry, None)
    here = Here(site, make_app(site), await site.house.open(name))
    try:
        for each in (host, PersonId("Bob"), PersonId("Cleo"), None):
            await here.connect(each)
        yield here
    finally:
        await here.close()
