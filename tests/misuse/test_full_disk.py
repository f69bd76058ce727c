"""A full disk under SQLite: everybody is told, nothing is lost, and it goes on by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from cincinnati.store import Store
from cincinnati.tables.live.commands import Sit
from cincinnati.web.messages import Refused
from live_client import act, company, mine
from live_database import sqlite_in
from live_process import server_process
from live_settings import quick
from soak_outages import Disk, small_disk

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["small file system", "limit on files"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    """Where one may not mount it is the limit both times."""
    if request.param == "limit on files":
        yield Disk(tmp_path, "", mounted=False)
        return
    with small_disk() as small:
        yield small


async def test_everybody_is_told_and_the_same_command_is_carried_out_later(
    disk: Disk, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    database = sqlite_in(disk.folder)
    async with (
        server_process(database, log=log) as server,
        company(server.url, "Ann Bob", quick()) as table,
        httpx.AsyncClient(base_url=server.url, timeout=20) as http,
    ):
        await table.start()
        await table.play("check, bet 2, call")
        name = table.whose_turn()
        assert name is not None
        click = act(await table[name].view(mine), "bet 2")
        before = table.newest().version
        disk.fill(server.process.pid)
        for _ in range(2):
            assert await table[name].refused(click, "click") == "no_database"
        notice = await table["Ann" if name == "Bob" else "Bob"].first(Refused)
        assert (notice.code, notice.id) == ("no_database", None), "who waits is told too"
        ill = await http.get("/api/health")
        assert (ill.status_code, ill.json()) == (503, {"status": "no_database"})
        assert (await http.get(f"/api/tables/{table.table}")).status_code == 200, "reading goes on"
        disk.empty(server.process.pid)
        assert await table[name].done(click, "click") == before + 1
        assert await table[name].done(click, "click") == before + 1
        assert (await http.get("/api/health")).json() == {"status": "well"}
        await table.together(before + 1)
        await table.play("call")
        assert await server.stop() == 0
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    said = [(line["level"], line["message"].partition(":")[0]) for line in lines]
    assert said[0] == ("ERROR", "the database cannot be written")
    assert [level for level, _ in said] == ["ERROR", "WARNING"], "it is said once, and when it ends"
    store = await Store.open(database)
    mark = f"{table.id(name)}:click"
    assert [e.version for e in await store.entries(table.table) if e.command_id == mark] == [
        before + 1
    ]
    await store.close()


async def test_who_comes_meanwhile_is_told_to_come_again(tmp_path: Path) -> None:
    with small_disk() as disk:
        async with (
            server_process(sqlite_in(disk.folder), log=tmp_path / "log") as server,
            company(server.url, "Ann Bob", quick(), seated=False) as table,
        ):
            for name in ("Ann", "Bob"):
                await table.together(await table[name].done(Sit()))
            disk.fill(server.process.pid)
            await table["Bob"].close()
            late = await table.spectator()
            assert (await late.view()).version == table.newest().version, "one may look on"
            refused = await table.http.post(
                f"/api/tables/{table.table}/join", json={"name": "Cleo"}
            )
            assert (refused.status_code, refused.json()["code"]) == (503, "no_database")
            disk.empty(server.process.pid)
            await table.join("Cleo")
            await late.close()
