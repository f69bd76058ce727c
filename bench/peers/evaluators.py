"""Everybody's way to value a hand, and how many hands a second that is.

Cards are made before the clock starts. A peer is right about a hand when it values all its
cards as it values the best five of them, which `ranking` names.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from typing import Any

import clubs
import eval7
import numpy as np
import phevaluator
import pkrbot
import poker_equity
import pokerfast
import treys
from msgspec import Struct
from pokerkit import Card as PokerKitCard
from pokerkit import StandardHighHand
from texasholdem.card.card import Card as TexasCard
from texasholdem.evaluator import evaluate as texas_evaluate

from bench.rounds import Contestant, Series, interleaved, rate
from cincinnati import Card, cards_in
from cincinnati.odds import arrays
from cincinnati.odds.kernels import arrays as kernels
from cincinnati.odds.sets import sets_of
from cincinnati.ranking import best_five, high_value

SIZES = (5, 7, 10)

Hand = tuple[Card, ...]


class Evaluator(Struct, frozen=True):
    """How somebody values hands: one prepared hand at a time."""

    name: str
    prepare: Callable[[Hand], Any]
    value: Callable[[Any], Any]
    hands: int
    """Hands a round, so that a round takes part of a second."""
    most_cards: int = 10
    """Larger hands are valued over their subsets of five."""
    smaller_wins: bool = False


class Measured(Struct, frozen=True):
    """What somebody reached by number of cards, and where he was wrong with ten."""

    name: str
    series: dict[int, Series]
    wrong: int
    checked: int
    by_subsets: bool


def _texts(hand: Hand) -> list[str]:
    return [str(card) for card in hand]


def _peers() -> list[Evaluator]:
    treys_evaluate, clubs_evaluate = treys.Evaluator(), clubs.Evaluator(4, 13, 5)
    return [
        Evaluator(
            "pkrbot",
            lambda hand: [pkrbot.Card(text) for text in _texts(hand)],
            pkrbot.evaluate,
            hands=200_000,
        ),
        Evaluator(
            "eval7",
            lambda hand: [eval7.Card(text) for text in _texts(hand)],
            eval7.evaluate,
            hands=200_000,
        ),
        Evaluator(
            "phevaluator",
            lambda hand: [phevaluator.Card(text) for text in _texts(hand)],
            lambda cards: phevaluator.evaluate_cards(*cards),
            hands=2000,
            most_cards=7,
            smaller_wins=True,
        ),
        Evaluator(
            "treys",
            lambda hand: [treys.Card.new(text) for text in _texts(hand)],
            lambda cards: treys_evaluate.evaluate([], cards),
            hands=2000,
            most_cards=7,
            smaller_wins=True,
        ),
        Evaluator("pokerfast", _texts, pokerfast.eval7, hands=20_000),
        Evaluator(
            "poker-equity",
            lambda hand: "".join(_texts(hand)),
            lambda text: poker_equity.score_batch("high", [text])[0],
            hands=20_000,
            most_cards=7,
            smaller_wins=True,
        ),
        Evaluator(
            "PokerKit",
            lambda hand: tuple(PokerKitCard.parse("".join(_texts(hand)))),
            lambda cards: StandardHighHand.from_game(cards),
            hands=200,
        ),
        Evaluator(
            "texasholdem",
            lambda hand: [TexasCard(text) for text in _texts(hand)],
            lambda cards: texas_evaluate(cards[:2], cards[2:]),
            hands=1000,
            smaller_wins=True,
        ),
        Evaluator(
            "clubs",
            lambda hand: [clubs.Card(text) for text in _texts(hand)],
            lambda cards: clubs_evaluate.evaluate(cards[:2], cards[2:]),
            hands=300,
            smaller_wins=True,
        ),
    ]


def measure(*, rounds: int, checked: int, share: float) -> list[Measured]:
    """Hands a second of all; ``share`` of the usual hands a round, ``checked`` for mistakes."""
    chance = np.random.default_rng(10)
    series: dict[str, dict[int, Series]] = {}
    peers = _peers()
    for size in SIZES:
        rows = _rows(chance, 2_000_000, size)
        sets = sets_of(rows)
        hands = [cards_in(each) for each in sets[:20_000].tolist()]
        contestants = _ours(rows, sets, share) + [
            Contestant(peer.name, partial(rate, _work(peer, size, hands, share))) for peer in peers
        ]
        for each in interleaved(contestants, rounds=rounds):
            series.setdefault(each.name, {})[size] = each
    rows = _rows(chance, checked, 10)
    ten = [cards_in(each) for each in sets_of(rows).tolist()]
    subsets = {peer.name for peer in peers if peer.most_cards < max(SIZES)}
    mistakes = _our_mistakes(rows) | {peer.name: _mistakes(peer, ten) for peer in peers}
    return [
        Measured(name, by_size, *mistakes[name], name in subsets)
        for name, by_size in series.items()
    ]


def _rows(chance: np.random.Generator, count: int, size: int) -> Any:
    parts = [
        np.argsort(chance.random((min(100_000, count), 52), dtype=np.float32), axis=1)[:, :size]
        for _ in range(0, count, 100_000)
    ]
    return np.concatenate(parts)[:count].astype(np.uint8)


def _ways(rows: Any, sets: Any) -> dict[str, Callable[[], Any]]:
    return {
        "cincinnati, numba, card sets": partial(kernels.values, sets),
        "cincinnati, numba, rows of card numbers": partial(kernels.row_values, rows),
        "cincinnati, NumPy, card sets": partial(arrays.values, sets),
        "cincinnati, NumPy, rows of card numbers": partial(arrays.row_values, rows),
    }


def _ours(rows: Any, sets: Any, share: float) -> list[Contestant]:
    part = slice(0, int(len(sets) * min(1, 4 * share)))
    ways = _ways(rows[part], sets[part])
    return [Contestant(name, partial(rate, partial(_length, way))) for name, way in ways.items()]


def _our_mistakes(rows: Any) -> dict[str, tuple[int, int]]:
    """The same against the best of all choices of five."""
    right = np.max(
        [arrays.row_values(rows[:, places]) for places in combinations(range(10), 5)], axis=0
    )
    return {
        name: (int((way() != right).sum()), len(rows))
        for name, way in _ways(rows, sets_of(rows)).items()
    }


def _length(way: Callable[[], Any]) -> int:
    return len(way())


def _work(peer: Evaluator, size: int, hands: Sequence[Hand], share: float) -> Callable[[], int]:
    value = _valuing(peer, size)
    count = max(1, int(peer.hands * share / (50 if size > peer.most_cards else 1)))
    prepared = [peer.prepare(hand) for hand in hands[: min(count, len(hands))]]
    repeats = -(-count // len(prepared))

    def work() -> int:
        for _ in range(repeats):
            for hand in prepared:
                value(hand)
        return repeats * len(prepared)

    return work


def _valuing(peer: Evaluator, size: int) -> Callable[[Any], Any]:
    if size <= peer.most_cards:
        return peer.value
    best, join = (min if peer.smaller_wins else max), isinstance(peer.prepare(()), str)

    def value(cards: Any) -> Any:
        if join:
            cards = [cards[at : at + 2] for at in range(0, len(cards), 2)]
            return best(peer.value("".join(five)) for five in combinations(cards, 5))
        return best(peer.value(list(five)) for five in combinations(cards, 5))

    return value


def _mistakes(peer: Evaluator, hands: Sequence[Hand]) -> tuple[int, int]:
    """How many hands somebody gets wrong, and of how many (slow ones do a twentieth)."""
    value, five_value = _valuing(peer, 10), _valuing(peer, 5)
    slow = peer.hands < 2000 or peer.most_cards < 10
    checked = hands[: max(1, len(hands) // 20)] if slow else hands
    wrong = 0
    for hand in checked:
        held = sum(card.bit for card in hand)
        five = best_five(held, 0, high_value(held))  # type: ignore[arg-type]
        wrong += value(peer.prepare(hand)) != five_value(peer.prepare(five))
    return wrong, len(checked)
