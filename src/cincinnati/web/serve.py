"""Running one server process: database, house, application, logs, a graceful end."""

from __future__ import annotations

import json
import logging
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from types import FrameType

import uvicorn

from cincinnati.store import NoBell, PostgresBell, Store, sole_server
from cincinnati.tables.live import House
from cincinnati.web.app import make_app
from cincinnati.web.site import Limits, Site

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


def set_up_logs() -> None:
    """Log to the standard error, one JSON object a line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # An address of a request holds the table's key, and the server would log it at this level.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)


async def serve(
    *,
    host: str,
    port: int,
    database: str,
    public_url: str | None = None,
    limits: Limits | None = None,
    passed: Callable[[str], None] = lambda _: None,
    ready: Callable[[int], None] = lambda _: None,
) -> None:
    """Serve until the process is told to stop; then finish what was begun.

    ``ready`` is told the port once connections are taken. Raises `StoreError` if the
    database cannot be used or is served by another process.
    """
    with sole_server(database):
        store = await Store.open(database)
        try:
            bell = PostgresBell(database) if store.postgresql else NoBell()
            house = House(store, bell=bell, passed=passed)
            site = Site(house, public_url=public_url, limits=limits)
            await Server(host, port, site, ready).serve()
        finally:
            await store.close()


class Server(uvicorn.Server):
    """A server that says when it is ready, and goodbye before it stops."""

    def __init__(self, host: str, port: int, site: Site, ready: Callable[[int], None]) -> None:
        super().__init__(
            uvicorn.Config(
                make_app(site),
                host=host,
                port=port,
                log_config=None,
                access_log=False,
                server_header=False,
                ws="websockets-sansio",
                ws_max_size=65_536,
                ws_ping_interval=20,
                ws_ping_timeout=20,
                timeout_graceful_shutdown=10,
                forwarded_allow_ips="127.0.0.1",
            )
        )
        self._site = site
        self._ready = ready

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Start, then tell the port."""
        await super().startup(sockets)  # type: ignore[arg-type]
        for server in self.servers:
            for socket in server.sockets:
                self._ready(socket.getsockname()[1])
                return

    async def shutdown(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Finish what was begun and tell everybody, then stop."""
        await self._site.close()
        await super().shutdown(sockets)  # type: ignore[arg-type]

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop. The signal is not raised again at the end: the database is still to be closed."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
