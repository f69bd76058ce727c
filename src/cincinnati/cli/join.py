"""``cincinnati join``: a seat at a live table, line by line in this terminal."""

from __future__ import annotations

import asyncio
import getpass
import os
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from cincinnati.cli.here import Inbox, play_here
from cincinnati.cli.hosting import HostDesk, host_keys
from cincinnati.cli.options import TableOptions
from cincinnati.engine.actions import Seat
from cincinnati.errors import RulesError
from cincinnati.rules import Limit  # noqa: F401  (cyclopts looks inherited types up here)
from cincinnati.tables.live import Phase, TableView
from cincinnati.tables.protocol import Player
from cincinnati.terminal import Leaving, Names
from cincinnati.terminal.plain import PlainTable
from cincinnati.web.client import Notice, join_table, own_seat
from cincinnati.web.door_keys import DoorKeys, made
from cincinnati.words import Words

INTERRUPTED = 130
NO_RULES = TableOptions()


def join(
    url: str,
    *,
    name: str | None = None,
    token: str | None = None,
    pin: str | None = None,
    language: str | None = None,
    ascii: bool = False,
    make: bool = False,
    table: TableOptions = NO_RULES,
) -> int:
    """Sit down at a live table, by its link, and play there until the session is over.

    Who you are at the table is kept in your data folder: the same command again, also after a
    crash or for the rematch, is the same seat.

    Parameters
    ----------
    url
        The table's link, http(s)://SERVER/…/TABLE; with --make the server's address.
    name
        What you are called there; your login name if you do not say.
    token
        Who you are there, if you have a token already, from another device or program.
    pin
        The table's PIN, if it has one.
    language
        en, fr, it or pt; otherwise as the environment asks.
    ascii
        Use no characters beyond ASCII.
    make
        Make a table there, with these rules, and be its host.

    """
    if table != NO_RULES and not make:
        raise RulesError("make", "the rules of a table that is there are its host's; add --make")
    words = Words.preferred(os.environ) if language is None else Words.of(language)
    called = name or getpass.getuser()
    inbox = Inbox()
    person = PlainTable(
        Names(Seat(-1), called, {}, {}),
        words,
        out=sys.stdout,
        read=inbox.line,
        encoding="ascii" if ascii else sys.stdout.encoding,
        beside=lambda line: desk.takes(line),
    )
    desk = HostDesk(person, inbox)
    company = _Company(person, desk)
    if make:
        address, secret = asyncio.run(made(url, called, table.ruleset(), pin))
        DoorKeys(default_keys()).keep(address, secret)
        url = address.link
        person.say(words.text("terminal.join.made", link=url))

    def seat(player: Player) -> Coroutine[Any, Any, TableView]:
        return join_table(
            url,
            player,
            name=called,
            token=token,
            pin=pin,
            keys=default_keys(),
            notice=lambda notice: person.say(_told(notice, person.words)),
            looked=company.looked,
            opened=desk.opened,
        )

    try:
        play_here(person, seat, inbox, desk.idle)
    except Leaving:
        if not desk.ended:
            person.say(person.words.text("terminal.join.kept"))
    except KeyboardInterrupt:
        person.say("", person.words.text("terminal.join.kept"))
        return INTERRUPTED
    return 0


def _told(notice: Notice, words: Words) -> str:
    match notice:
        case Notice.LOST:
            return words.text("terminal.join.lost")
        case Notice.BACK:
            return words.text("terminal.join.back")
        case Notice.ASKED:
            return words.text("terminal.join.asked")
        case Notice.LATE:
            return words.text("terminal.join.late")


def default_keys() -> Path:
    """The file with the tokens of this user's seats."""
    return user_data_path("cincinnati", appauthor=False) / "seats.json"


class _Company:
    """Tells a person who sits where, where the table stands, and his odds if its host wants that.

    Who has left the table keeps his name.
    """

    def __init__(self, person: PlainTable, desk: HostDesk) -> None:
        self._person = person
        self._desk = desk
        self._names: dict[Seat, str] = {}
        self._seated: set[str] = set()
        self._before: TableView | None = None

    def looked(self, view: TableView) -> None:
        """Names as this view has them, and what is new in it beside the game."""
        own = own_seat(view)
        if own is not None:
            self._desk.sits()
        bots: dict[Seat, str] = {}
        for person in view.people:
            if person.seat is not None:
                self._names[person.seat] = person.name
                if person.bot is not None:
                    bots[person.seat] = person.bot
        for seat in (each.seat for each in view.seats):
            self._names.setdefault(seat, self._text("terminal.join.seat", n=seat + 1))
        others = {seat: name for seat, name in self._names.items() if seat != own}
        me = next((each.name for each in view.people if each.person == view.you), None)
        self._person.names = Names(Seat(-1) if own is None else own, me, others, bots)
        self._person.odds = view.settings.odds
        before, self._before = self._before, view
        self._tell_host(view, before)
        self._tell_seats(view)
        self._tell_phase(view, before)

    def _tell_host(self, view: TableView, before: TableView | None) -> None:
        """Welcome, and what a host may do from now on."""
        hosts = view.you is not None and view.host == view.you
        became = hosts and self._person.hosting is None
        self._person.hosting = host_keys if hosts else None
        if before is None:
            self._person.welcome(view.settings.rules)
        elif became:
            self._person.say(host_keys(self._person.words))

    def _tell_seats(self, view: TableView) -> None:
        """Who has sat down."""
        seated = {each.name for each in view.people if each.seat is not None}
        for name in sorted(seated - self._seated):
            self._person.say(self._text("terminal.join.sits", name=name))
        self._seated = seated

    def _tell_phase(self, view: TableView, before: TableView | None) -> None:
        """The clocks stand still, or run again; or there is no table any more."""
        if view.version <= self._desk.told:
            return
        was = before.phase if before else None
        match was, view.phase:
            case _, Phase.CLOSED:
                self._person.say(self._text("error.table.closed"))
            case Phase.PLAYING | None, Phase.PAUSED:
                self._person.say(self._text("terminal.join.paused"))
            case Phase.PAUSED, Phase.PLAYING:
                self._person.say(self._text("terminal.join.resumed"))
            case _:
                pass

    def _text(self, key: str, **values: object) -> str:
        return self._person.words.text(key, **values)
