"""``cincinnati play``: a session against bots, at a table in the terminal or line by line.

The one idea: what is said on the command line makes a new table; what is left out comes from
the session that was left, if there is one, and else from the defaults.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from random import SystemRandom
from typing import Annotated, Any, Protocol

from cyclopts import Parameter
from msgspec import Struct
from msgspec.structs import replace
from platformdirs import user_data_path

from cincinnati.bots import make, names
from cincinnati.cli.options import TableOptions
from cincinnati.engine.actions import Seat
from cincinnati.errors import RulesError, SessionError
from cincinnati.rules import Limit, Ruleset  # noqa: F401  (cyclopts looks inherited types up here)
from cincinnati.session import Session, draw_dealer
from cincinnati.tables.bots import BotPlayer
from cincinnati.tables.local import play_session, update_for
from cincinnati.tables.protocol import Player
from cincinnati.tables.saved import Keeper, Recorder, Table, read_saved, set_aside
from cincinnati.terminal import Leaving, Look, Names
from cincinnati.terminal.plain import PlainTable
from cincinnati.words import Words

INTERRUPTED = 130
YOU = Seat(0)
NAMES = ("Ada", "Bruno", "Chiara", "Duarte", "Élise", "Felix", "Giulia", "Hugo")
BOTS = ("casual", "regular", "rookie")
LONGEST_NAME = 12
PACE = 0.8
SLOWEST = 60

_UNSAID = Parameter(show_default=False)


@Parameter(name="*")
@dataclass(frozen=True)
class PlayOptions(TableOptions):
    """A table's rules, as far as they are said; nothing and 0 mean "not said"."""

    preset: Annotated[str, _UNSAID] = ""
    "The variant; `cincinnati rules` lists them. [cincinnati]"
    players: Annotated[int, _UNSAID] = 0
    "How many sit at the table, 2 to 8. [4]"
    stack: Annotated[int, _UNSAID] = 0
    "Chips to start with. [100]"

    def said(self) -> dict[str, Any]:
        """What the command line says."""
        said = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: value for name, value in said.items() if value not in (None, "", 0)}


def play(
    table: PlayOptions = PlayOptions(),
    *,
    bots: str | None = None,
    deals: int | None = None,
    dealers_choice: bool | None = None,
    seed: int | None = None,
    name: str | None = None,
    language: str | None = None,
    new: bool = False,
    file: Path | None = None,
    record: Path | None = None,
    plain: bool = False,
    ascii: bool = False,
    two_colours: bool = False,
    pace: float = PACE,
    odds: bool = False,
    join: str | None = None,
    token: str | None = None,
    pin: str | None = None,
) -> int:
    """Play a session against bots; one that was left goes on.

    The session is kept after every step, also when you leave with q or Ctrl-C, or the power
    fails. The file holds all cards of the running deal: do not look into it.

    Parameters
    ----------
    bots
        Who plays against you: rookie, casual, regular, strong, expert, several with commas, in
        their order round the table and then from the first again.
    deals
        Deals in the session. [10]
    dealers_choice
        The dealer names the game before each deal.
    seed
        A number that gives the same cards, and the same chance to the bots, again.
    name
        What you are called.
    language
        en, fr, it or pt; otherwise as the environment asks.
    new
        Start another session; the old one is kept beside it (.bak).
    file
        Where the session is kept, instead of the user's data folder.
    record
        Write the finished deals to this file (.phhs), as you saw them.
    plain
        Tell the game line by line: for pipes and screen readers.
    ascii
        Use no characters beyond ASCII.
    two_colours
        Red and black suits only, instead of four colours.
    pace
        Seconds that each step of the others is shown.
    odds
        Tell you your chance against the players left; at a live table its host decides that.
    join
        The link of a live table: play there, line by line, as `cincinnati join` does.
    token
        With --join: who you are there, if you have a token already.
    pin
        With --join: the table's PIN.

    """
    if join is not None and odds:
        raise RulesError("odds", "not with --join: the table's host decides")
    if join is not None:
        return _join(join, name=name, token=token, pin=pin, language=language, ascii=ascii)
    if token is not None or pin is not None:
        raise RulesError("token" if token else "pin", "only with --join URL")
    if not 0 <= pace <= SLOWEST:
        raise RulesError("pace", f"0 to {SLOWEST} seconds, not {pace}")
    wishes = _Wishes(
        rules=table.said() | _said(deals=deals, dealers_choice=dealers_choice),
        bots=_bot_names(bots),
        seed=seed,
        name=_name(name),
        language=None if language is None else Words.of(language),
    )
    game = _Game(file or _default_file(), record, wishes, new=new)
    encoding = "ascii" if ascii else sys.stdout.encoding
    if plain or not _has_screen():
        return _at_lines(game, encoding, odds=odds)
    look = Look(pace=pace, encoding=encoding, two_colours=two_colours, odds=odds)
    return _at_table(game, look)


def _join(url: str, **options: Any) -> int:
    from cincinnati.cli.join import join  # the client is not needed to play at home

    return join(url, **options)


class _Wishes(Struct, frozen=True):
    """What the command line says; what it does not say is ``None`` or not there."""

    rules: dict[str, Any]
    bots: tuple[str, ...] | None
    seed: int | None
    name: str | None
    language: Words | None

    def against(self, table: Table, session: Session) -> list[str]:
        """The options that say something else than a session that was left."""
        is_so: dict[str, Any] = {
            name: getattr(session.rules, name) for name in session.rules.__struct_fields__
        }
        is_so |= {"players": len(session.seats), "seed": table.seed if table.seeded else None}
        is_so["bots"] = tuple(table.bots[seat] for seat in sorted(table.bots))
        said = dict(self.rules)
        if self.seed is not None:
            said["seed"] = self.seed
        if self.bots is not None:
            said["bots"] = _round_the_table(self.bots, len(table.bots))
        return [name for name, value in said.items() if is_so[name] != value]

    def rules_of_a_new_table(self) -> Ruleset:
        """The rules; raises `RulesError` if they contradict each other."""
        options = {field.name for field in fields(TableOptions)}
        table = TableOptions(**{name: self.rules[name] for name in options & self.rules.keys()})
        session = {name: self.rules[name] for name in self.rules.keys() - options}
        return table.ruleset(**session)


class _Game:
    """A table with its session and its files, and what there is to say before it goes on."""

    def __init__(self, path: Path, record: Path | None, wishes: _Wishes, *, new: bool) -> None:
        self.words = wishes.language or Words.preferred(os.environ)
        self.notices: list[str] = []
        self._keeper = Keeper(path)
        left = None if new else self._left()
        if left is None or left[1].over:
            self.table, self.session = self._set_up(wishes)
        else:
            self.table, self.session = left
            self._go_on(wishes)
        self._recorder = None if record is None else Recorder(record, YOU)
        if self._recorder is not None:
            self._recorder.begin(self.session)
        if new and self._keeper.path.exists():
            self._notice("terminal.saved.old", aside=set_aside(self._keeper.path, "bak"))

    def _left(self) -> tuple[Table, Session] | None:
        """The session that was left; a file that holds none is moved out of the way."""
        path = self._keeper.path
        try:
            return read_saved(path)
        except FileNotFoundError:
            return None
        except SessionError as error:
            if error.code != "broken":
                raise
            self._notice("terminal.saved.broken", file=path, aside=set_aside(path, "broken"))
            return None

    def _go_on(self, wishes: _Wishes) -> None:
        self.words = wishes.language or Words.of(self.table.language)
        if against := wishes.against(self.table, self.session):
            options = ", ".join(f"--{option.replace('_', '-')}" for option in against)
            path = self._keeper.path
            message = self.words.text("terminal.saved.contradiction", file=path, options=options)
            raise SessionError("contradiction", message)
        if wishes.name is not None:
            self.table = replace(self.table, name=wishes.name)
        rules = self.session.rules
        game = self.words.preset(rules.preset)
        number = max(self.session.number, 1)
        self._notice("terminal.saved.goes_on", game=game, n=number, deals=rules.deals)

    def _set_up(self, wishes: _Wishes) -> tuple[Table, Session]:
        rules = wishes.rules_of_a_new_table()
        seats = [Seat(number) for number in range(rules.players)]
        others = seats[1:]
        bots = _round_the_table(wishes.bots or BOTS, len(others))
        free = [name for name in NAMES if name != wishes.name]
        table = Table(
            person=YOU,
            name=wishes.name,
            bots=dict(zip(others, bots, strict=True)),
            names=dict(zip(others, free, strict=False)),
            language=self.words.language,
            seed=secrets.randbelow(2**32) if wishes.seed is None else wishes.seed,
            seeded=wishes.seed is not None,
        )
        rng = table.chance("dealer") if table.seeded else SystemRandom()
        return table, Session.start(rules, seats=seats, dealer=draw_dealer(seats, rng))

    def _notice(self, key: str, **values: object) -> None:
        self.notices.append(self.words.text(key, **values))

    @property
    def names(self) -> Names:
        """Who sits where."""
        return Names(YOU, self.table.name, self.table.names, self.table.bots)

    @property
    def kept(self) -> str:
        """What to say when the person gets up."""
        return self.words.text("terminal.saved.kept", file=self._keeper.path)

    async def sit(self, person: Person) -> None:
        """Play on with this person, to the end."""
        players: dict[Seat, Player] = {
            seat: BotPlayer(make(bot, self.table.bot_seed(seat)))
            for seat, bot in self.table.bots.items()
        }

        def keep(session: Session) -> None:
            self.session, self.words = session, person.words
            self._keeper.keep(replace(self.table, language=person.words.language), session)
            if self._recorder is not None:
                self._recorder.note(session)

        await play_session(
            self.session,
            {YOU: person, **players},
            new_deck=lambda: self.table.deck(self.session.number + 1),
            keep=keep,
        )


class Person(Player, Protocol):
    """Who sits in front of the terminal; he may change the language."""

    @property
    def words(self) -> Words:
        """The language that he reads now."""


def _at_lines(game: _Game, encoding: str, *, odds: bool) -> int:
    person = PlainTable(
        game.names,
        game.words,
        out=sys.stdout,
        read=sys.stdin.readline if sys.stdin.isatty() else _read_and_repeat,
        encoding=encoding,
        odds=odds,
    )
    person.say(*game.notices)
    person.welcome(game.session.rules)
    # With a handler of its own asyncio would wait for the line that is being read.
    signal.signal(signal.SIGINT, _interrupt)
    try:
        asyncio.run(game.sit(person))
    except Leaving:
        person.say(game.kept)
    except KeyboardInterrupt:
        person.say("", game.kept)
        return INTERRUPTED
    return 0


def _read_and_repeat() -> str:
    """A line from a pipe; nobody has seen it typed, so it is told too."""
    line = sys.stdin.readline()
    sys.stdout.write(line)
    return line


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _at_table(game: _Game, look: Look) -> int:
    from cincinnati.terminal.app import Outcome, TableApp

    outcome = TableApp(game.sit, game.names, game.words, look, game.notices).run()
    if isinstance(outcome, Exception):
        raise outcome
    parting = PlainTable(
        game.names, game.words, out=sys.stdout, read=lambda: "", encoding=look.encoding
    )
    if outcome is Outcome.OVER:
        parting.standings(update_for(game.session, YOU, len(game.session.events)))
        return 0
    parting.say(game.kept)
    return 0 if outcome is Outcome.LEFT else INTERRUPTED


def _has_screen() -> bool:
    """Whether there is a terminal to draw a table on."""
    known = os.environ.get("TERM", "") not in ("", "dumb") or os.name == "nt"
    return known and sys.stdin.isatty() and sys.stdout.isatty()


def _default_file() -> Path:
    return user_data_path("cincinnati", appauthor=False) / "session.json"


def _said(**options: Any) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _bot_names(listed: str | None) -> tuple[str, ...] | None:
    if listed is None:
        return None
    asked = tuple(name.strip() for name in listed.split(","))
    for name in asked:
        if name not in names():
            raise RulesError("bots", f"no {name!r}; there are {', '.join(names())}")
    return asked


def _round_the_table(bots: Sequence[str], seats: int) -> tuple[str, ...]:
    return tuple(bots[seat % len(bots)] for seat in range(seats))


def _name(name: str | None) -> str | None:
    if name is None:
        return None
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise RulesError("name", f"1 to {LONGEST_NAME} characters, not {name!r}")
    return name.strip()
