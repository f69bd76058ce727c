"""Ranks, cards and hands in words (R17, R26, R30).

The one idea: a rank has four forms, each a row of the catalogue, so that a language can say
"d'as", "à l'as", "un as" without any grammar in code: the rank itself (with its plural),
``kind`` (so many of it: three *aces*, brelan *d'as*), ``to`` (a straight *to the ace*) and
``one`` (*an ace*).
"""

from __future__ import annotations

from collections.abc import Iterable

from cincinnati.cards import Card, Rank
from cincinnati.ranking import Category, HandName, Low, Value, low_ranks, name_of
from cincinnati.words.catalogue import Catalogue

HIDDEN = "▒▒"
"""How a card is shown whose face one may not see."""

BY_EACH_CARD = (Category.FLUSH, Category.HIGH_CARD)
"""Hands that are named by their highest card, and the other four follow."""


def cards_text(cards: Iterable[Card | None], hidden: str) -> str:
    """Cards as rank and suit, in their order."""
    return " ".join(hidden if card is None else card.symbol for card in cards)


def rank_word(words: Catalogue, rank: Rank) -> str:
    """One rank: ``ace``."""
    return words.count(f"rank.{rank.name.lower()}", 1)


def rank_plural(words: Catalogue, rank: Rank) -> str:
    """Several cards of a rank: ``aces``."""
    return words.count(f"rank.{rank.name.lower()}", 2)


def one_of_rank(words: Catalogue, rank: Rank) -> str:
    """One card of a rank: ``an ace``."""
    return words.text(f"rank.one.{rank.name.lower()}")


def hand_name(words: Catalogue, value: Value) -> str:
    """The whole name of a hand: ``three aces, king and queen``."""
    name = name_of(value)
    made = words.text(f"hand.{code_of(name)}", **_forms(words, name))
    match name.ranks[1:] if name.category in BY_EACH_CARD else name.kickers:
        case ():
            return made
        case (kicker,):
            return words.text("hand.kicker", hand=made, kicker=one_of_rank(words, kicker))
        case kickers:
            listed = words.all_of(rank_word(words, kicker) for kicker in kickers)
            return words.text("hand.kickers", hand=made, kickers=listed)


def short_name(words: Catalogue, name: HandName) -> str:
    """A hand within a sentence, without its kickers: ``a pair of aces``."""
    return words.text(f"short.{code_of(name)}", **_forms(words, name))


def category_name(words: Catalogue, category: Category) -> str:
    """One of the ten kinds of hands: ``three of a kind``."""
    return words.text(f"category.{category.code}")


def low_name(words: Catalogue, low: Low) -> str:
    """A low hand: ``low hand 8-6-4-2-A``."""
    return words.text("low.hand", ranks=low_text(low))


def low_text(low: Low) -> str:
    """The ranks of a low hand: ``8-6-4-2-A``."""
    return "-".join("A" if rank == 1 else str(rank) for rank in low_ranks(low))


def code_of(name: HandName) -> str:
    """The category as a code, the royal flush with one of its own."""
    return "royal-flush" if name.royal else name.category.code


def _forms(words: Catalogue, name: HandName) -> dict[str, str]:
    """Every form of a hand's ranks; each text takes those that it needs."""
    first, last = name.ranks[0], name.ranks[-1]
    return {
        "ranks": rank_plural(words, first),
        "others": rank_plural(words, last),
        "kind": words.text(f"rank.kind.{first.name.lower()}"),
        "to": words.text(f"rank.to.{first.name.lower()}"),
        "one": one_of_rank(words, first),
        "rank": rank_word(words, first),
    }
