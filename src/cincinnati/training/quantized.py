"""From sums of strategies to the weights of a policy file.

The one idea: fifths are enough for a probability, fifteenths on the lines that both know: it
makes a file that is small when it is packed. What is played less than about half as often is noise
of the training, and a class of strength that was hardly met leans on its neighbours.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cincinnati.bots.menu import ACTIONS
from cincinnati.training.lines import WEIGHT_UNIT
from cincinnati.training.regrets import Learned

Weights = NDArray[np.uint8]
"""Shape (cells, buckets, 5), 0 to 15."""

FIFTHS, FIFTEENTHS = 5, 15
MOST = 15
NOISE = 0.45
"""Less of a part than this is left out."""
SURE = 100.0
"""Visits from which a class of strength needs no neighbours."""
REACH = 3
LEAST = 30.0
"""Visits that a cell must have had in all, so as to be kept."""
PIECE = 1000


def visits_of(learned: Learned, iterations: int) -> NDArray[np.float64]:
    """About how often each class of strength of each cell was played: shape (cells, buckets)."""
    mean_weight = WEIGHT_UNIT * (iterations + 1) / 2
    return np.asarray(learned[:, :, ACTIONS:].sum(axis=2, dtype=np.float64) / mean_weight)


def weights_of(learned: Learned, iterations: int, parts: int = FIFTHS) -> Weights:
    """The weights, in steps of one of so many parts; all 0 where nothing was learned."""
    out = np.zeros((*learned.shape[:2], ACTIONS), dtype=np.uint8)
    for start in range(0, len(learned), PIECE):
        part = learned[start : start + PIECE]
        visits = visits_of(part, iterations)
        sums = _leaning(part[:, :, ACTIONS:].astype(np.float64), visits)
        whole = sums.sum(axis=2, keepdims=True)
        shares = np.divide(sums, whole, out=np.zeros_like(sums), where=whole > 0)
        shares[shares < NOISE / parts] = 0
        out[start : start + PIECE] = np.maximum(np.rint(parts * shares), shares > 0) * (
            MOST // parts
        )
    return out


def _leaning(sums: NDArray[np.float64], visits: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sums, with those of neighbouring classes where there are few of one's own."""
    need = np.clip(1 - visits / SURE, 0, 1)[:, :, None]
    leaning = sums.copy()
    for by in range(1, REACH + 1):
        leaning[:, by:] += need[:, by:] * sums[:, :-by] * 0.5**by
        leaning[:, :-by] += need[:, :-by] * sums[:, by:] * 0.5**by
    return leaning


def packed(weights: Weights) -> bytes:
    """Two weights a byte, action by action."""
    flat = weights.transpose(2, 0, 1).reshape(-1)
    if len(flat) % 2:
        flat = np.append(flat, np.uint8(0))
    return (flat[::2] | flat[1::2] << 4).astype(np.uint8).tobytes()
