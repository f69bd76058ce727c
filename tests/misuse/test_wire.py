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
import logging
import os
from contextlib import AsyncExitStack

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cincinnati.errors import TableError
from cincinnati.session import ChipsCorrected, SeatTaken, SessionStarted
from cincinnati.store import (
    decode,
)
from cincinnati.tables.live import Phase, TableEvent
from cincinnati.tables.live.events import InSession
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
)
from cincinnati.web.site import Site
from cincinnati.words import LANGUAGES, Words
from known_cards import Known
from live_device import act, passive
from web_docs.document import section
from wire_scripts import Script, scripts
from wire_table import Here, Line, in_play, site_on

EXAMPLES = os.environ.get("EXAMPLES")
MESSAGES = (30, 50)
"""In an example."""
NO_MESSAGE = ("bad_message", "too_large")
"""The answers to what is no message."""

understood = msgspec.json.Decoder(FromClient)


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
