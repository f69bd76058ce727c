"""What hands are worth and how often they win: many at once.

`evaluate` values one hand or an array of them:

>>> import numpy as np
>>> evaluate("AsKsQsJsTs 2c2d2h3s4c") == evaluate("AhKhQhJhTh 9h8h7h6h5h")
True
>>> evaluate(np.array([0x1F, 0x3FF], dtype=np.uint64))
array([537001984, 541065216], dtype=uint32)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import overload

import numpy as np
from numpy.typing import NDArray

from cincinnati.cards import Card, CardSet, RankSet, card_set, cards_of_ranks, parse_cards
from cincinnati.errors import CardError
from cincinnati.odds.arrays import Values
from cincinnati.odds.engines import Engine
from cincinnati.odds.equity import Equity, Progress, SeatEquity, after_next_card, equity
from cincinnati.odds.library import arrays_for
from cincinnati.odds.question import Question
from cincinnati.odds.sampling import Stop
from cincinnati.odds.sets import CardSets, checked, numbers, numbers_in, sets_of
from cincinnati.ranking import Value, best_value

NO_RANKS = RankSet(0)

__all__ = [
    "CardSets",
    "Engine",
    "Equity",
    "Progress",
    "Question",
    "SeatEquity",
    "Stop",
    "Values",
    "after_next_card",
    "equity",
    "evaluate",
    "numbers",
    "numbers_in",
    "sets_of",
]


@overload
def evaluate(cards: str | Iterable[Card], *, wild_ranks: RankSet = ...) -> Value: ...
@overload
def evaluate(cards: NDArray[np.integer], *, wild_ranks: RankSet = ...) -> Values: ...
def evaluate(
    cards: str | Iterable[Card] | NDArray[np.integer], *, wild_ranks: RankSet = NO_RANKS
) -> Value | Values:
    """What the best five of five to ten cards are worth (`ranking.Value`, the higher wins).

    ``cards`` is one hand, as text or cards, or an array of card sets (whole numbers with
    the bits of `CardSet`) of any shape; then the answer has that shape. All cards of
    ``wild_ranks`` are wild. Raises `CardError` for what is no hand, and says where.
    """
    if isinstance(cards, np.ndarray):
        sets = checked(cards)
        library = arrays_for(sets.size)
        if wild_ranks:
            return library.wild_values(sets, np.array(wild_ranks, dtype=np.uint16))
        return library.values(sets)
    hand = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
    if not 5 <= len(hand) <= 10:
        raise CardError(f"a hand has five to ten cards, this one {len(hand)}", text="", at=0)
    return best_value(CardSet(card_set(hand)), cards_of_ranks(wild_ranks))
