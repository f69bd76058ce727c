"""Many hands at once: arrays of card sets and of card numbers.

The one idea: a card's number is the place of its bit (``13 * suit + rank - 2``, the
order of `PACK`), so an array of card sets is the same integers as `CardSet`, 64 bits
wide, and both forms turn into each other by shifts.

>>> from cincinnati.cards import CardSet, cards_in, parse_cards
>>> hands = sets_of(numbers([parse_cards("AsKsQsJsTs"), parse_cards("2c2d2h2s3c")]))
>>> [len(cards_in(CardSet(int(hand)))) for hand in hands]
[5, 5]
>>> numbers_in(hands)[1]
array([ 0,  1, 13, 26, 39], dtype=uint8)
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cincinnati.cards import PACK, Card
from cincinnati.errors import CardError, DuplicateCard, UnknownCard

CardSets = NDArray[np.uint64]
"""Sets of cards, any shape: each as `CardSet` is, bit ``13 * suit + rank - 2`` for a card."""

CardNumbers = NDArray[np.uint8]
"""Cards by number, 0 (2c) to 51 (As); the last axis is the cards of one hand."""

RankSets = NDArray[np.uint16]
"""Sets of ranks, any shape: each as `RankSet` is, bit ``rank - 2`` for a rank."""

_PLACES = {card: place for place, card in enumerate(PACK)}
_WHOLE_PACK = (1 << len(PACK)) - 1


def number_of(card: Card) -> int:
    """The number of a card, 0 (2c) to 51 (As)."""
    return _PLACES[card]


def numbers(hands: Sequence[Card] | Sequence[Sequence[Card]]) -> CardNumbers:
    """The numbers of the cards of one hand, or of hands of equal size, one a row."""
    rows = [
        _PLACES[each] if isinstance(each, Card) else [_PLACES[card] for card in each]
        for each in hands
    ]
    return np.array(rows, dtype=np.uint8)


def sets_of(rows: ArrayLike) -> CardSets:
    """The sets of rows of card numbers: shape (…, n) becomes (…).

    Raises `UnknownCard` for a number that is no card and `DuplicateCard` for a row
    that has a card twice.
    """
    given = np.asarray(rows)
    if given.size and (given.min() < 0 or given.max() >= len(PACK)):
        wrong = int(given.min() if given.min() < 0 else given.max())
        raise UnknownCard(
            f"no card has number {wrong}: they go from 0 to 51", text=str(wrong), at=0
        )
    bits = np.uint64(1) << given.astype(np.uint64)
    sets: CardSets = np.bitwise_or.reduce(bits, axis=-1)
    twice = np.bitwise_count(sets) != given.shape[-1]
    if np.any(twice):
        row = int(np.flatnonzero(twice)[0])
        raise DuplicateCard(f"a card stands twice in row {row}", text=str(row), at=row)
    return sets


def numbers_in(sets: CardSets) -> CardNumbers:
    """The numbers of the cards of sets of equal size, the lowest first: (…) becomes (…, n).

    Raises `CardError` when the sets differ in size.
    """
    sizes = np.bitwise_count(sets)
    if sizes.size and np.any(sizes != sizes.flat[0]):
        raise CardError("the sets differ in size, they make no rows", text="", at=0)
    count = int(sizes.flat[0]) if sizes.size else 0
    rest = sets.copy()
    rows = np.empty((*sets.shape, count), dtype=np.uint8)
    for place in range(count):
        lowest = rest & (~rest + np.uint64(1))
        rows[..., place] = np.bitwise_count(lowest - np.uint64(1))
        rest ^= lowest
    return rows


def checked(sets: ArrayLike) -> CardSets:
    """Card sets of five to ten cards each, as an array; raises `CardError` for anything else."""
    given = np.asarray(sets)
    if given.dtype.kind not in "ui":
        raise CardError(f"card sets are whole numbers, not {given.dtype}", text="", at=0)
    if given.size and (int(given.min()) < 0 or int(given.max()) > _WHOLE_PACK):
        raise CardError("a card set has the bits 0 to 51 only", text="", at=0)
    array: CardSets = given.astype(np.uint64, copy=False)
    sizes = np.bitwise_count(array)
    wrong = np.flatnonzero((sizes < 5) | (sizes > 10))
    if wrong.size:
        at = int(wrong[0])
        raise CardError(
            f"a hand has five to ten cards, number {at} has {sizes.flat[at]}", text="", at=at
        )
    return array
