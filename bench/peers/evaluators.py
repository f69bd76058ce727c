"""Everybody's way to value a hand, and how many hands a second that is.

Cards are made before the clock starts. Whether the answers are right, `bench.peers.mistakes` says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
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
from cincinnati import Card, CardSet, cards_in
from cincinnati.cards import RankSet, cards_of_ranks
from cincinnati.odds import arrays
from cincinnati.odds.kernels import arrays as kernels
from cincinnati.odds.sets import sets_of
from cincinnati.ranking import best_value

SIZES = (5, 7, 10)
SETS, ROWS = "cincinnati, numba, card sets", "cincinnati, numba, rows of card numbers"
NUMPY_SETS, NUMPY_ROWS = "cincinnati, NumPy, card sets", "cincinnati, NumPy, rows of card numbers"
PLAIN_HANDS = 20_000
"""Hands with wild cards that plain Python values in a round."""

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


def _texts(hand: Hand) -> list[str]:
    return [str(card) for card in hand]


@cache
def peers() -> tuple[Evaluator, ...]:
    """Everybody else."""
    treys_evaluate, clubs_evaluate = treys.Evaluator(), clubs.Evaluator(4, 13, 5)
    return (
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
    )


def measure(*, rounds: int, share: float) -> dict[str, dict[int, Series]]:
    """Hands a second of all by number of cards; ``share`` of the usual hands a round."""
    chance = np.random.default_rng(10)
    series: dict[str, dict[int, Series]] = {}
    everybody = peers()
    for size in SIZES:
        rows = random_rows(chance, 2_000_000, size)
        sets = sets_of(rows)
        hands = [cards_in(each) for each in sets[:20_000].tolist()]
        contestants = _ours(rows, sets, share) + [
            Contestant(peer.name, partial(rate, _work(peer, size, hands, share)))
            for peer in everybody
        ]
        for each in interleaved(contestants, rounds=rounds):
            series.setdefault(each.name, {})[size] = each
    return series


def wild(*, rounds: int, share: float) -> tuple[Series, ...]:
    """Hands of ten cards a second in which all cards of the first one's rank are wild."""
    rows = random_rows(np.random.default_rng(11), 200_000, 10)
    sets, ranks = sets_of(rows), np.left_shift(np.uint16(1), rows[:, 0] % np.uint8(13))
    few = max(1, int(PLAIN_HANDS * share))
    pairs = [
        (CardSet(held), cards_of_ranks(RankSet(rank)))
        for held, rank in zip(sets[:few].tolist(), ranks[:few].tolist(), strict=True)
    ]

    def plain() -> Any:
        return [best_value(cards, wild_cards) for cards, wild_cards in pairs]

    assert plain() == kernels.wild_values(sets[:few], ranks[:few]).tolist()
    ways: dict[str, Callable[[], Any]] = {
        "cincinnati, numba": partial(kernels.wild_values, sets, ranks),
        "cincinnati, NumPy": partial(arrays.wild_values, sets, ranks),
        "cincinnati, plain Python": plain,
    }
    return interleaved(
        [Contestant(name, partial(rate, partial(_length, way))) for name, way in ways.items()],
        rounds=rounds,
    )


def random_rows(chance: np.random.Generator, count: int, size: int) -> Any:
    """So many random hands of so many cards, as card numbers."""
    parts = [
        np.argsort(chance.random((min(100_000, count), 52), dtype=np.float32), axis=1)[:, :size]
        for _ in range(0, count, 100_000)
    ]
    return np.concatenate(parts)[:count].astype(np.uint8)


def our_ways(rows: Any, sets: Any) -> dict[str, Callable[[], Any]]:
    """Our ways to value these hands."""
    return {
        SETS: partial(kernels.values, sets),
        ROWS: partial(kernels.row_values, rows),
        NUMPY_SETS: partial(arrays.values, sets),
        NUMPY_ROWS: partial(arrays.row_values, rows),
    }


def _ours(rows: Any, sets: Any, share: float) -> list[Contestant]:
    part = slice(0, int(len(sets) * min(1, 4 * share)))
    ways = our_ways(rows[part], sets[part])
    return [Contestant(name, partial(rate, partial(_length, way))) for name, way in ways.items()]


def _length(way: Callable[[], Any]) -> int:
    return len(way())


def _work(peer: Evaluator, size: int, hands: Sequence[Hand], share: float) -> Callable[[], int]:
    value = valuing(peer, size)
    count = max(1, int(peer.hands * share / (50 if size > peer.most_cards else 1)))
    prepared = [peer.prepare(hand) for hand in hands[: min(count, len(hands))]]
    repeats = -(-count // len(prepared))

    def work() -> int:
        for _ in range(repeats):
            for hand in prepared:
                value(hand)
        return repeats * len(prepared)

    return work


def valuing(peer: Evaluator, size: int) -> Callable[[Any], Any]:
    """How a peer values a hand of so many cards, over its choices of five if need be."""
    if size <= peer.most_cards:
        return peer.value
    best, join = (min if peer.smaller_wins else max), isinstance(peer.prepare(()), str)

    def value(cards: Any) -> Any:
        if join:
            cards = [cards[at : at + 2] for at in range(0, len(cards), 2)]
            return best(peer.value("".join(five)) for five in combinations(cards, 5))
        return best(peer.value(list(five)) for five in combinations(cards, 5))

    return value
