"""The events that a deal is made of: the truth, for the log and the engine only.

A deal is the list of its events and nothing else; the state is what they add up to.
Only the two events here hold secrets, what a seat may see of them is in `seen`.
"""

from __future__ import annotations

from msgspec import Struct

from cincinnati.cards import Card, Deck
from cincinnati.engine.seen import Public
from cincinnati.rules import Ruleset


class DealStarted(Struct, frozen=True, gc=False, tag="deal_started"):
    """The secret first event: everything from which the deal follows (R3).

    ``stacks`` in chips by position. The deck is its whole order, never a seed; one that
    was made from a record has ``None`` for the cards that nobody recorded.
    ``commitment`` has room for a promise about the deck that everybody may see.
    """

    rules: Ruleset
    stacks: tuple[int, ...]
    deck: Deck
    commitment: str | None = None


class HandsDealt(Struct, frozen=True, gc=False, tag="hands_dealt"):
    """The private cards by position; ``None`` for a card that nobody recorded."""

    hands: tuple[tuple[Card | None, ...], ...]


Event = DealStarted | HandsDealt | Public
"""Everything that can stand in the log of a deal."""
