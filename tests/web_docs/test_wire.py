"""The client's end of the socket, against a server that does what a test tells it to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from cincinnati.engine import Action, Call
from cincinnati.errors import IllegalAction, TableError
from cincinnati.session import DealBegan, Presence, Seat
from cincinnati.store import Version
from cincinnati.tables.live import Command, Phase
from cincinnati.tables.live.commands import Act, SitIn, Start
from cincinnati.tables.protocol import Update
from cincinnati.web import wire as module
from cincinnati.web.client import RemoteTable, update_of
from cincinnati.web.messages import Done, Refused, State
from cincinnati.web.wire import Wire
from web_docs.evening import bea_is_to_act


class Line:
    """One connection, seen from the server."""

    def __init__(self, socket: ServerConnection) -> None:
        self._socket = socket

    async def hears(self) -> dict[str, Any]:
        return dict(json.loads(await asyncio.wait_for(self._socket.recv(), 10)))

    async def says(self, message: object) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def hangs_up(self, code: int = 1011) -> None:
        await self._socket.close(code)


Script = Callable[[Line], Awaitable[None]]


def converse(*scripts: Script, client: Callable[[Wire], Awaitable[object]]) -> list[bool]:
    """Each connection follows its script, those after the last one the last one's.

    Returns what was heard of lost connections.
    """
    connections, heard, wrong = list[ServerConnection](), list[bool](), list[AssertionError]()

    async def answer(socket: ServerConnection) -> None:
        connections.append(socket)
        try:
            await scripts[min(len(connections), len(scripts)) - 1](Line(socket))
        except AssertionError as error:
            wrong.append(error)
        except ConnectionClosed:
            pass  # the client has hung up

    async def both() -> None:
        async with serve(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]

            def note(*, connected: bool) -> None:
                heard.append(connected)

            url = f"ws://127.0.0.1:{port}/socket"
            async with Wire(url, "secret", heard=note, patience_s=2, first_s=1) as wire:
                await asyncio.wait_for(client(wire), 20)

    asyncio.run(both())
    assert wrong == []
    assert len(connections) >= len(scripts)
    return heard


@pytest.fixture
def state(tmp_path: Path) -> State:
    return bea_is_to_act(tmp_path)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE_S", 0.01)
    monkeypatch.setattr(module, "AGAIN_S", 0.01)


def at(state: State, version: int) -> State:
    number = Version(version)
    return replace(state, version=version, view=replace(state.view, version=number))


def test_a_command_without_an_answer_is_sent_again_as_it_was(state: State) -> None:
    sent: list[str] = []

    async def first(line: Line) -> None:
        assert await line.hears() == {
            "type": "hello", "protocol": 1, "token": "secret", "since": 0,
        }  # fmt: skip
        await line.says(at(state, 7))
        sent.append((await line.hears())["id"])
        await line.hangs_up()

    async def second(line: Line) -> None:
        assert (await line.hears())["since"] == 7
        await line.says(at(state, 8))
        again = await line.hears()
        sent.append(again["id"])
        assert again["command"] == {"type": "start"}
        await line.says(Done(again["id"], 8))
        await line.hears()

    async def client(wire: Wire) -> None:
        assert (await wire.state()).version == 7
        assert await wire.do(Start()) == Done(sent[0], 8)
        assert (await wire.state()).version == 8

    assert converse(first, second, client=client)[:2] == [False, True]
    assert len(sent) == 2
    assert sent[0] == sent[1]


def test_what_was_seen_already_is_not_told_again(state: State) -> None:
    async def first(line: Line) -> None:
        await line.hears()
        await line.says(at(state, 7))
        await line.hangs_up()

    async def second(line: Line) -> None:
        await line.hears()
        await line.says(at(state, 7))
        await line.says(at(state, 9))
        await line.hangs_up(1000)

    async def restored_from_a_backup(line: Line) -> None:
        assert (await line.hears())["since"] == 9
        await line.says(at(state, 3))

    async def client(wire: Wire) -> None:
        versions = [(await wire.state()).version for _ in range(3)]
        assert versions == [7, 9, 3]

    heard = converse(first, second, restored_from_a_backup, client=client)
    assert heard[:4] == [False, True, False, True]


@pytest.mark.parametrize("told", [True, False], ids=["of the command", "of no command"])
def test_after_too_many_messages_it_waits_and_goes_on(state: State, told: bool) -> None:
    async def strict(line: Line) -> None:
        await line.hears()
        await line.says(state)
        first = await line.hears()
        meant = first["id"] if told else None
        await line.says(Refused("too_often", "too many messages; wait a little", meant))
        second = await line.hears()
        assert second == first
        await line.says(Refused("not_the_host", "only the host may do that", second["id"]))

    async def client(wire: Wire) -> None:
        await wire.state()
        answer = await wire.do(Start())
        assert isinstance(answer, Refused)
        assert answer.code == "not_the_host"

    converse(strict, client=client)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"type": "refused", "code": "no_table", "message": "x", "id": None, "allowed": None},
         "no_table"),
        ({"type": "elsewhere"}, "elsewhere"),
        ({"type": "trumpets"}, "protocol"),
    ],
)  # fmt: skip
def test_what_ends_it_for_good_is_told_to_who_waits(
    state: State, said: dict[str, object], code: str
) -> None:
    async def server(line: Line) -> None:
        await line.hears()
        await line.says(state)
        await line.hears()
        await line.says(said)

    async def client(wire: Wire) -> None:
        await wire.state()
        for ask in (lambda: wire.do(Start()), wire.state, lambda: wire.do(Start())):
            with pytest.raises(TableError) as lost:
                await ask()
            assert lost.value.code == code

    converse(server, client=client)


def test_a_fault_is_tried_again(state: State) -> None:
    async def broken(line: Line) -> None:
        await line.hears()
        await line.says(Refused("fault", "something went wrong here; connect again"))
        await line.hangs_up(1008)

    async def well(line: Line) -> None:
        await line.hears()
        await line.says(state)

    async def client(wire: Wire) -> None:
        assert (await wire.state()).version == state.version

    converse(broken, well, client=client)


def test_a_server_that_stays_away_is_given_up(state: State) -> None:
    async def server(line: Line) -> None:
        await line.hears()
        await line.says(state)
        await line.hangs_up()

    async def silent(line: Line) -> None:
        await line.hears()
        await line.hangs_up()

    async def client(wire: Wire) -> None:
        await wire.state()
        with pytest.raises(TableError) as gone:
            await wire.do(Start())
        assert gone.value.code == "unreachable"

    assert converse(server, silent, client=client) == [False]


def test_an_update_tells_of_the_deal_that_it_shows(state: State) -> None:
    """Whoever was away for a while is told the running deal, not the end of an older one."""
    older, newer = state.events, state.events
    update = update_of(state.view, (*older, DealBegan(1, state.view.order), *newer))
    assert update.happened == newer
    assert (update.seat, update.number, update.deals) == (1, 1, 10)
    assert (update.dealer, update.order, update.over) == (2, (0, 1, 2), False)
    assert update.chips == {0: 97, 1: 99, 2: 99}
    assert update.standings == {0: 3, 1: 1, 2: 1}
    assert update.view == state.view.deal


class Table:
    """Stands for a wire: states that are given, answers that are given, commands that are kept."""

    def __init__(self, *states: State, done: int) -> None:
        self.states = list(states)
        self.newest = states[-1]
        self.waiting = False
        self.commands: list[Command] = []
        self._done = done

    async def state(self) -> State:
        return self.states.pop(0)

    async def do(self, command: Command) -> Done | Refused:
        self.commands.append(command)
        return Done("c", self._done)


class Caller:
    """Calls whatever there is to call."""

    async def watch(self, update: Update) -> None:
        pass

    async def act(self, update: Update) -> Action:
        return Call()

    async def refused(self, error: IllegalAction) -> None:
        raise AssertionError(error)

    async def choose(self, update: Update) -> str | None:
        return None


def played(table: Table) -> list[Command]:
    """The commands that a caller's seat gives until the table is closed."""
    seat = RemoteTable(cast(Wire, table), Caller(), lambda _: None, lambda _: None)
    asyncio.run(seat.play())
    return table.commands


def closed(state: State, version: int) -> State:
    return replace(at(state, version), view=replace(state.view, phase=Phase.CLOSED))


def test_a_state_from_before_the_answer_asks_nobody_again(state: State) -> None:
    """Somebody joined while Bea called: that state may come after her call was acknowledged."""
    joined = at(state, 9)
    commands = played(Table(at(state, 8), joined, closed(state, 11), done=10))
    assert commands == [Act(1, state.view.turn, 2, Call())]


def test_whoever_sat_out_sits_in_again(state: State) -> None:
    ann, bea, ada = state.view.seats
    seats = (ann, replace(bea, presence=Presence.AWAY), ada)
    away = replace(state, view=replace(state.view, seats=seats, to_act=Seat(0)))
    assert played(Table(away, closed(state, 9), done=9)) == [SitIn()]


def test_a_paused_table_asks_nobody(state: State) -> None:
    paused = replace(state, view=replace(state.view, phase=Phase.PAUSED))
    assert played(Table(paused, closed(state, 9), done=9)) == []
