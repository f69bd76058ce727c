"""The house: its timers, its sweep, hosts who are gone, tables that are deleted or forgotten."""

from __future__ import annotations

import asyncio

import pytest
from starlette.websockets import WebSocket, WebSocketDisconnect

from cincinnati.errors import TableError
from cincinnati.store import Entry, NoBell, Store, TableId
from cincinnati.tables.live import Clock, OpenTable
from cincinnati.tables.live import house as the_house
from cincinnati.tables.live.commands import AddBot, Sit
from cincinnati.tables.live.table import Due, Reason
from cincinnati.web.messages import FromServer, State
from cincinnati.web.socket import Connection
from live_client import act, company, mine
from live_evening import NOON
from live_server import Live, live_server
from live_settings import quick

pytestmark = pytest.mark.anyio

HOUR_MS = 3_600_000


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that looks every moment, and lets nobody be away for long."""
    monkeypatch.setattr(the_house, "SWEEP_S", 0.05)
    monkeypatch.setattr(the_house, "PRESENCE_S", 0.05)
    monkeypatch.setattr(the_house, "HOST_GONE_MS", 600)


async def wait(until: object, patience_s: float = 10) -> None:
    """Until something is so."""
    assert callable(until)
    async with asyncio.timeout(patience_s):
        while not until():
            await asyncio.sleep(0.02)


# --- the host -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("hasty")
async def test_the_powers_of_a_host_who_is_gone_pass_on(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob Cleo", quick()) as table:
        await table["Ann"].drop()
        await table["Bob"].view(lambda view: view.host == table.id("Bob"))
        back = await table.connect("Ann")
        assert await back.refused(AddBot("rookie")) == "not_the_host"
        await table["Bob"].done(AddBot("rookie"))


@pytest.mark.usefixtures("hasty")
async def test_a_host_who_is_there_stays_the_host(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await asyncio.sleep(1.2)
        assert (await table["Bob"].view()).host == table.id("Ann")


async def test_a_host_who_has_made_a_table_has_time_to_come(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(the_house, "SWEEP_S", 0.05)
    monkeypatch.setattr(the_house, "PRESENCE_S", 0.05)
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table["Ann"].drop()
        opened = await live.house.open(table.table)
        live.house._started -= 10 * the_house.HOST_GONE_MS
        await asyncio.sleep(0.4)
        assert opened.table.host == table.id("Ann"), "two minutes are two minutes"


async def test_while_no_server_ran_nobody_was_away(
    database: str, request: pytest.FixtureRequest
) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table["Ann"].drop()
    await asyncio.sleep(0.8)
    request.getfixturevalue("hasty")
    async with live_server(database) as again:
        bob = await table.connect("Bob", url=again.url)
        await bob.view(lambda view: view.host == table.id("Bob"))
        passed_on = (await again.store.entries(table.table))[-1]
        assert passed_on.at - again.house._started >= the_house.HOST_GONE_MS
        await bob.close()


# --- timers ---------------------------------------------------------------------------------------


async def test_a_deleted_table_stays_deleted_and_makes_no_noise(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    now = [NOON]
    async with (
        live_server(database, clock=lambda: now[0]) as live,
        company(live.url, "Ann Bob", quick()) as table,
    ):
        await table.start()
        opened = await live.house.open(table.table)
        assert await live.store.delete(table.table)
        assert await table["Ann"].refused(act(await table["Ann"].view(mine), "check")) == "no_table"
        assert opened.table.due is not None
        now[0] = opened.table.due.at
        await live.house.changed(opened)
        await wait(lambda: table.table not in live.house._open)
        await asyncio.sleep(0.5)
        assert len(caplog.records) < 10
        assert await live.store.entries(table.table) == []
        with pytest.raises(TableError):
            await live.house.open(table.table)


async def test_a_fault_in_what_is_due_is_tried_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(the_house, "SWEEP_S", 0.2)
    happen = OpenTable.happen
    failures = iter([OSError("the disk is full"), RuntimeError("something else")])

    async def failing(self: OpenTable, expected: Due | None = None) -> bool:
        for error in failures:
            raise error
        return await happen(self, expected)

    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        monkeypatch.setattr(OpenTable, "happen", failing)
        view = await table.start()
        assert view.number == 1


async def test_what_waits_to_happen_does_not_end_the_turn_that_has_come_meanwhile(
    postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot's move is due, another process makes it, and the clock is set: Ann's time is not up."""
    monkeypatch.setattr(the_house, "SWEEP_S", 1000)
    now = [NOON]
    clock = Clock(think_ms=(10_000, 10_000), between_ms=0, show_ms=0)
    async with (
        live_server(postgresql, clock=lambda: now[0], bell=NoBell()) as live,
        company(live.url, "Ann", quick(clock=clock)) as table,
    ):
        await table.host.done(AddBot("rookie"))
        view = await table.start()
        if mine(view):
            await table.play("check")
        opened = await live.house.open(table.table)
        elsewhere = await OpenTable.load(table.table, live.house.around)
        due = opened.table.due
        assert due is not None
        assert due.reason is Reason.BOT_MOVES
        now[0] = due.at
        async with opened._lock:
            waits = asyncio.create_task(live.house._happen(opened))
            await asyncio.sleep(0)
            assert await elsewhere.happen()
            await opened._catch_up()
            now[0] += 24 * 3_600_000
        await waits
        assert opened.table.due is not None
        assert opened.table.due.reason is Reason.TIME_UP
        assert opened.version == elsewhere.version, "nothing has happened since"


async def test_a_timer_is_not_broken_off_in_the_middle(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a decision of its own is being written, commands come and set the timer anew."""
    written = Store.append

    async def slowly(self: Store, table: TableId, entry: Entry, due_at: int | None) -> None:
        if entry.author == "table":
            await asyncio.sleep(0.3)
        await written(self, table, entry, due_at)

    async with (
        live_server(database) as live,
        company(live.url, "Ann", quick(), seated=False) as table,
    ):
        for _ in range(3):
            await table.host.done(AddBot("rookie"))
        await table.host.done(Sit())
        monkeypatch.setattr(Store, "append", slowly)
        started = asyncio.create_task(table.start())
        for _ in range(8):
            await table.host.socket.send('{"type":"do","id":"x","command":{"type":"sit_in"}}')
            await asyncio.sleep(0.05)
        await started
        entries = await live.store.entries(table.table)
        dues = [entry.command_id for entry in entries if entry.command_id.startswith("due:")]
        assert len(dues) == len(set(dues)) > 0


# --- slow and dead lines -------------------------------------------------------------------------


async def test_a_command_whose_sender_is_gone_is_announced_all_the_same(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line dies after the decision was written and before it was acknowledged."""
    gone: list[str] = []
    send_text = WebSocket.send_text

    async def send(self: WebSocket, text: str) -> None:
        if gone and (f'"you":"{gone[0]}"' in text or '"type":"done"' in text):
            raise WebSocketDisconnect(1006)
        await send_text(self, text)

    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        click = act(await table["Ann"].view(mine), "bet 2")
        gone.append(table.id("Ann"))
        monkeypatch.setattr(WebSocket, "send_text", send)
        doing = asyncio.create_task(table["Ann"].do(click))
        async with asyncio.timeout(5):
            view = await table["Bob"].view(mine)
        assert view.deal is not None
        assert view.deal.level == 2
        await asyncio.gather(doing, return_exceptions=True)
        opened = await live.house.open(table.table)
        assert opened.name in live.house._timers, "and the next clock runs"


async def test_who_does_not_read_holds_nobody_up(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sender's own line is stuck: the others see his move within a moment."""
    monkeypatch.setattr("cincinnati.web.socket.ACKNOWLEDGE_WITHIN_S", 0.2)
    send = Connection.send
    stuck: list[str] = []

    async def sticky(self: Connection, message: FromServer) -> None:
        if self.person in stuck:
            await asyncio.sleep(30)
        await send(self, message)

    monkeypatch.setattr(Connection, "send", sticky)
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        click = act(await table["Ann"].view(mine), "bet 2")
        stuck.append(table.id("Ann"))
        doing = asyncio.create_task(table["Ann"].do(click))
        async with asyncio.timeout(5):
            await table["Bob"].view(mine)
        doing.cancel()
        await asyncio.gather(doing, return_exceptions=True)
        stuck.clear()
        await _goodbye(live)


async def _goodbye(live: Live) -> None:
    """Let go of lines that were made to stick."""
    for connection in list(live.site.connections.all):
        for post in list(connection._posts):
            post.cancel()


async def test_a_slow_reader_skips_versions_and_sees_the_newest(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        slow = await table.spectator()
        await slow.view()
        await table.start()
        slow.socket.transport.pause_reading()
        view = await table.play("check, bet 2, raise 6, call, check, check, bet 2, call")
        slow.socket.transport.resume_reading()
        seen = await slow.version(view.version)
        assert seen.seats == view.seats
        versions = [message.version for message in slow.received if isinstance(message, State)]
        assert versions == sorted(set(versions))
        await slow.close()


# --- memory ---------------------------------------------------------------------------------------


async def test_a_table_at_which_nobody_looks_is_closed_and_found_again(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(the_house, "SWEEP_S", 0.05)
    monkeypatch.setattr(the_house, "PRESENCE_S", 0.05)
    monkeypatch.setattr(the_house, "IDLE_S", 0.3)
    clock = Clock(action_ms=900, bank_ms=0, between_ms=0, show_ms=0)
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob", quick(clock=clock)) as table,
        company(live.url, "Cleo", quick()) as watched,
    ):
        await table.start()
        before = len(await live.store.entries(table.table))
        for device in table.devices.values():
            await device.drop()
        await wait(lambda: table.table not in live.house._open)
        assert table.table not in live.house._timers
        assert watched.table in live.house._open, "where somebody looks it stays open"
        await wait(lambda: table.table in live.house._open)
        async with asyncio.timeout(10):  # its time comes all the same
            while len(await live.store.entries(table.table)) == before:
                await asyncio.sleep(0.02)


async def test_a_clock_that_is_set_back_keeps_no_table_open(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is gone was here in the future, for an hour."""
    monkeypatch.setattr(the_house, "SWEEP_S", 0.05)
    monkeypatch.setattr(the_house, "PRESENCE_S", 0.05)
    monkeypatch.setattr(the_house, "IDLE_S", 0.3)
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        before, now = live.house.now(), Store.now

        async def set_back(store: Store) -> int:
            return await now(store) - HOUR_MS

        monkeypatch.setattr(Store, "now", set_back)
        await wait(lambda: live.house.now() < before)
        for device in table.devices.values():
            await device.drop()
        await wait(lambda: table.table not in live.house._open)
