"""The finished deals of a live table, as one person saw them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from cincinnati.engine import Position, project
from cincinnati.engine.seen import DealEnded, Seen
from cincinnati.session import DealBegan, InDeal, Seat
from cincinnati.tables.live.events import (
    BotSeated,
    InSession,
    PersonId,
    PersonJoined,
    SeatCleared,
    SeatGiven,
    TableEvent,
    TableMade,
)


class PastDeal(Struct, frozen=True):
    """A finished deal: its number at the table, the names by position, what the person saw."""

    number: int
    names: dict[int, str]
    events: tuple[Seen, ...]


def past_deals(events: Iterable[TableEvent], person: PersonId | None) -> Iterator[PastDeal]:
    """All finished deals, in order. A deal that is going on is never among them.

    Where the person had no seat in a deal he saw it as a spectator.
    """
    seats: dict[Seat, PersonId] = {}
    names: dict[PersonId, str] = {}
    sitting: dict[Seat, PersonId] = {}
    order: tuple[Seat, ...] = ()
    told: list[Seen] = []
    number = 0
    for event in events:
        match event:
            case TableMade(_, host, name):
                names[host] = name
            case PersonJoined(who, name):
                names[who] = name
            case SeatGiven(who, seat):
                seats[seat] = who
            case BotSeated(who, name, _, seat):
                seats[seat] = who
                names[who] = name
            case InSession(DealBegan(_, seated)):
                told, order = [], seated
                sitting = dict(seats)
            case InSession(InDeal(inner)):
                mine = next((seat for seat, who in sitting.items() if who == person), None)
                position = (
                    Position(order.index(mine)) if mine is not None and mine in order else None
                )
                told += project.seen([inner], position)
                if isinstance(inner, DealEnded):
                    number += 1
                    known = {
                        place: names[sitting[seat]]
                        for place, seat in enumerate(order)
                        if seat in sitting
                    }
                    yield PastDeal(number, known, tuple(told))
            case SeatCleared(who):
                seats = {seat: there for seat, there in seats.items() if there != who}
            case _:
                pass
