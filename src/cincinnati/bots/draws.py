"""Chance in whole numbers, the same in Python and in compiled code (Knuth's MMIX generator).

The one idea: 63 bits of a linear congruential generator fit the whole numbers of either world, so
these functions are plain Python *and* can be compiled as they stand, all but the one product, which
wraps round there. Only the upper half of a state is used, the lower bits being poor.

Source of the constants: D. E. Knuth, The Art of Computer Programming, vol. 2, 3.3.4.
"""

from __future__ import annotations

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
MASK = (1 << 63) - 1
UNIT = 2.0**-52


def advanced(state: int) -> int:
    """The next state, 0 ≤ state < 2 ** 63."""
    return (state * MULTIPLIER + INCREMENT) & MASK


def mixed(state: int, word: int) -> int:
    """A state that depends on every bit of both; ``word`` ≥ 0 and below 2 ** 63."""
    state = advanced(state ^ word)
    state = advanced(state ^ state >> 29)
    return advanced(state ^ state >> 32)


def below(state: int, count: int) -> int:
    """A number from 0 to ``count`` - 1 from a state; ``count`` below 2 ** 31."""
    return ((state >> 31) * count) >> 32


def unit(state: int) -> float:
    """A number from 0 to 1, 1 excluded, from a state."""
    return (state >> 11) * UNIT


def spread(state: int) -> float:
    """A number around 0 with standard deviation 1: the sum of four, close to a normal one."""
    total = -2.0
    for _ in range(4):
        state = advanced(state)
        total += (state >> 11) * UNIT
    return total * 1.7320508075688772
