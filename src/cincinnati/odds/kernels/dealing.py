"""The twins of `odds.dealing`: every end of a spot, and random ones, in compiled loops.

Neither holds the interpreter's lock, so threads can share the work. Random deals are
others than those of `odds.dealing` for the same seed: the generators differ.
"""

from __future__ import annotations

import numpy as np

from cincinnati.odds.kernels.chance import seeded
from cincinnati.odds.kernels.enumeration import enumerate_ends
from cincinnati.odds.kernels.known import known_of
from cincinnati.odds.kernels.sampling import sample
from cincinnati.odds.plan import Plan, plan_of, positions_of
from cincinnati.odds.spot import Spot, Tally


def count(spot: Spot) -> int:
    """As `dealing.count`."""
    return plan_of(spot).ends


def enumerated(spot: Spot, start: int = 0, stop: int | None = None) -> Tally:
    """As `dealing.enumerated`."""
    plan = plan_of(spot)
    ends = (plan.ends if stop is None else stop) - start
    tally = Tally.empty(len(spot.private))
    if ends <= 0:
        return tally
    positions = positions_of(plan, start)
    enumerate_ends(known_of(plan), positions, ends, tally.outcomes, tally.highs)
    return _complete(plan, ends, tally)


def sampled(spot: Spot, *, seed: int, block: int, deals: int) -> Tally:
    """As `dealing.sampled`."""
    plan = plan_of(spot)
    tally = Tally.empty(len(spot.private))
    state = seeded(np.uint64(seed), np.uint64(block))
    sample(known_of(plan), state, deals, tally.outcomes, tally.highs)
    return _complete(plan, deals, tally)


def _complete(plan: Plan, deals: int, tally: Tally) -> Tally:
    """Plain games are counted by category alone; the outcomes follow from that."""
    if plan.plain:
        tally.outcomes[:, :, 0] = tally.highs.sum(axis=1)
    return Tally(deals=deals, outcomes=tally.outcomes, highs=tally.highs)
