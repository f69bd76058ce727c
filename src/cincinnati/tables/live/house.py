"""All live tables of one process: opening them, keeping their time, hearing of other processes.

No process is special. The one that has a table open keeps a timer for it; besides, every
process looks every few seconds, by the database's clock, for tables whose time has come
and which nobody has moved: the append decides who was first.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable

from cincinnati.errors import TableError
from cincinnati.store import (
    SCHEMA,
    ChatLine,
    Doorbell,
    Entry,
    NoBell,
    OutOfReach,
    Ring,
    Store,
    TableId,
    Version,
    encode,
)
from cincinnati.tables.keys import new_key
from cincinnati.tables.live import hosting
from cincinnati.tables.live.bot_moves import bot_move
from cincinnati.tables.live.chance import SystemChance
from cincinnati.tables.live.decide import Chance, clean_name
from cincinnati.tables.live.events import GraceGiven, HostChanged, PersonId, TableMade
from cincinnati.tables.live.following import Following, tag
from cincinnati.tables.live.open_table import OpenTable, Surroundings
from cincinnati.tables.live.settings import Settings
from cincinnati.tables.live.table import Reason

logger = logging.getLogger(__name__)

SWEEP_S = 2.0
"""Every so often each process looks for tables that are overdue."""
PRESENCE_S = 10.0
"""Every so often it notes who is connected."""
HOST_GONE_MS = 120_000
"""A host who was away so long passes his powers on."""
IDLE_S = 600.0
"""A table at which nobody has looked for so long is read again when somebody does."""
AGAIN_S = 0.05
"""What was due and did not happen (another process was first) is looked at again after this."""
JUMP_MS = 2_000
"""If the database's clock has gone so much faster or slower than time since the last look, then it
was set, forward or back."""
ENDS_A_TURN = (Reason.TIME_UP, Reason.CHOICE_UP)
STOP_WITHIN_S = 5.0
"""What happens by itself is given so long to end when the process stops."""
NAME = re.compile(r"[\w-]{1,32}", re.ASCII)


class House:
    """The live tables of this process."""

    def __init__(
        self,
        store: Store,
        *,
        bell: Doorbell | None = None,
        chance: Chance | None = None,
        clock: Callable[[], int] | None = None,
        passed: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.store = store
        self.now = clock or self._database_time
        """Milliseconds since 1970."""
        self.around = Surroundings(store, self.now, chance or SystemChance(), bot_move, passed)
        self.heard_chat: list[Callable[[TableId, ChatLine], None]] = []
        self.heard_device: list[Callable[[TableId, PersonId, int], None]] = []
        """Told the number of the device that a person plays with from now on."""
        self._bell = bell or NoBell()
        self._offset = 0
        """Milliseconds from the machine's steady clock to the database's."""
        self._well_at = 0
        """When the database was read and written last."""
        self._out = False
        """Whether what was due could not be written, and it has not been made up for yet."""
        self._open: dict[TableId, OpenTable] = {}
        self._loading = asyncio.Lock()
        self._timers: dict[TableId, asyncio.TimerHandle] = {}
        self._happening: set[asyncio.Task[None]] = set()
        self._following = Following(store, self._open, self.changed, self._start)
        self._present: Counter[tuple[TableId, PersonId]] = Counter()
        self._started = 0
        self._stopping = False
        store.reach.heard.append(self._goes_out)

    def _database_time(self) -> int:
        """The database's clock, which is the same in every process."""
        return int(time.monotonic() * 1000) + self._offset

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[House]:
        """Keep time and listen for other processes while the block runs."""
        await self._set_clock()
        self._started = self.now()
        tasks = [asyncio.create_task(self._sweep()), asyncio.create_task(self._listen())]
        try:
            yield self
        finally:
            self._stopping = True
            for timer in self._timers.values():
                timer.cancel()
            if self._happening:
                await asyncio.wait(self._happening, timeout=STOP_WITHIN_S)
            tasks += self._happening
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    # --- tables ---------------------------------------------------------------------

    async def make(self, settings: Settings, name: str) -> tuple[TableId, PersonId]:
        """A new table and its host."""
        table = TableId(new_key(16))
        host = self.around.chance.person()
        made = TableMade(settings, host, clean_name(name), secrets.randbelow(2**31))
        entry = Entry(
            version=Version(1),
            command_id="made",
            author=host,
            at=self.now(),
            schema=SCHEMA,
            events=encode([made]),
        )
        await self.store.append(table, entry, None)
        await self.store.seen(table, [host])
        return table, host

    async def open(self, name: TableId) -> OpenTable:
        """A table, opened if it is not yet; raises `TableError` if there is none of that name."""
        opened = self._open.get(name)
        if opened is None:
            if not NAME.fullmatch(name):
                raise TableError("no_table", "there is no such table")
            async with self._loading:
                opened = self._open.get(name)
                if opened is None:
                    opened = await OpenTable.load(name, self.around)
                    await self._give_grace(opened)
                    self._open[name] = opened
                    self._set_timer(opened)
        opened.used_at = time.monotonic()
        return opened

    async def up_to_date(self, opened: OpenTable) -> None:
        """Read a table's log to its end, for somebody to whom another process may have shown it."""
        if self.store.postgresql:
            version = await self.store.version(opened.name)
            if version is not None and version > opened.version:
                await opened.catch_up(version)
                await self.changed(opened)

    async def changed(self, opened: OpenTable, *, pause_s: float = 0) -> None:
        """A table has moved on: its timer and its watchers hear of it.

        Nothing happens by itself at it for ``pause_s``, after something went wrong.
        """
        self._set_timer(opened, pause_s)
        opened.announce()

    def _forget_idle(self) -> None:
        """Close the tables at which nobody looks; they are in the log, and found when overdue."""
        before = time.monotonic() - IDLE_S
        for name, opened in list(self._open.items()):
            if not opened.watchers and opened.used_at < before:
                del self._open[name]
                timer = self._timers.pop(name, None)
                if timer is not None:
                    timer.cancel()

    # --- presence ---------------------------------------------------------------------

    async def came(self, table: TableId, person: PersonId) -> int:
        """A device of a person is connected and is his newest one; its number."""
        self._present[table, person] += 1
        return await self.newer_device(table, person)

    async def newer_device(self, table: TableId, person: PersonId) -> int:
        """A number for the device that a person plays with from now on; everybody hears of it."""
        number = await self.store.newer_device(table, person)
        self._tell_device(table, person, number)
        return number

    async def went(self, table: TableId, person: PersonId) -> None:
        """A device of a person is gone."""
        self._present[table, person] -= 1
        if self._present[table, person] <= 0:
            del self._present[table, person]
        with contextlib.suppress(OutOfReach):  # then he was last seen a little earlier
            await self.store.seen(table, [person])

    def _tell_device(self, table: TableId, person: PersonId, number: int) -> None:
        for hear in self.heard_device:
            hear(table, person, number)

    # --- time ---------------------------------------------------------------------------

    async def _set_clock(self) -> None:
        """Follow the database's clock; if it was set, turns go on as after a restart."""
        asked = int(time.monotonic() * 1000)
        now = await self.store.now()
        took = int(time.monotonic() * 1000) - asked
        offset = now - asked - took // 2
        jump, self._offset = offset - self._offset, offset
        if self._started and abs(jump) >= JUMP_MS + took:
            self._excuse()
            logger.warning("the clock was set by %.1f s", jump / 1000)
            await self._begin_again(jump)

    def _excuse(self) -> None:
        """From now on until `_begin_again` nobody's time bank is charged."""
        for opened in self._open.values():
            opened.excused = True

    def _goes_out(self) -> None:
        self._out = True
        self._excuse()

    async def _begin_again(self, lost_ms: int) -> None:
        """Nobody's time is up for what was the server's fault (R33): it took so much of it."""
        self._started = self.now()
        for opened in list(self._open.values()):
            try:
                await opened.catch_up()
                await self._give_grace(opened, lost_ms)
            except OutOfReach:
                raise
            except Exception:  # one table that cannot be moved must not keep the others waiting
                logger.exception("a table got no grace", extra={"table": tag(opened.name)})
            opened.excused = False
            await self.changed(opened)

    async def _recover(self) -> None:
        """After an outage: raises `OutOfReach` while the database cannot be written."""
        if self._out or not self.store.reach.well:
            self._out = True
            await self.store.try_to_write()
            await self._begin_again(self.now() - self._well_at)
            self._out = False

    def _set_timer(self, opened: OpenTable, pause_s: float = 0) -> None:
        timer = self._timers.pop(opened.name, None)
        if timer is not None:
            timer.cancel()
        due = opened.table.due
        if due is not None and not self._stopping and self._open.get(opened.name) is opened:
            self._timers[opened.name] = asyncio.get_running_loop().call_later(
                max(pause_s, (due.at - self.now()) / 1000), self._time_has_come, opened
            )

    def _time_has_come(self, opened: OpenTable) -> None:
        # From here on it is a task of its own, which no later timer breaks off in the middle.
        del self._timers[opened.name]
        self._start(self._happen(opened))

    async def _happen(self, opened: OpenTable) -> None:
        try:
            # When the database is back there is some grace first.
            due = opened.table.due
            looked = not self._out and await self._look_at_clock(opened)
            happened = looked and not self._out and await opened.happen(due)
            pause_s = SWEEP_S if self._out else 0 if happened else AGAIN_S
        except OutOfReach:
            self._out = True
            pause_s = SWEEP_S
        except Exception as error:  # whatever it is, it must not stop the other tables
            if isinstance(error, TableError) and error.code == "no_table":
                self._open.pop(opened.name, None)
            logger.exception("what was due could not be done", extra={"table": tag(opened.name)})
            pause_s = SWEEP_S
        await self.changed(opened, pause_s=pause_s)

    async def _look_at_clock(self, opened: OpenTable) -> bool:
        """Whether what is due may happen: not by a clock that was set, here or elsewhere."""
        due = opened.table.due
        if due is None or due.reason not in ENDS_A_TURN:
            return due is not None
        await self._set_clock()
        return not await self._give_grace(opened) and due.at <= self.now()

    async def _sweep(self) -> None:
        """Find overdue tables, note who is here, pass on the powers of hosts who are gone."""
        noted = 0.0
        while True:
            try:
                await self._recover()
                await self._set_clock()
                for name, _ in await self.store.overdue():
                    await self._move(name)
                for opened in [each for each in self._open.values() if self._in_future(each)]:
                    await self._give_grace(opened)
                    await self.changed(opened)
                await self._look_again()
                self._well_at = self.now()
                if time.monotonic() - noted >= PRESENCE_S:
                    noted = time.monotonic()
                    await self._note_presence()
                    self._forget_idle()
            except OutOfReach:  # which was told already; the next sweep tries again
                self._out = True
            except Exception:
                logger.exception("the sweep failed")
            await asyncio.sleep(SWEEP_S)

    async def _move(self, name: TableId) -> None:
        try:
            opened = await self.open(name)
            await opened.catch_up()
            await self._happen(opened)
        except OutOfReach:
            raise
        except Exception:  # one table that cannot be read must not keep the others waiting
            logger.exception("a table could not be moved", extra={"table": tag(name)})

    async def _look_again(self) -> None:
        """Catch up where a bell of another process was lost."""
        if not self.store.postgresql:
            return
        for name, version in (await self.store.versions(self._open)).items():
            self._following.hear(name, version)
        for (name, person), number in (await self.store.devices(self._occupied())).items():
            if (name, PersonId(person)) in self._present:
                self._tell_device(name, PersonId(person), number)

    async def _give_grace(self, opened: OpenTable, lost_ms: int = 0) -> bool:
        """R33 punishes who is away, not whose server was: after a restart there is some time.

        What was written in the future, before the clock was set back, is due in the future too.
        Returns whether it was called for: then what is due has to be looked at anew.
        """
        table, now = opened.table, self.now()
        due, clock = table.due, table.clock
        if due is None:
            return False
        late = lost_ms > 0 or due.at < self._started + clock.grace_ms
        waits = due.reason in ENDS_A_TURN and opened.steps.last.at < self._started
        needed = (late and waits) or self._in_future(opened)
        if needed:
            rest_ms = min(table.bank_from + lost_ms - now, clock.action_ms) if lost_ms > 0 else 0
            grace = GraceGiven(now + max(clock.grace_ms, rest_ms))
            await opened.write("grace", [grace], opened.version)
        return needed

    def _in_future(self, opened: OpenTable) -> bool:
        return max(opened.steps.last.at, opened.table.since) >= self.now() + JUMP_MS

    def _occupied(self) -> set[TableId]:
        """The tables at which people are connected to this process."""
        return {name for name, _ in self._present}

    async def _note_presence(self) -> None:
        await self.store.all_seen(list(self._present))
        for name in self._occupied():
            opened = await self.open(name)
            if (name, opened.table.host) not in self._present:
                await self._replace_host(opened)

    async def _replace_host(self, opened: OpenTable) -> None:
        last = await self.store.last_seen(opened.name)
        now, host = self.now(), opened.table.host
        present = [PersonId(name) for name, at in last.items() if now - at < HOST_GONE_MS]
        # While no server ran nobody could be seen.
        here = max(last.get(host, 0), self._started)
        if now - here < HOST_GONE_MS or opened.table.closed:
            return
        next_host = hosting.successor(opened.table, present)
        if next_host is not None:
            await opened.write("host", [HostChanged(next_host)], opened.version)
            await self.changed(opened)

    # --- other processes ------------------------------------------------------------------

    async def _listen(self) -> None:
        async for ring in self._bell.rings():
            try:
                await self._hear(ring)
            except OutOfReach:  # it was told already, and the next sweep looks again
                pass
            except Exception:  # the next bell or sweep tells it again
                logger.exception("a bell could not be followed")

    async def _hear(self, ring: Ring) -> None:
        if ring.table is None:  # there was no bell for a while
            await self._look_again()
            for name in list(self._open):
                self._tell(name, await self.store.chat(name, limit=30))
        elif ring.table in self._open:
            if ring.version is not None:
                self._following.hear(ring.table, ring.version)
            if ring.chat is not None:
                self._tell(ring.table, await self.store.chat(ring.table, ring.chat - 1))
            if ring.person is not None and ring.device is not None:
                self._tell_device(ring.table, PersonId(ring.person), ring.device)

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._happening.add(task)
        task.add_done_callback(self._happening.discard)
        return task

    def _tell(self, name: TableId, lines: Iterable[ChatLine]) -> None:
        """Pass chat on; who has a line already knows it by its number."""
        for line in lines:
            for hear in self.heard_chat:
                hear(name, line)
