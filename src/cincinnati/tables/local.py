"""A session in memory, with people and programs at it behind one protocol.

The one idea: who plays gets *updates* (what his seat may see, and what happened since the
last one) and answers with actions. Nothing here knows whether a person, a program
or a socket is behind a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from msgspec import Struct

from cincinnati.cards import Deck
from cincinnati.engine import Action, Position, View, project
from cincinnati.engine.seen import Seen
from cincinnati.errors import IllegalAction, RulesError
from cincinnati.session import InDeal, Seat, Session


class Update(Struct, frozen=True):
    """What one seat may know of the table at one moment; chips by seat."""

    seat: Seat | None
    number: int
    """The deal's number, from 1; 0 before the first."""
    deals: int
    dealer: Seat | None
    order: tuple[Seat, ...]
    """The seat of each position of the deal."""
    chips: dict[Seat, int]
    standings: dict[Seat, int]
    """The place of each seat, from 1."""
    view: View | None
    """The deal as this seat sees it; ``None`` before the first."""
    happened: tuple[Seen, ...]
    """What the seat saw happen since the last update."""
    over: bool


class Player(Protocol):
    """Who plays a seat."""

    async def watch(self, update: Update) -> None:
        """Something happened."""

    async def act(self, update: Update) -> Action:
        """It is this seat's turn: what does he do? ``update.view.legal`` says what he may."""

    async def refused(self, error: IllegalAction) -> None:
        """The action was not legal; he is asked again."""

    async def choose(self, update: Update) -> str | None:
        """He deals and names a preset, or ``None`` for the table's own game."""


def update_for(session: Session, seat: Seat | None, since: int) -> Update:
    """What a seat may know of a session; events count from the ``since``-th on."""
    position = Position(session.order.index(seat)) if seat in session.order else None
    happened = [event.event for event in session.events[since:] if isinstance(event, InDeal)]
    return Update(
        seat=seat,
        number=session.number,
        deals=session.rules.deals,
        dealer=None if session.over else session.dealer,
        order=session.order,
        chips=session.chips,
        standings=session.standings,
        view=session.view(seat),
        happened=tuple(project.seen(happened, position)),
        over=session.over,
    )


async def play_session(
    session: Session,
    players: Mapping[Seat, Player],
    *,
    new_deck: Callable[[], Deck],
    keep: Callable[[Session], None],
) -> Session:
    """Play a session to its end and return it.

    ``new_deck`` gives a shuffled and cut deck for each deal; ``keep`` is told every state of the
    session before the players are.
    """
    told = 0
    while True:
        keep(session)
        for seat, player in players.items():
            await player.watch(update_for(session, seat, told))
        told = len(session.events)
        if session.over:
            return session
        session = await _next_step(session, players, new_deck)


async def _next_step(
    session: Session, players: Mapping[Seat, Player], new_deck: Callable[[], Deck]
) -> Session:
    seat = session.to_act
    if seat is not None:
        player = players[seat]
        while True:
            action = await player.act(update_for(session, seat, len(session.events)))
            try:
                return session.act(action)
            except IllegalAction as error:
                await player.refused(error)
    if session.rules.dealers_choice and session.named is None:
        session = await _name_preset(session, players[session.dealer])
    return session.start_deal(new_deck())


async def _name_preset(session: Session, player: Player) -> Session:
    """Ask the dealer for his game; without a good answer the table's own is played (R38)."""
    name = await player.choose(update_for(session, session.dealer, len(session.events)))
    try:
        return session if name is None else session.name_preset(session.dealer, name)
    except RulesError:
        return session
