"""Chances to win: exact before the board, sampled against unknown hands, after four cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import eval7
import poker_equity
from pokerfast import equity as pokerfast_equity
from pokerkit import Card as PokerKitCard
from pokerkit import Deck, StandardHighHand, calculate_equities

from bench.rounds import Contestant, Series, interleaved
from cincinnati import PACK, CardSet, card_set, parse_cards
from cincinnati.odds import dealing
from cincinnati.odds.kernels import dealing as kernels
from cincinnati.odds.sets import number_of
from cincinnati.odds.spot import Spot
from cincinnati.rules import Ruleset, presets

MINE, THEIRS, BOARD = "AsAd3c4c6d", "KsKd9c9dTh", "2c7d9hJs"
NUMBA, NUMPY = "cincinnati, numba", "cincinnati, NumPy"
MANY = 200_000
"""Samples in a round."""
OMAHA, OMAHA_EXACT = "poker-equity, `omaha_five`", "poker-equity, `omaha_five` exact"


def exact(*, rounds: int) -> tuple[Series, ...]:
    """Milliseconds for both hands known and no board: 850,668 boards."""
    spot = _spot(MINE, THEIRS)
    return _series(
        {
            NUMBA: partial(kernels.enumerated, spot),
            NUMPY: partial(dealing.enumerated, spot),
            OMAHA_EXACT: partial(poker_equity.exact_from_text, "omaha_five", [MINE, THEIRS]),
            "pokerfast, Texas hold'em, 1,712,304 boards": partial(
                pokerfast_equity.equity, [MINE[:4], THEIRS[:4]]
            ),
        },
        _milliseconds,
        rounds,
    )


def after_four(*, rounds: int) -> tuple[Series, ...]:
    """Milliseconds for an unknown hand after four community cards: 36,578,724 ends."""
    spot = _spot(MINE, "", board=BOARD)
    return _series({NUMBA: partial(kernels.enumerated, spot)}, _milliseconds, rounds)


def sampled(unknown: int, *, rounds: int, share: float) -> tuple[Series, ...]:
    """Samples a second against so many unknown hands."""
    many = max(1000, int(MANY * share))
    ways: dict[str, Callable[[int], Any]] = {
        **_ours(_spot(MINE, *[""] * unknown)),
        OMAHA: lambda deals: poker_equity.chunk_from_text(
            "omaha_five", [MINE, *["*****"] * unknown], samples=deals, threads=1
        ),
        "PokerKit, any five of ten": lambda deals: _pokerkit(unknown, deals),
    }
    counts = {name: many if not name.startswith("PokerKit") else 50 for name in ways}
    if unknown == 1:
        ways["eval7, Texas hold'em"] = _eval7
        counts["eval7, Texas hold'em"] = many // 10
    return _rates(ways, counts, rounds)


def wild(*, rounds: int, share: float) -> tuple[Series, ...]:
    """Samples a second in Liz, where the lowest community card is wild, against an unknown hand."""
    ways = _ours(_spot(MINE, "", rules=presets.LIZ))
    return _rates(ways, dict.fromkeys(ways, max(1000, int(MANY * share))), rounds)


def _ours(spot: Spot) -> dict[str, Callable[[int], Any]]:
    return {
        NUMBA: lambda deals: kernels.sampled(spot, seed=1, block=0, deals=deals),
        NUMPY: lambda deals: dealing.sampled(spot, seed=1, block=0, deals=deals),
    }


def _rates(
    ways: Mapping[str, Callable[[int], Any]], counts: Mapping[str, int], rounds: int
) -> tuple[Series, ...]:
    return _series(
        {name: partial(way, counts[name]) for name, way in ways.items()},
        lambda name, work: counts[name] / (_milliseconds(name, work) / 1000),
        rounds,
    )


def _series(
    ways: dict[str, Callable[[], Any]],
    measured: Callable[[str, Callable[[], Any]], float],
    rounds: int,
) -> tuple[Series, ...]:
    contestants = [Contestant(name, partial(measured, name, way)) for name, way in ways.items()]
    return interleaved(contestants, rounds=rounds)


def _milliseconds(_name: str, work: Callable[[], Any]) -> float:
    """Processor time: what all threads of the process used."""
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def _spot(*hands: str, board: str = "", rules: Ruleset = presets.CINCINNATI) -> Spot:
    known = [card_set(parse_cards(hand)) for hand in hands]
    turned = parse_cards(board)
    seen = sum(known) + sum(card.bit for card in turned)
    return Spot(
        rules=rules,
        private=tuple(known),
        board=tuple(number_of(card) for card in turned),
        deck=CardSet(sum(card.bit for card in PACK if not card.bit & seen)),
    )


def _pokerkit(unknown: int, deals: int) -> Any:
    known = frozenset(PokerKitCard.parse(MINE))
    ranges: Any = [[known], *[[frozenset()]] * unknown]
    return calculate_equities(
        ranges, (), 5, 5, Deck.STANDARD, (StandardHighHand,), sample_count=deals
    )


def _eval7(deals: int) -> Any:
    everybody = eval7.HandRange("22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32+")
    return eval7.py_hand_vs_range_monte_carlo(
        [eval7.Card("As"), eval7.Card("Ad")], everybody, [], deals
    )
