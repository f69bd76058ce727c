"""The chances of hands, for whoever may know them: his own now, and those of a past deal.

The one idea: a question is made of views alone, and its answer depends on nothing else (`Answers`).
NumPy is loaded in their thread, when somebody asks for the first time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec import Struct

from cincinnati.cards import Card
from cincinnati.engine import Position, View
from cincinnati.errors import TableError
from cincinnati.store import Version
from cincinnati.tables.live import TableView
from cincinnati.tables.live.past import Frame
from cincinnati.web.answers import Answers

if TYPE_CHECKING:
    from cincinnati.odds import Equity, Question
    from cincinnati.odds.seen import Asked

NOTHING: Mapping[Position, tuple[Card, ...]] = {}


class OwnOdds(Struct, frozen=True):
    """One's own chance against the players left, whose cards may be any that one has not seen."""

    version: Version
    """The table's, of which this is told."""
    players: int
    """How many are left in the deal, oneself among them."""
    share: float
    """The share of the pot to be expected, 0 to 1."""
    win: float
    """How often one takes the whole pot."""
    tie: float
    """How often one takes a part of it."""
    error: float
    """The standard error of ``share``; 0 if it is exact."""
    exact: bool


class HandOdds(Struct, frozen=True):
    """What a hand may expect at a moment, as in `OwnOdds`."""

    position: Position
    share: float
    win: float
    tie: float
    error: float


class MomentOdds(Struct, frozen=True):
    """The chances from a moment on, until the next one at which they change."""

    at: int
    """The number of the frame, from 0."""
    cards: int
    """How many community cards lie there."""
    exact: bool
    hands: tuple[HandOdds, ...]
    """Those that are left and that the asker sees at the end of the deal."""


class DealOdds(Struct, frozen=True):
    """The chances in a past deal: from the cards on, and after each card and each fold.

    It ends when the asker sees none of the hands that are left.
    """

    moments: tuple[MomentOdds, ...]


class Chances:
    """Works the odds out, one question after another, and keeps them."""

    def __init__(self) -> None:
        self._answers: Answers[Question, Equity] = Answers("odds", _equity)

    def close(self) -> None:
        """Answer nothing more."""
        self._answers.close()

    async def asked(
        self, views: Iterable[View], shown: Mapping[Position, tuple[Card, ...]] = NOTHING
    ) -> list[Asked | None]:
        """What may be asked at each of these moments, see `Asked.of`."""
        await self._answers.in_thread(import_module, "cincinnati.odds.seen")
        from cincinnati.odds.seen import Asked

        return [Asked.of(view, shown) for view in views]

    async def equity(self, question: Question) -> Equity:
        """The answer; raises `TableError` (``busy``) if too many wait for theirs."""
        return await self._answers.answer(question)


def _equity(question: Question) -> Equity:
    from cincinnati.odds.seen import quick_equity

    return quick_equity(question)


async def own_odds(chances: Chances, view: TableView) -> OwnOdds:
    """A viewer's own chance, by what his view tells.

    Raises `TableError`: ``no_odds`` where the table does not want it, ``no_seat`` for a spectator,
    ``no_deal`` if he has no hand in a deal that is going on.
    """
    if not view.settings.odds:
        raise TableError("no_odds", "at this table the odds are not told")
    if not any(there.person == view.you and there.seat is not None for there in view.people):
        raise TableError("no_seat", "you have no seat at this table")
    deal = view.deal
    if deal is None or deal.position is None or not deal.players[deal.position].live:
        raise TableError("no_deal", "you have no hand in a deal that is going on")
    (asked,) = await chances.asked([deal])
    if asked is None:
        raise TableError("no_deal", "no deal is going on")
    answer = await chances.equity(asked.question)
    own = answer.seats[asked.positions.index(deal.position)]
    return OwnOdds(
        version=view.version,
        players=len(asked.positions),
        share=own.share,
        win=own.win,
        tie=own.tie,
        error=own.share_error,
        exact=answer.exact,
    )


async def deal_odds(chances: Chances, frames: Sequence[Frame]) -> DealOdds:
    """The chances in a past deal, of the hands that its viewer knows at the end."""
    shown = {
        Position(at): cards
        for at, player in enumerate(frames[-1].view.players)
        if (cards := tuple(card for card in player.cards if card is not None))
    }
    moments: list[MomentOdds] = []
    before: Asked | None = None
    for at, asked in enumerate(await chances.asked([frame.view for frame in frames], shown)):
        if asked is not None and asked != before and shown.keys() & set(asked.positions):
            moments.append(_moment(at, asked, await chances.equity(asked.question), shown))
        before = asked or before
    return DealOdds(tuple(moments))


def _moment(
    at: int, asked: Asked, answer: Equity, shown: Mapping[Position, tuple[Card, ...]]
) -> MomentOdds:
    seats = zip(asked.positions, answer.seats, strict=True)
    return MomentOdds(
        at=at,
        cards=len(asked.question.board),
        exact=answer.exact,
        hands=tuple(
            HandOdds(position, own.share, own.win, own.tie, own.share_error)
            for position, own in seats
            if position in shown
        ),
    )
