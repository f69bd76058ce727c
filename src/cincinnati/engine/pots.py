"""Main pot and side pots, what goes back, and how a pot is divided (R14, R15, R18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from cincinnati.engine.actions import Position
from cincinnati.engine.seen import PotAwarded


class Pot(Struct, frozen=True):
    """Chips that the same live players contest; ``eligible`` is clockwise."""

    amount: int
    eligible: tuple[Position, ...]


def pots(put_in: Sequence[int], live: Sequence[Position]) -> tuple[Pot, ...]:
    """The pots, the main pot first, from what each position put in and who is still in the hand.

    There is one for each level that a live player's contribution reaches. What a folded
    player put in above the highest of them belongs to the last pot.
    """
    levels = sorted({put_in[position] for position in live if put_in[position]})
    found = []
    below = 0
    for level in levels:
        top = level if level != levels[-1] else max(put_in)
        amount = sum(min(chips, top) - min(chips, below) for chips in put_in)
        eligible = tuple(position for position in live if put_in[position] >= level)
        found.append(Pot(amount, eligible))
        below = level
    return tuple(found)


def pots_left(
    put_in: Sequence[int], live: Sequence[Position], awards: Iterable[PotAwarded]
) -> tuple[Pot, ...]:
    """The pots without what has been given out of them; those that are empty are left out."""
    given = Counter[int]()
    for award in awards:
        given[award.pot] += award.chips
    return tuple(
        Pot(left, pot.eligible)
        for number, pot in enumerate(pots(put_in, live))
        if (left := pot.amount - given[number])
    )


def refund(put_in: Sequence[int]) -> tuple[Position, int] | None:
    """Who gets back what he put in beyond everyone else, and how much (R14)."""
    most = max(range(len(put_in)), key=put_in.__getitem__)
    beyond = put_in[most] - max(chips for position, chips in enumerate(put_in) if position != most)
    return (Position(most), beyond) if beyond else None


def divide(amount: int, winners: Collection[Position]) -> dict[Position, int]:
    """Equal shares; odd chips go one each, clockwise from the dealer's left (R18).

    >>> divide(32, [Position(2), Position(0), Position(1)])
    {0: 11, 1: 11, 2: 10}
    """
    share, odd = divmod(amount, len(winners))
    return {position: share + (place < odd) for place, position in enumerate(sorted(winners))}
