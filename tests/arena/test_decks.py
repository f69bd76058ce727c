"""The decks of a match: whole, fair, and the same everywhere and for ever (R3)."""

from __future__ import annotations

from collections import Counter

import pytest

from cincinnati.arena.decks import deck_of
from cincinnati.cards import PACK
from many_hands import in_another_process

PINNED = [
    (0, 0, "7d 9c 4c 3h 5d Jh 9d 8h Ks 2h"),
    (0, 1, "4h Tc 8d 5d 7c 9s Qs 3c Td 9h"),
    (20_260_801, 7, "Tc 7c 8h As Jh 3d Jc Kh 4s 3h"),
    (2**63 - 1, 2**63 - 1, "6h Ts 6d Td Ac Jd 9c 7s Qh Th"),
]
"""The first ten cards of some decks; published results rest on these."""

WITHOUT_NUMBA = """
import sys
sys.modules["numba"] = None
import json
from cincinnati.arena.decks import deck_of
print(json.dumps(" ".join(card.value for card in deck_of(0, 1).cards)))
"""


@pytest.mark.parametrize(("seed", "number", "top"), PINNED)
def test_a_deck_is_the_same_for_ever(seed: int, number: int, top: str) -> None:
    assert " ".join(card.value for card in deck_of(seed, number).cards[:10] if card) == top


@pytest.mark.parametrize("number", range(5))
def test_a_deck_is_the_whole_pack(number: int) -> None:
    assert set(deck_of(3, number).cards) == set(PACK)


def test_no_two_deals_have_the_same_deck() -> None:
    decks = {deck_of(seed, number).cards for seed in range(20) for number in range(20)}
    assert len(decks) == 400


@pytest.mark.parametrize("place", [0, 9, 44, 51])
def test_every_card_comes_everywhere_alike(place: int) -> None:
    counts = Counter(deck_of(1, number).cards[place] for number in range(5200))
    assert set(counts) == set(PACK)
    assert all(abs(count - 100) < 5 * 10 for count in counts.values())


def test_decks_need_no_numba() -> None:
    cards = [card.value for card in deck_of(0, 1).cards if card]
    assert in_another_process(WITHOUT_NUMBA) == " ".join(cards)
