"""What the counts of a deal's ends say of one seat (R18, R30, R31).

The one idea: a seat's share of the pot in an end depends on two numbers, how many share the best
hand with it and how many the other half; both are axes of `Tally.outcomes`. So shares are one
table, and means and standard errors sums over it. Odd chips play no part: a share is a fraction.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from cincinnati.odds.spot import Counts, Tally
from cincinnati.rules import MOST_PLAYERS

Shares = NDArray[np.float64]
"""Shares of a pot, by the axes of `Tally.outcomes` without the seat: shape (9, 10)."""


@cache
def high_shares() -> Shares:
    """What comes from the best hand: the whole pot, or half where the other half is won."""
    shared = np.array([0.0, *(1 / winners for winners in range(1, MOST_PLAYERS + 1))])
    return np.outer(shared, [1.0] + [0.5] * (MOST_PLAYERS + 1))


@cache
def other_shares() -> Shares:
    """What comes from the other half, low (R30) or suit (R31)."""
    shared = np.array([0.0, 0.0, *(0.5 / winners for winners in range(1, MOST_PLAYERS + 1))])
    return np.outer(np.ones(MOST_PLAYERS + 1), shared)


def mean_of(outcomes: Counts, shares: Shares) -> float:
    """The mean of a table of shares over a seat's outcomes."""
    return float((outcomes * shares).sum() / outcomes.sum())


def share_error(tally: Tally, seat: int) -> float:
    """The standard error of a seat's mean share of the pot, if its ends are a sample.

    A seat that won, or lost, every sampled end may yet do otherwise: its error is that of one
    end in so many that went halfway.
    """
    outcomes, shares = tally.outcomes[seat], high_shares() + other_shares()
    mean = mean_of(outcomes, shares)
    variance = mean_of(outcomes, (shares - mean) ** 2)
    return sqrt(max(variance, 0.25 / tally.deals) / tally.deals)


def largest_error(tally: Tally) -> float:
    """The standard error of the seat's share that is known worst."""
    return max(share_error(tally, seat) for seat in range(len(tally.outcomes)))


def chance_error(chance: float, deals: int) -> float:
    """The standard error of a probability that was estimated from so many samples."""
    return sqrt(chance * (1 - chance) / deals)


def won_alone(outcomes: Counts) -> float:
    """How often a seat takes the whole pot: best alone, and nobody else in the other half."""
    return float((outcomes[1, 0] + outcomes[1, 2]) / outcomes.sum())


def won_some(outcomes: Counts) -> float:
    """How often a seat takes a part of the pot, but not all of it."""
    nothing = outcomes[0, 0] + outcomes[0, 1]
    whole = outcomes[1, 0] + outcomes[1, 2]
    return float((outcomes.sum() - nothing - whole) / outcomes.sum())
