"""Deals that are made once, kept in a folder, and shared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Timer

import numpy as np
import pytest
from filelock import FileLock

from cincinnati.rules.presets import PRESETS
from cincinnati.training import kept
from cincinnati.training.job import Job, Plan
from cincinnati.training.kept import names_of, pool_in
from cincinnati.training.pool import Pool, pool_of
from training_watcher import Watcher


def pool(folder: Path, watcher: Watcher, preset: str = "cincinnati", seed: int = 1) -> Pool:
    return pool_in(folder, PRESETS[preset], seed=seed, deals=100, listener=watcher)


def same(one: Pool, other: Pool) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in Pool._fields)


def npz(folder: Path) -> Iterator[str]:
    return (file.name for file in sorted(folder.glob("*.npz")))


def test_deals_are_made_once(tmp_path: Path) -> None:
    first, second, right = Watcher(), Watcher(), pool_of(PRESETS["liz"], seed=1, deals=100)
    assert same(pool(tmp_path, first, "liz"), right)
    assert same(pool(tmp_path, second, "liz"), right)
    assert (first.made, second.made) == ([100], [])


def test_other_cards_and_other_seeds_are_other_deals(tmp_path: Path) -> None:
    for watcher, preset, seed in (
        (Watcher(), "cincinnati", 1),
        (Watcher(), "cincinnati", 2),
        (Watcher(), "last-suit", 1),
        (Watcher(), "low-hole", 1),
    ):
        pool(tmp_path, watcher, preset, seed)
        assert watcher.made == [100]
    assert len(list(npz(tmp_path))) == 4


def test_deals_with_an_opening_round_serve_games_without(tmp_path: Path) -> None:
    watcher = Watcher()
    pool(tmp_path, Watcher(), "classic")
    served = pool(tmp_path, watcher, "cincinnati")
    assert watcher.made == []
    right = pool_of(PRESETS["cincinnati"], seed=1, deals=100)
    assert same(served._replace(points=served.points[:, :, 1:]),
                right._replace(points=right.points[:, :, 1:]))  # fmt: skip
    plan = Plan(preset="cincinnati", seats=2, iterations=2000, deals=100, stack=12)
    jobs = Job(plan, served), Job(plan, right)
    for job in jobs:
        job.train(plan.iterations)
    assert jobs[0].file() == jobs[1].file()


def test_deals_without_an_opening_round_do_not_serve_games_with_one(tmp_path: Path) -> None:
    watcher = Watcher()
    pool(tmp_path, Watcher(), "cincinnati")
    assert (pool(tmp_path, watcher, "classic").points[:, :, 0] > 0).any()
    assert watcher.made == [100]


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1000])


def made_otherwise(file: Path) -> None:
    with np.load(file) as was:
        changed = dict(was)
    changed["points"][0, 0, 5] += 1
    np.savez(file, **changed)


def of_another_size(file: Path) -> None:
    with np.load(file) as was:
        np.savez(file, **{name: was[name][:99] for name in was})


@pytest.mark.parametrize("damage", [cut_off, made_otherwise, of_another_size, Path.unlink])
def test_deals_that_would_not_be_made_like_this_any_more_are_made_anew(
    damage: Callable[[Path], None], tmp_path: Path
) -> None:
    right = pool(tmp_path, Watcher())
    damage(tmp_path / names_of(PRESETS["cincinnati"], seed=1, deals=100)[0])
    for made in ([100], []):
        watcher = Watcher()
        assert same(pool(tmp_path, watcher), right)
        assert watcher.made == made


def test_who_finds_another_process_making_the_deals_waits_for_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(kept, "OFTEN", 0.02)
    file = tmp_path / names_of(PRESETS["cincinnati"], seed=1, deals=100)[0]
    lock, watcher = FileLock(f"{file}.lock", thread_local=False), Watcher()
    lock.acquire()
    Timer(0.2, lock.release).start()
    pool(tmp_path, watcher)
    assert watcher.made[0] == 0
    assert watcher.made[-1] == 100
    impatient = Watcher(deals=0)
    with FileLock(f"{file}.lock"), pytest.raises(KeyboardInterrupt):
        pool(tmp_path, impatient)
