"""The store's own lines to PostgreSQL: they lead where the engine's do, and end with the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url

from cincinnati.store import OutOfReach, PostgresBell, Ring, Store, TableId, appending
from cincinnati.store.line import Line, OwnLine, given_to_driver
from store_entries import TABLE, entry

pytestmark = pytest.mark.anyio

OTHER = TableId("another-table")
PASSWORD = "a b+c@%/"  # noqa: S105  (which the server does not ask for)


def name_of(address: str) -> str:
    """What the connections of a test call themselves."""
    return address.rpartition("=")[2]


def spaced(address: str) -> str:
    """The same address with a space in an option, in its last name and in a password."""
    changed = address.replace("options=-c", "options=-c%20") + "%20x"
    assert changed.count("%20") == 2
    return make_url(changed).set(password=PASSWORD).render_as_string(hide_password=False)


@asynccontextmanager
async def listening(address: str) -> AsyncIterator[AsyncIterator[Ring]]:
    """The rings of a bell, whose line is given back afterwards."""
    rings = PostgresBell(address).rings()
    assert isinstance(rings, AsyncGenerator)
    async with aclosing(rings):
        yield rings


# --- addresses ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "given"),
    [
        ("u:a%20b%2Bc%40@h:5/db", {"host": "h", "port": 5, "password": "a b+c@"}),
        ("u:a b@h/db", {"host": "h", "password": "a b"}),
        ("/db?host=a:1&host=b:2", {"host": "a,b", "port": "1,2"}),
        ("/db?host=/var/run/x", {"host": "/var/run/x"}),
        ("/db?application_name=my%20app", {"application_name": "my app"}),
        ("/db?options=-c%20search_path%3Dpoker", {"options": "-c search_path=poker"}),
        ("/db?connect_timeout=30", {"connect_timeout": "30"}),
        ("/db", {"connect_timeout": 5}),
    ],
)
def test_what_the_driver_is_given(address: str, given: dict[str, object]) -> None:
    found = given_to_driver(make_url(f"postgresql://{address}"))
    assert given.items() <= found.items()
    assert found["dbname"] == "db"


async def test_an_address_with_spaces_leads_all_lines_to_the_same_place(postgresql: str) -> None:
    address = spaced(postgresql)
    store = await Store.open(address)
    async with listening(address) as rings, asyncio.timeout(10):
        assert await anext(rings) == Ring(None, None, None)
        await store.append(TABLE, entry(1), due_at=None)
        assert await anext(rings) == Ring(TABLE, 1, None)
        assert await store.entries(TABLE) == [entry(1)]
        assert len(await connections(postgresql, f"{name_of(postgresql)} x")) == 4
    await store.close()


@pytest.mark.parametrize(("said", "waits"), [("", 5), ("&connect_timeout=7", "7")])
async def test_all_lines_are_waited_for_as_the_address_says(
    postgresql: str, monkeypatch: pytest.MonkeyPatch, said: str, waits: object
) -> None:
    waited = []
    connect = psycopg.AsyncConnection.connect.__func__  # type: ignore[attr-defined]

    async def noted(cls: type[Line], *args: Any, **how: Any) -> Any:
        waited.append(how["connect_timeout"])
        return await connect(cls, *args, **how)

    monkeypatch.setattr(psycopg.AsyncConnection, "connect", classmethod(noted))
    store = await Store.open(postgresql + said)
    async with listening(postgresql + said) as rings, asyncio.timeout(10):
        await anext(rings)
        await store.append(TABLE, entry(1), due_at=None)
        await anext(rings)
    await store.close()
    # To bring it up to date, to listen, to write and to ring.
    assert waited == [waits] * 4


# --- the end ------------------------------------------------------------------------------------


async def connections(address: str, name: str) -> list[tuple[Any, ...]]:
    """What all who call themselves so are at: state, what they wait for, and their statement."""
    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as line:
        found = await line.execute(
            "SELECT state, wait_event_type, query FROM pg_stat_activity"
            " WHERE application_name = %s AND pid <> pg_backend_pid()",
            [name],
        )
        return await found.fetchall()


async def are_all_gone(address: str, name: str) -> None:
    """A connection that was given back ends a moment later in the server."""
    async with asyncio.timeout(10):
        while await connections(address, name):
            await asyncio.sleep(0.02)


@asynccontextmanager
async def held(address: str) -> AsyncIterator[psycopg.AsyncConnection]:
    """Another process, which has the row of the table; it lets go when its transaction ends."""
    other = address.rpartition("&")[0]  # it has another name
    async with await psycopg.AsyncConnection.connect(other) as holder:
        await holder.execute("SELECT * FROM tables FOR UPDATE")
        yield holder


async def waiting_for_the_row(address: str) -> None:
    async with asyncio.timeout(10):
        while ("active", "Lock") not in [
            each[:2] for each in await connections(address, name_of(address))
        ]:
            await asyncio.sleep(0.02)


async def two_groups(store: Store, address: str) -> tuple[asyncio.Task[None], asyncio.Task[None]]:
    """One append that waits for the row, and one that is queued behind it."""
    at_work = asyncio.create_task(store.append(TABLE, entry(2), due_at=None))
    await waiting_for_the_row(address)
    next_group = asyncio.create_task(store.append(OTHER, entry(1), due_at=None))
    await asyncio.sleep(0)
    return at_work, next_group


async def test_what_is_being_written_at_the_end_is_answered_as_it_was_written(
    postgresql: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = await Store.open(postgresql)
    await store.append(TABLE, entry(1), due_at=None)
    async with held(postgresql) as holder:
        at_work, next_group = await two_groups(store, postgresql)
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0.1)
        assert not at_work.done()
        assert not closing.done()
        await holder.rollback()
        await asyncio.gather(at_work, next_group, closing)
    await are_all_gone(postgresql, name_of(postgresql))
    assert store.reach.well
    assert not caplog.records
    again = await Store.open(postgresql)
    assert await again.versions([TABLE, OTHER]) == {TABLE: 2, OTHER: 1}
    await again.close()


async def test_the_end_does_not_wait_for_ever_and_everybody_hears_of_it(
    postgresql: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(appending, "FINISH_WITHIN_S", 0.1)
    store = await Store.open(postgresql)
    await store.append(TABLE, entry(1), due_at=None)
    async with held(postgresql) as holder:
        at_work, next_group = await two_groups(store, postgresql)
        async with asyncio.timeout(5):
            await store.close()
            answers = await asyncio.gather(at_work, next_group, return_exceptions=True)
        assert [type(answer) for answer in answers] == [OutOfReach, OutOfReach]
        assert answers[0] is not answers[1]
        await are_all_gone(postgresql, name_of(postgresql))
        await holder.rollback()
    assert store.reach.well
    assert not caplog.records
    again = await Store.open(postgresql)
    assert await again.versions([TABLE, OTHER]) == {TABLE: 1}
    await again.close()


async def test_after_the_end_nothing_is_written_and_no_line_is_opened(
    postgresql: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    store = await Store.open(postgresql)
    await store.append(TABLE, entry(1), due_at=None)
    await store.close()
    await are_all_gone(postgresql, name_of(postgresql))
    with pytest.raises(OutOfReach, match="closed"):
        await store.append(TABLE, entry(2), due_at=None)
    store._ringing.soon(["the-table 2"])
    await store._ringing.close()
    await are_all_gone(postgresql, name_of(postgresql))
    assert store.reach.well
    assert not caplog.records


async def test_a_line_that_was_given_back_is_not_opened_again(postgresql: str) -> None:
    line = OwnLine(make_url(postgresql))
    for _ in range(2):
        assert await line.rows("SELECT %(one)s::int", {"one": 1}) == [(1,)]
    await line.close()
    with pytest.raises(OutOfReach, match="given back"):
        await line.rows("SELECT 1", {})
    await are_all_gone(postgresql, name_of(postgresql))
