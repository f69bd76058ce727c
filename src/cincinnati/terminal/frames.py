"""What happened, cut into the moments that one sees one after the other (R8, R16, R30).

The one idea: an update has the view *after* everything that happened, so an earlier moment is
that view without what is still to be told: cards lie face down again, pots are not yet
given out. No rule is played a second time; a view that arrives is always right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from cincinnati.cards import Card
from cincinnati.engine.actions import Position
from cincinnati.engine.hands import hand_view, wild_ranks
from cincinnati.engine.pots import pots, pots_left
from cincinnati.engine.seen import (
    AntesPosted,
    BlindsPosted,
    CardTurned,
    DealEnded,
    HandShown,
    HandsReceived,
    PotAwarded,
    Refunded,
    Seen,
)
from cincinnati.engine.view import PlayerView, View
from cincinnati.ranking import ranks_in
from cincinnati.rules import BOARD_CARDS
from cincinnati.tables.protocol import Update


class Frame(Struct, frozen=True):
    """One moment of a deal."""

    view: View
    """The table at this moment."""
    told: tuple[Seen, ...]
    """What happens in it."""
    shown: tuple[HandShown, ...] = ()
    """The hands that have been shown by then, in their order."""

    @property
    def award(self) -> PotAwarded | None:
        """The share that is given out in this moment."""
        return next((event for event in self.told if isinstance(event, PotAwarded)), None)

    @property
    def contestants(self) -> tuple[HandShown, ...]:
        """The hands that contest the pot of the award (R15)."""
        if self.award is None:
            return ()
        players = self.view.players
        contested = pots([player.put_in for player in players], _live(players))[self.award.pot]
        return tuple(hand for hand in self.shown if hand.position in contested.eligible)


def frames(update: Update) -> Iterator[Frame]:
    """The moments of an update, in their order; none before the first deal."""
    if update.view is None:
        return
    told = 0
    for moment in _moments(update.happened):
        told += len(moment)
        yield Frame(
            view=before(update.view, update.happened[told:]),
            told=moment,
            shown=tuple(event for event in update.happened[:told] if isinstance(event, HandShown)),
        )


_GOES_ALONG = (AntesPosted, BlindsPosted, HandsReceived, Refunded, DealEnded)
"""What happens together with the thing before it."""


def _moments(happened: Sequence[Seen]) -> Iterator[tuple[Seen, ...]]:
    moment: tuple[Seen, ...] = ()
    for event in happened:
        if moment and not isinstance(event, _GOES_ALONG):
            yield moment
            moment = ()
        moment += (event,)
    if moment:
        yield moment


def before(view: View, later: Sequence[Seen]) -> View:
    """A view as it was before some events, the last ones that happened."""
    if not later:
        return view
    turned = tuple(card for card in view.board if card is not None)
    board = turned[: len(turned) - sum(isinstance(event, CardTurned) for event in later)]
    players = tuple(
        _player_before(view, Position(position), board, later)
        for position in range(len(view.players))
    )
    given = sum(isinstance(event, PotAwarded) for event in later)
    awards = view.awards[: len(view.awards) - given]
    return replace(
        view,
        players=players,
        board=board + (None,) * (BOARD_CARDS - len(board)),
        wild=ranks_in(wild_ranks(view.rules, (), board)),
        to_act=None,
        legal=None,
        pots=pots_left([p.put_in - p.bet for p in players], _live(players), awards),
        awards=awards,
        over=False,
    )


def _player_before(
    view: View, position: Position, board: tuple[Card, ...], later: Sequence[Seen]
) -> PlayerView:
    player = view.players[position]
    stack, put_in, cards = player.stack, player.put_in, player.cards
    for event in later:
        match event:
            case PotAwarded():
                stack -= sum(win.chips for win in event.winners if win.position == position)
            case Refunded(owner, chips) if owner == position:
                stack -= chips
                put_in += chips
            case HandShown(owner) if owner == position and owner != view.position:
                cards = (None,) * len(cards)
            case _:
                pass
    known = tuple(card for card in cards if card is not None)
    hand = hand_view(view.rules, known, board) if known else None
    return replace(player, stack=stack, put_in=put_in, cards=cards, hand=hand)


def _live(players: Sequence[PlayerView]) -> tuple[Position, ...]:
    return tuple(Position(place) for place, player in enumerate(players) if player.live)
