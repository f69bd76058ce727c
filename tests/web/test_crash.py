"""The crash test in short; the long one is ``python tests/long_crash.py``."""

from __future__ import annotations

import pytest

from crash_driver import STEPS, Driver

pytestmark = pytest.mark.anyio


async def test_a_server_that_is_killed_loses_nothing_on_sqlite(sqlite: str) -> None:
    driver = Driver(sqlite, seed=1)
    await driver.run([*STEPS, "in flight", "random", "in flight"])
    assert driver.counts["killed: in flight"] == 2
    assert {step for step in STEPS if driver.counts[f"killed: {step}"]} == set(STEPS)


async def test_a_server_that_is_killed_loses_nothing_on_postgresql(postgresql: str) -> None:
    driver = Driver(postgresql, seed=2)
    await driver.run(["appended", "in flight", "acknowledged", "random"])
    assert driver.counts["killed: in flight"] == 1
