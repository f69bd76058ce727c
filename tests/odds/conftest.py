"""Kernels are compiled by one worker of a test run; the others wait for what it keeps.

That is a quarter of a minute of work after a change of a kernel. Two workers that do it at the
same time take twice as long for both.
"""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from filelock import FileLock

from cincinnati.odds.kernels import arrays, dealing
from cincinnati.odds.kernels.folder import folder_for_writing
from cincinnati.odds.sets import sets_of
from cincinnati.rules import presets
from many_hands import random_rows, random_spot


@pytest.fixture(scope="session", autouse=True)
def compiled_kernels() -> None:
    folder = folder_for_writing()
    if folder is None:
        return  # nothing can be kept, so that nobody can wait for it
    with FileLock(folder / "tests.lock"):
        rows, wild = random_rows(1, 10), np.ones(1, dtype=np.uint16)
        for value in (arrays.wild_values, arrays.lows):
            value(sets_of(rows), wild)
        arrays.values(sets_of(rows))
        arrays.row_values(rows)
        spot = random_spot(presets.CINCINNATI, Random(1))
        dealing.enumerated(spot)
        dealing.sampled(spot, seed=1, block=0, deals=1)
