"""What ten cards are worth, in plain Python: random hands, one value each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from clubs import Card as ClubsCard
from clubs import Evaluator
from pokerkit import Card as PokerKitCard
from pokerkit import StandardHighHand

from bench.rounds import Contestant, Section, at_least, interleaved, rate, times_as_fast
from cincinnati import PACK, Card, CardSet, card_set
from cincinnati.ranking import high_value

ROUNDS = 7
Hand = tuple[Card, ...]


def measure() -> Section:
    """Hands a second of all three, who also have to agree on which of two hands is better."""
    rng = Random(10)
    hands = [tuple(rng.sample(PACK, 10)) for _ in range(200_000)]
    sets = [card_set(hand) for hand in hands]
    clubs = [_clubs_cards(hand) for hand in hands[:4000]]
    pokerkit = [_pokerkit_cards(hand) for hand in hands[:300]]
    evaluator = Evaluator(suits=4, ranks=13, cards_for_hand=5)
    _check(sets[:200], clubs[:200], pokerkit[:200], evaluator)
    series = interleaved(
        [
            Contestant("cincinnati", partial(rate, partial(_ours, sets))),
            Contestant("clubs", partial(rate, partial(_clubs, evaluator, clubs))),
            Contestant("PokerKit", partial(rate, partial(_pokerkit, pokerkit))),
        ],
        rounds=ROUNDS,
    )
    ours, _, theirs = (each.median for each in series)
    return Section(
        title="Ranking",
        unit="hands/s",
        comparison="cincinnati is × as fast",
        compare=times_as_fast,
        series=series,
        targets=(
            at_least("hands/s", ours, goal=900_000),
            at_least("times PokerKit", ours / theirs, goal=2_000),
        ),
        notes=(
            "Random hands of ten cards: `cincinnati.ranking.high_value` of a card set, "
            "`StandardHighHand.from_game` of PokerKit and `Evaluator.evaluate` of clubs with five "
            "private and five community cards. Cards are made before the clock starts."
        ),
    )


def _ours(sets: Sequence[CardSet]) -> int:
    for cards in sets:
        high_value(cards)
    return len(sets)


def _clubs_cards(hand: Hand) -> tuple[list[Any], list[Any]]:
    cards = [ClubsCard(str(card)) for card in hand]
    return cards[:5], cards[5:]


def _clubs(evaluator: Any, hands: Sequence[tuple[list[Any], list[Any]]]) -> int:
    for private, board in hands:
        evaluator.evaluate(private, board)
    return len(hands)


def _pokerkit_cards(hand: Hand) -> tuple[tuple[PokerKitCard, ...], tuple[PokerKitCard, ...]]:
    cards = tuple(PokerKitCard.parse("".join(map(str, hand))))
    return cards[:5], cards[5:]


def _pokerkit(
    hands: Sequence[tuple[tuple[PokerKitCard, ...], tuple[PokerKitCard, ...]]],
) -> int:
    for private, board in hands:
        StandardHighHand.from_game(private, board)
    return len(hands)


def _check(
    sets: Sequence[CardSet],
    clubs: Sequence[tuple[list[Any], list[Any]]],
    pokerkit: Sequence[tuple[tuple[PokerKitCard, ...], tuple[PokerKitCard, ...]]],
    evaluator: Any,
) -> None:
    """What is compared in speed has to give the same answers."""
    ours = [high_value(cards) for cards in sets]
    low_is_good = [evaluator.evaluate(private, board) for private, board in clubs]
    theirs = [StandardHighHand.from_game(private, board) for private, board in pokerkit]
    better = [one > other for one, other in pairwise(ours)]
    assert better == [one < other for one, other in pairwise(low_is_good)]
    assert better == [one > other for one, other in pairwise(theirs)]
