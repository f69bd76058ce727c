"""What one seat may know about a deal: types only, built by `project`.

A view has no place for a secret. A private card that the viewer may not know is
``None``, which has no identity; there is no deck. Two deals that agree on all that
a seat may know give it equal views, byte by byte. Amounts are whole chips.
"""

from __future__ import annotations

from msgspec import Struct

from cincinnati.cards import Card, Rank
from cincinnati.engine.actions import Legal, Move, Position
from cincinnati.engine.pots import Pot
from cincinnati.engine.seen import PotAwarded
from cincinnati.ranking import Low, Value
from cincinnati.rules import Ruleset


class HandView(Struct, frozen=True):
    """What a hand that the viewer knows is worth so far (R17, R30)."""

    high: Value
    high_cards: tuple[Card, ...]
    low: Low | None
    low_cards: tuple[Card, ...]
    wild: tuple[Rank, ...]
    """The ranks that are wild for this hand, highest first (R26)."""


class PlayerView(Struct, frozen=True):
    """One position as the viewer sees it."""

    stack: int
    bet: int
    """Put in during the running round, not yet in a pot."""
    put_in: int
    """Put in since the deal began; after a refund, without it."""
    live: bool
    """Has not folded."""
    cards: tuple[Card | None, ...]
    """Five cards, or none before they are dealt."""
    hand: HandView | None
    """What the hand is worth, if all its cards are known to the viewer."""


class View(Struct, frozen=True):
    """Everything that one position, or a spectator, may know at one moment."""

    rules: Ruleset
    position: Position | None
    """Whose view this is; ``None`` for a spectator."""
    players: tuple[PlayerView, ...]
    board: tuple[Card | None, ...]
    """The five community cards in the order turned, ``None`` while face down."""
    wild: tuple[Rank, ...]
    """The ranks that are wild for everybody at the moment (R26-R28)."""
    round: int
    level: int
    to_act: Position | None
    legal: Legal | None
    """What the viewer may do, when it is his turn."""
    moves: tuple[Move, ...]
    """What the players did in this deal, in order."""
    pots: tuple[Pot, ...]
    """What lies in the middle: the bets of the running round are not in it."""
    awards: tuple[PotAwarded, ...]
    over: bool
