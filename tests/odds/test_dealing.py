"""Ends of a deal, all of them or random ones: kernels = NumPy = plain Python."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from random import Random
from types import ModuleType

import numpy as np
import pytest

from cincinnati.cards import CardSet, card_set, parse_cards
from cincinnati.odds import dealing
from cincinnati.odds.kernels import dealing as kernel_dealing
from cincinnati.odds.spot import Tally
from cincinnati.ranking import Category
from cincinnati.rules import Ruleset, Split, SuitShare, presets
from many_hands import random_spot, spot_of
from plain_ends import chances, chances_in

RULES = [
    *(each for each in vars(presets).values() if isinstance(each, Ruleset)),
    Ruleset(preset="lowest-suit", split=Split.LAST_SUIT, suit_share=SuitShare.LOWEST),
    Ruleset(preset="low-cross", layout=presets.CRISSCROSS.layout, split=Split.LOW8),
]
BOTH = (dealing, kernel_dealing)


@pytest.fixture(params=BOTH, ids=["NumPy", "numba"])
def library(request: pytest.FixtureRequest) -> ModuleType:
    module: ModuleType = request.param
    return module


def same(one: Tally, other: Tally) -> bool:
    return (
        one.deals == other.deals
        and np.array_equal(one.outcomes, other.outcomes)
        and np.array_equal(one.highs, other.highs)
    )


def hand(text: str) -> CardSet:
    return card_set(parse_cards(text))


ACES_AND_KINGS = spot_of(presets.CINCINNATI, [hand("AsAd3c4c6d"), hand("KsKd9c9dTh")], [])


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.preset)
def test_every_end_is_counted_as_plain_python_does(rules: Ruleset) -> None:
    chance = Random(rules.preset)
    for _ in range(4):
        spot = random_spot(rules, chance)
        found = dealing.enumerated(spot)
        assert same(kernel_dealing.enumerated(spot), found)
        assert found.deals == dealing.count(spot) == kernel_dealing.count(spot)
        outcomes, highs = chances(spot)
        assert chances_in(found.outcomes, found.deals) == outcomes
        assert chances_in(found.highs, found.deals) == highs


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules.preset)
def test_random_ends_come_as_often_as_they_should(library: ModuleType, rules: Ruleset) -> None:
    spot, deals = random_spot(rules, Random(f"{rules.preset} again")), 20_000
    expected = kernel_dealing.enumerated(spot)
    found = library.sampled(spot, seed=7, block=3, deals=deals)
    assert found.deals == deals
    for table, exact in ((found.outcomes, expected.outcomes), (found.highs, expected.highs)):
        share = exact / expected.deals
        error = np.sqrt(share * (1 - share) / deals)
        assert np.all(np.abs(table / deals - share) <= 5 * error)


def test_two_known_hands_before_the_board() -> None:
    found = kernel_dealing.enumerated(ACES_AND_KINGS)
    assert found.deals == 850_668
    assert same(found, dealing.enumerated(ACES_AND_KINGS))
    assert found.outcomes[0, 2, 0] == found.outcomes[1, 2, 0]
    assert found.outcomes[0, 1, 0] == found.outcomes[1, 0, 0]


@pytest.mark.parametrize("rules", [presets.CINCINNATI, presets.CRISSCROSS, presets.HI_LO])
def test_pieces_add_up_to_the_whole(library: ModuleType, rules: Ruleset) -> None:
    spot = spot_of(rules, [hand("AsAd3c4c6d"), hand("KsKd9c9d")], list(parse_cards("2c7d8h")))
    ends = library.count(spot)
    cuts = [0, 1, 2, 1023, 1024, 5000, ends - 1, ends]
    pieces = [library.enumerated(spot, start, stop) for start, stop in pairwise(cuts)]
    assert same(sum(pieces, Tally.empty(2)), library.enumerated(spot))
    assert library.enumerated(spot, 5, 5).deals == 0


def test_a_deal_that_is_over_has_one_end(library: ModuleType) -> None:
    board = list(parse_cards("2c7d8hTsQs"))
    spot = spot_of(presets.LIZ, [hand("AsAd3c4c6d"), hand("KsKd9c9dTh")], board)
    found = library.enumerated(spot)
    assert found.deals == library.count(spot) == 1
    assert found.highs.sum(axis=(1, 2)).tolist() == [1, 1]


def test_one_card_to_come(library: ModuleType) -> None:
    board = list(parse_cards("2c7d8hTs"))
    spot = spot_of(presets.CINCINNATI, [hand("AsAd3c4c6d"), hand("KsKd9c9dTh")], board)
    assert library.enumerated(spot).deals == 38


@pytest.mark.parametrize("seats", range(2, 9))
def test_up_to_eight_seats_that_nobody_knows_are_equals(library: ModuleType, seats: int) -> None:
    spot, deals = spot_of(presets.CINCINNATI, [CardSet(0)] * seats, []), 20_000
    found = library.sampled(spot, seed=1, block=0, deals=deals)
    shares = (found.outcomes[:, 1:, 0] / np.arange(1, 9)).sum(axis=1) / deals
    assert shares.sum() == pytest.approx(1)
    assert np.abs(shares - 1 / seats).max() < 5 * np.sqrt(1 / seats / deals)


def test_a_seed_and_a_block_say_which_deals_come(library: ModuleType) -> None:
    def sample(seed: int, block: int) -> Tally:
        tally: Tally = library.sampled(ACES_AND_KINGS, seed=seed, block=block, deals=3000)
        return tally

    assert same(sample(1, 0), sample(1, 0))
    others = [sample(1, 1), sample(2, 0), sample(0, 1), sample(2**64 - 1, 2**64 - 1)]
    assert not any(same(sample(1, 0), other) for other in others)


@pytest.mark.parametrize("rules", [presets.CINCINNATI, presets.LIZ])
def test_threads_change_nothing(library: ModuleType, rules: Ruleset) -> None:
    spot = spot_of(rules, [hand("AsAd3c4c6d"), CardSet(0)], list(parse_cards("2c7d")))
    work = [partial(library.sampled, spot, seed=5, block=block, deals=2000) for block in range(8)]
    work += [partial(library.enumerated, spot, start, start + 3000) for start in (0, 10**6)]
    alone = [each() for each in work]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda each: each(), work))
    assert all(map(same, alone, together))


def test_dead_cards_never_come(library: ModuleType) -> None:
    board, kings = list(parse_cards("AsAdAh")), list(parse_cards("KcKdKh"))
    spot = spot_of(presets.CINCINNATI, [hand("2c3d4h5s7c"), hand("8c9dTh6sJc")], board, deck=kings)
    for found in (library.enumerated(spot), library.sampled(spot, seed=1, block=0, deals=99)):
        assert found.deals in (3, 99)
        assert found.highs[:, Category.FULL_HOUSE, 2].tolist() == [found.deals] * 2
