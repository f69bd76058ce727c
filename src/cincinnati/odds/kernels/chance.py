"""Chance for kernels: xoshiro256** by Blackman and Vigna, and cards drawn with it.

The one idea: a stream of numbers belongs to a seed and a block number, never to a
thread. Work that is cut into blocks therefore comes out the same on any number of cores.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cincinnati.odds.kernels.jit import kernel
from cincinnati.odds.sets import CardSets

State = NDArray[np.uint64]
"""The generator's 256 bits, shape (4,); drawing changes it in place."""

DRAWS_A_WORD = 5
"""Cards drawn from one random word: 52 · 51 · 50 · 49 · 48 is far below 2 ** 57."""

_U5, _U7, _U9, _U17, _U45 = (np.uint64(each) for each in (5, 7, 9, 17, 45))
_U19, _U57 = np.uint64(19), np.uint64(57)
_U27, _U30, _U31 = np.uint64(27), np.uint64(30), np.uint64(31)
_FRACTION = np.uint64((1 << 57) - 1)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1, _MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@kernel
def seeded(seed: np.uint64, block: np.uint64) -> State:
    """The state of a block's stream: four numbers of splitmix64."""
    state = np.empty(4, dtype=np.uint64)
    at = _mixed(seed + _GOLDEN) ^ _mixed(block * _GOLDEN + _MIX1)
    for place in range(4):
        at = at + _GOLDEN
        state[place] = _mixed(at)
    return state


@kernel
def _mixed(word: np.uint64) -> np.uint64:
    word = (word ^ word >> _U30) * _MIX1
    word = (word ^ word >> _U27) * _MIX2
    return word ^ word >> _U31


@kernel
def next_word(state: State) -> np.uint64:
    """64 random bits."""
    scrambled = state[1] * _U5
    scrambled = (scrambled << _U7 | scrambled >> _U57) * _U9
    shifted = state[1] << _U17
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = state[3] << _U45 | state[3] >> _U19
    return scrambled


@kernel
def draw(state: State, deck: CardSets, count: int) -> None:
    """Bring ``count`` random cards of the deck to its front, in random order.

    A word is a fraction of 57 bits: times the number of cards left, its whole part says
    which card, and the rest serves for the next, with a bias below 2 ** -28.
    """
    fraction = _FRACTION
    for place in range(count):
        if place % DRAWS_A_WORD == 0:
            fraction = next_word(state) >> _U7
        product = fraction * np.uint64(len(deck) - place)
        other = place + np.int64(product >> _U57)
        fraction = product & _FRACTION
        card = deck[other]
        deck[other] = deck[place]
        deck[place] = card
