"""A session in memory, with people and programs at it behind one protocol (R2, R38).

The one idea: the loop knows nobody. It tells every player what his seat may see, asks the
one whose turn it is, and does what he answers; whether a person, a program or a socket
is behind the seat shows nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cincinnati.cards import Deck
from cincinnati.engine import Position, project
from cincinnati.engine.actions import Seat
from cincinnati.errors import IllegalAction, RulesError
from cincinnati.session import DealBegan, InDeal, Session
from cincinnati.tables.protocol import Player, Update


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

    ``new_deck`` gives a shuffled and cut deck for each deal; ``keep`` is told every state of
    the session before the players are. A session that was left in the middle goes on: the
    first update then tells all that happened in its latest deal.
    """
    told = _latest_deal(session)
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


def _latest_deal(session: Session) -> int:
    """How many events came before the latest deal; all of them when there was none yet."""
    began = [at for at, event in enumerate(session.events) if isinstance(event, DealBegan)]
    return began[-1] if began else len(session.events)
