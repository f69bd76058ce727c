"""Which connections there are, and which of each person's plays.

The one idea: whoever begins to play gets a number from the database, above all before it, and
every process hears of it. A connection that has a smaller number plays no more, so it does not
matter where a device is connected, nor in which order the processes hear.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from cincinnati.store import ChatLine, TableId
from cincinnati.tables.live import PersonId
from cincinnati.web.messages import Refused

if TYPE_CHECKING:
    from cincinnati.web.socket import Connection


class Connections:
    """The connections of this process; of each person's the newest plays, until one takes back."""

    def __init__(self) -> None:
        self._at: dict[TableId, set[Connection]] = {}
        self._newest: dict[tuple[TableId, PersonId], int] = {}
        """The numbers that were heard of, of people who are connected here."""

    @property
    def all(self) -> set[Connection]:
        """All of them."""
        return set().union(*self._at.values())

    def of(self, table: TableId, person: PersonId) -> list[Connection]:
        """The connections of one person."""
        return [each for each in self._at.get(table, ()) if each.person == person]

    def comes(self, connection: Connection) -> None:
        """A connection has said hello."""
        self._at.setdefault(connection.table.name, set()).add(connection)

    def takes(self, connection: Connection, person: PersonId, number: int) -> None:
        """Let this connection of a person play, unless he has gone on at another one already."""
        connection.number, connection.plays = number, True
        if number < self._newest.get((connection.table.name, person), 0):
            connection.step_down()

    def leaves(self, connection: Connection) -> None:
        """A connection has ended."""
        table, person = connection.table.name, connection.person
        here = self._at.get(table, set())
        here.discard(connection)
        if not here:
            self._at.pop(table, None)
        if person is not None and not self.of(table, person):
            self._newest.pop((table, person), None)

    def hear_device(self, table: TableId, person: PersonId, number: int) -> None:
        """A person plays at the device of this number from now on; his older ones are told."""
        if number <= self._newest.get((table, person), 0):
            return
        here = self.of(table, person)
        if here:
            self._newest[table, person] = number
        for connection in here:
            # One that has no number yet is about to get its own.
            if 0 < connection.number < number:
                connection.step_down()

    def hear(self, table: TableId, line: ChatLine) -> None:
        """A line of chat reaches everybody at its table."""
        for connection in list(self._at.get(table, ())):
            connection.hear(line)

    def out_of_reach(self) -> None:
        """Tell everybody that nothing can be kept for a while."""
        for connection in self.all:
            connection.post(Refused("no_database", "the tables are out of reach for a while"))

    async def close(self) -> None:
        """Finish what each is doing, and tell everybody that the server goes away."""
        await asyncio.gather(*(each.go_away() for each in self.all))
