"""Whatever people do in whatever order, a table never breaks (R19, R33-R37)."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cincinnati.cli.simulate import random_action
from cincinnati.errors import CincinnatiError
from cincinnati.rules import Ruleset
from cincinnati.rules.presets import PRESETS
from cincinnati.session import Presence, Seat, SeatTaken, SessionStarted
from cincinnati.store import SCHEMA, decode, encode
from cincinnati.tables.live import Command, PersonId, Phase, Settings, TableEvent
from cincinnati.tables.live.commands import (
    Act,
    AddBot,
    Approve,
    Change,
    Correct,
    HandOver,
    Join,
    Leave,
    NamePreset,
    Pause,
    Refuse,
    Remove,
    Resume,
    Sit,
    SitIn,
    SitOut,
    Start,
)
from cincinnati.tables.live.decide import decide
from cincinnati.tables.live.events import InSession
from live_evening import Evening, Luck
from live_settings import QUICK
from random_deals import rulesets

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


def any_command(evening: Evening, rng: Random) -> Command:
    """Any command, sensible or not."""
    person = PersonId(rng.choice([*evening.table.people, "nobody"]))
    seat = Seat(rng.randrange(9))
    commands: list[Command] = [
        Join(rng.choice(NAMES)),
        Sit(rng.choice([None, seat])),
        Leave(),
        SitOut(),
        SitIn(),
        NamePreset(rng.choice([None, *PRESETS])),
        Approve(person),
        Refuse(person),
        AddBot("rookie", rng.choice([None, seat])),
        Remove(person),
        HandOver(person),
        Change(random_settings(rng, evening.table.settings.rules)),
        Pause(),
        Resume(),
        Correct(seat, rng.randrange(-60, 60), "a reason"),
    ]
    return rng.choice(commands)


def random_settings(rng: Random, rules: Ruleset) -> Settings:
    return Settings(
        rules=replace(
            rules,
            players=rng.randint(2, 8),
            deals=rng.randint(1, 6),
            latecomers=rng.random() < 0.5,
            dealers_choice=rng.random() < 0.3 and len(rules.bets) <= 2,
        ),
        clock=replace(QUICK, between_ms=rng.choice([0, 4000]), bank_ms=rng.choice([0, 9000])),
        approve=rng.random() < 0.3,
    )


def step(evening: Evening, rng: Random) -> None:
    """Somebody does something, or time passes."""
    match rng.randrange(10):
        case 0:
            evening.wait(rng.choice([1, 5_000, 40_000, 100_000]))
        case 1 | 2 | 3 if evening.table.due is not None:
            evening.let_due_happen()
        case 4 | 5 | 6 | 7 if evening.session.to_act is not None:
            legal = evening.session.deal.legal if evening.session.deal else None
            assert legal is not None
            view = evening.view(evening.turn)
            action = random_action(legal, rng)
            attempt(evening, evening.turn, Act(view.number, view.turn, legal.call, action))
        case _ if evening.table.phase is Phase.FINISHED:
            attempt(evening, evening.table.host, Start())
        case _:
            author = PersonId(rng.choice([evening.table.host, *evening.table.people, "new"]))
            command = any_command(evening, rng)
            attempt(evening, author if not isinstance(command, Join) else PersonId(
                f"j{len(evening.log)}"), command)  # fmt: skip


def attempt(evening: Evening, author: PersonId, command: Command) -> None:
    """A command that may be refused, in one of the ways that there are."""
    before = evening.table
    try:
        decide(evening.table, author, command, at=evening.at, chance=Luck(5))
    except CincinnatiError:
        assert evening.table is before
        return
    evening.do(author, command)


def check(evening: Evening) -> None:
    """What holds at every moment."""
    table, session = evening.table, evening.session
    corrected = sum(seat.corrected for seat in session.seats.values())
    assert evening.total == _paid_in(evening) + corrected, "R19, R36"
    assert table.people[table.host].bot is None
    assert len(table.seats) == sum(person.seat is not None for person in table.people.values())
    if table.phase is Phase.PLAYING:
        assert table.due is not None, "something always happens next"
        if session.to_act is not None:
            assert table.due.seat == session.to_act
            assert session.seats[session.to_act].presence is Presence.HERE
            assert table.person_at(session.to_act) is not None, "somebody sits there"
    else:
        assert table.due is None
    asked = []
    for name in (*table.people, None):
        view = evening.view(name)
        if view.deal is not None and view.deal.legal is not None:
            asked.append(name)
    assert asked == ([evening.turn] if session.to_act is not None else [])


def _paid_in(evening: Evening) -> int:
    """The chips with which people entered this session."""
    paid = 0
    for event, _ in evening.log:
        match event:
            case InSession(SessionStarted(rules, seats)):
                paid = rules.stack * len(seats)
            case InSession(SeatTaken(_, chips)):
                paid += chips
            case _:
                pass
    return paid


@settings(max_examples=60)
@given(rules=rulesets(), seed=st.integers(0, 2**32))
def test_an_evening_of_anything(rules: Ruleset, seed: int) -> None:
    rng = Random(seed)
    names = " ".join(NAMES[: rng.randint(2, 4)])
    evening = Evening(names, random_settings(rng, replace(rules, stack=40)), luck=Luck(seed),
                      seated=False)  # fmt: skip
    for name in names.split()[: evening.table.settings.rules.players]:
        if evening.table.settings.approve and name != evening.table.host:
            evening.do(name, Sit())
            evening.do(evening.table.host, Approve(PersonId(name)))
        else:
            evening.do(name, Sit())
    evening.do(evening.table.host, Start())
    for _ in range(rng.randint(5, 60)):
        step(evening, rng)
        check(evening)
    assert evening.folded() == evening.table, "the log is the table"
    events = tuple(event for event, _ in evening.log)
    read: tuple[TableEvent, ...] = decode(encode(events), SCHEMA, TableEvent)
    assert read == events, "and it can be written and read"
