"""Every end of a spot, and random ends of it, by NumPy.

The one idea: a chunk of ends is a matrix of drawn cards, one row a missing card. Whether
the rows come from counting (`enumerated`) or from chance (`sampled`), the same few steps
over whole columns lay them, value the hands and count who wins.
`cincinnati.odds.kernels.dealing` has the same functions by numba.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from cincinnati.cards import LANE, LANE_MASK
from cincinnati.odds import tables
from cincinnati.odds.arrays import (
    CHUNK,
    Keys,
    Values,
    key_values,
    lowest_rank,
    lows,
    set_keys,
    values,
    wild_values,
)
from cincinnati.odds.plan import BOARD, Half, Plan, WildRule, plan_of
from cincinnati.odds.sets import CardSets, RankSets
from cincinnati.odds.spot import Counts, Spot, Tally
from cincinnati.rules import BOARD_CARDS, PRIVATE_CARDS

Places = NDArray[np.intp]
"""Drawn cards as places in the deck: shape (draws, ends)."""

_CATEGORY_AT = np.uint32(2 * LANE)
_MASK = np.uint64(LANE_MASK)
_TEN = PRIVATE_CARDS + BOARD_CARDS


def count(spot: Spot) -> int:
    """How many ends a spot has; those that differ in cards' places only where these matter."""
    return plan_of(spot).ends


def enumerated(spot: Spot, start: int = 0, stop: int | None = None) -> Tally:
    """Count the ends number ``start`` to ``stop`` (or to the last), each once.

    All ends are equally likely. Pieces add up to the whole, in any order.
    """
    plan = plan_of(spot)
    tally = Tally.empty(len(spot.private))
    stop = plan.ends if stop is None else stop
    for first in range(start, stop, CHUNK):
        tally += _counted(plan, _places_of(plan, first, min(first + CHUNK, stop)))
    return tally


def sampled(spot: Spot, *, seed: int, block: int, deals: int) -> Tally:
    """Count so many random ends.

    The same for the same seed, block number and number of deals; different blocks of a
    seed are independent. ``seed`` and ``block`` are whole numbers from 0 to 2**64 - 1.
    """
    plan = plan_of(spot)
    tally = Tally.empty(len(spot.private))
    chance = np.random.Generator(np.random.SFC64(np.random.SeedSequence((seed, block))))
    for first in range(0, deals, CHUNK):
        tally += _counted(plan, _drawn(plan, chance, min(CHUNK, deals - first)))
    return tally


def _places_of(plan: Plan, start: int, stop: int) -> Places:
    """The cards that the ends' numbers stand for."""
    if len(plan.groups) == 1:
        size = plan.groups[0].size
        return _combinations(len(plan.deck), size)[:, start:stop].astype(np.intp)
    ends = np.arange(start, stop, dtype=np.int64)
    digits = list[NDArray[np.int64]]()
    for choices in reversed(plan.choices):
        ends, digit = np.divmod(ends, choices)
        digits.append(digit)
    drawn, left = list[NDArray[np.intp]](), len(plan.deck)
    for group, digit in zip(plan.groups, reversed(digits), strict=True):
        chosen = _combinations(left, group.size)[:, digit].astype(np.intp)
        if drawn:
            for taken in np.sort(np.stack(drawn), axis=0):
                chosen += chosen >= taken
        drawn += list(chosen)
        left -= group.size
    return np.stack(drawn) if drawn else np.empty((0, len(ends)), dtype=np.intp)


@lru_cache(maxsize=16)
def _combinations(cards: int, size: int) -> NDArray[np.uint8]:
    """All combinations of so many places in lexicographic order: shape (size, count)."""
    if size == 1:
        return np.arange(cards, dtype=np.uint8)[np.newaxis]
    smaller = _combinations(cards, size - 1)[:, : comb(cards, size - 1)]
    following = cards - 1 - smaller[-1].astype(np.int64)
    rows = np.repeat(smaller, following, axis=1)
    starts = np.repeat(np.cumsum(following) - following, following)
    last = np.arange(rows.shape[1]) - starts + rows[-1] + 1
    return np.concatenate([rows, last[np.newaxis].astype(np.uint8)])


def _drawn(plan: Plan, chance: np.random.Generator, deals: int) -> Places:
    """Random cards for so many deals: the first steps of a shuffle, all deals at once."""
    cards, draws = len(plan.deck), plan.draws
    order = np.repeat(np.arange(cards, dtype=np.uint8)[:, np.newaxis], deals, axis=1)
    flat, column = order.reshape(-1), np.arange(deals)
    for place in range(draws):
        numbers = chance.integers(0, 1 << 32, size=deals, dtype=np.uint32).astype(np.uint64)
        other = (numbers * np.uint64(cards - place) >> np.uint64(32)).astype(np.intp)
        other += place
        other *= deals
        other += column
        card = flat.take(other)
        flat[other] = order[place]
        order[place] = card
    return order[:draws].astype(np.intp)


def _counted(plan: Plan, places: Places) -> Tally:
    """The tally of these ends."""
    if plan.plain:
        highs = _plain_values(plan, places)
        return _tally(highs, np.zeros(highs.shape, dtype=np.uint16))
    own, lines, last = _laid(plan, places)
    return _tally(*_any_values(plan, own, lines, last))


def _plain_values(plan: Plan, places: Places) -> Values:
    """The value of each seat in each end, (seats, ends), by keys that add up."""
    bits, keys = plan.deck, set_keys(plan.deck) - np.uint64(tables.NO_CARD_KEY)
    ends = places.shape[1]
    board_set = np.full(ends, plan.lines[0])
    board_key = np.full(ends, set_keys(plan.lines)[0])
    highs = np.empty((len(plan.private), ends), dtype=np.uint32)
    own_sets = list[CardSets](plan.private[:, np.newaxis])
    own_keys = list[Keys]((set_keys(plan.private) - np.uint64(tables.NO_CARD_KEY))[:, np.newaxis])
    at = 0
    for group in plan.groups:
        rows = places[at : at + group.size]
        at += group.size
        for row in rows:
            if group.seat == BOARD:
                board_set |= bits.take(row)
                board_key += keys.take(row)
            else:
                own_sets[group.seat] = own_sets[group.seat] | bits.take(row)
                own_keys[group.seat] = own_keys[group.seat] + keys.take(row)
    for seat, (held, key) in enumerate(zip(own_sets, own_keys, strict=True)):
        whole = board_key + key
        suited = np.flatnonzero(whole & np.uint64(tables.FIVE_OF_A_SUIT))
        highs[seat] = key_values(whole, (board_set | held)[suited], _TEN)
    return highs


def _laid(plan: Plan, places: Places) -> tuple[CardSets, CardSets, CardSets]:
    """Private cards (seats, ends), community cards (lines, ends) and the fifth one (ends)."""
    ends = places.shape[1]
    own = np.repeat(plan.private[:, np.newaxis], ends, axis=1)
    lines = np.repeat(plan.lines[:, np.newaxis], ends, axis=1)
    last, at = np.full(ends, plan.last), 0
    for group in plan.groups:
        chosen = np.bitwise_or.reduce(plan.deck[places[at : at + group.size]], axis=0)
        at += group.size
        if group.seat != BOARD:
            own[group.seat] |= chosen
        for line in range(len(lines)):
            if group.lines >> line & 1:
                lines[line] |= chosen
        if group.last:
            last = chosen
    return own, lines, last


def _any_values(
    plan: Plan, own: CardSets, lines: CardSets, last: CardSets
) -> tuple[Values, NDArray[np.uint16]]:
    """What each seat has for the two halves of the pot, (seats, ends): the higher wins."""
    wild = np.broadcast_to(_wild(plan, own, lines, last), own.shape)
    held = [own | line for line in lines]
    if plan.wild is WildRule.CONSTANT and not plan.wild_ranks:
        high = np.maximum.reduce([values(hands) for hands in held])
    else:
        high = np.maximum.reduce([wild_values(hands, wild) for hands in held])
    match plan.half:
        case Half.NOBODY:
            other = np.zeros(own.shape, dtype=np.uint16)
        case Half.LOW:
            best = np.minimum.reduce([lows(hands, wild) for hands in held])
            other = (tables.NO_LOW - best).astype(np.uint16)
        case Half.HIGHEST_OF_SUIT:
            other = _of_suit(own, last)
        case Half.LOWEST_OF_SUIT:
            suited = _of_suit(own, last)
            lowest = suited & (~suited + np.uint16(1))
            other = np.where(suited > 0, np.uint16(LANE_MASK + 1) - lowest, np.uint16(0))
    return high, other


def _wild(plan: Plan, own: CardSets, lines: CardSets, last: CardSets) -> RankSets:
    match plan.wild:
        case WildRule.CONSTANT:
            return np.full(last.shape, plan.wild_ranks, dtype=np.uint16)
        case WildRule.LOWEST_BOARD:
            return lowest_rank(np.bitwise_or.reduce(lines, axis=0))
        case WildRule.LAST_BOARD:
            return lowest_rank(last)
        case WildRule.LOW_HOLE:
            return lowest_rank(own)


def _of_suit(own: CardSets, last: CardSets) -> NDArray[np.uint16]:
    """The ranks of the private cards that have the suit of the fifth community card."""
    shift = (np.bitwise_count(last - np.uint64(1)) // LANE * LANE).astype(np.uint64)
    ranks: CardSets = own >> shift & _MASK
    return ranks.astype(np.uint16)


def _tally(highs: Values, halves: NDArray[np.uint16]) -> Tally:
    """Count who wins, from what each seat has for the two halves: shape (seats, ends)."""
    seats, ends = highs.shape
    best, best_half = highs.max(axis=0), halves.max(axis=0)
    wins, half_wins = highs == best, (halves == best_half) & (best_half > 0)
    sharing = wins.sum(axis=0, dtype=np.int64)
    half_sharing = half_wins.sum(axis=0, dtype=np.int64)
    tally = Tally.empty(seats)
    for seat in range(seats):
        won = sharing * wins[seat]
        half = (best_half > 0) + half_sharing * half_wins[seat]
        category = (highs[seat] >> _CATEGORY_AT).astype(np.int64)
        tally.outcomes[seat] = _pairs(won, half, tally.outcomes.shape[1:])
        tally.highs[seat] = _pairs(category, won, tally.highs.shape[1:])
    return Tally(deals=ends, outcomes=tally.outcomes, highs=tally.highs)


def _pairs(first: NDArray[np.int64], second: NDArray[np.int64], shape: tuple[int, ...]) -> Counts:
    """How often each pair of numbers comes."""
    found = np.bincount(first * shape[1] + second, minlength=shape[0] * shape[1])
    return found.astype(np.int64).reshape(shape)
