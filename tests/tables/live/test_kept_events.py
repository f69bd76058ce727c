"""What a table keeps for a whole evening costs little, however long the evening is."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Sequence
from typing import cast, get_args

import pytest
from msgspec import Struct

from cincinnati.engine.events import Event
from cincinnati.session import SessionEvent
from cincinnati.store import SCHEMA, Entry, Store, TableId, Version, encode
from cincinnati.tables.live import steps
from cincinnati.tables.live.bot_moves import bot_move
from cincinnati.tables.live.commands import SitIn
from cincinnati.tables.live.events import PersonId, TableEvent
from cincinnati.tables.live.open_table import OpenTable, Surroundings
from cincinnati.tables.live.steps import Step
from live_evening import NOON, Evening
from live_settings import quick

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("kind", [TableEvent, SessionEvent, Event])
def test_events_are_no_work_for_the_search_for_circles(kind: object) -> None:
    """While it runs everybody waits, the longer the more it has to look at."""
    kinds: list[type[Struct]] = [*cast(tuple[type[Struct], ...], get_args(kind)), Step]
    assert len(kinds) > 10
    assert [each for each in kinds if each.__struct_config__.gc] == []


async def test_who_sat_where_is_kept_once_while_nobody_moves() -> None:
    evening = Evening("Ann Bob Cleo", quick(deals=3))
    evening.start("check, bet 2, raise 6, fold, call")
    evening.play_out()
    opened = await open_from(evening)
    assert opened.table.seats == evening.table.seats
    kept = {id(step.seats) for step in list(opened.steps.after(0))}
    assert len(opened.steps) > 50
    assert len(kept) == 4, "nobody, then one more with each who sat down"


# --- long evenings ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def long() -> Evening:
    """Three who check and call for forty deals."""
    evening = Evening("Ann Bob Cleo", quick(deals=40, stack=2000))
    evening.start()
    evening.play_out()
    return evening


async def test_what_is_long_past_is_told_as_what_was_just_now(
    long: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [
        (person, since)
        for since in range(0, len(long.log) + 40, 37)
        for person in (PersonId("Ann"), None)
    ]
    with monkeypatch.context() as patch:
        patch.setattr(steps, "PACK", 100_000)
        loose = await open_from(long)
        assert not loose.steps._packs
        told = [loose.news(person, since) for person, since in asked]
    packed = await open_from(long)
    assert packed.steps._packs
    assert len(packed.steps) == len(long.log)
    assert list(packed.told()) == [event for event, _ in long.log]
    assert [packed.news(person, since) for person, since in asked] == told


async def test_a_command_of_long_ago_has_its_answer_still(long: Evening) -> None:
    opened = await open_from(long)
    for version in (1, 2, steps.PACK, steps.PACK + 1, len(long.log) - 1, len(long.log)):
        assert await opened.command(PersonId("Ann"), f"c{version}", SitIn()) == version
    assert opened.steps.answer("Bob:c1") is None, "another's command of the same name"


async def test_an_evening_twice_as_long_costs_little_more(long: Evening) -> None:
    """For each decision more its packed events and its command, whichever way it came."""
    half = next(
        number for number, (event, _) in enumerate(long.log) if "DealBegan(number=11" in repr(event)
    )
    began, later = long.log[:half], long.log[half:]
    assert len(later) > 500
    tracemalloc.start()
    try:
        opened = await open_from(long, began)
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        for number, (event, at) in enumerate(later, half + 1):
            await opened.take([entry_of(number, event, at)])
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert opened.table == long.table
    assert (after - before) / len(later) < 100, "bytes a decision; unpacked they would be 300"


async def open_from(
    evening: Evening, log: Sequence[tuple[TableEvent, int]] | None = None
) -> OpenTable:
    """The table as a process opens it that reads its log, each event a decision of its own."""

    class Log:
        async def entries(self, *_: object) -> list[Entry]:
            happened = evening.log if log is None else log
            return [entry_of(number, event, at) for number, (event, at) in enumerate(happened, 1)]

    store = cast(Store, Log())
    around = Surroundings(store, lambda: NOON, evening.luck, bot_move, lambda _: None)
    return await OpenTable.load(TableId("t"), around)


def entry_of(number: int, event: TableEvent, at: int) -> Entry:
    return Entry(Version(number), f"Ann:c{number}", "Ann", at, SCHEMA, encode([event]))
