"""Plays sessions against a server process that is killed again and again, and checks the log.

The one idea: the log is read by the driver itself, past the server, and everything that any
client was ever sent or promised is compared with what the log adds up to. People play
scripts of chance, two programs play beside them. When the process has died each person comes back
with the same token, and sends again, under the same id, what was not answered.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from random import Random

import httpx
from msgspec import Struct

from cincinnati.rules.presets import PRESETS
from cincinnati.store import Entry, Store, decode
from cincinnati.tables.live import Command, Phase, TableEvent, TableView
from cincinnati.tables.live.commands import AddBot, Sit, Start
from cincinnati.tables.live.events import TableMade
from cincinnati.tables.live.table import Table, evolve, made
from cincinnati.tables.live.view import table_view
from cincinnati.web.api import Admitted
from cincinnati.web.messages import Do, Done, Refused, State
from live_client import Closed, Company, Device, act, mine, passive, post
from live_process import ServerProcess, server_process
from live_settings import quick

STEPS = ("decided", "appended", "evolved", "acknowledged", "announced")
NAMES = ("Ann", "Bob", "Cleo")
LONGEST_LIFE_S = 20.0


class Player:
    """A person: what he has sent, what was answered, what he has seen."""

    def __init__(self, name: str, rng: Random) -> None:
        self.name = name
        self.rng = rng
        self.number = 0
        self.pending: Do | None = None
        self.done: dict[str, int] = {}
        """The versions of his commands that were acknowledged."""
        self.refused: set[str] = set()
        self.seen: TableView | None = None
        self.device: Device | None = None

    async def send(self, command: Command) -> None:
        """A new command; it is pending until it is answered."""
        assert self.device is not None
        self.number += 1
        self.pending = Do(f"{self.name}-{self.number}", command)
        await self._until_answered(self.pending)

    async def _until_answered(self, pending: Do) -> None:
        assert self.device is not None
        answer = await self.device.do(pending.command, pending.id)
        self.note(pending.id, answer)
        self.pending = None

    def note(self, command_id: str, answer: Done | Refused) -> None:
        if isinstance(answer, Done):
            assert self.done.setdefault(command_id, answer.version) == answer.version
        else:
            assert command_id not in self.done, f"{command_id} was acknowledged: {answer}"
            self.refused.add(command_id)

    async def play(self, *, host: bool) -> None:
        """Play on and on; ends when the line is dead."""
        assert self.device is not None
        while True:
            view = await self.device.view(
                lambda view: mine(view) or (host and view.phase is Phase.FINISHED)
            )
            command = Start() if view.phase is Phase.FINISHED else act(view, self.move(view))
            await self.send(command)
            version = max(self.done.values(), default=0)
            await self.device.version(max(version, view.version + 1))

    def move(self, view: TableView) -> str:
        assert view.deal is not None
        legal = view.deal.legal
        assert legal is not None
        if legal.raise_to and self.rng.random() < 0.25:
            return f"raise {self.rng.randint(*legal.raise_to)}"
        if legal.fold and self.rng.random() < 0.1:
            return "fold"
        return passive(view)


class Driver:
    """One table, many lives of its server."""

    def __init__(self, database: str, seed: int) -> None:
        self.database = database
        self.rng = Random(seed)
        self.players = [Player(name, Random(f"{seed}/{name}")) for name in NAMES]
        self.entries: list[Entry] = []
        self.tables: list[Table] = []
        """The table at each version: the first one is at index 0."""
        self.counts: Counter[str] = Counter()
        self.company: Company
        self.sessions = 0
        self.compared = 0

    async def run(self, kills: Sequence[str]) -> None:
        """One life for each kill: ``step`` (by itself, after it), ``random`` or ``in flight``."""
        async with server_process(self.database) as server:
            await self._begin(server)
            await self._hang_up()
        for kill in kills:
            await self._life(kill)
        async with server_process(self.database) as server:
            await self._come_back(server)
            await self._hang_up()
        await self._check_log()
        self._check_promises(everything=True)

    async def _life(self, kill: str) -> None:
        by_itself = kill in STEPS
        crash = f"{kill}:{self.rng.randint(2, 9)}" if by_itself else ""
        server = await ServerProcess.start(self.database, crash)
        try:
            await self._come_back(server)
            playing = [
                asyncio.create_task(player.play(host=number == 0))
                for number, player in enumerate(self.players)
            ]
            killing = asyncio.create_task(self._kill(server, kill))
            _, late = await asyncio.wait(playing, timeout=LONGEST_LIFE_S)
            await killing
            assert not late, f"{kill}: {len(late)} players wait, {[p.seen for p in self.players]}"
            for task in playing:
                error = task.exception()
                if not isinstance(error, Closed):
                    raise error or AssertionError("a player has stopped")
            assert await server.process.wait() == -9
        except Closed:
            await server.kill()  # it died while people were still coming in
        finally:
            await server.kill()
        self.counts[f"killed: {kill}"] += 1
        self.counts["with a command in flight"] += bool(self._pending())
        await self._hang_up()
        await self._check_log()
        self._check_frames()
        self._check_promises()

    async def _kill(self, server: ServerProcess, kill: str) -> None:
        if kill == "random":
            await asyncio.sleep(self.rng.uniform(0, 0.3))
            await server.kill()
        elif kill == "in flight":
            await asyncio.sleep(self.rng.uniform(0, 0.1))
            async with asyncio.timeout(LONGEST_LIFE_S):
                while server.alive:
                    before = self._pending()
                    await asyncio.sleep(self.rng.uniform(0, 0.012))
                    if before & self._pending():
                        await server.kill()

    def _pending(self) -> set[str]:
        """The commands that are on their way."""
        return {player.pending.id for player in self.players if player.pending}

    # --- coming back ------------------------------------------------------------------------

    async def _come_back(self, server: ServerProcess) -> None:
        self.company.url = server.url
        for player in self.players:
            before = player.seen
            assert before is not None
            player.device = await self.company.connect(player.name, since=before.version)
            view = player.device.seen
            assert view is not None
            assert view.version >= before.version, "nobody goes back in time"
            assert view.you == self.company.id(player.name)
            if view.version == before.version:
                assert different(view, before) == [], (
                    "the same version is the same to the last card"
                )
        for player in self.players:
            await self._send_again(player)

    async def _begin(self, server: ServerProcess) -> None:
        preset = self.rng.choice(list(PRESETS))
        async with httpx.AsyncClient(base_url=server.url, timeout=10) as http:
            settings = quick(preset, deals=3, stack=60)
            wish = {"name": NAMES[0], "settings": settings}
            host = await post(http, "/api/tables", wish, Admitted)
            self.company = Company(server.url, host.table, http)
            self.company.people[NAMES[0]] = host
            for name in NAMES[1:]:
                await self.company.join(name)
        for player in self.players:
            player.device = await self.company.connect(player.name)
            await player.send(Sit())
        for command in (AddBot("rookie"), AddBot("rookie"), Start()):
            await self.players[0].send(command)

    async def _send_again(self, player: Player) -> None:
        """What was not answered goes out again under the same id, and then once more."""
        pending, device = player.pending, player.device
        if pending is None:
            return
        assert device is not None
        key = f"{self.company.id(player.name)}:{pending.id}"
        entries = await self._read()
        before = next((e.version for e in entries if e.command_id == key), None)
        answer = await device.do(pending.command, pending.id)
        if before is not None:
            assert isinstance(answer, Done), answer
            assert answer.version == before, "it was done, and is not done again"
            self.counts["sent again: it was in the log"] += 1
        elif isinstance(answer, Done):
            self.counts["sent again: it was not, and is done now"] += 1
        else:
            self.counts[f"sent again: refused ({answer.code})"] += 1
        again = await device.do(pending.command, pending.id)
        if isinstance(answer, Done):
            assert again == answer, "the same id, the same answer"
        player.note(pending.id, answer)
        player.pending = None

    async def _hang_up(self) -> None:
        for player in self.players:
            if player.device is not None:
                await player.device.close()
                player.seen = player.device.seen or player.seen

    # --- what has to hold ------------------------------------------------------------------

    async def _read(self) -> list[Entry]:
        store = await Store.open(self.database)
        try:
            return await store.entries(self.company.table)
        finally:
            await store.close()

    async def _check_log(self) -> None:
        """The log has only grown; chips are conserved at each version."""
        entries = await self._read()
        assert entries[: len(self.entries)] == self.entries, "what was written stays, decks and all"
        assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
        assert len({entry.command_id for entry in entries}) == len(entries)
        for entry in entries[len(self.entries) :]:
            self.tables.append(self._after(entry))
            self._check_chips(self.tables[-1])
        self.entries = entries
        self.sessions = self.tables[-1].sessions

    def _after(self, entry: Entry) -> Table:
        events: tuple[TableEvent, ...] = decode(entry.events, entry.schema, TableEvent)
        table = self.tables[-1] if self.tables else None
        for event in events:
            if isinstance(event, TableMade):
                table = made(event, entry.at)
            else:
                assert table is not None
                table = evolve(table, event, entry.at)
        assert table is not None
        return table

    def _check_chips(self, table: Table) -> None:
        session = table.session
        if session is not None:
            running = session.deal.state.on_table if session.deal and session.playing else 0
            assert sum(session.chips.values()) + running == 60 * len(session.seats)

    def _check_frames(self) -> None:
        """Every state that anybody was sent is what the log says: none was told too early."""
        for player in self.players:
            for message in player.device.received if player.device else ():
                if isinstance(message, State):
                    self.compare(message, player.name)

    def compare(self, message: State, name: str) -> None:
        """What a person was told is what the log adds up to for him, and nothing more."""
        assert message.version <= len(self.tables), "told before it was written"
        table = self.tables[message.version - 1]
        wanted = table_view(table, message.view.version, self.company.id(name))
        assert different(message.view, wanted) == []
        self.compared += 1

    def _check_promises(self, *, everything: bool = False) -> None:
        """Every acknowledged command stands in the log, at its version, once."""
        by_key = {entry.command_id: entry.version for entry in self.entries}
        for player in self.players:
            person = self.company.id(player.name)
            for command_id, version in player.done.items():
                assert by_key[f"{person}:{command_id}"] == version
            for command_id in player.refused:
                assert f"{person}:{command_id}" not in by_key, "refused is not done"
            if everything:
                assert player.pending is None

    def totals(self) -> Counter[str]:
        """The counts, with what was played and compared."""
        acknowledged = sum(len(player.done) for player in self.players)
        return Counter(
            {
                "commands acknowledged, each found in the log once": acknowledged,
                "decisions in the log": len(self.entries),
                "sessions begun": self.sessions,
                "states sent and compared with the log": self.compared,
            }
        )


def different(one: object, other: object, path: str = "view") -> list[str]:
    """Where two views differ."""
    if isinstance(one, Struct) and type(one) is type(other):
        names = one.__struct_fields__
        parts = [(name, getattr(one, name), getattr(other, name)) for name in names]
    elif isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        parts = [(str(at), *both) for at, both in enumerate(zip(one, other, strict=True))]
    else:
        return [] if one == other else [f"{path}: {one} is not {other}"]
    return [
        each for name, left, right in parts for each in different(left, right, f"{path}.{name}")
    ]


def plan(kills: int, seed: int) -> list[str]:
    """So many kills: half of them with a command in flight, the rest at each step and at random."""
    kinds = ("in flight", STEPS[0], "in flight", STEPS[1], "random", STEPS[2], "in flight",
             STEPS[3], "in flight", STEPS[4])  # fmt: skip
    chosen = [kinds[number % len(kinds)] for number in range(kills)]
    Random(seed).shuffle(chosen)
    return chosen


__all__ = ["STEPS", "Driver", "plan"]
