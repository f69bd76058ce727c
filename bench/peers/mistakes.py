"""Who is wrong about hands of ten cards, and how often.

The one idea: somebody is right about a hand when he values all its cards as he values the best
five of them, which `ranking` names. Nothing is timed here, so all cores work.
"""

from __future__ import annotations

import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from bench.peers import evaluators
from cincinnati import CardSet, cards_in
from cincinnati.odds import arrays
from cincinnati.odds.sets import sets_of
from cincinnati.ranking import best_five, high_value

NO_CARDS = CardSet(0)
PART = 2500
"""Hands that a process checks at once."""
PATIENCE_S = 4.0
"""Processor time for each peer whose ten cards are valued over all choices of five."""


class Mistakes(NamedTuple):
    """So many wrong answers of so many."""

    wrong: int
    checked: int


def measure(*, checked: int) -> dict[str, Mistakes]:
    """The wrong answers of all about so many random hands, or as many as there is time for."""
    ten = {peer.name: peer.most_cards == 10 for peer in evaluators.peers()}
    tasks = [
        (name, start, min(checked, start + PART) if takes_ten else checked)
        for name, takes_ten in ten.items()
        for start in range(0, checked, PART if takes_ten else checked)
    ]
    columns = zip(*tasks, strict=True)
    found = _ours(_rows(checked))
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
        for (name, *_), part in zip(tasks, pool.map(_theirs, *columns), strict=True):
            before = found.get(name, Mistakes(0, 0))
            found[name] = Mistakes(before.wrong + part.wrong, before.checked + part.checked)
    return found


def _rows(count: int) -> Any:
    return evaluators.random_rows(np.random.default_rng(12), count, 10)


def _ours(rows: Any) -> dict[str, Mistakes]:
    """The same against the best of all choices of five."""
    right = np.max(
        [arrays.row_values(rows[:, five]) for five in combinations(range(10), 5)], axis=0
    )
    return {
        name: Mistakes(int((way() != right).sum()), len(rows))
        for name, way in evaluators.our_ways(rows, sets_of(rows)).items()
    }


def _theirs(name: str, start: int, stop: int) -> Mistakes:
    (peer,) = (each for each in evaluators.peers() if each.name == name)
    value, five_value = evaluators.valuing(peer, 10), evaluators.valuing(peer, 5)
    wrong = checked = 0
    until = time.process_time() + PATIENCE_S
    for held in map(CardSet, sets_of(_rows(stop)[start:]).tolist()):
        if peer.most_cards < 10 and time.process_time() > until:
            break
        five = best_five(held, NO_CARDS, high_value(held))
        wrong += value(peer.prepare(cards_in(held))) != five_value(peer.prepare(five))
        checked += 1
    return Mistakes(wrong, checked)
