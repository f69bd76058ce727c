"""Main pot and side pots, what goes back, and how a pot is divided (R14, R15, R18)."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from cincinnati.engine.actions import Position
from cincinnati.engine.state import Player


class Pot(Struct, frozen=True):
    """Chips that the same live players contest; ``eligible`` is clockwise."""

    amount: int
    eligible: tuple[Position, ...]


def pots(players: tuple[Player, ...]) -> tuple[Pot, ...]:
    """The pots, the main pot first.

    There is one for each level that a live player's contribution reaches. What a folded
    player put in above the highest of them belongs to the last pot.
    """
    levels = sorted({player.put_in for player in players if player.live and player.put_in})
    found = []
    below = 0
    for level in levels:
        top = level if level != levels[-1] else max(player.put_in for player in players)
        amount = sum(min(player.put_in, top) - min(player.put_in, below) for player in players)
        eligible = tuple(
            Position(position)
            for position, player in enumerate(players)
            if player.live and player.put_in >= level
        )
        found.append(Pot(amount, eligible))
        below = level
    return tuple(found)


def refund(players: tuple[Player, ...]) -> tuple[Position, int] | None:
    """Who gets back what he put in beyond everyone else, and how much (R14)."""
    most = max(range(len(players)), key=lambda position: players[position].put_in)
    next_most = max(player.put_in for position, player in enumerate(players) if position != most)
    beyond = players[most].put_in - next_most
    return (Position(most), beyond) if beyond else None


def divide(amount: int, winners: Collection[Position]) -> dict[Position, int]:
    """Equal shares; odd chips go one each, clockwise from the dealer's left (R18).

    >>> divide(32, [Position(2), Position(0), Position(1)])
    {0: 11, 1: 11, 2: 10}
    """
    share, odd = divmod(amount, len(winners))
    return {position: share + (place < odd) for place, position in enumerate(sorted(winners))}
