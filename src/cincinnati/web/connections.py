"""Which connections there are, and which of each person's plays."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from cincinnati.store import ChatLine, TableId
from cincinnati.tables.live import PersonId
from cincinnati.web.messages import Elsewhere

if TYPE_CHECKING:
    from cincinnati.web.socket import Connection


class Connections:
    """The connections of this process; of each person's the newest plays, until one takes back."""

    def __init__(self) -> None:
        self.all: set[Connection] = set()

    def of(self, table: TableId, person: PersonId) -> list[Connection]:
        """The connections of one person."""
        return [each for each in self.all if each.table.name == table and each.person == person]

    def takes(self, connection: Connection) -> None:
        """Let this connection play from now on; the others of its person are told."""
        connection.plays = True
        if connection.person is None:
            return
        for other in self.of(connection.table.name, connection.person):
            if other is not connection and other.plays:
                other.plays = False
                # It may be a line that is dead already, so nobody waits for it.
                other.post(Elsewhere())

    def hear(self, table: TableId, line: ChatLine) -> None:
        """A line of chat reaches everybody at its table."""
        for connection in list(self.all):
            if connection.table.name == table:
                connection.hear(line)

    async def close(self) -> None:
        """Finish what each is doing, and tell everybody that the server goes away."""
        await asyncio.gather(*(each.go_away() for each in list(self.all)))
