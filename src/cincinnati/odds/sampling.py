"""Answers from random ends of a deal, with their standard error.

The one idea: the samples come in numbered blocks, each from its own stream of chance (seed and
block number), and the rule for stopping looks at the blocks in their order. So the same seed
gives the same answer on any number of threads, as long as no clock decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from math import inf

from msgspec import Struct

from cincinnati.errors import RulesError
from cincinnati.odds.library import Dealing
from cincinnati.odds.pieces import in_order
from cincinnati.odds.shares import largest_error
from cincinnati.odds.spot import Spot, Tally

SMALL_BLOCK = 1 << 12
"""Samples in the first blocks: small, so that an easy question is answered at once."""
LARGE_BLOCK = 1 << 15
"""Samples in the later blocks."""
SMALL_BLOCKS = 8
MOST_SAMPLES = 10**12


class Stop(Struct, frozen=True, kw_only=True):
    """When enough is sampled: what is reached first. Raises `RulesError` when made wrong."""

    error: float | None = None
    """The largest standard error of a seat's share of the pot that is good enough, 0 to 1."""
    seconds: float | None = None
    samples: int | None = None

    def __post_init__(self) -> None:
        if self.error is not None and not 0 < self.error < 1:
            raise RulesError("error", f"a share above 0 and below 1 (0.1%), not {self.error}")
        if self.seconds is not None and not 0 < self.seconds < inf:
            raise RulesError("time", f"seconds above 0, not {self.seconds}")
        if self.samples is not None and not 1 <= self.samples <= MOST_SAMPLES:
            raise RulesError("samples", f"1 to {MOST_SAMPLES}, not {self.samples}")
        if self.error is None and self.seconds is None and self.samples is None:
            raise RulesError("error", "sampling has to stop: give an error, a time or a number")


def sample(
    spot: Spot,
    *,
    dealing: Dealing,
    seed: int,
    stop: Stop,
    threads: int,
    clock: Callable[[], float],
    told: Callable[[Tally], None],
) -> Tally:
    """The counts of random ends until the rule says stop; ``told`` hears each stand."""
    begun = clock()
    tally = Tally.empty(len(spot.private))
    blocks = (
        partial(dealing.sampled, spot, seed=seed, block=block, deals=deals)
        for block, deals in enumerate(_blocks(stop.samples))
    )
    for block in in_order(blocks, threads):
        tally += block
        told(tally)
        if stop.seconds is not None and clock() - begun >= stop.seconds:
            break
        if stop.error is not None and largest_error(tally) <= stop.error:
            break
    return tally


def _blocks(samples: int | None) -> Iterator[int]:
    """How many samples each block has; without end where their number is not given."""
    left = samples
    for block in count():
        size = SMALL_BLOCK if block < SMALL_BLOCKS else LARGE_BLOCK
        if left is not None:
            size = min(size, left)
            left -= size
        if size == 0:
            return
        yield size
