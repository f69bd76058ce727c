"""What follows from a command, or from time: events, or a refusal that changes nothing.

Pure like the engine: the moment, the deck and the lots come in as arguments, so two
processes that decide about the same table in the same state differ in nothing but luck,
and the log decides whose luck it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, assert_never

from cincinnati.cards import Deck
from cincinnati.errors import TableError
from cincinnati.rules.presets import CINCINNATI, PRESETS
from cincinnati.session import (
    Presence,
    Seat,
    Session,
    idle_action,
)
from cincinnati.tables.live import hosting
from cincinnati.tables.live.commands import (
    Act,
    AddBot,
    Approve,
    Change,
    Command,
    Correct,
    End,
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
from cincinnati.tables.live.events import (
    BankSpent,
    OwnGame,
    Paused,
    PersonId,
    PersonJoined,
    Resumed,
    TableEvent,
)
from cincinnati.tables.live.hosting import told
from cincinnati.tables.live.table import Due, Phase, Reason, Table
from cincinnati.tables.live.texts import alike, plain

LONGEST_NAME = 24
MOST_PEOPLE = 100
"""People at a table, with and without a seat: every state is sent to each, with all names."""


class Chance(Protocol):
    """Where luck comes from: `secrets` at a live table, a seed in tests."""

    def deck(self) -> Deck:
        """A shuffled and cut pack."""

    def dealer(self, seats: Sequence[Seat]) -> Seat:
        """The first dealer, by lot (R2)."""

    def person(self) -> PersonId:
        """A new person's name, unlike any other."""


BotMove = Callable[[Table, Seat], "Act | NamePreset"]


def decide(
    table: Table, author: PersonId, command: Command, *, at: int, chance: Chance
) -> tuple[TableEvent, ...]:
    """The events that follow from a command.

    Raises `TableError`, or what the session and the engine raise: `SessionError`,
    `IllegalAction`, `RulesError`.
    """
    if table.phase is Phase.CLOSED:
        raise TableError("closed", "this table is closed")
    if isinstance(command, Join):
        return _join(table, author, command)
    if author not in table.people:
        raise TableError("stranger", "join the table first")
    match command:
        case Act() | NamePreset() | SitOut() | SitIn():
            return _play(table, author, command, at)
        case Sit(seat):
            return hosting.sit(table, author, seat)
        case Leave():
            return hosting.clear(table, author)
        case _:
            return _host(table, author, command, chance)


def _join(table: Table, author: PersonId, command: Join) -> tuple[TableEvent, ...]:
    if author in table.people:
        raise TableError("joined", "you have joined this table already")
    name = clean_name(command.name)
    if len(table.people) >= MOST_PEOPLE:
        raise TableError("crowded", f"at most {MOST_PEOPLE} people come to a table")
    if any(alike(person.name) == alike(name) for person in table.people.values()):
        raise TableError("name_taken", f"somebody here is called {name} already, or looks so")
    return (PersonJoined(author, name),)


def clean_name(name: str) -> str:
    """A name as it is shown; raises `TableError` if there is nothing to show, or too much."""
    cleaned = plain(name)
    if not 1 <= len(cleaned) <= LONGEST_NAME:
        raise TableError("bad_name", f"a name has 1 to {LONGEST_NAME} characters")
    return cleaned


def _play(
    table: Table, author: PersonId, command: Act | NamePreset | SitOut | SitIn, at: int
) -> tuple[TableEvent, ...]:
    session, seat = _seated(table, author)
    match command:
        case SitOut():
            if session.seats[seat].presence is not Presence.HERE:
                return ()
            return told(session, session.away(seat))
        case SitIn():
            events: tuple[TableEvent, ...] = ()
            if session.seats[seat].presence is not Presence.HERE:
                events = told(session, session.back(seat))
            return events + ((Resumed(),) if table.paused and table.deserted else ())
        case NamePreset(preset):
            return _named(table, session, seat, preset)
        case Act():
            return _act(table, session, seat, command, at)
    assert_never(command)


def _named(table: Table, session: Session, seat: Seat, name: str | None) -> tuple[TableEvent, ...]:
    """The dealer's choice; ``None`` is the table's own game, with all its special rules."""
    named = session.name_preset(seat, name or CINCINNATI.preset)
    if name is not None:
        return told(session, named)
    if session.named is not None:
        raise TableError("named", f"you have named {session.named} already")
    return () if table.own_game else (OwnGame(seat),)


def _act(
    table: Table, session: Session, seat: Seat, command: Act, at: int
) -> tuple[TableEvent, ...]:
    """An action, if the player saw the table as it is (hand, turn and price)."""
    deal = session.deal
    if table.paused:
        raise TableError("paused", "the table is paused")
    if deal is None or not session.playing:
        raise TableError("no_deal", "no deal is going on")
    if command.deal != session.number or command.turn != table.turn:
        raise TableError("stale_turn", "meant for another turn; look at the table again")
    if session.to_act != seat:
        raise TableError("not_your_turn", "it is not your turn")
    price = deal.legal.call if deal.legal else None
    if command.price != price:
        raise TableError("stale_price", f"the price has changed to {price}")
    over = at - table.bank_from
    spent = (BankSpent(seat, over),) if over > 0 and table.bank.get(seat, 0) else ()
    return (*spent, *told(session, session.act(command.action)))


def _seated(table: Table, author: PersonId) -> tuple[Session, Seat]:
    seat = table.people[author].seat
    session = table.session
    if session is None or session.over:
        raise TableError("no_session", "no session is going on")
    if seat is None or seat not in session.seats:
        raise TableError("no_seat", "you have no seat in this session")
    return session, seat


def _host(
    table: Table, author: PersonId, command: Command, chance: Chance
) -> tuple[TableEvent, ...]:
    """What only the host may do."""
    if author != table.host:
        raise TableError("not_the_host", "only the host may do that")
    match command:
        case Approve(person):
            return hosting.approve(table, person)
        case Refuse(person):
            return hosting.refuse(table, person)
        case AddBot(bot, seat):
            return hosting.add_bot(table, bot, seat, chance.person())
        case Remove(person):
            return hosting.clear(table, person)
        case HandOver(person):
            return hosting.hand_over(table, person)
        case Change(settings):
            return hosting.change(table, settings)
        case Start():
            return hosting.start(table, chance.dealer)
        case Pause():
            return (Paused(),) if table.phase is Phase.PLAYING else ()
        case Resume():
            return (Resumed(),) if table.phase is Phase.PAUSED else ()
        case Correct(seat, chips, reason):
            return hosting.correct(table, author, seat, chips, reason)
        case End():
            return hosting.end()
        case _:
            raise TableError("unknown", "no such command")


def decide_due(table: Table, due: Due, *, chance: Chance, move: BotMove) -> tuple[TableEvent, ...]:
    """What happens by itself when its moment has come.

    ``move`` is how a bot's answer is got; what it does wrong is contained there.
    """
    session = table.session
    if session is None:
        return ()
    match due.reason:
        case Reason.TIME_UP:
            return _time_up(table, session)
        case Reason.BOT_MOVES:
            action = move(table, _seat(due))
            if not isinstance(action, Act):
                raise TableError("bot", "a bot acted out of turn")
            return told(session, session.act(action.action))
        case Reason.BOT_CHOOSES:
            named = move(table, _seat(due))
            name = named.preset if isinstance(named, NamePreset) else None
            if name is not None and name in PRESETS:
                session_then = session.name_preset(_seat(due), name)
                return told(session, _next_deal(table, session_then, chance))
            return told(session, _next_deal(table, session, chance))
        case Reason.NEXT_DEAL | Reason.CHOICE_UP:
            if table.deserted:
                return (Paused(),)
            return told(session, _next_deal(table, session, chance))
    assert_never(due.reason)


def _next_deal(table: Table, session: Session, chance: Chance) -> Session:
    if table.settings.rules != session.rules:
        session = session.change_rules(table.settings.rules)
    return session if session.over else session.start_deal(chance.deck())


def _time_up(table: Table, session: Session) -> tuple[TableEvent, ...]:
    """Check if that is free, else fold; the time bank is spent, and he sits out (R33)."""
    seat, legal = session.to_act, session.deal.legal if session.deal else None
    if seat is None or legal is None:
        return ()
    spent = table.bank.get(seat, 0)
    then = session.act(idle_action(legal))
    if not then.over:
        then = then.away(seat)
    return (*((BankSpent(seat, spent),) if spent else ()), *told(session, then))


def _seat(due: Due) -> Seat:
    if due.seat is None:
        raise TableError("bot", "nobody's move")
    return due.seat
