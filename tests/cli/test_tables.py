"""``cincinnati tables``: what whoever runs a server can do with its tables."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import create_engine, text

from cincinnati.cli import main
from cincinnati.records import read_records, replay
from cincinnati.store import Store, sole_server
from cincinnati.tables.live.commands import AddBot
from live_client import act, company, passive
from live_database import database, postgresql, postgresql_server, sqlite
from live_server import live_server
from live_settings import quick

__all__ = ["database", "postgresql", "postgresql_server", "sqlite"]


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    """What was left open is found in the test that did it: Python warns when it collects that."""
    yield
    gc.collect()


def played(address: str, *, deals: int = 1) -> str:
    """A table with a host, a friend and a bot; one deal is over, the next may be going on."""

    async def evening() -> str:
        async with (
            live_server(address) as live,
            company(live.url, "Ann Bea", quick(players=3, deals=deals)) as friends,
        ):
            await friends.host.done(AddBot("rookie"))
            view = await friends.start()
            while view.number == 1 and view.places is None:
                name = friends.whose_turn()
                if name is None:
                    await asyncio.sleep(0.01)
                else:
                    device = friends[name]
                    mine = await device.view()
                    if mine.deal is not None and mine.deal.legal is not None:
                        await friends.together(await device.done(act(mine, passive(mine))))
                view = friends.newest()
            return friends.table

    return asyncio.run(evening())


def tables(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """What the command says: on the standard output if it went well, else on the other one."""
    assert main(["tables", *arguments]) == status
    captured = capsys.readouterr()
    return captured.err if status == 2 else captured.out


def test_the_list(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = played(database)
    lines = tables(capsys, "list", "--database", database).splitlines()
    assert lines[0].split() == [
        "table", "version", "created", "touched", "phase", "people", "bots", "title",
    ]  # fmt: skip
    moment = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    line = rf"{re.escape(table)} +\d+  {moment} +{moment} +finished +2 +1"
    assert re.fullmatch(line, lines[1])
    told = json.loads(tables(capsys, "list", "--json", "--database", database))
    assert (told["table"], told["phase"], told["people"], told["bots"]) == (table, "finished", 2, 1)
    assert told["created"] <= told["touched"]


def test_records_are_masked_unless_all_is_asked_for(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = played(database)
    masked = read_records(tables(capsys, "export", table, "--database", database))
    whole = read_records(tables(capsys, "export", table, "--full", "--database", database))
    assert len(masked) == len(whole) == 1
    assert sorted(whole[0].extra["players"]) == sorted(["Ann", "Bea", "Ada"])
    assert "?" not in "".join(map(str, whole[0].actions))
    for record in (*masked, *whole):
        again = replay(record)
        assert again.deal is not None
        assert (again.deal.over, again.differs) == (True, False)


def test_folded_hands_stay_hidden(sqlite: str, capsys: pytest.CaptureFixture[str]) -> None:
    async def two_fold() -> str:
        async with (
            live_server(sqlite) as live,
            company(live.url, "Ann Bea Cem", quick(players=3, deals=1)) as friends,
        ):
            await friends.start()
            await friends.play("bet 2, fold, fold")
            return friends.table

    table = asyncio.run(two_fold())
    masked = tables(capsys, "export", table, "--database", sqlite)
    assert len(re.findall(r"d dh p\d \?{10}", masked)) == 3
    assert "?" not in tables(capsys, "export", table, "--full", "--database", sqlite)


@pytest.mark.parametrize("full", [[], ["--full"]])
def test_a_running_deal_is_never_exported(
    sqlite: str, full: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = played(sqlite, deals=2)
    out = tmp_path / "deals.phhs"
    tables(capsys, "export", table, *full, "--out", str(out), "--database", sqlite)
    log = asyncio.run(_log(sqlite, table))
    assert len(re.findall('"type":"deal_started"', log)) == 2
    assert len(read_records(out.read_text(encoding="utf-8"))) == 1


async def _log(address: str, table: str) -> str:
    store = await Store.open(address)
    try:
        return "".join(entry.events for entry in await store.entries(table))  # type: ignore[arg-type]
    finally:
        await store.close()


def test_reading_works_while_a_server_runs_and_deleting_does_not(
    sqlite: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = played(sqlite)
    with sole_server(sqlite):
        assert table in tables(capsys, "list", "--database", sqlite)
        assert "[1]" in tables(capsys, "export", table, "--database", sqlite)
        why = tables(capsys, "delete", table, "--yes", "--database", sqlite, status=2)
    assert "a server runs on this database" in why
    assert table in tables(capsys, "list", "--database", sqlite)


def test_a_deleted_table_is_gone_with_all_that_belongs_to_it(
    database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table, other = played(database), played(database)
    said = tables(capsys, "delete", table, "--yes", "--database", database)
    assert "2 people, 1 bots, 1 deals" in said
    assert table not in (left := tables(capsys, "list", "--database", database))
    assert other in left
    engine = create_engine(database.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        for name in ("log", "credentials", "presence", "chat"):
            count = text(f"SELECT count(*) FROM {name} WHERE table_id = :table")  # noqa: S608
            assert connection.execute(count, {"table": table}).scalar_one() == 0, name
    engine.dispose()


def test_who_is_not_sure_deletes_nothing(
    sqlite: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(sqlite)
    assert "--yes" in tables(capsys, "delete", table, "--database", sqlite, status=2)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: "")
    said = tables(capsys, "delete", table, "--database", sqlite, status=1)
    assert "nothing was deleted" in said
    assert table in tables(capsys, "list", "--database", sqlite)
    monkeypatch.setattr("builtins.input", lambda _: "y")
    tables(capsys, "delete", table, "--database", sqlite)
    assert table not in tables(capsys, "list", "--database", sqlite)


def test_in_postgresql_a_table_at_which_somebody_plays_stays(
    postgresql: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = played(postgresql, deals=2)
    why = tables(capsys, "delete", table, "--yes", "--database", postgresql, status=2)
    assert "somebody plays" in why


def test_a_log_that_cannot_be_read_hides_no_other_table(
    sqlite: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table, other = played(sqlite), played(sqlite)
    newer = "UPDATE log SET schema = 999 WHERE version = 2 AND table_id = "
    _execute(sqlite, f"{newer}'{table}'")
    listed = tables(capsys, "list", "--json", "--database", sqlite).splitlines()
    lines = {line["table"]: line["phase"] for line in map(msgspec.json.decode, listed)}
    assert lines == {table: "unreadable", other: "finished"}
    assert "newer version" in tables(capsys, "export", table, "--database", sqlite, status=2)


def test_a_database_of_another_layout_is_left_alone(
    sqlite: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table = played(sqlite)
    _execute(sqlite, "UPDATE alembic_version SET version_num = '0000'")
    for command in (["list"], ["export", table], ["delete", table, "--yes"]):
        assert "layout 0000" in tables(capsys, *command, "--database", sqlite, status=2)


def _execute(address: str, statement: str) -> None:
    engine = create_engine(address)
    with engine.begin() as connection:
        connection.execute(text(statement))
    engine.dispose()


@pytest.mark.parametrize("command", [["list"], ["export", "a"], ["delete", "a", "--yes"]])
def test_a_database_that_is_not_there_is_not_made(
    tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    for address in (
        f"sqlite:///{tmp_path / 'typo.db'}",
        "postgresql://127.0.0.1:1/x",
        "mysql://h/x",
    ):
        assert tables(capsys, *command, "--database", address, status=2).count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_holds_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _execute(f"sqlite:///{tmp_path / 'other.db'}", "CREATE TABLE birds (name TEXT)")
    (tmp_path / "text.db").write_text("not a database, " * 100, encoding="utf-8")
    for name in ("other.db", "text.db"):
        assert tables(capsys, "list", "--database", f"sqlite:///{tmp_path / name}", status=2)


def test_a_table_that_is_not_there(sqlite: str, capsys: pytest.CaptureFixture[str]) -> None:
    played(sqlite)
    for command in (["export", "-nobody"], ["delete", "-nobody", "--yes"]):
        assert "no table -nobody" in tables(capsys, *command, "--database", sqlite, status=2)
