"""Noting who is here costs the same few writes, however many tables there are."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from cincinnati.errors import TableError
from cincinnati.store import Store, TableId
from cincinnati.tables.live import House, Settings
from cincinnati.tables.live.commands import Join
from cincinnati.tables.live.events import PersonId
from live_settings import quick

pytestmark = pytest.mark.anyio


async def test_everybody_is_noted_at_once_and_only_hosts_who_are_away_are_looked_for(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(database)
    house = House(store)
    tables = [await house.make(Settings(rules=quick().rules), "Ann") for _ in range(3)]
    for table, host in tables[:2]:
        await house.came(table, host)
    # At the third table somebody is, but not its host.
    bob = PersonId("bob")
    await (await house.open(tables[2][0])).command(bob, "join", Join("Bob"))
    await house.came(tables[2][0], bob)

    noted: list[set[str]] = []
    looked: list[TableId] = []

    async def all_seen(people: Iterable[tuple[TableId, str]]) -> None:
        noted.append({person for _, person in people})

    async def last_seen(table: TableId) -> dict[str, int]:
        looked.append(table)
        return {}

    monkeypatch.setattr(store, "all_seen", all_seen)
    monkeypatch.setattr(store, "last_seen", last_seen)
    await house._note_presence()
    assert noted == [{tables[0][1], tables[1][1], bob}]
    assert looked == [tables[2][0]]
    await store.close()


async def test_a_listener_is_told_at_first_and_whenever_the_table_has_changed(
    database: str,
) -> None:
    store = await Store.open(database)
    house = House(store)
    table, _ = await house.make(Settings(rules=quick().rules), "Ann")
    opened = await house.open(table)
    with opened.listening() as one, opened.listening() as two:
        assert one.is_set()
        one.clear()
        two.clear()
        await house.changed(opened)
        assert one.is_set()
        assert two.is_set()
    one.clear()
    await house.changed(opened)
    assert not one.is_set(), "it listens no more"
    await store.close()


async def test_what_another_process_wrote_is_told_whoever_has_read_it(postgresql: str) -> None:
    """Here a command that is refused reads it, so there is no news in the bell that follows."""
    stores = [await Store.open(postgresql) for _ in range(2)]
    here, there = (House(store) for store in stores)
    table, host = await here.make(Settings(rules=quick().rules), "Ann")
    opened, other = await here.open(table), await there.open(table)
    with opened.listening() as changed:
        changed.clear()
        await other.command(PersonId("bob"), "join", Join("Bob"))
        with pytest.raises(TableError):
            await opened.command(host, "join", Join("Ann"))
        assert opened.version == 2
        assert changed.is_set()
    for store in stores:
        await store.close()
