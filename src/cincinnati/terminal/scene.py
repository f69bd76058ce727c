"""What the table shows at one moment, apart from where it is drawn.

The one idea: a scene follows from the moments told so far, and is put into words as late
as possible, so that another language or another size of the screen needs no memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from cincinnati.cards import Card, Rank
from cincinnati.engine.actions import Position, Seat
from cincinnati.engine.seen import (
    Bet,
    BringInPosted,
    Called,
    CardTurned,
    Checked,
    DealOpened,
    Folded,
    HandShown,
    PotAwarded,
    Raised,
)
from cincinnati.engine.view import View
from cincinnati.rules import BOARD_CARDS
from cincinnati.tables.protocol import Update
from cincinnati.terminal.cards import Marks
from cincinnati.terminal.frames import Frame
from cincinnati.terminal.names import Names
from cincinnati.words import Words

Move = BringInPosted | Folded | Checked | Called | Bet | Raised
"""What a player does in his turn."""


class Scene(Struct, frozen=True):
    """One moment of the table."""

    names: Names
    number: int = 0
    deals: int = 0
    dealer: Seat | None = None
    order: tuple[Seat, ...] = ()
    chips: Mapping[Seat, int] = {}
    """What those have who are not in the deal."""
    view: View | None = None
    moves: Mapping[Position, Move] = {}
    """What everybody did last in this round."""
    showing: HandShown | None = None
    """The hand that is shown at this moment."""
    award: PotAwarded | None = None
    """The share that is given out at this moment."""
    chance: float | None = None
    """One's own share of the pot to be expected, 0 to 1, where it is told and known."""

    def after(self, frame: Frame, update: Update, chance: float | None = None) -> Scene:
        """The next scene."""
        return replace(
            self,
            number=update.number,
            deals=update.deals,
            dealer=update.order[-1],
            order=update.order,
            chips=update.chips,
            view=frame.view,
            moves=_moves_after(self.moves, frame),
            showing=next((event for event in frame.told if isinstance(event, HandShown)), None),
            award=frame.award,
            chance=chance,
        )

    def position(self, seat: Seat) -> Position | None:
        """The position of a seat in the deal, if he is in it."""
        return Position(self.order.index(seat)) if seat in self.order else None

    def marks(self, seat: Seat | None) -> Marks:
        """What is to be seen in the cards of a seat; of the board for ``None``."""
        view = self.view
        if view is None:
            return Marks()
        position = self.position(self.names.own if seat is None else seat)
        hand = None if position is None else view.players[position].hand
        wild: tuple[Rank, ...] = view.wild
        if seat is not None and hand is not None:
            wild = hand.wild
        elif seat is None and self._reader is not None:
            # The board is marked as it serves whoever is looked at (R29).
            reader = view.players[self._reader].hand
            wild = reader.wild if reader is not None else wild
        lit = self._lit()
        return Marks(lit=lit, wild=wild, dim=self.award is not None and bool(lit))

    @property
    def _reader(self) -> Position | None:
        """Whose hand is looked at: a winner's, one that is shown, else one's own."""
        if self.award is not None:
            return self.award.winners[0].position
        if self.showing is not None:
            return self.showing.position
        return self.position(self.names.own)

    def _lit(self) -> frozenset[Card]:
        if self.award is not None:
            return frozenset(card for win in self.award.winners for card in win.cards)
        if self.view is None or self._reader is None:
            return frozenset()
        player = self.view.players[self._reader]
        if player.hand is None or not player.live:
            return frozenset()
        return frozenset(player.hand.high_cards)

    def won(self, position: Position) -> int:
        """The chips that a position takes at this moment."""
        wins = self.award.winners if self.award is not None else ()
        return sum(win.chips for win in wins if win.position == position)

    @property
    def round(self) -> tuple[int, int]:
        """Which betting round it is, from 1, and how many there are."""
        if self.view is None:
            return 0, 0
        turned = sum(card is not None for card in self.view.board)
        rounds = self.view.rules.rounds
        return max(1, turned + rounds - BOARD_CARDS), rounds


def _moves_after(moves: Mapping[Position, Move], frame: Frame) -> Mapping[Position, Move]:
    """Last moves: a new round forgets all but folds and all-ins, a new deal everything."""
    now = dict(moves)
    for event in frame.told:
        match event:
            case DealOpened():
                now = {}
            case CardTurned():
                now = {position: move for position, move in now.items() if _stays(move)}
            case BringInPosted() | Folded() | Checked() | Called() | Bet() | Raised():
                now[event.position] = event
            case _:
                pass
    return now


def _stays(move: Move) -> bool:
    return isinstance(move, Folded) or (not isinstance(move, Checked) and move.left == 0)


def move_label(words: Words, move: Move) -> str:
    """A move as it stands beside the player who made it."""
    match move:
        case Folded():
            return words.fold()
        case Checked():
            return words.call(0)
        case Called(_, chips):
            return words.call(chips)
        case BringInPosted(_, chips):
            return words.bring_in(chips)
        case Bet(_, to):
            return words.raise_to(to, 0)
        case Raised(_, to):
            return words.raise_to(to, 1)
    assert_never(move)
