"""The English name of a hand as programs read it in JSON answers; people get `words`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from cincinnati.cards import Rank
from cincinnati.ranking import Category, HandName, Value, name_of


def high_words(value: Value) -> str:
    """The name of a hand: ``two pair, kings and nines, with an ace``."""
    name = name_of(value)
    kickers = " and ".join(_one(rank) for rank in name.kickers)
    return _made_words(name) + (f", with {kickers}" if kickers else "")


def _made_words(name: HandName) -> str:
    first = name.ranks[0]
    match name.category:
        case Category.FIVE_OF_A_KIND:
            return f"five {_many(first)}"
        case Category.STRAIGHT_FLUSH:
            return "a royal flush" if name.royal else f"a straight flush to the {_one(first)}"
        case Category.FOUR_OF_A_KIND:
            return f"four {_many(first)}"
        case Category.FULL_HOUSE:
            return f"a full house, {_many(first)} over {_many(name.ranks[1])}"
        case Category.FLUSH:
            return f"a flush, {_list(name.ranks)}"
        case Category.STRAIGHT:
            return f"a straight to the {_one(first)}"
        case Category.THREE_OF_A_KIND:
            return f"three {_many(first)}"
        case Category.TWO_PAIR:
            return f"two pair, {_many(first)} and {_many(name.ranks[1])}"
        case Category.PAIR:
            return f"a pair of {_many(first)}"
        case Category.HIGH_CARD:
            return f"high card, {_list(name.ranks)}"
    assert_never(name.category)


def _one(rank: Rank) -> str:
    return rank.name.lower()


def _many(rank: Rank) -> str:
    return f"{_one(rank)}es" if rank is Rank.SIX else f"{_one(rank)}s"


def _list(ranks: Sequence[Rank]) -> str:
    return " ".join(_one(rank) for rank in ranks)
