"""What happened at a table since a viewer last looked, as that viewer may see it.

Two kinds of things: events of the deal, in the form in which he saw them (`engine.seen`),
and what everybody at the table sees. The table's making, with the bots' seed, is not among them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cincinnati.engine import project
from cincinnati.engine.seen import Seen
from cincinnati.session import (
    ChipsCorrected,
    DealBegan,
    InDeal,
    PresetNamed,
    RulesChanged,
    Seat,
    SeatAway,
    SeatBack,
    SeatLeft,
    SeatTaken,
    SessionEnded,
    SessionStarted,
)
from cincinnati.tables.live.events import (
    BankSpent,
    BotSeated,
    GraceGiven,
    HostChanged,
    InSession,
    OwnGame,
    Paused,
    PersonId,
    PersonJoined,
    Resumed,
    SeatAsked,
    SeatCleared,
    SeatGiven,
    SeatRefused,
    SettingsChanged,
    TableEnded,
    TableEvent,
    TableMade,
)
from cincinnati.tables.live.table import DealtTo, dealt_to, position_of

OfTable = (
    PersonJoined
    | SeatAsked
    | SeatRefused
    | SeatGiven
    | BotSeated
    | SeatCleared
    | HostChanged
    | OwnGame
    | SettingsChanged
    | BankSpent
    | GraceGiven
    | Paused
    | Resumed
    | TableEnded
)
OfSession = (
    SessionStarted
    | PresetNamed
    | RulesChanged
    | DealBegan
    | SeatTaken
    | SeatAway
    | SeatBack
    | SeatLeft
    | ChipsCorrected
    | SessionEnded
)
News = Seen | OfTable | OfSession
"""Everything that a viewer can be told."""


def news(
    events: Iterable[TableEvent],
    person: PersonId | None,
    dealt: DealtTo,
    seats: Mapping[Seat, PersonId],
) -> Iterator[News]:
    """The events of one decision as a person (``None``: a spectator) may see them.

    ``dealt`` says to whom the positions were dealt, ``seats`` who sat where, before them.
    """
    for event in events:
        match event:
            case InSession(InDeal(inner)):
                yield from project.seen([inner], position_of(person, dealt))
            case InSession(told):
                if isinstance(told, DealBegan):
                    dealt = dealt_to(told.order, seats)
                if not isinstance(told, InDeal):
                    yield told
            case TableMade():
                pass
            case _:
                yield event
