"""Pools of deals that are kept on disk, so that trainings of the same cards share them.

The one idea: the name of a pool says all that it depends on. An opening round changes nothing in
what hands are worth later, so a pool made with one serves games without it as well.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol
from zipfile import BadZipFile

import numpy as np
from filelock import FileLock, Timeout

from cincinnati.arena.kernels.strength import cards_of_rules
from cincinnati.bots.strength import RUNS
from cincinnati.rules import BOARD_CARDS, Ruleset
from cincinnati.training.pool import Pool, pool_of

MEASURING = 10**9
"""Deals for measuring have the seed of the training and so much more, so nobody has seen them."""
OFTEN = 1.0
"""Seconds between two looks whether another process has made a pool."""


class Dealing(Protocol):
    """Who watches while deals are made."""

    def dealt(self, done: int, deals: int) -> None:
        """So many of the deals are made; 0 while another process makes them."""

    def stopped(self) -> bool:
        """Whether to stop."""


def pool_in(folder: Path, rules: Ruleset, *, seed: int, deals: int, listener: Dealing) -> Pool:
    """`pool_of`, from the folder if it is there, else made and put there.

    Raises `KeyboardInterrupt` if the listener stops it; nothing is kept of it then.
    """

    def progress(done: int) -> None:
        if listener.stopped():
            raise KeyboardInterrupt
        listener.dealt(done, deals)

    files = [folder / name for name in names_of(rules, seed=seed, deals=deals)]
    lock = _locked(files[0], progress)
    try:
        for file in files:
            pool = _read(file)
            if pool is not None and _is_todays(pool, rules, seed, deals):
                return pool
        pool = pool_of(rules, seed=seed, deals=deals, progress=progress)
        _write(files[0], pool)
        return pool
    finally:
        lock.release()


def names_of(rules: Ruleset, *, seed: int, deals: int) -> tuple[str, ...]:
    """The files that may hold a pool; a new one gets the first name."""
    cards = "-".join(map(str, cards_of_rules(rules)))
    rounds = dict.fromkeys((rules.rounds, BOARD_CARDS + 1))
    return tuple(
        f"deals-{cards}-rounds-{played}-runs-{RUNS}-seed-{seed}-count-{deals}.npz"
        for played in rounds
    )


def _locked(file: Path, progress: Callable[[int], None]) -> FileLock:
    lock = FileLock(f"{file}.lock")
    while True:
        try:
            lock.acquire(timeout=OFTEN)
        except Timeout:
            progress(0)
        else:
            return lock


def _read(file: Path) -> Pool | None:
    try:
        with file.open("rb") as opened, np.load(opened) as kept:
            return Pool(**{name: kept[name] for name in Pool._fields})
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None


def _write(file: Path, pool: Pool) -> None:
    fresh = file.with_suffix(".new.npz")
    np.savez(fresh, **pool._asdict())
    os.replace(fresh, file)


def _is_todays(pool: Pool, rules: Ruleset, seed: int, deals: int) -> bool:
    """Whether it would still be made like this, judged by its size and its first deal."""
    if any(len(part) != deals for part in pool):
        return False
    played = slice(BOARD_CARDS + 1 - rules.rounds, None)
    today = pool_of(rules, seed=seed, deals=1)
    return np.array_equal(pool.points[:1, :, played], today.points[:, :, played]) and all(
        np.array_equal(getattr(pool, name)[:1], getattr(today, name))
        for name in ("own", "board", "highs", "halves")
    )
