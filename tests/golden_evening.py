"""The evening of the golden log: short, and with every kind of event that there is."""

from __future__ import annotations

from msgspec.structs import replace

from cincinnati.rules import Ruleset
from cincinnati.session import Seat
from cincinnati.tables.live import Clock, PersonId, Settings
from cincinnati.tables.live.commands import (
    AddBot,
    Approve,
    Change,
    Correct,
    End,
    HandOver,
    Leave,
    NamePreset,
    Pause,
    Refuse,
    Resume,
    Sit,
    SitIn,
    SitOut,
    Start,
)
from cincinnati.tables.live.events import GraceGiven
from live_evening import Evening
from live_settings import quick


def golden_evening() -> Evening:
    """Three people, a bot and a latecomer; blinds, then a bring-in; dealer's choice."""
    settings = replace(
        quick("hi-lo", blinds=(1, 2), ante=1, deals=4, latecomers=True, dealers_choice=True),
        clock=Clock(),
        approve=True,
        title="Friday at Ann's",
    )
    evening = Evening("Ann Bob Élodie", settings, seated=False)
    evening.do("Ann", Sit(Seat(0)))
    evening.do("Bob", Sit(Seat(2)))
    evening.do("Ann", Refuse(PersonId("Bob")))
    evening.do("Bob", Sit(Seat(3)))
    evening.do("Ann", Approve(PersonId("Bob")))
    evening.do("Ann", AddBot("rookie", Seat(5)))
    evening.do("Ann", Start())
    evening.let_due_happen()  # the bot deals, and plays the table's own game
    _to_the_end(evening)
    _with_a_bring_in(evening, settings)
    return evening


def _with_a_bring_in(evening: Evening, settings: Settings) -> None:
    rules: Ruleset = replace(settings.rules, blinds=(), bring_in=1)
    evening.do("Ann", Change(replace(settings, rules=rules, approve=False)))
    evening.do("Ann", NamePreset("liz"))
    evening.let_due_happen()
    evening.do("Élodie", Sit())
    evening.do("Bob", SitOut())
    _to_the_end(evening, first="bring-in")
    evening.do("Bob", SitIn())
    evening.do("Ann", Correct(Seat(3), 30, "he paid for the wine"))
    evening.do("Bob", NamePreset(None))
    evening.let_due_happen()
    evening.do("Ann", Pause())
    evening.do("Ann", Resume())
    evening.do("Ann", HandOver(PersonId("Élodie")))
    evening.happened(GraceGiven(evening.at + 5_000))
    while evening.turn != "Bob":
        _move(evening)
    evening.play("all-in")
    evening.wait(100_000)
    _to_the_end(evening, always="fold")
    while not evening.session.playing:
        evening.let_due_happen()
    while evening.turn != "Ann":
        _move(evening)
    evening.play("all-in")
    evening.do("Ann", Leave())
    while not evening.session.over:
        evening.let_due_happen()
    evening.do("Élodie", End())


def _to_the_end(evening: Evening, first: str = "", always: str = "") -> None:
    """To the end of the deal; people check and call, late now and then."""
    while evening.session.playing:
        _move(evening, first or always)
        first = ""


def _move(evening: Evening, move: str = "") -> None:
    if evening.table.people[evening.turn].bot:
        evening.let_due_happen()
        return
    deal = evening.view(evening.turn).deal
    assert deal is not None
    assert deal.legal is not None
    if not move:
        move = "bring-in" if deal.legal.bring_in else "call" if deal.legal.call else "check"
        if deal.round == 3 and deal.legal.raise_to:
            move = f"raise {deal.legal.raise_to[0]}"
    evening.at += 31_000 if deal.round == 1 else 1_000
    evening.play(move)
