"""What a table keeps for a whole evening costs little, however long the evening is."""

from __future__ import annotations

from typing import cast, get_args

import pytest
from msgspec import Struct

from cincinnati.engine.events import Event
from cincinnati.session import SessionEvent
from cincinnati.store import SCHEMA, Entry, Store, TableId, Version, encode
from cincinnati.tables.live.bot_moves import bot_move
from cincinnati.tables.live.events import TableEvent
from cincinnati.tables.live.open_table import OpenTable, Step, Surroundings
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

    class Log:
        async def entries(self, _: object) -> list[Entry]:
            return [
                Entry(Version(number), f"c{number}", "x", at, SCHEMA, encode([event]))
                for number, (event, at) in enumerate(evening.log, 1)
            ]

    store = cast(Store, Log())
    around = Surroundings(store, lambda: NOON, evening.luck, bot_move, lambda _: None)
    opened = await OpenTable.load(TableId("t"), around)
    assert opened.table.seats == evening.table.seats
    kept = {id(step.seats) for step in opened.steps}
    assert len(opened.steps) > 50
    assert len(kept) == 4, "nobody, then one more with each who sat down"
