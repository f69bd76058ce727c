"""A person at the table in the terminal, as a script of keys; and the same person without it.

The one idea: a script says what is meant (`"pot"`), and that becomes key presses in the one
case and an action in the other. So a session played through the whole program can be
compared with the same session played by the loop alone.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace
from textual import events
from textual.pilot import Pilot

from cincinnati.cli.simulate import random_action
from cincinnati.engine import Action, BringIn, Call, Fold, Raise
from cincinnati.engine.actions import Seat
from cincinnati.engine.view import View
from cincinnati.errors import IllegalAction
from cincinnati.rules.presets import PRESETS, preset
from cincinnati.session import Session
from cincinnati.tables import Player, Update, play_session
from cincinnati.tables.saved import Table
from cincinnati.terminal import Look, Names
from cincinnati.terminal.app import Outcome, TableApp
from cincinnati.terminal.panels import Choice, Panel, Standings
from cincinnati.words import Words

YOU = Seat(0)
OTHERS = ("Ada", "Bruno", "Chiara", "Duarte", "Élise", "Felix", "Giulia")
SIZE = (80, 24)
QUICK = Look(pace=0, encoding="utf-8")
PATIENCE = 30.0
"""Seconds that anything may take on a busy machine."""
SCRIPT = "stay, stay, least, stay, half, stay, type 7, stay, fold, pot, stay, all-in"
"""What the person means to do, over and over again."""


def sitting(name: str, *, players: int = 4, seed: int = 1, **rules: Any) -> tuple[Table, Session]:
    """A table that has just been set up; everything follows from the seed."""
    seats = [Seat(number) for number in range(players)]
    table = Table(
        person=YOU,
        name=None,
        bots=dict.fromkeys(seats[1:], "chance"),
        names=dict(zip(seats[1:], OTHERS, strict=False)),
        language="en",
        seed=seed,
        seeded=True,
    )
    rules = {"deals": 3, **rules}
    session = Session.start(
        replace(preset(name), players=players, **rules), seats=seats, dealer=seed % players
    )
    return table, session


class Chance:
    """Another player: any legal action, the same one whenever the same lies on the table."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    async def watch(self, update: Update) -> None:
        pass

    async def act(self, update: Update) -> Action:
        view = seen(update)
        assert view.legal is not None
        lies = msgspec.to_builtins(view)
        del lies["moves"]
        rng = Random(msgspec.json.encode([self.seat, lies]))
        return random_action(view.legal, rng)

    async def refused(self, error: IllegalAction) -> None:
        raise error

    async def choose(self, update: Update) -> str | None:
        return list(PRESETS)[(update.number + self.seat) % len(PRESETS)]


def seen(update: Update) -> View:
    assert update.view is not None
    return update.view


def sits(table: Table, session: Session, told: list[Session]) -> Callable[[Player], Any]:
    """Plays a session with a person, the others by chance; ``told`` gets every step."""

    def sit(person: Player) -> Coroutine[Any, Any, Session]:
        players: dict[Seat, Player] = {YOU: person}
        players |= {seat: Chance(seat) for seat in table.bots}

        def number() -> int:
            return told[-1].number + 1

        return play_session(
            session, players, new_deck=lambda: table.deck(number()), keep=told.append
        )

    return sit


class Reference:
    """The person of the script without a terminal."""

    def __init__(self, script: str) -> None:
        self._script = meanings(script)
        self._games = games()

    async def watch(self, update: Update) -> None:
        pass

    async def act(self, update: Update) -> Action:
        return meant(next(self._script), seen(update))

    async def refused(self, error: IllegalAction) -> None:
        raise error

    async def choose(self, update: Update) -> str | None:
        return next(self._games)


def meanings(script: str) -> Iterator[str]:
    """The script again and again."""
    while True:
        yield from script.split(", ")


def games() -> Iterator[str]:
    """What the person names as the dealer: one preset after the other."""
    while True:
        yield from PRESETS


def meant(meaning: str, view: View) -> Action:
    """The action that is meant; where it is not open, check, call or bring in."""
    legal, own = view.legal, view.players[view.position or 0]
    assert legal is not None
    stay: Action = BringIn() if legal.bring_in else Call()
    if meaning == "fold":
        return Fold() if legal.fold else stay
    if meaning == "stay" or legal.raise_to is None:
        return stay
    least, most = legal.raise_to
    if meaning == "all-in" and most < own.bet + own.stack:
        return stay
    pot = sum(pot.amount for pot in view.pots) + sum(player.bet for player in view.players)
    pot += legal.call or 0
    wish = {"least": least, "half": view.level + pot // 2, "pot": view.level + pot, "all-in": most}
    to = wish[meaning] if meaning in wish else int(meaning.removeprefix("type "))
    return Raise(min(max(to, least), most)) if least < most else Raise(least)


def keys_for(meaning: str, view: View) -> list[str]:
    """The keys that do what is meant, as the screen offers them."""
    action = meant(meaning, view)
    if not isinstance(action, Raise):
        keys = ["f" if isinstance(action, Fold) else "c"]
    elif meaning == "all-in":
        keys = ["a"]
    else:
        keys = ["r" if view.level else "b"]
        if view.legal is not None and view.legal.raise_to != (action.to, action.to):
            keys += [*(_typed(meaning) or str(action.to)), "enter"]
    own = view.players[view.position or 0]
    everything = own.bet + own.stack
    last = {Raise: getattr(action, "to", 0), Call: own.bet + _price(view)}.get(type(action), 0)
    if isinstance(action, BringIn):
        last = own.bet + min(view.rules.bring_in, own.stack)
    return [*keys, *(["enter"] if last == everything else [])]


def _typed(meaning: str) -> str:
    return meaning.removeprefix("type ") if meaning.startswith("type ") else ""


def _price(view: View) -> int:
    return (view.legal.call or 0) if view.legal is not None else 0


def app_for(
    table: Table,
    session: Session,
    told: list[Session],
    *,
    language: str = "en",
    look: Look | None = None,
    notices: Sequence[str] = (),
) -> TableApp:
    """The real program at this table."""
    names = Names(YOU, table.name, table.names, table.bots)
    words = Words.of(language)
    return TableApp(sits(table, session, told), names, words, look or QUICK, notices)


async def play(app: TableApp, script: str, *, size: tuple[int, int] = SIZE) -> None:
    """Play to the end of the session, by keys alone."""
    meaning, game = meanings(script), games()
    async with app.run_test(size=size):
        while app.return_value is None:
            at = (app.screen, app.turn, app.waiting)
            if isinstance(app.screen, Standings):
                press(app, "enter")
            elif isinstance(app.screen, Choice):
                press(app, str(list(PRESETS).index(next(game)) + 1), "enter")
            elif app.turn is not None:
                press(app, *keys_for(next(meaning), app.turn.view))
            elif app.waiting is not None:
                press(app, "enter")
            end = time.monotonic() + PATIENCE
            while at == (app.screen, app.turn, app.waiting) and app.return_value is None:
                assert time.monotonic() < end, "the keys did nothing"
                await asyncio.sleep(0.001)


async def settle(app: TableApp, pilot: Pilot[Any]) -> None:
    """Wait until the program waits for the person, and has drawn that."""
    end = time.monotonic() + PATIENCE
    await pilot.pause()
    while not (app.turn or app.waiting or isinstance(app.screen, Panel)):
        assert time.monotonic() < end, "nothing to do for the person"
        await pilot.pause()
    await pilot.pause(0.05)


def press(app: TableApp, *keys: str) -> None:
    """Keys, as they come from a terminal; without the pilot's pauses after each."""
    for key in keys:
        app.post_message(events.Key(key, key if len(key) == 1 else None))


def by_keys(table: Table, session: Session, script: str, **options: Any) -> Session:
    """The session as the program plays it."""
    told: list[Session] = []
    app = app_for(table, session, told, **options)
    asyncio.run(play(app, script))
    assert app.return_value is Outcome.OVER, app.return_value
    return told[-1]


def without(table: Table, session: Session, script: str) -> Session:
    """The session as the loop alone plays it."""
    told: list[Session] = []
    asyncio.run(sits(table, session, told)(Reference(script)))
    return told[-1]


def screen_text(app: TableApp) -> str:
    """What stands on the screen, line by line, without colours."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips) + "\n"
