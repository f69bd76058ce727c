"""What many hands are worth, by NumPy (R17, R26-R32).

The one idea: the work goes column by column over chunks that stay in the processor's
cache. A hand is the sum of its cards' keys (`tables`), which tells the place of its ranks
in a table of values; only the hands with five of a suit, which the key shows as well, are
looked at again. `cincinnati.odds.kernels.arrays` has the same functions by numba.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from cincinnati.cards import LANE, LANE_MASK, LANES
from cincinnati.engine.hands import LINES
from cincinnati.odds import tables
from cincinnati.odds.sets import CardNumbers, CardSets, RankSets
from cincinnati.rules import BOARD_CARDS, Ruleset, Split, Wild

Values = NDArray[np.uint32]
"""Values as `ranking.Value`: the higher wins, equal ones tie."""
Lows = NDArray[np.uint8]
"""Low hands as `ranking.Low`, the lower number wins; `NO_LOW` (255) for none."""
Keys = NDArray[np.uint64]
"""Sums of card keys, from `tables.NO_CARD_KEY` on."""

NO_LOW = tables.NO_LOW
"""Stands in `Lows` for a hand without a low; every low is a lower number."""

CHUNK = 1 << 14
_MASK = np.uint64(LANE_MASK)
_SUIT_SHIFTS = [np.uint64(lane * LANE) for lane in range(4)]
_ONE = np.uint64(1)
_LOWER = (1 << tables.UPPER_AT) - 1
_UPPER = 0x7FFF
_FIVE_OF_A_SUIT = np.uint64(tables.FIVE_OF_A_SUIT)


class HandValues(Struct, frozen=True):
    """What hands are worth under rules; ``low`` is all `NO_LOW` where no low is played."""

    high: Values
    low: Lows


def values(sets: CardSets) -> Values:
    """What the best five of each set of five to ten cards are worth, none of them wild.

    Any shape; the answer has the same.
    """
    flat = sets.reshape(-1)
    out = np.empty(flat.shape, dtype=np.uint32)
    for start in range(0, len(flat), CHUNK):
        part = flat[start : start + CHUNK]
        out[start : start + CHUNK] = _values_by_size(part, np.bitwise_count(part))
    return out.reshape(sets.shape)


def row_values(rows: CardNumbers) -> Values:
    """The same for rows of five to ten different card numbers: (…, n) becomes (…)."""
    cards = rows.shape[-1]
    flat = np.ascontiguousarray(rows, dtype=np.uint8).reshape(-1, cards)
    out = np.empty(len(flat), dtype=np.uint32)
    for start in range(0, len(flat), CHUNK):
        out[start : start + CHUNK] = _row_values(flat[start : start + CHUNK], cards)
    return out.reshape(rows.shape[:-1])


def _row_values(rows: CardNumbers, cards: int) -> Values:
    """The values of a chunk of rows; two cards are looked up at a time."""
    even = cards - cards % 2
    pairs = np.ascontiguousarray(rows[:, :even]).view(np.uint16).T.astype(np.intp)
    keys = np.full(len(rows), tables.NO_CARD_KEY, dtype=np.uint64)
    for pair in pairs:
        keys += tables.pair_keys().take(pair)
    if cards > even:
        keys += tables.card_keys().take(rows[:, even])
    where = np.flatnonzero(keys & _FIVE_OF_A_SUIT)
    suited = np.bitwise_or.reduce(tables.pair_sets().take(pairs.take(where, axis=1)), axis=0)
    if cards > even:
        suited |= _ONE << rows[where, even].astype(np.uint64)
    return _key_values_at(keys, where, suited, cards)


def key_values(keys: Keys, suited: CardSets, cards: int) -> Values:
    """The values of hands of so many cards by their keys.

    ``suited``: the card sets of the hands with five or more of a suit, in their order.
    """
    return _key_values_at(keys, np.flatnonzero(keys & _FIVE_OF_A_SUIT), suited, cards)


def _key_values_at(keys: Keys, where: NDArray[np.intp], suited: CardSets, cards: int) -> Values:
    out: Values = tables.key_tables(cards).values.take(key_places(keys, cards))
    out[where] = np.maximum(out[where], flushes(suited))
    return out


def key_places(keys: Keys, cards: int) -> NDArray[np.int64]:
    """The places of hands of so many cards among all multisets of so many ranks."""
    table = tables.key_tables(cards)
    parts = keys.view(np.int64)  # NumPy would make a copy of other numbers to look them up
    places: NDArray[np.int64] = table.upper.take(parts >> tables.UPPER_AT & _UPPER)
    places += table.lower.take(parts & _LOWER)
    return places


def flushes(sets: CardSets) -> Values:
    """The best flush or straight flush of each set, 0 for none."""
    table = tables.bit_tables().flush
    best: Values = table.take(sets & _MASK)
    for shift in _SUIT_SHIFTS[1:]:
        np.maximum(best, table.take(sets >> shift & _MASK), out=best)
    return best


def set_keys(sets: CardSets) -> Keys:
    """The keys of card sets, from `tables.NO_CARD_KEY` on."""
    by_suit = tables.suit_keys()
    keys: Keys = by_suit[0].take(sets & _MASK) + np.uint64(tables.NO_CARD_KEY)
    for table, shift in zip(by_suit[1:], _SUIT_SHIFTS[1:], strict=True):
        keys += table.take(sets >> shift & _MASK)
    return keys


def _values_by_size(sets: CardSets, sizes: NDArray[np.uint8]) -> Values:
    if np.all(sizes == sizes[0]):
        keys = set_keys(sets)
        return key_values(keys, sets[keys & _FIVE_OF_A_SUIT > 0], int(sizes[0]))
    out = np.empty(sets.shape, dtype=np.uint32)
    for size in np.unique(sizes):
        ours = sizes == size
        out[ours] = _values_by_size(sets[ours], sizes[ours])
    return out


def wild_values(sets: CardSets, wild_ranks: RankSets) -> Values:
    """The same as `values` when all cards of some ranks are wild.

    The shapes of ``sets`` and ``wild_ranks`` are broadcast.
    """
    sets, wild_ranks = np.broadcast_arrays(sets, wild_ranks)
    flat, ranks = sets.reshape(-1), wild_ranks.reshape(-1)
    out = np.empty(flat.shape, dtype=np.uint32)
    for start in range(0, len(flat), CHUNK):
        part = flat[start : start + CHUNK]
        wild = ranks[start : start + CHUNK].astype(np.uint64) * np.uint64(LANES)
        jokers = np.bitwise_count(part & wild)
        natural = jokers == 0
        made = np.empty(part.shape, dtype=np.uint32)
        if natural.any():
            made[natural] = values(part[natural])
        with_jokers = ~natural
        made[with_jokers] = _joker_values(
            (part & ~wild)[with_jokers], jokers[with_jokers].astype(np.int64)
        )
        out[start : start + CHUNK] = made
    return out.reshape(sets.shape)


def _joker_values(natural: CardSets, jokers: NDArray[np.int64]) -> Values:
    """The values of hands with these natural cards and so many wild ones, at least one.

    As in `ranking.wild`: from the top the first category that can be made.
    """
    bits, wild = tables.bit_tables(), tables.wild_tables()
    top1, top2, top3 = (table.astype(np.int64) for table in (bits.top1, bits.top2, bits.top3))
    c, d, h, s = ((natural >> shift & _MASK).astype(np.int64) for shift in _SUIT_SHIFTS)
    once, fours = c | d | h | s, c & d & h & s
    twice = c & d | h & s | (c | d) & (h | s)
    thrice = c & d & (h | s) | h & s & (c | d)
    held = np.stack([np.full_like(once, LANE_MASK), once, twice, thrice, fours])
    every = np.arange(len(once))
    five = top1[held[np.maximum(5 - jokers, 0), every]]
    four = top1[held[np.maximum(4 - jokers, 0), every]]
    three = top1[held[np.maximum(3 - jokers, 0), every]]
    few = np.minimum(jokers, tables.MOST_JOKERS)
    suited = np.maximum.reduce([wild.flush[few, suit] for suit in (c, d, h, s)]).astype(np.int64)
    straight = wild.straight[few, once].astype(np.int64)
    high_pair, high = top1[twice], top1[once]
    low_pair = top1[twice ^ high_pair]
    found: NDArray[np.int64] = np.select(
        [five > 0, suited >= tables.STRAIGHT_FLUSH, four > 0, low_pair > 0, suited > 0,
         straight > 0, three > 0],
        [tables.FIVE | five << LANE, suited, tables.FOUR | four << LANE | top1[once & ~four],
         tables.FULL_HOUSE | high_pair << LANE | low_pair, suited,
         straight, tables.THREE | three << LANE | top2[once & ~three]],
        tables.PAIR | high << LANE | top3[once ^ high],
    )  # fmt: skip
    return found.astype(np.uint32)


def lows(sets: CardSets, wild_ranks: RankSets | int = 0) -> Lows:
    """The best eight-or-better low hand of each set, or `NO_LOW` (R30).

    All cards of ``wild_ranks`` are wild; the shapes are broadcast.
    """
    wild = np.asarray(wild_ranks).astype(np.uint64) * np.uint64(LANES)
    ranks = ranks_in(sets & ~wild)
    held = (ranks << _ONE | ranks >> np.uint64(LANE - 1)) & np.uint64(255)
    found: Lows = tables.wild_tables().lows[np.bitwise_count(sets & wild), held]
    return found


def ranks_in(sets: CardSets) -> NDArray[np.uint64]:
    """The ranks that are in each set, as `RankSet`."""
    _, d, h, s = _SUIT_SHIFTS
    found: NDArray[np.uint64] = (sets | sets >> d | sets >> h | sets >> s) & _MASK
    return found


def lowest_rank(sets: CardSets) -> RankSets:
    """The lowest rank in each set, the ace high, as a `RankSet`."""
    ranks = ranks_in(sets)
    return (ranks & (~ranks + _ONE)).astype(np.uint16)


def hand_values(private: CardSets, board: CardNumbers, rules: Ruleset) -> HandValues:
    """What private cards are worth with the community cards turned so far.

    ``private`` has the shape (…), ``board`` (…, k): the k cards in the order turned. The
    leading axes are broadcast. Own and turned cards together are trusted to be at least
    five in every line.
    """
    return with_lines(private, board, rules, values=values, wild_values=wild_values, lows=lows)


def with_lines(
    private: CardSets,
    board: CardNumbers,
    rules: Ruleset,
    *,
    values: Callable[[CardSets], Values],
    wild_values: Callable[[CardSets, RankSets], Values],
    lows: Callable[[CardSets, RankSets], Lows],
) -> HandValues:
    """`hand_values` by these functions: the best over the lines that one may use (R32)."""
    turned = board.shape[-1]
    bits = _ONE << board.astype(np.uint64)
    wild = _wild_ranks(private, bits, rules)
    highs, all_lows = [], []
    for line in LINES[rules.layout]:
        places = [place for place in line if place < turned]
        held = private | np.bitwise_or.reduce(bits[..., places], axis=-1, initial=0)
        highs.append(values(held) if rules.wild is Wild.NONE else wild_values(held, wild))
        if rules.split is Split.LOW8:
            all_lows.append(lows(held, wild))
    high = np.maximum.reduce(highs)
    low = np.minimum.reduce(all_lows) if all_lows else np.full(high.shape, NO_LOW, np.uint8)
    return HandValues(high, low)


def _wild_ranks(private: CardSets, board: CardSets, rules: Ruleset) -> RankSets:
    """The wild ranks of each hand, as `engine.hands.wild_ranks` has them for one (R26-R29)."""
    turned = board.shape[-1]
    none = np.zeros(board.shape[:-1], dtype=np.uint16)
    match rules.wild:
        case Wild.LOWEST_BOARD:
            return lowest_rank(np.bitwise_or.reduce(board, axis=-1)) if turned else none
        case Wild.LAST_BOARD:
            return lowest_rank(board[..., -1]) if turned == BOARD_CARDS else none
        case Wild.LOW_HOLE:
            return lowest_rank(private)
        case _:
            return none | np.uint16(sum(rank.bit for rank in rules.wild_ranks))
