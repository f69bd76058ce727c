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

if TYPE_CHECKING:
    from cincinnati.web.socket import Connection


class Connections:
    """The connections of this process; of each person's the newest plays, until one takes back."""

    def __init__(self) -> None:
        self.all: set[Connection] = set()
        self._newest: dict[tuple[TableId, PersonId], int] = {}
        """The numbers that were heard of, of people who are connected here."""

    def of(self, table: TableId, person: PersonId) -> list[Connection]:
        """The connections of one person."""
        return [each for each in self.all if each.table.name == table and each.person == person]

    def takes(self, connection: Connection, person: PersonId, number: int) -> None:
        """Let this connection of a person play, unless he has gone on at another one already."""
        connection.number, connection.plays = number, True
        if number < self._newest.get((connection.table.name, person), 0):
            connection.step_down()

    def leaves(self, connection: Connection) -> None:
        """A connection has ended."""
        self.all.discard(connection)
        person = connection.person
        if person is not None and not self.of(connection.table.name, person):
            self._newest.pop((connection.table.name, person), None)

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
        for connection in list(self.all):
            if connection.table.name == table:
                connection.hear(line)

    async def close(self) -> None:
        """Finish what each is doing, and tell everybody that the server goes away."""
        await asyncio.gather(*(each.go_away() for each in list(self.all)))
