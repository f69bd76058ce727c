"""What the kernels answer to a few questions of every kind, to be compared between processes."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from cincinnati.odds.kernels import arrays, dealing
from cincinnati.rules import presets
from many_hands import NASTY, random_sets, random_spot, text_set

GAMES = (
    presets.CINCINNATI,
    presets.LIZ,
    presets.CRISSCROSS,
    presets.HI_LO,
    presets.LAST_SUIT,
)


def kernel_answers() -> list[Any]:
    sets = np.array([text_set(text) for text in NASTY.values()], dtype=np.uint64)
    sets = np.concatenate([sets, random_sets(60, 10), random_sets(30, 6)])
    wild = (sets % np.uint64(8191)).astype(np.uint16) & np.uint16(0b1001)
    answers: list[Any] = [
        arrays.values(sets),
        arrays.wild_values(sets, wild),
        arrays.lows(sets, wild),
    ]
    for rules in GAMES:
        spot = random_spot(rules, Random(3), deck=7)
        every = dealing.enumerated(spot, 0, 60)
        some = dealing.sampled(spot, seed=4, block=2, deals=60)
        answers += [every.outcomes, every.highs, some.outcomes, some.highs]
    return [answer.tolist() for answer in answers]
