"""Which engine plays a match.

The one idea: engines agree on every chip, so which one plays is a matter of speed alone: the
compiled one where all bots have compiled twins and the match is long enough, else the plain one.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct

from cincinnati.arena import fast
from cincinnati.arena.entrants import Entrant
from cincinnati.arena.keeper import KeptEngine
from cincinnati.arena.match import Match
from cincinnati.arena.plain import SLOW, PlainEngine
from cincinnati.arena.played import Engine, Played
from cincinnati.errors import BotError, RulesError

PATIENCE = 60.0
WORTH = 1000
"""Hands from which on it pays to start the compiled engine."""
PLAIN_PIECE, COMPILED_PIECE = 16, 8192
"""Hands that are played at a time."""


class EngineKind(Enum):
    """What may be asked for."""

    AUTO = "auto"
    PLAIN = "plain"
    COMPILED = "compiled"


class Terms(Struct, frozen=True, kw_only=True):
    """How bots are treated; the figures of a match do not depend on it."""

    slow: float = SLOW
    """Seconds of a decision above which it counts as slow."""
    patience: float | None = PATIENCE
    """Seconds of a decision after which its process is ended; ``None``: bots play in the process
    that asks, which nothing can end."""

    def plain(self) -> PlainEngine | KeptEngine:
        """The plain engine on these terms."""
        if self.patience is None:
            return PlainEngine(self.slow)
        return KeptEngine(self.slow, self.patience)


def chosen(match: Match, wanted: EngineKind) -> EngineKind:
    """The engine that plays a match: the plain or the compiled one.

    Raises `RulesError` if the compiled one is wanted and cannot play it.
    """
    if wanted is EngineKind.PLAIN or (wanted is EngineKind.AUTO and match.hands < WORTH):
        return EngineKind.PLAIN
    if fast.compiled_engine(match) is not None:
        return EngineKind.COMPILED
    if wanted is EngineKind.AUTO:
        return EngineKind.PLAIN
    bots = ", ".join(entrant.name for entrant in match.bots)
    raise RulesError("engine", f"the compiled one cannot play {bots} here; take plain or auto")


def piece_size(kind: EngineKind, match: Match) -> int:
    """Deals that are played at a time: a second's work at most."""
    hands = COMPILED_PIECE if kind is EngineKind.COMPILED else PLAIN_PIECE
    return max(1, hands // len(match.line_up))


def play_piece(kind: EngineKind, terms: Terms, match: Match, first: int, last: int) -> Played:
    """The deals from ``first`` up to ``last``, by an engine that is made where this runs.

    Raises `BotError` if a bot stops the match.
    """
    engine: Engine | None = (
        fast.compiled_engine(match) if kind is EngineKind.COMPILED else terms.plain()
    )
    if engine is None:
        raise BotError("not_here", "the compiled engine is not on every machine")
    return engine.play(match, first, last)


def faults_of(terms: Terms, bots: Sequence[Entrant]) -> tuple[str, ...]:
    """Why some of the bots cannot be made where this runs; raises `BotError` as `play_piece`."""
    return terms.plain().faults(tuple(bots))
