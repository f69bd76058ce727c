"""A fuzzer over the messages of the socket, against a live table in this process, without sockets.

Three people and a spectator send what clients send, as it is or broken: fields left out, of another
type, out of range; ids that were used; turns that are over; other people; any text; any bytes.
Whatever comes: each message gets its one answer, or the end that is told; nothing else is written
to the log than what was done; no chip is made or lost; nobody is shown a card that is not his; and
then the game goes on.

The long run: ``EXAMPLES=1000 pytest tests/misuse/test_wire.py``, of other messages each time.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import ASGIApp, Message

from cincinnati.errors import TableError
from cincinnati.rules.presets import PRESETS
from cincinnati.session import ChipsCorrected, SeatTaken, SessionStarted
from cincinnati.store import (
    SCHEMA,
    Entry,
    NoBell,
    PostgresBell,
    Store,
    TableId,
    Version,
    decode,
    encode,
)
from cincinnati.tables.keys import new_key
from cincinnati.tables.live import House, OpenTable, PersonId, Phase, TableEvent
from cincinnati.tables.live.commands import AddBot
from cincinnati.tables.live.events import InSession
from cincinnati.tables.live.table import Table
from cincinnati.web.app import make_app
from cincinnati.web.messages import (
    LARGEST_MESSAGE,
    Do,
    Done,
    Emote,
    FromClient,
    FromServer,
    Hello,
    Ping,
    Pong,
    Refused,
    Said,
    Say,
    State,
    TakeBack,
    Welcome,
)
from cincinnati.web.site import Limits, Site
from cincinnati.words import LANGUAGES, Words
from known_cards import Known
from live_device import act, passive
from live_evening import Evening, Luck
from live_settings import quick
from web_docs.document import section

EXAMPLES = os.environ.get("EXAMPLES")
MESSAGES = (30, 50)
"""In an example."""
FENCE = 987_654_321
"""A ping of this number comes after each message: what is answered by then is its answer."""
PATIENCE_S = 10
NO_MESSAGE = ("bad_message", "too_large")
"""The answers to what is no message."""

read = msgspec.json.Decoder(FromServer)
understood = msgspec.json.Decoder(FromClient)


# --- devices, without a network ---------------------------------------------------------------


class Line:
    """A connection of one device, as the web server hands it to the application."""

    def __init__(self, name: PersonId | None) -> None:
        self.name = name
        """Whose it is (``None``: a spectator's)."""
        self.told: list[FromServer] = []
        self.looked_at = 0
        self.code: int | None = None
        """With which the server has ended it."""
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})
        self._news = asyncio.Event()

    async def serve(self, app: ASGIApp, table: TableId) -> None:
        """The application's side, to the end."""
        scope = {
            "type": "websocket",
            "path": f"/api/tables/{table}/socket",
            "headers": [(b"host", b"there")],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 2),
            "scheme": "ws",
            "query_string": b"",
            "subprotocols": [],
        }
        await app(scope, self._inbox.get, self._hear)

    async def _hear(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self.told.append(read.decode(message["text"]))
        elif message["type"] == "websocket.close":
            self.code = message["code"]
            self.gone()
        self._news.set()

    def says(self, said: str | bytes) -> None:
        """Send a message."""
        kind = "text" if isinstance(said, str) else "bytes"
        self._inbox.put_nowait({"type": "websocket.receive", kind: said})

    def gone(self) -> None:
        """Hang up."""
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1000})

    async def hears(self, wanted: Callable[[FromServer], bool]) -> list[FromServer]:
        """All that was told since the last time, up to what is wanted or the end of the line."""
        while True:
            for number, message in enumerate(self.told[self.looked_at :], self.looked_at + 1):
                if wanted(message):
                    news = self.told[self.looked_at : number]
                    self.looked_at = number
                    return news
            if self.code is not None:
                news = self.told[self.looked_at :]
                self.looked_at = len(self.told)
                return news
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), PATIENCE_S)


class Here:
    """A table in play, and everybody's line."""

    def __init__(self, site: Site, app: ASGIApp, table: OpenTable) -> None:
        self.site = site
        self.table = table
        self.lines: dict[PersonId | None, Line] = {}
        self.done: dict[tuple[str, str], list[int]] = {}
        """By person and id of the command."""
        self.codes: set[str] = set()
        self._app = app
        self._serving: list[tuple[Line, asyncio.Task[None]]] = []

    async def connect(self, name: PersonId | None) -> Line:
        """A device says hello and is shown the table."""
        line = Line(name)
        serving = asyncio.create_task(line.serve(self._app, self.table.name))
        self._serving.append((line, serving))
        token = None
        if name is not None:
            token = await self.site.doors.admit(self.table.name, name, 0)
        line.says(msgspec.json.encode(Hello(1, token)).decode())
        news = await line.hears(lambda message: isinstance(message, State))
        assert isinstance(news[0], Welcome), news
        self.lines[name] = line
        return line

    async def fence(self, line: Line) -> list[FromServer]:
        """What the line was told up to now."""
        line.says(f'{{"type":"ping","number":{FENCE}}}')
        return await line.hears(lambda told: isinstance(told, Pong) and told.number == FENCE)

    async def close(self) -> None:
        """Everybody hangs up; raises what any connection of the application has raised."""
        for line, _ in self._serving:
            line.gone()
        served = asyncio.gather(*(serving for _, serving in self._serving))
        await asyncio.wait_for(served, PATIENCE_S)


@asynccontextmanager
async def site_on(database: str) -> AsyncIterator[Site]:
    """What every server has, without limits of how often one may ask."""
    store = await Store.open(database)
    bell = PostgresBell(database) if store.postgresql else NoBell()
    try:
        async with House(store, bell=bell, chance=Luck()).running() as house:
            yield Site(house, limits=Limits(strict=0))
    finally:
        await store.close()


@asynccontextmanager
async def in_play(site: Site) -> AsyncIterator[Here]:
    """A table with its host, two others, a bot and a spectator, in the middle of a deal."""
    evening = Evening("Ann Bob Cleo", quick(deals=50, stack=40, latecomers=True))
    evening.do("Ann", AddBot("rookie"))
    evening.start()
    events = encode([event for event, _ in evening.log])
    host, name, at = PersonId("Ann"), TableId(new_key(16)), site.house.now()
    entry = Entry(
        version=Version(1), command_id="made", author=host, at=at, schema=SCHEMA, events=events
    )
    await site.house.store.append(name, entry, None)
    here = Here(site, make_app(site), await site.house.open(name))
    try:
        for each in (host, PersonId("Bob"), PersonId("Cleo"), None):
            await here.connect(each)
        yield here
    finally:
        await here.close()


# --- what is sent -------------------------------------------------------------------------------

ODD_NUMBERS = st.sampled_from(
    [-1, 0, 1, 2, 8, 9, 40, 41, 10**6, 2**31, 2**53 + 1, 2**63 - 1, -(2**63), 2**64, 10**40]
)
ODD_TEXTS = st.text(max_size=30) | st.sampled_from(
    ["", " ", "\x00", "\u202eevil", "\ud800", "<b>", "\x1b[2J", "e" + "\u0301" * 40, "x" * 5000]
)
JSON = st.recursive(
    st.none() | st.booleans() | ODD_NUMBERS | st.floats() | ODD_TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=4,
)


@dataclass(frozen=True)
class Now:
    """Stands for what is so at the table when the message is sent."""

    what: str
    more: int = 0

    def at(self, table: Table) -> Any:
        """What is meant."""
        session = table.session
        legal = session.deal.legal if session and session.deal else None
        match self.what:
            case "person":
                return ([*table.people, "p999"] * 9)[self.more]
            case "deal":
                return session.number if session else 0
            case "turn":
                return table.turn - self.more
            case "price":
                return legal.call if legal else 0
            case _:
                return ((legal and legal.raise_to) or (2, 40))[self.more % 2] + self.more // 2


def meant_at(table: Table, value: Any) -> Any:
    """The message with what it means at the table now."""
    match value:
        case Now():
            return value.at(table)
        case dict():
            return {name: meant_at(table, inner) for name, inner in value.items()}
        case _:
            return value


SEATS = st.none() | st.integers(0, 8)
PEOPLE = st.builds(Now, st.just("person"), st.integers(0, 8))
ACTIONS = st.sampled_from([{"type": "call"}, {"type": "fold"}, {"type": "bring_in"}]) | (
    st.fixed_dictionaries(
        {"type": st.just("raise"), "to": st.builds(Now, st.just("raise"), st.integers(-2, 3))}
    )
)
SETTINGS = st.fixed_dictionaries(
    {
        "rules": st.fixed_dictionaries(
            {"players": st.integers(2, 8), "ante": st.integers(0, 3), "deals": st.just(50)}
        ),
        "clock": st.just({"think_ms": [0, 0], "between_ms": 0}),
        "title": ODD_TEXTS,
        "spectators": st.booleans(),
        "approve": st.booleans(),
    }
)


def of(kind: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects of this type."""
    return st.fixed_dictionaries({"type": st.just(kind), **fields})


ACT = of(
    "act",
    deal=st.just(Now("deal")),
    turn=st.builds(Now, st.just("turn"), st.sampled_from([0, 0, 0, 1, 3])),
    price=st.just(Now("price")),
    action=ACTIONS,
)
COMMANDS = st.one_of(
    ACT,
    ACT,
    *(of(kind) for kind in ("leave", "sit_out", "sit_in", "start", "pause", "resume", "unknown")),
    *(of(kind, person=PEOPLE) for kind in ("approve", "refuse", "remove", "hand_over")),
    of("sit", seat=SEATS),
    of("join", name=ODD_TEXTS),
    of("name_preset", preset=st.sampled_from([None, *PRESETS, "x"])),
    of("add_bot", bot=st.sampled_from(["rookie", "god"]), seat=SEATS),
    of("change", settings=SETTINGS),
    of("correct", seat=st.integers(0, 8), chips=st.integers(-50, 50), reason=ODD_TEXTS),
    of("end"),
)
IDS = st.integers(0, 40).map("c{}".format)
DO = of("do", id=st.one_of(*[IDS] * 9, ODD_TEXTS), command=COMMANDS)
WHOLE = st.one_of(
    *[DO] * 6,
    of("say", text=ODD_TEXTS),
    of("emote", code=st.sampled_from(["nice", "wow", "gun", ""])),
    of("take_back"),
    of("ping", number=st.integers(0, 99)),
    of("hello", protocol=st.just(1), token=st.none()),
)
"""What clients send."""


def broken(draw: st.DrawFn, value: dict[str, Any]) -> dict[str, Any]:
    """The same with one thing wrong somewhere."""
    name = draw(st.sampled_from([*value, "more"]))
    inner = value.get(name)
    if isinstance(inner, dict) and draw(st.booleans()):
        return {**value, name: broken(draw, inner)}
    if draw(st.booleans()):
        return {field: each for field, each in value.items() if field != name}
    return {**value, name: draw(JSON)}


@dataclass(frozen=True)
class Script:
    """A message that somebody sends, as soon as the table is known."""

    device: int
    message: dict[str, Any]
    damage: tuple[int, int, str] = (0, 0, "")
    """At this place so many characters are replaced by these."""
    raw: str | bytes | None = None

    def said(self, table: Table) -> str | bytes:
        """What goes over the line."""
        if self.raw is not None:
            return self.raw
        text = json.dumps(meant_at(table, self.message))
        at, length, instead = self.damage
        at %= len(text)
        return text[:at] + instead + text[at + length :]


@st.composite
def scripts(draw: st.DrawFn) -> Script:
    """Anything that may come out of a frame."""
    device = draw(st.sampled_from([0, 0, 0, 1, 2, 3]))
    if draw(st.integers(0, 9)) == 0:
        return Script(device, {}, raw=draw(st.text() | st.binary()))
    message = draw(WHOLE)
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 1, 2]))):
        message = broken(draw, message)
    if draw(st.integers(0, 9)):
        return Script(device, message)
    damage = draw(st.tuples(st.integers(0, 999), st.integers(0, 3), st.text(max_size=3)))
    return Script(device, message, damage)


# --- what is answered ---------------------------------------------------------------------------


Answer = Done | Refused | Pong
"""What answers a message of one's own; lines of chat, which all are told, are looked at apart."""


def what_is_meant(said: str | bytes) -> FromClient | None:
    """The message that the server should see in it."""
    if isinstance(said, bytes) or len(said.encode()) > LARGEST_MESSAGE:
        return None
    try:
        return understood.decode(said)
    except (msgspec.DecodeError, TableError, RecursionError):
        return None


async def answers_to(here: Here, line: Line, said: str | bytes) -> list[Answer | Said | State]:
    """Send a message; all that came until the server went on to the next one."""
    line.says(said)
    news: list[FromServer] = []
    if isinstance(what_is_meant(said), Say | Emote):  # it may be heard a moment later
        news = await line.hears(
            lambda m: isinstance(m, Refused) or (isinstance(m, Said) and m.person == line.name)
        )
    news += await here.fence(line)
    if line.code is None:
        news.pop()
    return [each for each in news if isinstance(each, Answer | Said | State)]


async def exchange(here: Here, line: Line, said: str | bytes) -> None:
    """Send a message: it has one answer, and that is the one of the protocol."""
    news = await answers_to(here, line, said)
    refused = [each for each in news if isinstance(each, Refused)]
    here.codes |= {each.code for each in refused}
    if line.code is not None:  # somebody has closed the table to spectators
        assert (line.code, line.name) == (1008, None)
        assert refused[-1].code == "no_spectators"
        return
    answers = [each for each in news if isinstance(each, Answer)]
    own = [each for each in news if isinstance(each, Said) and each.person == line.name]
    match what_is_meant(said):
        case None:
            assert [each.code in NO_MESSAGE for each in refused] == [True], (said, refused)
            assert answers == refused
        case Do(id_):
            (answer,) = answers
            assert isinstance(answer, Done | Refused)
            assert answer.id == id_
            if isinstance(answer, Done):
                here.done.setdefault((line.name or "", id_), []).append(answer.version)
        case Ping(number):
            assert [isinstance(each, Pong) and each.number for each in answers] == [number]
        case Hello():
            assert [each.code for each in refused] == ["hello"]
            assert answers == refused
        case TakeBack():
            assert answers == []
            assert any(isinstance(each, State) for each in news)
        case Say() | Emote():
            assert answers == refused
            assert len(refused) + len(own) == 1


async def check(here: Here) -> None:
    """What holds at the end, by the log."""
    entries = await here.site.house.store.entries(here.table.name)
    log: list[tuple[int, tuple[TableEvent, ...]]] = [
        (entry.version, decode(entry.events, entry.schema, TableEvent)) for entry in entries
    ]
    assert [version for version, _ in log] == list(range(1, len(log) + 1))
    for entry in entries:
        author, _, id_ = entry.command_id.partition(":")
        if author not in ("made", "due"):  # those happen by themselves
            assert entry.version in here.done[author, id_], entry.command_id
    check_chips(here, log)
    known = Known(log)
    for line in here.lines.values():
        for state in line.told:
            if isinstance(state, State):
                check_cards(line, state, known)


def check_chips(here: Here, log: list[tuple[int, tuple[TableEvent, ...]]]) -> None:
    """What was given out lies on the table, in stacks, bets and pots."""
    given_out = stack = 0
    for _, events in log:
        for event in events:
            match event:
                case InSession(SessionStarted(rules, seats)):
                    stack = rules.stack
                    given_out = stack * len(seats)
                case InSession(SeatTaken() as taken):
                    given_out += taken.chips
                case InSession(ChipsCorrected() as corrected):
                    given_out += corrected.chips
                case _:
                    pass
    session = here.table.table.session
    assert session is not None
    running = session.deal.state.on_table if session.deal and session.playing else 0
    assert sum(session.chips.values()) + running == given_out


def check_cards(line: Line, state: State, known: Known) -> None:
    """A view has no card that its viewer may not know."""
    assert state.view.you == line.name
    if state.view.deal is None or state.view.deal.over:
        return
    may = known.at(line.name or "", state.version).cards
    deal = state.view.deal
    shown = {card for player in deal.players for card in player.cards} | set(deal.board)
    shown |= {card for player in deal.players if player.hand for card in player.hand.high_cards}
    assert {str(card) for card in shown if card is not None} <= may


async def goes_on(here: Here) -> None:
    """Everybody comes back, and whose turn it is can act, unless the game has been ended."""
    for name in [name for name in here.lines if name is not None]:
        await here.connect(name)
    for _ in range(500):
        if here.table.table.phase is not Phase.PLAYING:
            return
        view = here.table.view(None)
        who = next((p.person for p in view.people if p.seat == view.to_act), None)
        line = here.lines.get(who)
        if view.to_act is not None and line is not None:
            own = here.table.view(who)
            move = Do(f"on{view.turn}", act(own, passive(own)))
            await exchange(here, line, msgspec.json.encode(move).decode())
            assert here.done[line.name or "", move.id]
            return
        await asyncio.sleep(0.01)  # a bot moves, somebody is away, or a deal begins
    raise AssertionError("nobody moves")


async def one_example(site: Site, evening: list[Script]) -> set[str]:
    """One table, and what comes its way; the codes of what was refused."""
    async with in_play(site) as here:
        for script in evening:
            alive = [line for line in here.lines.values() if line.code is None]
            said = script.said(here.table.table)
            await exchange(here, alive[script.device % len(alive)], said)
        await goes_on(here)
        await check(here)
        return here.codes


def test_whatever_is_sent_gets_its_answer_and_the_game_goes_on(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    codes: set[str] = set()
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        site = runner.run(stack.enter_async_context(site_on(database)))

        @settings(max_examples=int(EXAMPLES or 5), derandomize=EXAMPLES is None, database=None)
        @given(st.lists(scripts(), min_size=MESSAGES[0], max_size=MESSAGES[1]))
        def fuzz(evening: list[Script]) -> None:
            codes.update(runner.run(one_example(site, evening)))

        try:
            fuzz()
            assert site.measures.faults._value.get() == 0
        finally:
            runner.run(stack.aclose())
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []
    assert len(codes) >= 8, codes
    for code in codes:
        assert f"`{code}`" in section("Refusals"), code
        for language in LANGUAGES:
            words = Words.of(language)
            assert words.error(TableError(code, "")) != words.text("error.table"), code
