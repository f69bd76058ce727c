"""Secrets and chat: beside the log, never in it."""

from __future__ import annotations

import asyncio

import pytest

from cincinnati.store import ChatLine, Store, TableId
from store_entries import TABLE, entry

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
async def tables(store: Store) -> None:
    await store.append(TABLE, entry(1), due_at=None)
    await store.append(TableId("another"), entry(1), due_at=None)


async def test_a_secret_speaks_for_one_person_at_one_table(store: Store) -> None:
    await store.add_credential(TABLE, "ann", "h1", 0)
    await store.add_credential(TABLE, "ann", "h2", 0)
    assert await store.person_of(TABLE, "h1") == "ann"
    assert await store.person_of(TABLE, "h2") == "ann"
    assert await store.person_of(TABLE, "h3") is None
    assert await store.person_of(TableId("another"), "h1") is None
    assert await store.has_credential(TABLE, "ann")
    assert not await store.has_credential(TABLE, "bob")
    assert not await store.has_credential(TableId("another"), "ann")


async def test_dropped_secrets_are_worth_nothing(store: Store) -> None:
    for person, hashed in (("ann", "h1"), ("ann", "h2"), ("bob", "h3")):
        await store.add_credential(TABLE, person, hashed, 0)
    await store.add_credential(TABLE, "ann", "h4", 0)
    await store.drop_credentials(TABLE, "ann", kept="h4")
    assert await store.person_of(TABLE, "h4") == "ann"
    await store.drop_credentials(TABLE, "ann")
    assert await store.person_of(TABLE, "h1") is None
    assert await store.person_of(TABLE, "h2") is None
    assert await store.person_of(TABLE, "h3") == "bob"


async def test_a_secret_that_is_used_up_was_of_use_once(store: Store, other: Store) -> None:
    await store.add_credential(TABLE, "ann", "h1", 0)
    assert await store.use_up(TableId("another"), "h1") is None
    answers = await asyncio.gather(
        *(each.use_up(TABLE, "h1") for each in (store, other, store, other))
    )
    assert sorted(answers, key=str) == [None, None, None, "ann"]


async def test_of_two_devices_the_later_one_has_the_higher_number(
    store: Store, other: Store
) -> None:
    another = TableId("another")
    both = (store, other)
    numbers = await asyncio.gather(
        *(both[n % 2].newer_device(TABLE, "ann") for n in range(8)),
        store.newer_device(TABLE, "bob"),
        store.newer_device(another, "ann"),
    )
    assert sorted(numbers[:8]) == list(range(1, 9)), "no number twice, in whatever process"
    assert numbers[8:] == [1, 1], "everybody is counted by himself, at each table"
    assert await other.devices([TABLE]) == {(TABLE, "ann"): 8, (TABLE, "bob"): 1}
    assert await store.devices([]) == {}


async def test_a_device_is_a_sign_of_life_and_signs_of_life_are_no_device(store: Store) -> None:
    await store.newer_device(TABLE, "ann")
    came = (await store.last_seen(TABLE))["ann"]
    assert abs(came - await store.now()) < 60_000
    await store.seen(TABLE, ["ann", "bob"])
    assert await store.devices([TABLE]) == {(TABLE, "ann"): 1, (TABLE, "bob"): 0}
    assert (await store.last_seen(TABLE))["ann"] >= came


async def test_chat_is_numbered_and_read_in_order(store: Store) -> None:
    said = [await store.say(TABLE, "ann", f"line {number}", 7) for number in range(5)]
    elsewhere = await store.say(TableId("another"), "bob", "not here", 8)
    assert [line.id for line in said] == sorted({line.id for line in said})
    assert await store.chat(TABLE) == said
    assert await store.chat(TABLE, after=said[2].id) == said[3:]
    assert await store.chat(TABLE, limit=2) == said[-2:], "the latest ones"
    assert await store.chat(TableId("another")) == [ChatLine(elsewhere.id, "bob", 8, "not here")]


async def test_chat_and_secrets_leave_the_log_alone(store: Store) -> None:
    await store.say(TABLE, "ann", "hello", 0)
    await store.add_credential(TABLE, "ann", "h1", 0)
    assert await store.entries(TABLE) == [entry(1)]
