"""The table that docs/protocol.md shows, from the code: same people, same cards, same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from random import Random

from cincinnati.cards import Deck
from cincinnati.engine import Raise
from cincinnati.session import Seat
from cincinnati.store import Store
from cincinnati.tables.live import Command, House, OpenTable, PersonId, Settings
from cincinnati.tables.live.commands import Act, AddBot, Join, Sit, Start
from cincinnati.web.messages import State
from home_game import rules_of

ANN, BEA = PersonId("p-ann"), PersonId("p-bea")
EIGHT_O_CLOCK = 1_767_297_600_000


class SmallLuck:
    """Luck that is the same every time."""

    def __init__(self) -> None:
        self._people = iter([ANN, PersonId("p-ada")])

    def deck(self) -> Deck:
        return Deck.shuffled(Random(5))

    def dealer(self, seats: Sequence[Seat]) -> Seat:
        return seats[-1]

    def person(self) -> PersonId:
        return next(self._people)


def bea_is_to_act(folder: Path) -> State:
    """What the server sends to Bea when Ann has bet: the state in the document."""
    return asyncio.run(_play(folder))


async def _play(folder: Path) -> State:
    now = EIGHT_O_CLOCK
    store = await Store.open(f"sqlite:///{folder / 'evening.db'}")
    try:
        house = House(store, chance=SmallLuck(), clock=lambda: now)
        settings = Settings(rules=rules_of(players=4), title="Thursday")
        name, _ = await house.make(settings, "Ann")
        table = await house.open(name)
        await _do(table, BEA, Join("Bea"), Sit(Seat(1)))
        await _do(table, ANN, Sit(Seat(0)), AddBot("rookie", Seat(2)), Start())
        await table.happen()
        now += 4_000
        before = table.version
        await _do(table, ANN, Act(1, table.table.turn, 0, Raise(to=2)))
        view = table.view(BEA)
        return State(table.version, view, table.news(BEA, before), now)
    finally:
        await store.close()


async def _do(table: OpenTable, person: PersonId, *commands: Command) -> None:
    for number, command in enumerate(commands):
        await table.command(person, f"{table.version}-{number}", command)
