"""An evening at one live table, in memory: a fake clock, known luck, no input and no output.

The one idea: it does what a server does (decide, evolve, and what is due when its time comes) but
time passes only when the test says so. ``evening.log`` is the whole life of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from cincinnati.cards import Deck
from cincinnati.errors import CincinnatiError, code_of
from cincinnati.session import Seat, Session
from cincinnati.store import Version
from cincinnati.tables.live import Command, PersonId, Settings, TableEvent, TableView
from cincinnati.tables.live.bot_moves import bot_move
from cincinnati.tables.live.commands import Join, Sit, Start
from cincinnati.tables.live.decide import decide, decide_due
from cincinnati.tables.live.events import TableMade
from cincinnati.tables.live.news import News, news
from cincinnati.tables.live.table import Table, evolve, fold, made
from cincinnati.tables.live.view import table_view
from home_game import deck_for
from live_client import act
from live_settings import quick

NOON = 1_800_000_000_000


class Luck:
    """Known luck: these decks first and then seeded ones; the last seat deals first."""

    def __init__(self, seed: int = 1, decks: Iterable[Deck] = ()) -> None:
        self.rng = Random(seed)
        self.decks = list(decks)
        self.people = 0

    def deck(self) -> Deck:
        return self.decks.pop(0) if self.decks else Deck.shuffled(self.rng)

    def dealer(self, seats: Sequence[Seat]) -> Seat:
        return seats[-1]

    def person(self) -> PersonId:
        self.people += 1
        return PersonId(f"p{self.people}")


class Evening:
    """A table; everybody named at the beginning has joined, the first one is the host."""

    def __init__(
        self,
        names: str = "Ann Bob",
        settings: Settings | None = None,
        *,
        seated: bool = True,
        luck: Luck | None = None,
    ) -> None:
        self.luck = luck or Luck()
        self.at = NOON
        host, *others = names.split()
        first = TableMade(settings or quick(), PersonId(host), host, 7)
        self.log: list[tuple[TableEvent, int]] = [(first, NOON)]
        self.table = made(first, NOON)
        for name in others:
            self.do(name, Join(name))
        for name in (host, *others) if seated else ():
            self.do(name, Sit())

    # --- what people do -------------------------------------------------------------------

    def do(self, name: str, command: Command) -> tuple[TableEvent, ...]:
        """Somebody's command, which must be accepted; what followed."""
        events = decide(self.table, PersonId(name), command, at=self.at, chance=self.luck)
        self._happened(events)
        return events

    def refused(self, name: str, command: Command) -> str:
        """Somebody's command, which must be refused and change nothing; the code."""
        try:
            events = decide(self.table, PersonId(name), command, at=self.at, chance=self.luck)
        except CincinnatiError as error:
            return code_of(error)
        raise AssertionError(f"{command} was accepted: {events}")

    def start(self, script: str = "") -> None:
        """The session begins, and its first deal."""
        self.do(self.table.host, Start())
        self.next_deal(script)

    def next_deal(self, script: str = "") -> None:
        """The pause ends, a deal begins; moves by whoever's turn it is."""
        self.let_due_happen()
        assert self.session.playing
        self.play(script)

    def play(self, script: str) -> None:
        """Moves by whoever's turn it is; ``|`` is a comma."""
        for move in filter(None, (part.strip() for part in script.replace("|", ",").split(","))):
            name = self.turn
            self.do(name, act(self.view(name), move))

    def check_down(self) -> None:
        """Check and call to the end of the deal."""
        while self.session.playing:
            legal = self.view(self.turn).deal
            assert legal is not None
            assert legal.legal is not None
            self.play("call" if legal.legal.call else "check")

    def play_out(self) -> None:
        """Check and call to the end of the session."""
        while not self.session.over:
            self.check_down()
            if not self.session.over:
                self.let_due_happen()

    # --- what happens by itself --------------------------------------------------------------

    def wait(self, ms: int) -> None:
        """Time passes, and what is due meanwhile happens at its moment."""
        until = self.at + ms
        while (due := self.table.due) is not None and due.at <= until:
            self.let_due_happen()
        self.at = until

    def let_due_happen(self) -> tuple[TableEvent, ...]:
        """Time passes to the next moment when something happens by itself."""
        due = self.table.due
        assert due is not None, "nothing is due"
        self.at = max(self.at, due.at)
        events = decide_due(self.table, due, chance=self.luck, move=bot_move)
        assert events, f"nothing followed from {due}"
        self._happened(events)
        return events

    def happened(self, *events: TableEvent) -> None:
        """The process itself has found something out."""
        self._happened(events)

    def _happened(self, events: Sequence[TableEvent]) -> None:
        for event in events:
            self.table = evolve(self.table, event, self.at)
            self.log.append((event, self.at))

    # --- what one can ask ----------------------------------------------------------------

    @property
    def session(self) -> Session:
        assert self.table.session is not None, "no session yet"
        return self.table.session

    @property
    def turn(self) -> PersonId:
        """Whose turn it is."""
        assert self.session.to_act is not None, "it is nobody's turn"
        return self.table.seats[self.session.to_act]

    @property
    def chips(self) -> list[int]:
        """The chips by seat."""
        return [chips for _, chips in sorted(self.session.chips.items())]

    @property
    def total(self) -> int:
        """All chips in stacks, bets and pots."""
        deal = self.session.deal
        running = deal.state.on_table if deal and self.session.playing else 0
        return sum(self.session.chips.values()) + running

    def seat(self, name: str) -> Seat | None:
        return self.table.people[PersonId(name)].seat

    def view(self, name: str | None) -> TableView:
        """What somebody (``None``: a spectator) may know."""
        person = PersonId(name) if name else None
        return table_view(self.table, Version(len(self.log)), person)

    def told(self, name: str | None) -> list[News]:
        """What somebody was told from the beginning on, event by event."""
        person = PersonId(name) if name else None
        heard: list[News] = []
        for number, (event, _) in enumerate(self.log[1:], 1):
            before = fold(self.log[:number])
            known = before.people.get(person) if person else None
            viewer = person if known and known.seat is not None else None
            heard += news([event], viewer, before.dealt, before.seats)
        return heard

    def folded(self) -> Table:
        """The table that the log adds up to."""
        return fold(self.log)


def kinds(events: Iterable[object]) -> list[str]:
    """The names of events, those of the session for what is inside `InSession`."""
    names = []
    for event in events:
        inner = getattr(event, "event", event)
        inner = getattr(inner, "event", inner)
        names.append(type(inner).__name__)
    return names


__all__ = ["NOON", "Evening", "Luck", "deck_for", "kinds"]
