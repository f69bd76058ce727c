"""Every end of a spot, in compiled loops.

The one idea: what an end changes is kept apart from what stays. The groups but the
innermost are laid once for all choices of that one; its choices are partial sets, to which
the last card is one more bit; and hands that it does not touch are valued only once. In
plain games choices are keys as well, which add up.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cincinnati.odds.kernels.jit import kernel
from cincinnati.odds.kernels.keys import BIAS, key_of, keyed_value_of
from cincinnati.odds.kernels.known import SEAT, SIZE, Known, is_plain, lay
from cincinnati.odds.kernels.showdown import (
    HandNumbers,
    common_wild,
    count_end,
    count_values,
    half_of,
    high_of,
    wild_for,
)
from cincinnati.odds.kernels.value import NO_CARDS, value_of
from cincinnati.odds.sets import CardSets
from cincinnati.odds.spot import Counts

Keys = NDArray[np.uint64]
"""What cards add to the keys of hands."""
Positions = NDArray[np.int64]
"""By group the places of its cards among those then left, ascending: shape (draws,)."""

BUFFER = 1024
"""Choices that are valued together: they stay in the processor's first cache."""


@kernel
def enumerate_ends(
    known: Known, positions: Positions, ends: int, outcomes: Counts, by_category: Counts
) -> None:
    """Count so many ends from ``positions`` on; in plain games only ``by_category``."""
    own, laid, left = known.private.copy(), known.lines.copy(), known.deck.copy()
    choices, keys = np.zeros(BUFFER, dtype=np.uint64), np.zeros(BUFFER, dtype=np.uint64)
    left_keys = np.zeros(len(left), dtype=np.uint64)
    values = np.empty((len(own), BUFFER), dtype=np.int32)
    outer, plain = len(known.groups) - 1, is_plain(known)
    inner, rest = np.zeros(4, dtype=np.int64), positions
    if outer >= 0:
        inner = known.groups[outer]
        rest = positions[len(positions) - inner[SIZE] :]
    while ends > 0:
        own[:] = known.private
        laid[:] = known.lines
        cards, last = _lay_outer(known, positions, own, laid, left)
        for place in range(cards):
            left_keys[place] = key_of(left[place])
        before, more = 0, True
        while more and ends > 0:
            room = min(ends, BUFFER)
            filled, more = _fill(left[:cards], left_keys, rest, choices[:room], keys)
            if plain:
                _value_plain(
                    known, inner[SEAT], own, laid[0], choices[:filled], keys, before, values
                )
                count_values(values, filled, by_category)
            else:
                _count_any(known, inner, own, laid, last, choices[:filled], outcomes, by_category)
            before += filled
            ends -= filled
        if not _advance(known.groups, positions, len(known.deck)):
            return


@kernel
def _lay_outer(
    known: Known, positions: Positions, own: CardSets, laid: CardSets, left: CardSets
) -> tuple[int, np.uint64]:
    """Lay the cards of all groups but the innermost; ``left`` gets those for that one.

    Returns how many are left, and the last community card if it is known.
    """
    left[:] = known.deck
    cards, at, last = len(left), 0, known.last
    for group in range(len(known.groups) - 1):
        chosen = NO_CARDS
        for _ in range(known.groups[group, SIZE]):
            chosen |= left[positions[at]]
            at += 1
        kept = 0
        for place in range(cards):
            if not left[place] & chosen:
                left[kept] = left[place]
                kept += 1
        cards = kept
        last = lay(known.groups[group], chosen, own, laid, last)
    return cards, last


@kernel
def _fill(
    left: CardSets, left_keys: Keys, positions: Positions, choices: CardSets, keys: Keys
) -> tuple[int, bool]:
    """Write the next choices as sets and as keys; returns how many, and whether more come."""
    size, cards, filled, room = len(positions), len(left), 0, len(choices)
    if size == 0:
        choices[0], keys[0] = NO_CARDS, NO_CARDS
        return 1, False
    while True:
        partial, partial_key = NO_CARDS, NO_CARDS
        for place in range(size - 1):
            partial |= left[positions[place]]
            partial_key += left_keys[positions[place]]
        start = positions[size - 1]
        stop = min(cards, start + room - filled)
        for place in range(start, stop):
            choices[filled] = partial | left[place]
            keys[filled] = partial_key + left_keys[place]
            filled += 1
        if stop < cards:
            positions[size - 1] = stop
            return filled, True
        if not _next(positions, 0, size - 1, cards - 1):
            return filled, False
        positions[size - 1] = positions[size - 2] + 1
        if filled == room:
            return filled, True


@kernel
def _next(positions: Positions, start: int, size: int, cards: int) -> bool:
    """The next combination of ``size`` of ``cards`` places; after the last the first again."""
    place = size - 1
    while place >= 0 and positions[start + place] == cards - size + place:
        place -= 1
    if place < 0:
        for each in range(size):
            positions[start + each] = each
        return False
    positions[start + place] += 1
    for each in range(place + 1, size):
        positions[start + each] = positions[start + each - 1] + 1
    return True


@kernel
def _advance(groups: NDArray[np.int64], positions: Positions, cards: int) -> bool:
    """The next choice of the outer groups, the innermost at its first; or False at the end."""
    start = len(positions)
    left = cards - start
    for group in range(len(groups) - 1, -1, -1):
        size = groups[group, SIZE]
        start -= size
        left += size
        if group == len(groups) - 1:
            for each in range(size):
                positions[start + each] = each
        elif _next(positions, start, size, left):
            return True
    return False


@kernel
def _value_plain(
    known: Known,
    seat_dealt: int,
    own: CardSets,
    board: np.uint64,
    choices: CardSets,
    keys: Keys,
    before: int,
    values: HandNumbers,
) -> None:
    """Value all hands for the choices of the innermost group.

    Who gets none of its cards is valued only ``before`` any choice was.
    """
    lower, upper, by_place = known.lower, known.upper, known.values
    for seat in range(len(own)):
        held = own[seat] | board
        key = key_of(held) + BIAS
        if seat_dealt < 0 or seat_dealt == seat:
            for number in range(len(choices)):
                values[seat, number] = keyed_value_of(
                    key + keys[number], held | choices[number], lower, upper, by_place
                )
        elif before == 0:
            values[seat, :] = value_of(held)


@kernel
def _count_any(
    known: Known,
    inner: NDArray[np.int64],
    own: CardSets,
    laid: CardSets,
    last: np.uint64,
    choices: CardSets,
    outcomes: Counts,
    by_category: Counts,
) -> None:
    """Count the ends that these choices make, with wild cards, lines or two halves."""
    seats = len(own)
    hand, turned = own.copy(), laid.copy()
    highs, halves = np.empty(seats, dtype=np.int32), np.empty(seats, dtype=np.int32)
    for number in range(len(choices)):
        hand[:] = own
        turned[:] = laid
        fifth = lay(inner, choices[number], hand, turned, last)
        common = common_wild(known.wild, known.wild_ranks, turned, fifth)
        for seat in range(seats):
            if number > 0 and inner[SEAT] >= 0 and inner[SEAT] != seat:
                continue
            wild = wild_for(hand[seat], known.wild, common)
            highs[seat] = high_of(hand[seat], turned, wild)
            halves[seat] = half_of(hand[seat], turned, wild, fifth, known.half)
        count_end(highs, halves, outcomes, by_category)
