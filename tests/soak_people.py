"""People who stay at a table whatever happens to its server, for the soak.

The one idea: they do what the protocol asks of a client. A line that breaks, or is silent for too
long, is opened again, at any of the servers; what had no answer is sent again under the same id.
Everything that they were sent is kept until it has been compared with the log.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import httpx
from websockets.exceptions import WebSocketException

from cincinnati.rules.presets import PRESETS
from cincinnati.session import Presence
from cincinnati.store import Entry
from cincinnati.tables.live import Clock, Phase
from cincinnati.tables.live.commands import AddBot, Command, Sit, SitIn, Start
from cincinnati.tables.live.view import TableView
from cincinnati.web.api import Admitted
from cincinnati.web.messages import Closing, Do, Refused, State
from crash_driver import Driver, Player
from live_client import Closed, Company, Device, act, mine, post
from live_settings import quick

AGAIN_S = 0.3
CLOCK = Clock(action_ms=60_000, bank_ms=60_000, between_ms=0, show_ms=0, think_ms=(0, 30))
DEALS = 2


_opening = asyncio.Lock()


class Person(Player):
    """Somebody who comes back."""

    def __init__(self, name: str, rng: Random) -> None:
        super().__init__(name, rng)
        self.devices: list[Device] = []
        """Those of this round, whose frames are still to be compared."""
        self.told: Counter[str] = Counter()
        """The codes of what he was told in this round."""
        self.lines = 0

    async def send(self, command: Command) -> None:
        """Until it is answered with something else than: later."""
        self.number += 1
        await self.finish(Do(f"{self.name}-{self.number}", command))

    async def finish(self, pending: Do) -> None:
        """Send it, and again under the same id while it could not be kept."""
        self.pending = pending
        while True:
            assert self.device is not None
            answer = await self.device.do(pending.command, pending.id)
            if not (isinstance(answer, Refused) and answer.code == "no_database"):
                break
            await asyncio.sleep(AGAIN_S)
        self.note(pending.id, answer)
        self.pending = None

    def count_told(self) -> None:
        """What he was told, before his devices are forgotten."""
        received = [message for device in self.devices for message in device.received]
        self.told = Counter(each.code for each in received if isinstance(each, Refused))
        self.told["closing"] += sum(isinstance(each, Closing) for each in received)


class PeopleAtTable(Driver):
    """Three people and two bots at one table, in many rounds."""

    def __init__(self, database: str, seed: int, counts: Counter[str]) -> None:
        super().__init__(database, seed)
        self.counts = counts
        self.people = [
            Person(name, Random(f"{seed}/{name}"))
            for name in (player.name for player in self.players)
        ]
        self.players = list(self.people)

    async def open(self, url: str) -> None:
        """Make the table, and begin to play."""
        preset = self.rng.choice(list(PRESETS))
        async with httpx.AsyncClient(base_url=url, timeout=20) as http:
            wish = {"name": "Ann", "settings": quick(preset, clock=CLOCK, deals=DEALS, stack=60)}
            host = await post(http, "/api/tables", wish, Admitted)
            self.company = Company(url, host.table, http)
            self.company.people["Ann"] = host
            for person in self.people[1:]:
                await self.company.join(person.name)
        for person in self.people:
            person.device = await self.company.connect(person.name, url=url)
            await person.send(Sit())
        for command in (AddBot("rookie"), AddBot("rookie"), Start()):
            await self.people[0].send(command)
        for person in self.people:
            await self._close(person)

    async def play(self, urls: Callable[[], Sequence[str]], over: asyncio.Event) -> None:
        """Everybody plays until it is over; whoever fails ends it for all."""
        async with asyncio.TaskGroup() as group:
            for person in self.people:
                group.create_task(self._stay(person, urls, over))

    async def _stay(
        self, person: Person, urls: Callable[[], Sequence[str]], over: asyncio.Event
    ) -> None:
        while not over.is_set():
            playing = asyncio.create_task(self._sit(person, person.rng.choice(urls())))
            ending = asyncio.create_task(over.wait())
            try:
                await asyncio.wait({playing, ending}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                ending.cancel()
                playing.cancel()
            await asyncio.wait({playing})
            if not playing.cancelled() and (error := playing.exception()) is not None:
                if not isinstance(error, Closed | TimeoutError | OSError | WebSocketException):
                    raise error
                self.counts[f"lines lost: {type(error).__name__}"] += 1
            await self._close(person)
            if not over.is_set():
                await asyncio.sleep(AGAIN_S * person.rng.random())

    async def _sit(self, person: Person, url: str) -> None:
        """One line, until it breaks."""
        before = person.seen
        since = before.version if before is not None else 0
        token = self.company.people[person.name].token
        device = await Device.open(url, self.company.table, token, since=since)
        person.devices.append(device)
        person.device = device
        person.lines += 1
        view = await device.view()
        assert view.version >= since, f"nobody goes back in time: {view.version} after {since}"
        if person.pending is not None:
            self.counts["commands sent again on another line"] += 1
            await person.finish(person.pending)
        await self._go_on(person)

    async def _go_on(self, person: Person) -> None:
        device = person.device
        assert device is not None
        while True:
            view = await device.view(lambda view: self._waits_for(view, person))
            if view.phase is Phase.FINISHED:
                command: Command = Start()
            elif mine(view):
                command = act(view, person.move(view))
            else:
                command = SitIn()
            await person.send(command)
            await device.version(max(max(person.done.values(), default=0), view.version + 1))

    async def _close(self, person: Person) -> None:
        device = person.device
        person.device = None
        if device is not None:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(5):
                    await device.close()
            person.seen = device.seen or person.seen

    def _waits_for(self, view: TableView, person: Person) -> bool:
        if view.phase is Phase.FINISHED:
            return person is self.people[0]
        me = self.company.id(person.name)
        seat = next((each.seat for each in view.people if each.person == me), None)
        away = any(each.seat == seat and each.presence is Presence.AWAY for each in view.seats)
        return mine(view) or away

    @property
    def version(self) -> int:
        """The newest version that anybody here has seen."""
        views = [person.device.seen for person in self.people if person.device is not None]
        return max((view.version for view in views if view is not None), default=0)

    async def check(self) -> None:
        """All that has to hold; then what was compared is forgotten."""
        await self._check_log()
        self._check_frames()
        self._check_promises()
        for person in self.people:
            person.count_told()
            person.devices.clear()
        away = [number for number, e in enumerate(self.entries) if '"seat_away"' in e.events]
        if away:
            around = self.entries[max(0, away[0] - 4) : away[0] + 1]
            told = [(e.version, e.author, e.command_id, e.at, e.events[:90]) for e in around]
            raise AssertionError(f"nobody was away for so long: {told}")

    async def _read(self) -> list[Entry]:
        # A database is brought up to date when it is opened, by one in a process at a time.
        async with _opening:
            return await super()._read()

    def _check_frames(self) -> None:
        for person in self.people:
            for device in person.devices:
                for message in device.received:
                    if isinstance(message, State):
                        self.compare(message, person.name)

    async def finish(self, url: str) -> None:
        """What is still without an answer gets one."""
        for person in self.people:
            if person.pending is not None:
                person.device = await self.company.connect(person.name, url=url)
                await person.finish(person.pending)
                await self._close(person)
        await self._check_log()
        self._check_promises(everything=True)

    def totals(self) -> Counter[str]:
        """The counts of a table, with the lines that people have opened."""
        opened = sum(person.lines for person in self.people)
        return super().totals() + Counter({"lines opened, and opened again, by people": opened})
