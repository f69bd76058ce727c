"""Every end of a spot in plain Python: each order of the missing cards, one after another.

It shares with `odds` only the types; what hands are worth comes from `engine.hands`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, permutations

from cincinnati.cards import PACK, Card, cards_in
from cincinnati.engine.hands import holding, suit_card
from cincinnati.odds.spot import Counts, Spot
from cincinnati.ranking import category_of
from cincinnati.rules import BOARD_CARDS, Split, SuitShare

Chances = list[dict[tuple[int, int], Fraction]]
"""By seat the probability of each place in a table of a `Tally`, where it is not 0."""


def chances(spot: Spot) -> tuple[Chances, Chances]:
    """The probabilities of outcomes and highs, as `Tally` has them."""
    seats, ends = range(len(spot.private)), 0
    outcomes = [Counter[tuple[int, int]]() for _ in seats]
    highs = [Counter[tuple[int, int]]() for _ in seats]
    for hands, board in _ends(spot):
        ends += 1
        values = [holding(spot.rules, own, board).high() for own in hands]
        best = values.count(max(values))
        winners = _half_winners(spot, hands, board)
        for seat in seats:
            won = best if values[seat] == max(values) else 0
            half = 1 + (len(winners) if seat in winners else 0) if winners else 0
            outcomes[seat][won, half] += 1
            highs[seat][category_of(values[seat]), won] += 1
    return tuple([_shares(each, ends) for each in table] for table in (outcomes, highs))  # type: ignore[return-value]


def chances_in(table: Counts, deals: int) -> Chances:
    """The same from a table of a `Tally`."""
    return [
        {
            (int(first), int(second)): Fraction(int(seat[first, second]), deals)
            for first, second in zip(*seat.nonzero(), strict=True)
        }
        for seat in table
    ]


def _shares(counts: Counter[tuple[int, int]], ends: int) -> dict[tuple[int, int], Fraction]:
    return {place: Fraction(count, ends) for place, count in counts.items()}


def _ends(spot: Spot) -> Iterator[tuple[list[list[Card]], list[Card]]]:
    deck, turned = cards_in(spot.deck), [PACK[number] for number in spot.board]
    for rest in permutations(deck, BOARD_CARDS - len(turned)):
        left = [card for card in deck if card not in rest]
        for hands in _hands(spot, 0, left):
            yield hands, [*turned, *rest]


def _hands(spot: Spot, seat: int, left: list[Card]) -> Iterator[list[list[Card]]]:
    if seat == len(spot.private):
        yield []
        return
    for dealt in combinations(left, spot.missing[seat]):
        own = [*cards_in(spot.private[seat]), *dealt]
        for others in _hands(spot, seat + 1, [card for card in left if card not in dealt]):
            yield [own, *others]


def _half_winners(spot: Spot, hands: list[list[Card]], board: list[Card]) -> list[int]:
    rules = spot.rules
    if rules.split is Split.LOW8:
        lows = {seat: holding(rules, own, board).low() for seat, own in enumerate(hands)}
        found = {seat: low for seat, low in lows.items() if low is not None}
        return [seat for seat, low in found.items() if low == min(found.values())]
    if rules.split is Split.LAST_SUIT:
        cards = {seat: suit_card(rules, own, board) for seat, own in enumerate(hands)}
        ranks = {seat: card.rank for seat, card in cards.items() if card is not None}
        pick = max if rules.suit_share is SuitShare.HIGHEST else min
        return [seat for seat, rank in ranks.items() if rank == pick(ranks.values())]
    return []
