"""One live table as one process has it open: decide, append, evolve, acknowledge, announce.

The one idea: the log is the table, this is only a copy that is quick to ask. Whoever wants to
write appends the next version; if somebody else was first, the copy catches up with the log and
decides again. So it does not matter which process a player is connected to, nor whether
one dies: nothing that was acknowledged is anywhere but in the log already.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

from msgspec import Struct

from cincinnati.errors import CincinnatiError, TableError
from cincinnati.session import Seat
from cincinnati.store import SCHEMA, Conflict, Entry, Store, TableId, Version, decode, encode
from cincinnati.tables.live.commands import Command
from cincinnati.tables.live.decide import BotMove, Chance, decide, decide_due
from cincinnati.tables.live.events import BankSpent, PersonId, TableEvent
from cincinnati.tables.live.news import News, news
from cincinnati.tables.live.steps import Step, Steps
from cincinnati.tables.live.table import Due, Reason, Table, evolve, fold
from cincinnati.tables.live.view import TableView, public_view, signed, text_of, view_for

TRIES = 20
"""How often a decision is made anew because another process was first."""

THINKING = (Reason.BOT_MOVES, Reason.BOT_CHOOSES)
"""What takes its time."""

THE_TABLE = PersonId("table")
"""The author of what happens by itself."""


class Surroundings(Struct, frozen=True):
    """What a table needs of the world: where it is kept, the clock, luck, its bots."""

    store: Store
    clock: Callable[[], int]
    """Milliseconds since 1970, the same in every process."""
    chance: Chance
    move: BotMove
    passed: Callable[[str], None]
    """Told each step of a command's way, for tests that stop it there."""


class OpenTable:
    """A table that this process has open."""

    def __init__(self, name: TableId, table: Table, around: Surroundings) -> None:
        self.name = name
        self.table = table
        self.around = around
        self.steps = Steps()
        self._listening: set[asyncio.Event] = set()
        self._public: TableView | None = None
        """What everybody may know of the latest version, once somebody has asked."""
        self.watchers = 0
        """Connections that look at it in this process."""
        self.used_at = 0.0
        """When somebody in this process last asked for it, by a clock that nobody sets (s)."""
        self.excused = False
        """Whether time was lost by the server's fault, and the grace for it was not given yet."""
        self._lock = asyncio.Lock()

    @classmethod
    async def load(cls, name: TableId, around: Surroundings) -> OpenTable:
        """Open a table from its log; raises `TableError` if there is none of that name."""
        entries = await around.store.entries(name)
        if not entries:
            raise TableError("no_table", "there is no such table")
        first, *later = entries
        opened = cls(name, fold((event, first.at) for event in _events(first)), around)
        opened._note(first, _events(first), opened.table)
        for entry in later:
            opened._apply(entry)
        return opened

    @property
    def version(self) -> Version:
        """The latest version that this process knows."""
        return self.steps.last.version

    # --- asking ---------------------------------------------------------------------

    def view(self, person: PersonId | None) -> TableView:
        """What a person may know now."""
        return signed(self._view(person))

    def view_text(self, person: PersonId | None) -> bytes:
        """The same as JSON, for whom it is only to be sent."""
        return text_of(self._view(person))

    def _view(self, person: PersonId | None) -> TableView:
        if self._public is None or self._public.version != self.version:
            self._public = public_view(self.table, self.version)
        return view_for(self._public, self.table, person)

    def news(self, person: PersonId | None, since: int) -> tuple[News, ...]:
        """What a person saw happen after a version; 0: in the running deal."""
        known = self.table.people.get(person) if person is not None else None
        since = max(0, since or self.steps.last.deal_began - 1)
        viewer = person if known and known.seat is not None else None
        return tuple(
            each
            for step in self.steps.after(since)
            for each in news(step.events, viewer, step.dealt, step.seats)
        )

    def told(self) -> Iterator[TableEvent]:
        """Everything that has happened at the table, secrets included, in order."""
        return (event for step in self.steps.after(0) for event in step.events)

    # --- writing --------------------------------------------------------------------

    async def command(self, author: PersonId, command_id: str, command: Command) -> Version:
        """Carry a command out; returns the version at which it stands in the log.

        The same id again gives the same version and does nothing. Raises what `decide` raises.
        """
        key = f"{author}:{command_id}"
        async with self._lock:
            for _ in range(TRIES):
                if (answered := self.steps.answer(key)) is not None:
                    return answered
                try:
                    events = decide(
                        self.table,
                        author,
                        command,
                        at=self.around.clock(),
                        chance=self.around.chance,
                    )
                except CincinnatiError:
                    # Perhaps it is refused only because another process has moved on.
                    if await self._behind():
                        continue
                    raise
                if self.excused:
                    events = tuple(each for each in events if not isinstance(each, BankSpent))
                self.around.passed("decided")
                if not events:
                    return self.version
                if await self._append(key, author, events):
                    return self.version
        raise TableError("busy", "the table is very busy; try again")

    async def happen(self, expected: Due | None = None) -> bool:
        """Do what is due by itself, if its moment has come; ``False`` if it has not.

        Nor is anything done that is not as it was expected, because the table has moved on.
        """
        async with self._lock:
            due = self.table.due
            if due is None or due.at > self.around.clock() or due != (expected or due):
                return False
            table, version = self.table, self.version
            work = partial(decide_due, table, due, chance=self.around.chance, move=self.around.move)
            # Bots think in a thread, so that other tables go on.
            events = await asyncio.to_thread(work) if due.reason in THINKING else work()
            self.around.passed("decided")
            return await self._append(f"due:{version}", THE_TABLE, events) if events else False

    async def write(self, reason: str, events: Sequence[TableEvent], version: Version) -> bool:
        """Append what the process itself has found out (the host is gone, grace) of a version.

        ``False`` if the table has moved on since: it may be true no more.
        """
        async with self._lock:
            if self.version != version:
                return False
            return await self._append(f"{reason}:{version}", THE_TABLE, tuple(events))

    async def catch_up(self, version: int | None = None) -> None:
        """Read what other processes have written, unless this version is known by then."""
        async with self._lock:
            if version is None or version > self.version:
                await self._catch_up()

    @property
    def busy(self) -> bool:
        """Whether something is being decided or written."""
        return self._lock.locked()

    async def take(self, entries: Iterable[Entry]) -> None:
        """What other processes have written, which was read for it; some may be known by now."""
        async with self._lock:
            for entry in entries:
                if entry.version == self.version + 1:
                    self._apply(entry)

    async def _append(self, key: str, author: PersonId, events: tuple[TableEvent, ...]) -> bool:
        at = self.around.clock()
        entry = Entry(
            version=Version(self.version + 1),
            command_id=key,
            author=author,
            at=at,
            schema=SCHEMA,
            events=encode(events),
        )
        table = _evolved(self.table, events, at)
        due = table.due
        try:
            await self.around.store.append(self.name, entry, due.at if due else None)
        except Conflict:
            if not await self._behind() and await self.around.store.version(self.name) is None:
                raise TableError("no_table", "this table has been deleted") from None
            return False
        self.around.passed("appended")
        self._note(entry, events, table)
        self.around.passed("evolved")
        return True

    async def _behind(self) -> bool:
        known = self.version
        await self._catch_up()
        return self.version > known

    async def _catch_up(self) -> None:
        for entry in await self.around.store.entries(self.name, self.version):
            self._apply(entry)

    def _apply(self, entry: Entry) -> None:
        events = _events(entry)
        self._note(entry, events, _evolved(self.table, events, entry.at))
        self.announce()  # whoever has read it, perhaps only to refuse something

    def _note(self, entry: Entry, events: tuple[TableEvent, ...], table: Table) -> None:
        """The table has become this one, by the events of an entry."""
        latest = self.steps.last if self.steps else None
        before, self.table = self.table if latest else None, table
        was, now = before.session if before else None, self.table.session
        began = latest.deal_began if latest else entry.version
        if now is not None and (was is None or now.number != was.number):
            began = entry.version
        dealt = before.dealt if before else ()
        seats: Mapping[Seat, PersonId] = before.seats if before else {}
        if latest and latest.seats == seats:
            seats = latest.seats  # a whole evening remembers it once
        step = Step(entry.version, entry.at, events, dealt, seats, began)
        self.steps.note(step, entry.command_id)

    @contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """What is set whenever the table has changed, at first too; the listener clears it."""
        changed = asyncio.Event()
        changed.set()
        self._listening.add(changed)
        try:
            yield changed
        finally:
            self._listening.remove(changed)

    def announce(self) -> None:
        """Wake everybody who watches this table in this process."""
        for changed in self._listening:
            changed.set()


def _evolved(table: Table, events: Iterable[TableEvent], at: int) -> Table:
    for event in events:
        table = evolve(table, event, at)
    return table


def _events(entry: Entry) -> tuple[TableEvent, ...]:
    return decode(entry.events, entry.schema, TableEvent)
