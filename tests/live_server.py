"""A server for tests: the real application on a free port of the loopback, in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from cincinnati.store import Doorbell, NoBell, PostgresBell, Store, sole_server
from cincinnati.tables.live import House
from cincinnati.tables.live.decide import Chance
from cincinnati.web.serve import Server, listening
from cincinnati.web.site import Limits, Site
from live_evening import Luck


class Live:
    """A running server."""

    def __init__(self, site: Site, server: Server, url: str) -> None:
        self.site = site
        self.house = site.house
        self.store = site.house.store
        self.server = server
        self.url = url


@asynccontextmanager
async def live_server(
    database: str,
    *,
    strict: float = 0,
    public_url: str | None = None,
    chance: Chance | None = None,
    clock: Callable[[], int] | None = None,
    passed: Callable[[str], None] = lambda _: None,
    bell: Doorbell | None = None,
) -> AsyncIterator[Live]:
    """Serve while the block runs.

    With ``strict=0`` nothing is asked for too often; without ``chance`` luck is known: the last
    seat deals first, so the script of a hand begins with seat 0.
    """
    with sole_server(database), listening("127.0.0.1", 0) as sockets:
        store = await Store.open(database)
        bell = bell or (PostgresBell(database) if store.postgresql else NoBell())
        house = House(store, bell=bell, chance=chance or Luck(), clock=clock, passed=passed)
        site = Site(house, public_url=public_url, limits=Limits(strict=strict))
        ports: asyncio.Queue[int] = asyncio.Queue()
        server = Server("127.0.0.1", 0, site, ports.put_nowait)
        serving = asyncio.create_task(server.serve(sockets))
        try:
            port = await asyncio.wait_for(ports.get(), 10)
            yield Live(site, server, f"http://127.0.0.1:{port}")
        finally:
            server.should_exit = True
            await asyncio.wait_for(serving, 20)
            await store.close()
