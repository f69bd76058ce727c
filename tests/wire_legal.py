"""What somebody may do at a table, by the view that he is shown: commands that must be accepted.

The one idea: a fuzzer that only guesses is mostly refused at the door. Here the view itself says
what is open to him, as it does to a client.
"""

from __future__ import annotations

from typing import Any

import msgspec

from cincinnati.session import Presence
from cincinnati.tables.live import Phase, TableView
from cincinnati.tables.live.view import PersonView

Command = dict[str, Any]

SESSION = (Phase.PLAYING, Phase.PAUSED)
"""A session is going on."""


def legal_commands(view: TableView) -> list[Command]:
    """At least one for whoever has joined; none for a spectator and at a table that is closed."""
    me = next((person for person in view.people if person.person == view.you), None)
    if me is None or view.phase is Phase.CLOSED:
        return []
    commands = [*_acts(view), *_own(view, me)]
    return commands + (_hosts(view) if view.host == view.you else [])


def _acts(view: TableView) -> list[Command]:
    """His moves in the deal."""
    deal = view.deal
    legal = deal.legal if deal else None
    if legal is None or view.phase is not Phase.PLAYING:
        return []
    least, most = legal.raise_to or (0, 0)
    actions: list[Command] = [
        {"type": "bring_in"} if legal.bring_in else {"type": "call"},
        *([{"type": "fold"}] if legal.fold else []),
        *({"type": "raise", "to": to} for to in {least, (least + most) // 2, most} if to),
    ]
    turn = {"deal": view.number, "turn": view.turn, "price": legal.call}
    return [{"type": "act", **turn, "action": action} for action in actions]


def _own(view: TableView, me: PersonView) -> list[Command]:
    """What he does about his own seat."""
    own = next((seat for seat in view.seats if seat.seat == me.seat), None)
    if me.seat is None:
        sits = me.asked is None and _free(view) > 0
        return [{"type": "sit"}] if sits else []
    if own is None or view.phase not in SESSION:
        return []
    commands: list[Command] = [{"type": "sit_in"}]
    if own.presence is Presence.HERE:
        commands.append({"type": "sit_out"})
    if view.choosing == me.seat:
        commands.append({"type": "name_preset", "preset": "liz"})
    return commands


def _hosts(view: TableView) -> list[Command]:
    """What the host does about the table."""
    settings = msgspec.to_builtins(view.settings)
    commands: list[Command] = [
        {"type": "pause"} if view.phase is Phase.PLAYING else {"type": "resume"},
        {"type": "change", "settings": {**settings, "title": f"After {view.version}"}},
    ]
    for person in view.people:
        if person.asked is not None:
            commands += [{"type": each, "person": person.person} for each in ("approve", "refuse")]
    if _free(view) > 0:
        commands.append({"type": "add_bot", "bot": "rookie"})
    seated = [person.seat for person in view.people if person.seat is not None]
    if view.phase not in SESSION and len(seated) > 1:
        commands += [{"type": "start"}] * 3
    between = view.deal is None or view.deal.over
    if view.phase in SESSION and between and view.choosing is None:
        there = [seat for seat in view.seats if seat.presence is not Presence.GONE]
        commands += [
            {"type": "correct", "seat": seat.seat, "chips": 7, "reason": "a chip fell"}
            for seat in there
        ]
    return commands


def _free(view: TableView) -> int:
    """Seats that somebody may take; those of who has gone are not free before the end."""
    taken = {person.seat for person in view.people} | {person.asked for person in view.people}
    taken |= {seat.seat for seat in view.seats} if view.phase in SESSION else set()
    return view.settings.rules.players - len(taken - {None})
