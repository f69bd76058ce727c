"""What the events of a deal add up to, and the phases that a deal goes through."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from cincinnati.cards import Card, Deck
from cincinnati.engine.actions import Move, Position
from cincinnati.engine.seen import PotAwarded
from cincinnati.rules import Ruleset


class Phase(Enum):
    """Where a deal stands: what happens next, or who is waited for."""

    ANTES = "antes"
    BLINDS = "blinds"
    DEALING = "dealing"
    BETTING = "betting"
    TURNING = "turning"
    REFUND = "refund"
    SHOWDOWN = "showdown"
    AWARDS = "awards"
    CLOSING = "closing"
    OVER = "over"


FOLLOWERS: dict[Phase, tuple[Phase, ...]] = {
    Phase.ANTES: (Phase.BLINDS, Phase.DEALING),
    Phase.BLINDS: (Phase.DEALING,),
    Phase.DEALING: (Phase.BETTING, Phase.TURNING),
    Phase.BETTING: (Phase.BETTING, Phase.TURNING, Phase.REFUND, Phase.SHOWDOWN),
    Phase.TURNING: (Phase.BETTING, Phase.TURNING, Phase.REFUND, Phase.SHOWDOWN),
    Phase.REFUND: (Phase.SHOWDOWN, Phase.AWARDS, Phase.CLOSING),
    Phase.SHOWDOWN: (Phase.SHOWDOWN, Phase.AWARDS),
    Phase.AWARDS: (Phase.AWARDS, Phase.CLOSING),
    Phase.CLOSING: (Phase.OVER,),
    Phase.OVER: (),
}
"""Which phases may follow which, event by event. ``docs/architecture.md`` draws this table."""


class Player(Struct, frozen=True):
    """One position's part in the deal; amounts in chips."""

    stack: int
    """What he has left to put in."""
    bet: int = 0
    """What he has put in this round: blinds and the bring-in are in it, antes are not."""
    put_in: int = 0
    """What he has put in since the deal began, antes included (R14)."""
    live: bool = True
    """Dealt in and not folded."""
    acted_at: int | None = None
    """The level at his last action in this round (R12); ``None`` before it."""


class State(Struct, frozen=True):
    """Everything about a deal at one moment, secrets included."""

    rules: Ruleset
    deck: Deck
    players: tuple[Player, ...]
    phase: Phase = Phase.ANTES
    hands: tuple[tuple[Card | None, ...], ...] = ()
    board: tuple[Card, ...] = ()
    """The community cards that are turned, in their order."""

    round: int = 0
    """The betting round, 0-based; which card it follows depends on the opening round (R4)."""
    to_act: Position | None = None
    level: int = 0
    """The highest amount that a player has put in this round, or was due to (R24, R25)."""
    full: int = 0
    """The level of the last full bet or raise of this round (R22)."""
    increment: int = 0
    """What a full raise adds to the level (R10)."""
    wagers: int = 0
    """Full bets and raises in this round; the big blind is one (R22)."""
    aggressor: Position | None = None
    """The last player to bet or raise in this round (R16)."""
    moves: tuple[Move, ...] = ()
    """What the players did in this deal, in order."""

    shown: tuple[Position, ...] = ()
    awards: tuple[PotAwarded, ...] = ()
    """What has been given out of the pots."""

    @property
    def put_in(self) -> tuple[int, ...]:
        """What each position has put in since the deal began, antes included (R14)."""
        return tuple([player.put_in for player in self.players])

    @property
    def on_table(self) -> int:
        """All chips that were put in and not yet given out: pots and this round's bets."""
        return sum(self.put_in) - sum([award.chips for award in self.awards])

    @property
    def live(self) -> tuple[Position, ...]:
        """The positions that are still in the hand, clockwise from the dealer's left."""
        return tuple(
            [Position(position) for position, player in enumerate(self.players) if player.live]
        )
