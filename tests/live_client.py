"""A client of live tables in Python, for tests: several people at one table, over HTTP and sockets.

`Company` plays scripts such as ``"check, bet 2, raise 6, fold, call"``, each move by whoever's
turn it is; a `Device` is one connection.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar

import httpx
import msgspec

from cincinnati.store import TableId
from cincinnati.tables.live import PersonId, Phase, Settings, TableView
from cincinnati.tables.live.commands import Sit, Start
from cincinnati.web.api import Admitted, Claim, Summary
from live_device import PATIENCE_S, Closed, Device, act, mine, passive, station, whole

Kind = TypeVar("Kind")

__all__ = [
    "PATIENCE_S",
    "Closed",
    "Company",
    "Device",
    "act",
    "bearer",
    "company",
    "link",
    "mine",
    "passive",
    "post",
    "refusal",
    "station",
    "summary",
    "whole",
]


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


def refusal(answer: httpx.Response, status: int) -> str:
    """The code of a request that must be refused, with this status."""
    assert answer.status_code == status, answer.text
    refused = answer.json()["code"]
    assert isinstance(refused, str)
    return refused
