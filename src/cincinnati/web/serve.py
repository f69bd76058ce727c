"""Running one server process: database, house, application, logs, a graceful end."""

from __future__ import annotations

import errno
import json
import logging
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import FrameType

import uvicorn

from cincinnati.store import NoBell, PostgresBell, Store, sole_server
from cincinnati.tables.live import House
from cincinnati.web.app import make_app
from cincinnati.web.garbage import Garbage
from cincinnati.web.lines import (
    LARGEST_FRAME,
    LARGEST_HEAD,
    Closings,
    RequestLine,
    SocketLine,
    allow_many,
)
from cincinnati.web.site import Limits, Site

TRUSTED = "127.0.0.1"
"""The proxies that are believed, unless it is said otherwise: those on this machine."""

LAST_PORT = 65_535
BACKLOG = 2048

LOOK_EVERY = 50
"""Tenths of a second: how long a connection that is closed may take to go."""

LOGGED = ("table", "bot", "port")
"""What a log line may carry beside its message: never a card, a secret or a line of chat."""


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        line: dict[str, object] = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "from": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in LOGGED if hasattr(record, name)}
        if record.exc_info and record.exc_info[1] is not None:
            line["exception"] = list(_where(record.exc_info[1]))
        return json.dumps(line, ensure_ascii=False)


def _where(error: BaseException) -> Iterator[str]:
    """What went wrong and where, without its message: that might quote a card or a secret."""
    yield type(error).__qualname__
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"{frame.filename}:{frame.lineno} {frame.name}"
    cause = error.__cause__ or error.__context__
    if cause is not None:
        yield from _where(cause)


def set_up_logs(level: int = logging.INFO) -> None:
    """Log to the standard error, one JSON object a line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # An address of a request holds the table's key, and the server would log it at a lower level;
    # what is wrong with a request it would log too, as often as somebody sends one.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    logging.getLogger("alembic").setLevel(logging.WARNING)


async def serve(
    *,
    host: str,
    port: int,
    database: str,
    public_url: str | None = None,
    limits: Limits | None = None,
    trusted: str = TRUSTED,
    tries: int = 1,
    passed: Callable[[str], None] = lambda _: None,
    ready: Callable[[int], None] = lambda _: None,
    open_to: Callable[[Site], None] = lambda _: None,
) -> None:
    """Serve until the process is told to stop; then finish what was begun.

    If the port is taken the next one is tried, ``tries`` of them altogether. ``trusted`` are the
    proxies that are believed when they say for whom they ask: addresses and networks with
    commas between, ``*`` for all. Once connections are taken, ``ready`` is told the port and
    ``open_to`` the site. Raises `StoreError` if the database cannot be used or is served by another
    process, `OSError` if the port is taken.
    """
    allow_many()
    with sole_server(database), listening(host, port, tries) as sockets:
        store = await Store.open(database)
        try:
            bell = PostgresBell(database) if store.postgresql else NoBell()
            house = House(store, bell=bell, passed=passed)
            site = Site(house, public_url=public_url, limits=limits)

            def started(bound: int) -> None:
                ready(bound)
                open_to(site)

            server = Server(host, port, site, started, trusted=trusted)
            with Garbage().little():
                await server.serve(sockets)
        finally:
            await store.close()


@contextmanager
def listening(host: str, port: int, tries: int = 1) -> Iterator[list[socket.socket]]:
    """Sockets at the first port that is free, one for each address that a host name has.

    Port 0 is any free one. Raises `OSError` if all of them are taken, or if this machine has no
    such address.
    """
    if not 0 <= port <= LAST_PORT:
        raise OSError(f"a port is a number from 0 to {LAST_PORT}, not {port}")
    with ExitStack() as opened:
        for candidate in range(port, min(port + tries, LAST_PORT + 1)):
            try:
                sockets = _bound(host, candidate)
                break
            except OSError as error:
                if error.errno != errno.EADDRINUSE:
                    raise OSError(f"cannot listen at {host}, port {candidate}: {error}") from None
        else:
            taken = f"port {port} is" if tries == 1 else f"ports {port} to {port + tries - 1} are"
            raise OSError(f"{taken} taken by other programs; choose another one with --port")
        for each in sockets:
            opened.enter_context(each)
        yield sockets


def _bound(host: str, port: int) -> list[socket.socket]:
    flags = socket.AI_PASSIVE
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=flags)
    with ExitStack() as opened:
        sockets: list[socket.socket] = []
        for family, _, _, _, (name, *_) in dict.fromkeys(found):
            # All addresses get the same port, also where the first one may choose it.
            chosen = sockets[0].getsockname()[1] if sockets else port
            made = socket.create_server((str(name), chosen), family=family, backlog=BACKLOG)
            sockets.append(opened.enter_context(made))
        opened.pop_all()
    return sockets


class Server(uvicorn.Server):
    """A server that says when it is ready, and goodbye before it stops."""

    def __init__(
        self,
        host: str,
        port: int,
        site: Site,
        ready: Callable[[int], None],
        *,
        trusted: str = TRUSTED,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                make_app(site),
                host=host,
                port=port,
                log_config=None,
                access_log=False,
                server_header=False,
                http=RequestLine,
                h11_max_incomplete_event_size=LARGEST_HEAD,
                ws=SocketLine,
                ws_max_size=LARGEST_FRAME,
                ws_ping_interval=20,
                ws_ping_timeout=20,
                timeout_graceful_shutdown=10,
                forwarded_allow_ips=trusted,
            )
        )
        self._site = site
        self._ready = ready
        self._closings = Closings()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell the port."""
        await super().startup(sockets)
        for server in self.servers:
            for each in server.sockets:
                self._site.listens = self.config.host, each.getsockname()[1]
                self._ready(self._site.listens[1])
                return

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second."""
        if counter % LOOK_EVERY == 0:
            self._closings.look(self.server_state.connections)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Finish what was begun and tell everybody, then stop."""
        await self._site.close()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop. The signal is not raised again at the end: the database is still to be closed."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
