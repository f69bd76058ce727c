"""Past deals as they go over the wire: the list of them, and one to be looked at again.

The one idea: the browser holds no rules, so a deal that is looked at again is sent as what the
asker knew at each moment of it, in the form of the running game: an event and a view.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from msgspec import Struct
from starlette.requests import Request

from cincinnati.engine import Position
from cincinnati.engine.seen import DealOpened, HandShown, PotAwarded
from cincinnati.errors import TableError
from cincinnati.session import Seat
from cincinnati.tables.live import PastDeal, PersonId
from cincinnati.tables.live.past import Frame, Seated

_NUMBER = re.compile(r"[0-9]{1,9}")


class Winner(Struct, frozen=True):
    """What a position took of all pots, in chips."""

    position: Position
    chips: int


class DealSummary(Struct, frozen=True):
    """A finished deal in short; ``before`` and ``after`` are chips by seat."""

    number: int
    """At the table, from 1: it stands in the deal's address."""
    in_session: int
    """In its session, from 1."""
    preset: str
    seats: tuple[Seated, ...]
    """By position."""
    position: Position | None
    """The asker's; ``None`` if he was not dealt in."""
    before: dict[Seat, int]
    after: dict[Seat, int]
    winners: tuple[Winner, ...]
    """Who took something, by position."""
    showdown: bool
    """Whether hands were shown."""


class PastSession(Struct, frozen=True):
    """The finished deals of one session, in their order."""

    session: int
    deals: tuple[DealSummary, ...]


class Past(Struct, frozen=True):
    """All finished deals of a table; a deal that is going on is never among them."""

    you: PersonId | None
    sessions: tuple[PastSession, ...]


class Replay(Struct, frozen=True):
    """A finished deal, moment by moment as the asker saw it."""

    number: int
    session: int
    in_session: int
    seats: tuple[Seated, ...]
    """By position."""
    position: Position | None
    frames: tuple[Frame, ...]


def past_of(deals: Iterable[PastDeal], person: PersonId | None) -> Past:
    """The list of a table's finished deals."""
    return Past(
        person,
        tuple(
            PastSession(session, tuple(_summary(deal) for deal in of_session))
            for session, of_session in groupby(deals, key=lambda deal: deal.session)
        ),
    )


def _summary(deal: PastDeal) -> DealSummary:
    won: dict[Position, int] = {}
    preset = ""
    for event in deal.events:
        match event:
            case DealOpened(rules):
                preset = rules.preset
            case PotAwarded():
                for win in event.winners:
                    won[win.position] = won.get(win.position, 0) + win.chips
            case _:
                pass
    return DealSummary(
        number=deal.number,
        in_session=deal.in_session,
        preset=preset,
        seats=deal.seats,
        position=deal.position,
        before=deal.before,
        after=deal.after,
        winners=tuple(Winner(position, chips) for position, chips in sorted(won.items())),
        showdown=any(isinstance(event, HandShown) for event in deal.events),
    )


def replay_of(deal: PastDeal, frames: tuple[Frame, ...]) -> Replay:
    """A deal to be looked at again."""
    return Replay(deal.number, deal.session, deal.in_session, deal.seats, deal.position, frames)


def number_in(text: str) -> int:
    """The number of a deal in an address; raises `TableError` where no deal can have it."""
    if _NUMBER.fullmatch(text) is None:
        raise TableError("no_past_deal", "a deal is named by its number at the table, from 1")
    return int(text)


def chosen(deals: Iterable[PastDeal], request: Request) -> tuple[Sequence[PastDeal], bool]:
    """The deals that a request is for, and whether it names one (``?deal=3``).

    Raises `TableError` if there is none of that number.
    """
    text = request.query_params.get("deal")
    if text is None:
        return list(deals), False
    number = number_in(text)
    found = [deal for deal in deals if deal.number == number]
    if not found:
        raise TableError("no_past_deal", f"no deal {number} has been finished at this table")
    return found, True
