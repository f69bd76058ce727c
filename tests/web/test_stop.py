"""A server that stops in good order: everybody is told, what was begun is finished."""

from __future__ import annotations

import asyncio
import sys
import time
from asyncio.subprocess import PIPE
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from cincinnati.errors import StoreError
from cincinnati.store import Store, sole_server
from cincinnati.tables.live.commands import AddBot
from cincinnati.web.api import Problem
from cincinnati.web.lines import SocketLine
from cincinnati.web.messages import Closing, Do, Done
from live_client import PATIENCE_S, Company, Device, act, company
from live_process import ServerProcess, server_process
from live_server import live_server
from live_settings import quick

pytestmark = pytest.mark.anyio


async def test_everybody_is_told_that_the_server_goes_away(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        looking_on = await table.spectator()
        await looking_on.view()
        live.server.should_exit = True
        for device in (*table.devices.values(), looking_on):
            await device.first(Closing)
            assert await device.end() == 1001


async def test_a_command_that_is_being_carried_out_is_finished(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Store.append
    begun = asyncio.Event()

    async def slowly(self: Store, *args: object) -> None:
        begun.set()
        await asyncio.sleep(0.5)
        await written(self, *args)  # type: ignore[arg-type]

    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        command = act(await table["Ann"].view(), "bet 2")
        monkeypatch.setattr(Store, "append", slowly)
        doing = asyncio.create_task(table["Ann"].do(command, "last"))
        await begun.wait()
        live.server.should_exit = True
        answer = await doing
        assert isinstance(answer, Done)
        await table["Ann"].first(Closing)
        await table["Ann"].end()
    store = await Store.open(database)
    last = (await store.entries(table.table))[-1]
    assert (last.version, last.command_id) == (answer.version, f"{table.id('Ann')}:last")
    await store.close()


async def test_what_happens_by_itself_is_finished_too(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Store.append
    begun = asyncio.Event()

    async def slowly(self: Store, *args: object) -> None:
        begun.set()
        await asyncio.sleep(0.5)
        await written(self, *args)  # type: ignore[arg-type]

    async with live_server(database) as live, company(live.url, "Ann", quick()) as table:
        await table.host.done(AddBot("rookie"))
        await table.start()
        monkeypatch.setattr(Store, "append", slowly)
        doing = asyncio.create_task(table.host.do(act(await table.host.view(), "check")))
        await begun.wait()
        begun.clear()
        await doing
        await asyncio.wait_for(begun.wait(), PATIENCE_S)  # the bot's move
        before = table.newest().version
        live.server.should_exit = True
        await table.host.end()
    store = await Store.open(database)
    assert (await store.entries(table.table))[-1].version > before
    await store.close()


async def test_who_goes_on_asking_does_not_keep_a_server_from_stopping(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann Bob", quick()) as table:
        for number in range(100):
            await table["Ann"].send(Do(f"x{number}", AddBot("rookie")))
        live.server.should_exit = True
        began = time.monotonic()
        await table["Ann"].end()
        await table["Bob"].end()
    assert time.monotonic() - began < 5


async def test_a_stopped_server_takes_no_connection(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        live.site.closing = True
        with pytest.raises(InvalidStatus) as refused:
            await Device.silent(live.url, table.table)
        answer = refused.value.response
        assert answer.status_code == 503, "come again; 403 would mean: never"
        assert msgspec.json.decode(answer.body, type=Problem).code == "closing"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert caplog.messages == [], "that is no fault"


async def test_who_waits_for_an_answer_when_the_server_stops_gets_it_and_no_other(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waits, stops = asyncio.Event(), asyncio.Event()

    async def slowly(_: object) -> bool:
        waits.set()
        await stops.wait()
        return True

    def shutting_down(line: SocketLine) -> None:
        shutdown(line)
        stops.set()

    shutdown = SocketLine.shutdown
    monkeypatch.setattr(SocketLine, "shutdown", shutting_down)
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        monkeypatch.setattr(live.site.limits.connect, "allows", lambda _: False)
        monkeypatch.setattr(live.site.limits.slowly, "wait", slowly)
        connecting = asyncio.create_task(Device.silent(live.url, table.table))
        await waits.wait()
        live.server.should_exit = True
        with pytest.raises(InvalidStatus) as refused:
            await connecting
        assert refused.value.response.status_code == 429
    assert caplog.messages == [], "that is no fault"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_sigterm_stops_a_process_in_good_order(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    database = request.getfixturevalue(kind)
    log = tmp_path / "log"
    async with (
        server_process(database, log=log) as server,
        company(server.url, "Ann Bob", quick()) as table,
    ):
        await table.start()
        await table.play("check, bet 2")
        before = table.newest()
        assert await server.stop() == 0
        for device in table.devices.values():
            await device.first(Closing)
            assert await device.end() == 1001
        assert '"ERROR"' not in log.read_text(), "nothing was broken off"
        async with server_process(database) as again:
            ann = await _reconnect(table, again)
            view = await ann.view()
            assert view.version == before.version
            assert [seat.chips for seat in view.seats] == [seat.chips for seat in before.seats]
            await ann.close()


async def _reconnect(table: Company, server: ServerProcess) -> Device:
    return await Device.open(server.url, table.table, table.people["Ann"].token)


async def serving(*options: str) -> tuple[int | None, str, str]:
    """What ``cincinnati serve`` says when it cannot: its status, output and errors."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "cincinnati",
        "serve",
        *options,
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        out, errors = await asyncio.wait_for(process.communicate(), 30)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return process.returncode, out.decode(), errors.decode()


async def test_a_second_process_on_the_same_file_says_why_not(sqlite: str) -> None:
    with sole_server(sqlite):
        status, _, errors = await serving("--port", "0", "--database", sqlite)
    assert status == 2
    assert errors.startswith("cincinnati: tables.db is served by another process")


@pytest.mark.parametrize(
    "database", ["postgresql://127.0.0.1:1/none", "mysql://x/y", "sqlite:///FILE/tables.db"]
)
async def test_a_database_that_cannot_be_opened_is_said_in_one_line(
    database: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    status, _, errors = await serving(
        "--port", "0", "--database", database.replace("FILE", str(tmp_path / "file"))
    )
    assert status == 2
    assert errors.startswith("cincinnati: ")
    assert "Traceback" not in errors


async def test_a_port_that_is_taken_is_said_too(sqlite: str, tmp_path: Path) -> None:
    async with live_server(sqlite) as live:
        port = live.url.rsplit(":", 1)[-1]
        another = f"sqlite:///{tmp_path}/other.db"
        status, out, errors = await serving("--database", another, "--port", port)
    assert status != 0
    assert f"port {port} is taken" in errors
    assert out == ""


def test_the_lock_says_what_to_do(sqlite: str) -> None:
    with (
        sole_server(sqlite),
        pytest.raises(StoreError, match="use PostgreSQL"),
        sole_server(sqlite),
    ):
        pass
