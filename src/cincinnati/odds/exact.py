"""Answers by going through every way in which a deal may end.

The one idea: the ends of a spot are numbered, so the work is cut into pieces of consecutive
numbers, on any number of threads; counts add up to the same whatever the pieces.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from cincinnati.odds.library import Dealing
from cincinnati.odds.pieces import in_order
from cincinnati.odds.spot import Spot, Tally

PIECE = 1 << 17
"""Ends a piece: some milliseconds of work."""


def enumerate_all(
    spot: Spot,
    *,
    dealing: Dealing,
    threads: int,
    told: Callable[[int], None],
) -> Tally:
    """The counts of all ends; ``told`` hears how many are done."""
    total = dealing.count(spot)
    starts = range(0, total, PIECE)
    tally = Tally.empty(len(spot.private))
    pieces = (
        partial(dealing.enumerated, spot, start, min(start + PIECE, total)) for start in starts
    )
    for number, piece in enumerate(in_order(pieces, threads), 1):
        tally += piece
        told(min(number * PIECE, total))
    return tally
