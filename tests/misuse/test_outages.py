"""PostgreSQL goes away and comes back, and clocks are set: nothing is lost, nobody is punished."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]
import psycopg
import pytest
from sqlalchemy import literal_column, make_url

from cincinnati.session import Presence
from cincinnati.store import Store, line
from cincinnati.tables.live import Clock, TableView
from cincinnati.tables.live import house as the_house
from cincinnati.tables.live.commands import AddBot
from cincinnati.web.messages import Refused
from live_client import Company, act, company, mine, passive
from live_database import new_schema
from live_process import ServerProcess, server_process
from live_server import live_server
from live_settings import quick
from soak_outages import Cable, Disk, OwnPostgres, own_postgres

pytestmark = pytest.mark.anyio

OfProcess = Callable[[int], None]
HOUR_MS = 3_600_000
PATIENT = Clock(action_ms=60_000, bank_ms=60_000, between_ms=0, show_ms=0, think_ms=(0, 0))


@pytest.fixture(scope="module")
def own() -> Iterator[OwnPostgres]:
    """A server of these tests alone."""
    with own_postgres() as server:
        yield server


@asynccontextmanager
async def playing(database: str, log: Path) -> AsyncIterator[tuple[ServerProcess, Company]]:
    """Two at a table, and a server process that writes a log."""
    async with (
        server_process(database, log=log) as server,
        company(server.url, "Ann Bob", quick(clock=PATIENT)) as table,
    ):
        await table.start()
        await table.play("check")
        yield server, table


async def meanwhile(server: ServerProcess, table: Company) -> tuple[str, Any, int]:
    """The database is away: a command is refused, everybody is told, and so is who watches it."""
    name = table.whose_turn()
    assert name is not None
    click = act(await table[name].view(mine), "bet 2")
    before = table.newest().version
    assert await table[name].refused(click, "click") == "no_database"
    notice = await table["Ann" if name == "Bob" else "Bob"].first(Refused)
    assert (notice.code, notice.id) == ("no_database", None)
    async with httpx.AsyncClient(base_url=server.url, timeout=30) as http:
        ill = await http.get("/api/health")
    assert (ill.status_code, ill.json()) == (503, {"status": "no_database"})
    return name, click, before


async def afterwards(table: Company, waits: tuple[str, Any, int], log: Path) -> None:
    """It is back: the same command is carried out, once, and the log was short."""
    name, click, before = waits
    async with asyncio.timeout(30):
        while isinstance(answer := await table[name].do(click, "click"), Refused):
            assert answer.code == "no_database"
            await asyncio.sleep(0.1)
    assert answer.version >= before + 1, "perhaps there was some grace first"
    assert await table[name].done(click, "click") == answer.version
    await table.together(answer.version)
    await table.play("call")
    lines = [json.loads(text) for text in log.read_text().splitlines()]
    assert [each for each in lines if "exception" in each] == []
    assert lines[0]["message"].startswith("the database cannot be ")
    assert len(lines) <= 6, "it is not said again and again"


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_postgresql_is_restarted(own: OwnPostgres, tmp_path: Path, mode: str) -> None:
    log = tmp_path / "log"
    async with playing(new_schema(own.address), log) as (server, table):
        await asyncio.to_thread(own.stop, mode)
        try:
            waits = await meanwhile(server, table)
        finally:
            await asyncio.to_thread(own.start)
        await afterwards(table, waits, log)


async def test_postgresql_has_no_connection_left(own: OwnPostgres, tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with playing(new_schema(own.address), log) as (server, table):
        with own.hogged():
            waits = await meanwhile(server, table)
        await afterwards(table, waits, log)


async def test_the_line_to_postgresql_is_cut(postgresql: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    async with Cable.to(postgresql) as cable, playing(cable.address, log) as (server, table):
        cable.cut()
        waits = await meanwhile(server, table)
        cable.mend()
        await afterwards(table, waits, log)


async def test_a_line_that_falls_silent_is_given_up(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        Cable.to(postgresql) as cable,
        live_server(cable.address) as live,
        company(live.url, "Ann Bob", quick(clock=PATIENT)) as table,
    ):
        await table.start()
        click = act(await table["Ann"].view(mine), "check")
        monkeypatch.setattr(line, "ANSWER_WITHIN_S", 0.3)
        cable.silence()
        assert await table["Ann"].refused(click, "click") == "no_database"
        monkeypatch.undo()
        cable.mend()
        async with asyncio.timeout(20):
            while isinstance(answer := await table["Ann"].do(click, "click"), Refused):
                await asyncio.sleep(0.1)
        entries = await live.store.entries(table.table)
        assert [e.version for e in entries if e.command_id.endswith(":click")] == [answer.version]


@pytest.mark.parametrize("ends", ["given up", "cancelled"])
async def test_a_line_that_came_to_nothing_is_closed(own: OwnPostgres, ends: str) -> None:
    """At once, and not when Python happens to look for circles."""
    async with Cable.to(own.address) as cable:
        cable.silence()
        gc.disable()
        try:
            connecting = asyncio.create_task(line.Line.connect(cable.address, connect_timeout=2))
            async with asyncio.timeout(10):
                while not lines_to(cable):
                    await asyncio.sleep(0.01)
            if ends == "cancelled":
                connecting.cancel()
            (error,) = await asyncio.gather(connecting, return_exceptions=True)
            assert isinstance(error, psycopg.OperationalError | asyncio.CancelledError)
            assert lines_to(cable) == 0
        finally:
            gc.enable()


def lines_to(cable: Cable) -> int:
    """How many lines this process has at the near end of a cable."""
    port = make_url(cable.address).port
    lines = psutil.Process().net_connections("tcp")
    return sum(bool(each.raddr) and each.raddr.port == port for each in lines)


async def test_nobody_loses_his_turn_to_an_outage(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lasts longer than anybody's time, and then there is some more."""
    monkeypatch.setattr(the_house, "SWEEP_S", 0.1)
    clock = Clock(action_ms=1500, bank_ms=0, between_ms=0, show_ms=0, grace_ms=20_000)
    async with (
        Cable.to(postgresql) as cable,
        live_server(cable.address) as live,
        company(live.url, "Ann Bob", quick(clock=clock)) as table,
    ):
        before = await table.start()
        cable.cut()
        assert (await table["Ann"].first(Refused)).code == "no_database"
        due = live.house._open[table.table].table.due
        assert due is not None
        while live.house.now() < due.at + 200:
            await asyncio.sleep(0.05)
        cable.mend()
        after = await table["Ann"].view(lambda view: view.version > before.version)
        assert here(after)
        assert mine(after), "it is his turn still"
        await table["Ann"].done(act(after, passive(after)))


@pytest.mark.parametrize("acts", ["at once", "after the grace"])
async def test_nobody_pays_for_an_outage_from_his_time_bank(database: str, acts: str) -> None:
    """His time is up while nothing can be written; he has tried before, and he tries again."""
    clock = Clock(action_ms=1000, bank_ms=60_000, between_ms=0, show_ms=0, grace_ms=20_000)
    async with (
        breakable(database) as (address, breaks, mends),
        server_process(address) as server,
        company(server.url, "Ann Bob", quick(clock=clock)) as table,
    ):
        await table.start()
        name = table.whose_turn()
        assert name is not None
        before = await table[name].view(mine)
        click = act(before, passive(before))
        breaks(server.process.pid)
        assert await table[name].refused(click, "click") == "no_database"
        await asyncio.sleep(clock.action_ms / 1000 + 0.5)
        mends(server.process.pid)
        if acts == "after the grace":
            await table[name].view(lambda view: view.version > before.version)
        async with asyncio.timeout(30):
            while isinstance(answer := await table[name].do(click, "click"), Refused):
                assert answer.code == "no_database"
                await asyncio.sleep(0.05)
        after = await table[name].version(answer.version)
        assert [seat.bank_ms for seat in after.seats] == [60_000, 60_000]


@asynccontextmanager
async def breakable(database: str) -> AsyncIterator[tuple[str, OfProcess, OfProcess]]:
    """The address of a database, and how a server process loses it and gets it back."""
    if database.startswith("sqlite"):
        disk = Disk(Path(make_url(database).database or "").parent, "", mounted=False)
        yield database, disk.fill, disk.empty
        return
    async with Cable.to(database) as cable:
        yield cable.address, lambda _: cable.cut(), lambda _: cable.mend()


async def test_a_clock_that_is_set_forward_takes_nobodys_turn(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(the_house, "SWEEP_S", 0.05)
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob", quick(clock=PATIENT)) as table,
    ):
        before = await table.start()
        set_clock(monkeypatch, HOUR_MS)
        view = await table["Ann"].view(lambda view: view.version > before.version)
        assert view.acts_until is not None
        assert mine(view)
        assert here(view)
        left = view.acts_until - live.house.now()
        assert 30_000 < left <= 120_000, "as much as he had"
        await table.play("check, check")


async def test_who_acts_at_the_moment_at_which_the_clock_is_set_pays_nothing_for_it(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is the next one given the grace that was meant for him."""
    monkeypatch.setattr(the_house, "SWEEP_S", 1000)
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob", quick(clock=PATIENT)) as table,
    ):
        before = await table.start()
        opened = await live.house.open(table.table)
        click = act(await table["Ann"].view(mine), "check")
        async with opened._lock:
            acting = asyncio.create_task(opened.command(table.id("Ann"), "click", click))
            await asyncio.sleep(0)
            set_clock(monkeypatch, HOUR_MS)
            setting = asyncio.create_task(live.house._set_clock())
            began = live.house._started
            async with asyncio.timeout(10):
                while live.house._started == began:
                    await asyncio.sleep(0.01)
            late = asyncio.create_task(live.house._give_grace(opened, HOUR_MS))
            await asyncio.sleep(0)
        await asyncio.gather(acting, setting, late)
        (entry,) = await live.store.entries(table.table, before.version)
        assert (entry.author, "bank_spent" in entry.events) == (table.id("Ann"), False)
        assert not opened.excused, "from now on time counts"


async def test_a_clock_that_is_set_back_keeps_nobody_waiting(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot's turn was to come at a moment that is an hour away now."""
    monkeypatch.setattr(the_house, "SWEEP_S", 0.05)
    clock = Clock(
        action_ms=60_000, bank_ms=0, between_ms=0, show_ms=0, think_ms=(4000, 4000), grace_ms=200
    )
    async with live_server(database) as live, company(live.url, "Ann", quick(clock=clock)) as table:
        await table["Ann"].done(AddBot("rookie"))
        view = await table.start()
        if mine(view):
            await table["Ann"].done(act(view, passive(view)))
        view = await table["Ann"].view(lambda view: not mine(view))
        set_clock(monkeypatch, -HOUR_MS)
        view = await table["Ann"].view(mine)
        assert here(view)
        await table["Ann"].done(act(view, passive(view)))


def set_clock(monkeypatch: pytest.MonkeyPatch, by_ms: int) -> None:
    """The database's clock is set, forward or back."""
    true = Store._now
    monkeypatch.setattr(Store, "_now", lambda store: literal_column(f"({true(store)} + {by_ms})"))


def here(view: TableView) -> bool:
    """Whether nobody sits out."""
    return all(seat.presence is Presence.HERE for seat in view.seats)
