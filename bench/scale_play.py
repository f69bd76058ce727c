"""What one table makes: sessions played through the real host and store, at people's pace.

The one idea: time is stepped, everything else is as in a running server. Commands go through
`House` into a database, what is due happens at its moment, and each version is encoded for
everybody at the table as the socket would. What a session left in the log is what is counted.
"""

from __future__ import annotations

import math
import zlib
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from cincinnati import bots
from cincinnati.bots import Bot
from cincinnati.rules.ruleset import Ruleset
from cincinnati.session import Seat, Session, idle_action
from cincinnati.store import Entry, Store
from cincinnati.tables.bots import permitted
from cincinnati.tables.keys import new_key
from cincinnati.tables.live import House, OpenTable, PersonId, Settings
from cincinnati.tables.live.commands import Act, Command, Join, Sit, Start
from cincinnati.web.messages import Done, State

MANNERS = ("casual", "regular")
"""How the people of these sessions decide; they are people for the table all the same."""
BEGIN = 1_800_000_000_000


class Pace(Struct, frozen=True):
    """How long people think: log-normal, cut off where the table's clock would act for them."""

    median_s: float
    spread: float
    """Sigma of the logarithm: 0.8 means that two thirds lie between 0.45 and 2.2 medians."""

    def think_ms(self, rng: Random, longest_ms: int) -> int:
        """One decision, in ms."""
        drawn = rng.lognormvariate(math.log(self.median_s), self.spread) * 1000
        return max(1, min(int(drawn), longest_ms - 1))


class Row(Struct, frozen=True):
    """One decision in the log."""

    gap_ms: int
    """After the one before."""
    entry: Entry
    events: int


class Played(Struct, frozen=True):
    """One session."""

    seats: int
    deals: int
    """That were dealt: a session ends early when all but one are out."""
    rows: list[Row]
    commands: int
    """Decisions of people; the others happened by themselves (a deal begins)."""
    messages: int
    """States and answers that were sent."""
    plain: int
    """Bytes of them as JSON."""
    packed: int
    """Bytes of them on the line, after permessage-deflate."""

    @property
    def commits(self) -> int:
        """Rows of the log."""
        return len(self.rows)

    @property
    def events(self) -> int:
        """Events in them."""
        return sum(row.events for row in self.rows)

    @property
    def seconds(self) -> float:
        """From the first row to the last."""
        return sum(row.gap_ms for row in self.rows) / 1000

    @property
    def row_bytes(self) -> float:
        """Of the mean row's events, as text."""
        return sum(len(row.entry.events.encode()) for row in self.rows) / len(self.rows)


class Watch:
    """A clock that is set by hand, in ms since 1970."""

    def __init__(self) -> None:
        self.at = BEGIN

    def __call__(self) -> int:
        """The moment."""
        return self.at


class Line:
    """What one person is sent: whole states, packed as the socket packs them."""

    def __init__(self, person: PersonId) -> None:
        self.person = person
        self.sent = 0
        self.messages = self.plain = self.packed = 0
        # The window and memory that the websockets library takes unless told otherwise.
        self._pack = zlib.compressobj(wbits=-12, memLevel=5)

    def show(self, table: OpenTable, now: int) -> None:
        """The newest state."""
        view, news = table.view(self.person), table.news(self.person, self.sent)
        self.sent = table.version
        self.send(State(version=table.version, view=view, events=news, now=now))

    def send(self, message: State | Done) -> None:
        """A message, counted."""
        text = msgspec.json.encode(message)
        self.messages += 1
        self.plain += len(text)
        self.packed += len(self._pack.compress(text) + self._pack.flush(zlib.Z_SYNC_FLUSH)) - 4


class Evening:
    """A session in the making."""

    def __init__(self, house: House, clock: Watch, pace: Pace, rng: Random) -> None:
        self.house = house
        self.clock = clock
        self.pace = pace
        self.rng = rng
        self.lines: dict[PersonId, Line] = {}
        self.commands = 0
        self.table: OpenTable

    async def play(self, seats: int, deals: int) -> None:
        """People come, sit down and play one session."""
        settings = Settings(rules=Ruleset(players=seats, deals=deals))
        name, host = await self.house.make(settings, "Person 0")
        self.table = await self.house.open(name)
        people = [host, *(self.house.around.chance.person() for _ in range(seats - 1))]
        for number, person in enumerate(people):
            self.lines[person] = Line(person)
            if person != host:
                await self._do(person, Join(f"Person {number}"))
            await self._do(person, Sit())
        await self._do(host, Start())
        manners: dict[Seat, Bot] = {
            seat: bots.make(MANNERS[seat % len(MANNERS)], self.rng.randrange(2**31))
            for seat in map(Seat, range(seats))
        }
        while not self.session.over:
            await self._move(manners)

    @property
    def session(self) -> Session:
        """The session as it is now."""
        session = self.table.table.session
        assert session is not None
        return session

    async def _move(self, manners: dict[Seat, Bot]) -> None:
        table, session = self.table.table, self.session
        seat = session.to_act if session.playing else None
        view = None if seat is None else session.view(seat)
        if seat is None or view is None or view.legal is None:
            due = table.due
            assert due is not None
            self.clock.at = max(self.clock.at, due.at)
            await self.table.happen()
            self._announce()
            return
        self.clock.at += self.pace.think_ms(self.rng, table.clock.action_ms)
        action = permitted(view.legal, manners[seat].act(view)) or idle_action(view.legal)
        act = Act(session.number, table.turn, view.legal.call, action)
        await self._do(table.seats[seat], act, thinks=False)

    async def _do(self, person: PersonId, command: Command, *, thinks: bool = True) -> None:
        if thinks:
            self.clock.at += self.pace.think_ms(self.rng, 30_000)
        key = new_key(12)
        version = await self.table.command(person, key, command)
        self.commands += 1
        self.lines[person].send(Done(key, version))
        self._announce()

    def _announce(self) -> None:
        for line in self.lines.values():
            line.show(self.table, self.clock.at)


async def play(seats: int, deals: int, pace: Pace, seed: int) -> Played:
    """One session of so many people and deals, in a database of its own."""
    with TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'tables.db'}")
        clock = Watch()
        evening = Evening(House(store, clock=clock), clock, pace, Random(seed))
        await evening.play(seats, deals)
        entries = await store.entries(evening.table.name)
        await store.close()
    before = [entries[0].at, *(entry.at for entry in entries)]
    rows = [
        Row(entry.at - was, entry, len(msgspec.json.decode(entry.events)))
        for was, entry in zip(before, entries, strict=False)
    ]
    lines = evening.lines.values()
    return Played(
        seats=seats,
        deals=evening.session.number,
        rows=rows,
        commands=evening.commands,
        messages=sum(line.messages for line in lines),
        plain=sum(line.plain for line in lines),
        packed=sum(line.packed for line in lines),
    )
