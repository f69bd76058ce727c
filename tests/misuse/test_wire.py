"""A fuzzer over the messages of the socket, against a live table in this process, without sockets.

Three people and a spectator send what clients send, as it is or broken: fields left out, of another
type, out of range; ids that were used; turns that are over; other people; any text; any bytes.
Whatever comes: each message gets its one answer, or the end that is told; nothing else is written
to the log than what was done; no chip is made or lost; nobody is shown a card that is not his; and
then the game goes on.

The long run: ``EXAMPLES=500 pytest tests/misuse/test_wire.py``, of other messages each time.
"""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import AsyncExitStack

import msgspec
import pytest
from hypothesis import given, settings

from cincinnati.engine import Call
from cincinnati.errors import CincinnatiError, IllegalAction, Refusal, TableError
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
from wire_scripts import Script, evenings
from wire_table import Here, Line, in_play, site_on

EXAMPLES = os.environ.get("EXAMPLES")
LEAST_ACCEPTED = 0.4
"""Of the commands that were understood so many are carried out: a property of the generator."""
BACK = '{"type":"do","id":"back","command":{"type":"sit_in"}}'
PATIENCE = 1000
"""So often one looks whether anything moves."""
BY_THEMSELVES = 100
"""After so many steps of bots alone the game goes on for sure."""
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
            earlier = here.done.setdefault((line.name or "", id_), [])
            if isinstance(answer, Done):
                here.accepted += not earlier
                earlier.append(answer.version)
            here.commands += 1
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
            if isinstance(state, State) and state.version <= len(log):  # bots go on meanwhile
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
    """Everybody comes back, and whose turn it is can act, unless the game has been ended.

    Where only bots have chips left, they play on.
    """
    for name in [name for name in here.lines if name is not None]:
        await exchange(here, await here.connect(name), BACK)
    version, still = here.table.version, 0
    while still < PATIENCE and here.table.version < version + BY_THEMSELVES:
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
        await asyncio.sleep(0.01)  # a bot moves, or a deal begins
        still = 0 if here.table.version > view.version else still + 1
    assert still < PATIENCE, "nobody moves"


async def sender(here: Here, script: Script) -> Line:
    """Whose message it is: for what is open to somebody, whoever is to act; else as it says."""
    alive = [line for line in here.lines.values() if line.code is None]
    if script.pick is not None:
        for _ in range(20):
            people = here.table.table.people
            turn = next((each for each in people if people[each].seat == here.to_act), None)
            if turn is None or not people[turn].bot:
                break
            await asyncio.sleep(0.002)  # a bot moves
        whose = [line for line in alive if line.name is not None and line.name == turn]
        if whose and script.pick % 4:
            return whose[0]
    return alive[script.device % len(alive)]


async def one_example(site: Site, evening: list[Script]) -> Here:
    """One table, and what comes its way."""
    async with in_play(site) as here:
        for number, script in enumerate(evening):
            line = await sender(here, script)
            view = here.table.view(line.name)
            await exchange(here, line, script.said(here.table.table, view, f"p{number}"))
        await goes_on(here)
        await check(here)
        return here


def test_whatever_is_sent_gets_its_answer_and_the_game_goes_on(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    codes: set[str] = set()
    accepted = commands = 0
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        site = runner.run(stack.enter_async_context(site_on(database)))

        @settings(max_examples=int(EXAMPLES or 5), derandomize=EXAMPLES is None, database=None)
        @given(evenings)
        def fuzz(evening: list[Script]) -> None:
            nonlocal accepted, commands
            here = runner.run(one_example(site, evening))
            codes.update(here.codes)
            accepted += here.accepted
            commands += here.commands

        try:
            fuzz()
            assert site.measures.faults._value.get() == 0
        finally:
            runner.run(stack.aclose())
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []
    print(f"{accepted} of {commands} commands were carried out, {len(codes)} kinds of refusals")
    assert accepted >= LEAST_ACCEPTED * commands
    assert len(codes) >= 8, codes
    for code in codes:
        assert f"`{code}`" in section("Refusals"), code
        for language in LANGUAGES:
            words = Words.of(language)
            assert words.error(error_of(code)) != words.text("error.table"), code


def error_of(code: str) -> CincinnatiError:
    """What is said to a person for a code: of the table, or of the deal."""
    if code in {each.value for each in Refusal}:
        return IllegalAction(Refusal(code), Call(), None, "")
    return TableError(code, "")
