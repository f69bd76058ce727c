"""A seat at a live table over the network, for a `Player` in this process.

The one idea: a player knows updates and answers, nothing of sockets. So this stands in for the
table: what arrives becomes an `Update`, an answer becomes a command with the deal, the turn and
the price that were seen, and a broken connection is opened again until the table goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Sequence
from enum import Enum
from pathlib import Path
from typing import Any

from msgspec import Struct

from cincinnati.engine.actions import Action, Seat
from cincinnati.engine.seen import Seen
from cincinnati.errors import IllegalAction, Refusal, TableError
from cincinnati.session import DealBegan, Presence
from cincinnati.tables.live import Command, News, PersonId, Phase, TableView
from cincinnati.tables.live.commands import Act, NamePreset, Sit, SitIn, SitOut
from cincinnati.tables.live.events import SeatGiven, SeatRefused
from cincinnati.tables.protocol import Player, Update
from cincinnati.web.door_keys import Address, DoorKeys, admitted
from cincinnati.web.messages import Done, Refused
from cincinnati.web.wire import AGAIN_S, Wire

PATIENCE_S = 600.0
"""A table that cannot be reached for so long is given up."""
GET_UP_S = 3.0


class Notice(Enum):
    """What there is to say beside what happens in a deal."""

    LOST = "lost"
    """The connection is gone; it is being opened again."""
    BACK = "back"
    """It is there again, and nothing was missed."""
    ASKED = "asked"
    """The host was asked for a seat."""
    LATE = "late"
    """The answer came too late, the turn had passed."""


Do = Callable[[Command], Coroutine[Any, Any, Done | Refused]]
"""Carries out a command at the table."""


class Ears(Struct, frozen=True):
    """Who is told what there is beside the player's own game."""

    notice: Callable[[Notice], None]
    looked: Callable[[TableView], None]
    opened: Callable[[Do], None]


async def join_table(
    url: str,
    player: Player,
    *,
    name: str,
    token: str | None = None,
    pin: str | None = None,
    keys: Path | None = None,
    notice: Callable[[Notice], None] = lambda _: None,
    looked: Callable[[TableView], None] = lambda _: None,
    opened: Callable[[Do], None] = lambda _: None,
    patience_s: float = PATIENCE_S,
) -> TableView:
    """Seat a player at a live table and play until the session is over.

    ``url`` is the table's link. ``token`` says who one is; without it, a token that ``keys`` (a
    file) holds for this table is used, so that coming back is the same seat; without either
    one joins as ``name``, with the table's ``pin`` if it has one, and the new token is kept in
    ``keys``. ``looked`` is told every view before the player is (names and seats of people are in
    it), ``notice`` what else there is to say. ``opened`` is given what carries out commands
    beside the player's own, for a host.

    The player is asked again after `Player.refused`. While he thinks, nothing else is told to him;
    if his time runs out meanwhile, his late answer counts for nothing and he sits in again. A
    connection that breaks is opened again; after ``patience_s`` seconds without one it is given up.

    Returns the last view: the session is over, or the table is closed. Raises `TableError` if
    one cannot join, sit or stay (``full``, ``pin_needed``, ``elsewhere``, ``removed``,
    ``unreachable``, …), and whatever the player raises: then he sits out, and his seat and
    its token stay.
    """
    address, held = Address.of(url), DoorKeys(keys)
    ears = Ears(notice, looked, opened)
    kept = None if token else held.token(address)
    if not (token or kept):
        kept = await admitted(address, name, pin)
        held.keep(address, kept)
    try:
        return await _seated(address, token or kept or "", player, ears, patience_s)
    except TableError as error:
        if error.code != "stranger" or kept is None:
            raise
    held.forget(address)
    kept = await admitted(address, name, pin)
    held.keep(address, kept)
    return await _seated(address, kept, player, ears, patience_s)


async def _seated(
    address: Address,
    token: str,
    player: Player,
    ears: Ears,
    patience_s: float,
) -> TableView:
    def heard(*, connected: bool) -> None:
        ears.notice(Notice.BACK if connected else Notice.LOST)

    async with Wire(address.socket, token, heard=heard, patience_s=patience_s) as wire:
        ears.opened(wire.do)
        table = RemoteTable(wire, player, ears.notice, ears.looked)
        try:
            return await table.play()
        except TableError:
            raise
        except BaseException:  # the player gets up, or is interrupted: nobody has to wait for him
            await table.get_up()
            raise


class RemoteTable:
    """Drives one player from what the wire brings."""

    def __init__(
        self,
        wire: Wire,
        player: Player,
        notice: Callable[[Notice], None],
        looked: Callable[[TableView], None],
    ) -> None:
        self._wire = wire
        self._player = player
        self._notice = notice
        self._looked = looked
        self._told: Update | None = None
        self._done = 0
        """The version with which our last command stands in the log."""
        self._sat = False
        self._asked = False
        self._chosen: tuple[int, int] | None = None

    async def play(self) -> TableView:
        """Play until the session in which the player has a seat is over."""
        began, seen = False, 0
        while True:
            state = await self._wire.state()
            view = state.view
            if view.version < seen:  # the server was restored from a backup
                self._done = 0
            seen = view.version
            # A view that came between may have been skipped; its events are told with the next.
            given = any(
                isinstance(event, SeatGiven) and event.person == view.you for event in state.events
            )
            self._sat |= given or own_seat(view) is not None
            self._looked(view)
            await self._tell(view, state.events)
            if view.phase is Phase.CLOSED:
                return view
            if self._in_session(view):
                began |= view.phase in (Phase.PLAYING, Phase.PAUSED)
                if began and view.phase is Phase.FINISHED:
                    return view
            if self._asked and SeatRefused(view.you or PersonId("")) in state.events:
                raise TableError("seat_refused", "the host did not give you a seat")
            if not self._wire.waiting and view.version >= self._done:
                await self._move(view)

    async def get_up(self) -> None:
        """Say that he is away, if that can still be said."""
        with contextlib.suppress(TimeoutError, TableError):
            async with asyncio.timeout(GET_UP_S):
                await self._wire.do(SitOut())

    async def _tell(self, view: TableView, events: Sequence[News]) -> None:
        """Tell the player, if there is something that an update has."""
        update = update_of(view, events)
        silent = update_of(view, ())
        if update.happened or silent != self._told:
            await self._player.watch(update)
        self._told = silent

    def _in_session(self, view: TableView) -> bool:
        return own_seat(view) in {each.seat for each in view.seats}

    # --- what there is to do ------------------------------------------------------------

    async def _move(self, view: TableView) -> None:
        seat = own_seat(view)
        if seat is None:
            await self._sit(view)
            return
        if not self._in_session(view) or view.phase is not Phase.PLAYING:
            if view.phase is Phase.PAUSED and self._presence(view) is Presence.AWAY:
                await self._do(SitIn())  # everybody was away: that goes on with the first one back
            return
        if self._presence(view) is Presence.AWAY:
            await self._do(SitIn())
        elif view.choosing == seat:
            await self._choose(view)
        elif view.to_act == seat:
            await self._act(view)

    async def _sit(self, view: TableView) -> None:
        if self._sat:
            raise TableError("removed", "you have no seat here any more")
        if self._asked:
            return
        asked = any(each.asked is not None for each in view.people if each.person == view.you)
        answer = None if asked else await self._do(Sit())
        if isinstance(answer, Refused):
            raise TableError(answer.code, answer.message)
        self._asked = True
        if view.settings.approve and view.you != view.host:
            self._notice(Notice.ASKED)

    def _presence(self, view: TableView) -> Presence | None:
        seat = own_seat(view)
        return next((each.presence for each in view.seats if each.seat == seat), None)

    async def _choose(self, view: TableView) -> None:
        """He deals and is asked for the game, once a deal."""
        if self._chosen == (view.session, view.number):
            return
        self._chosen = view.session, view.number
        await self._do(NamePreset(await self._player.choose(update_of(view, ()))))

    async def _act(self, view: TableView) -> None:
        """Ask until the table takes the answer, or his turn has passed."""
        legal = view.deal.legal if view.deal else None
        while legal is not None:
            action = await self._player.act(update_of(view, ()))
            answer = await self._do(Act(view.number, view.turn, legal.call, action))
            if isinstance(answer, Done):
                return
            error = illegal(answer, action)
            if error is None:  # what has happened meanwhile is here, or on its way
                if answer.code != "paused" or self._passed(view):
                    self._notice(Notice.LATE)
                return
            await self._player.refused(error)

    def _passed(self, view: TableView) -> bool:
        """Whether a turn is known to be over."""
        newest = self._wire.newest
        return newest is not None and newest.view.turn != view.turn

    async def _do(self, command: Command) -> Done | Refused:
        answer = await self._wire.do(command)
        while isinstance(answer, Refused) and answer.code == "busy":
            await asyncio.sleep(AGAIN_S)
            answer = await self._wire.do(command)
        if isinstance(answer, Done):
            self._done = answer.version
        elif answer.code in ("elsewhere", "stranger"):
            raise TableError(answer.code, answer.message)
        return answer


def own_seat(view: TableView) -> Seat | None:
    """The viewer's seat."""
    return next((person.seat for person in view.people if person.person == view.you), None)


def update_of(view: TableView, events: Sequence[News]) -> Update:
    """What a player is told: the view, and what he saw happen in the deal that it shows."""
    began = max((at for at, event in enumerate(events) if isinstance(event, DealBegan)), default=-1)
    seat, seats = own_seat(view), [each.seat for each in view.seats]
    return Update(
        seat=seat if seat in seats else None,
        number=view.number,
        deals=view.settings.rules.deals,
        dealer=view.dealer,
        order=view.order,
        chips={each.seat: each.chips for each in view.seats},
        standings={each.seat: each.place for each in view.seats},
        view=view.deal,
        happened=tuple(event for event in events[began + 1 :] if isinstance(event, Seen)),
        over=view.places is not None,
    )


def illegal(refused: Refused, action: Action) -> IllegalAction | None:
    """The error of the rules behind a refusal, ``None`` if it is another kind of refusal."""
    try:
        code = Refusal(refused.code)
    except ValueError:
        return None
    return IllegalAction(code, action, refused.allowed, refused.message)
