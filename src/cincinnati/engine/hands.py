"""What a player's cards are worth under a table's rules (R17, R26-R32).

The one idea: the rules of a variant only decide two things, which cards a player may
use together (`Holding.lines`) and which of them are wild (`Holding.wild`). Ranking does the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import assert_never

from msgspec import Struct

from cincinnati.cards import NO_CARDS, Card, CardSet, RankSet, cards_of_ranks
from cincinnati.engine.view import HandView
from cincinnati.ranking import Low, Value, best_five, best_low, best_value, low_five, ranks_in
from cincinnati.rules import BOARD_CARDS, Layout, Ruleset, Split, SuitShare, Wild

TOP, RIGHT, BOTTOM, LEFT, CENTRE = range(BOARD_CARDS)
"""The places of a cross, in the order in which they are turned (R32)."""

LINES: dict[Layout, tuple[tuple[int, ...], ...]] = {
    Layout.ROW: (tuple(range(BOARD_CARDS)),),
    Layout.CROSS: ((LEFT, CENTRE, RIGHT), (TOP, CENTRE, BOTTOM)),
}
"""Which community cards may be used together, by their places in the order turned."""
REMEMBERED = 8192
"""Hands whose view is remembered: those of a thousand tables, between two community cards."""


class Holding(Struct, frozen=True):
    """The cards that one player may use: some of them at a time, some of them wild."""

    lines: tuple[CardSet, ...]
    wild: CardSet

    def high(self) -> Value:
        """The best value that any line makes."""
        if len(self.lines) == 1:
            return best_value(self.lines[0], self.wild)
        return max(best_value(line, self.wild) for line in self.lines)

    def low(self) -> Low | None:
        """The best eight-or-better low that any line makes (R30)."""
        lows = [low for line in self.lines if (low := best_low(line, self.wild)) is not None]
        return min(lows, default=None)

    def high_five(self) -> tuple[Card, ...]:
        """The five cards that make `high`, in the order in which the hand is named."""
        value, line = max((best_value(line, self.wild), line) for line in self.lines)
        return best_five(line, self.wild, value)

    def low_five(self) -> tuple[Card, ...]:
        """The five cards that make `low`, the highest first; empty without a low."""
        low = self.low()
        if low is None:
            return ()
        line = next(line for line in self.lines if best_low(line, self.wild) == low)
        return low_five(line, self.wild, low)


def holding(rules: Ruleset, private: Sequence[Card], board: Sequence[Card]) -> Holding:
    """What a player with these private cards may use, of the cards turned so far."""
    own = _set(private)
    if rules.layout is Layout.ROW:
        lines: tuple[CardSet, ...] = (CardSet(own | _set(board)),)
    else:
        lines = tuple(
            CardSet(own | _set(board[place] for place in line if place < len(board)))
            for line in LINES[rules.layout]
        )
    if rules.wild is Wild.NONE:
        return Holding(lines, NO_CARDS)
    return Holding(lines, cards_of_ranks(wild_ranks(rules, private, board)))


def hand_view(rules: Ruleset, private: Sequence[Card], board: Sequence[Card]) -> HandView:
    """What a known hand is worth so far, with the cards that make it."""
    return _hand_view(rules, tuple(private), tuple(board))


# Whoever may see a hand is shown it again after every action, and it only changes with the board.
@lru_cache(REMEMBERED)
def _hand_view(rules: Ruleset, private: tuple[Card, ...], board: tuple[Card, ...]) -> HandView:
    held = holding(rules, private, board)
    with_low = rules.split is Split.LOW8
    return HandView(
        high=held.high(),
        high_cards=held.high_five(),
        low=held.low() if with_low else None,
        low_cards=held.low_five() if with_low else (),
        wild=ranks_in(wild_ranks(rules, private, board)),
    )


def wild_ranks(rules: Ruleset, private: Sequence[Card], board: Sequence[Card]) -> RankSet:
    """The ranks that are wild for a player, as far as the turned cards decide (R26-R29)."""
    match rules.wild:
        case Wild.NONE:
            return RankSet(0)
        case Wild.LOWEST_BOARD:
            return _lowest(board)
        case Wild.LAST_BOARD:
            return board[-1].rank.bit if len(board) == BOARD_CARDS else RankSet(0)
        case Wild.LOW_HOLE:
            return _lowest(private)
        case Wild.RANKS:
            return RankSet(sum(rank.bit for rank in rules.wild_ranks))
    assert_never(rules.wild)


def suit_card(rules: Ruleset, private: Sequence[Card], board: Sequence[Card]) -> Card | None:
    """The private card with which a player competes for the last card's suit (R31)."""
    if len(board) < BOARD_CARDS:
        return None
    suited = sorted(
        (card for card in private if card.suit is board[-1].suit), key=lambda card: card.rank
    )
    if not suited:
        return None
    return suited[-1] if rules.suit_share is SuitShare.HIGHEST else suited[0]


def _lowest(cards: Sequence[Card]) -> RankSet:
    return min((card.rank.bit for card in cards), default=RankSet(0))


def _set(cards: Iterable[Card]) -> CardSet:
    return CardSet(sum([card.bit for card in cards]))
