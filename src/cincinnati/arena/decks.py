"""The decks of a match: everybody who has its seed can deal them again (R3).

The one idea: a deal's deck depends on the match's seed and on the deal's number alone, so any
machine may play any part of a match. `arena.kernels.strength` deals the same cards.
"""

from __future__ import annotations

from cincinnati.bots.draws import advanced, below, mixed
from cincinnati.cards import PACK, Deck

MATCH = 1
"""The state from which a match's seed is mixed, so that decks are no seat's draws."""


def deck_of(seed: int, number: int) -> Deck:
    """The deck of deal ``number`` of a match; both from 0 and below 2 ** 63."""
    state, cards = mixed(mixed(MATCH, seed), number), list(PACK)
    for place in range(len(cards)):
        state = advanced(state)
        other = place + below(state, len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]
    return Deck(tuple(cards))
