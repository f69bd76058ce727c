"""The best low hand, eight or better (R30).

Five different ranks of eight or below, the ace low; straights and flushes do not
matter, and a wild card takes the lowest rank that is missing. The one idea: with the
ace's bit moved below the deuce's, a low hand is a set of five bits, and of two low
hands the *smaller number* is the better, since the highest card decides first.
"""

from __future__ import annotations

from typing import NewType

from cincinnati.cards import LANE, LANE_MASK, NO_CARDS, CardSet, Rank

Low = NewType("Low", int)
"""A low hand: bit ``rank - 1`` for each of its five ranks, the ace's lowest.

The lower number is the better hand: 5-4-3-2-A is 31.
"""

_EIGHT_OR_LOWER = 0xFF


def best_low(cards: CardSet, wild: CardSet = NO_CARDS) -> Low | None:
    """The best eight-or-better low hand of a set of cards, or ``None``.

    ``wild`` is the set of all cards that are wild, held or not.
    """
    natural = cards & ~wild
    ranks = (natural | natural >> LANE | natural >> 2 * LANE | natural >> 3 * LANE) & LANE_MASK
    held = (ranks << 1 | ranks >> LANE - 1) & _EIGHT_OR_LOWER
    for _ in range((cards & wild).bit_count()):
        held |= held + 1  # the lowest bit that is off
    low = 0
    for _ in range(5):
        lowest = held & -held
        low |= lowest
        held ^= lowest
    return Low(low) if low.bit_count() == 5 else None


def low_ranks(low: Low) -> tuple[int, ...]:
    """The five ranks, the highest first, the ace as 1: ``(8, 6, 4, 2, 1)``."""
    return tuple(number for number in range(8, 0, -1) if low >> number - 1 & 1)


def low_rank_of(number: int) -> Rank:
    """The rank that a number of `low_ranks` stands for: 1 is the ace."""
    return Rank.ACE if number == 1 else Rank(number)
