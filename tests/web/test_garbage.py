"""When a server looks for circles of objects, and among which."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from cincinnati.web.garbage import EVERYTHING_S, Garbage


class Circle:
    """It holds itself, so only a search drops it."""

    def __init__(self) -> None:
        self.itself = self


class SetClock:
    """A clock that is set by hand."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Iterator[SetClock]:
    """That of a server which looks, until the test is over."""
    before, callbacks = gc.get_threshold(), list(gc.callbacks)
    clock = SetClock()
    Garbage(clock).begin()
    yield clock
    gc.callbacks[:] = callbacks
    gc.set_threshold(*before)
    gc.unfreeze()
    gc.collect()


def test_a_circle_that_is_dropped_soon_is_found_at_once(clock: SetClock) -> None:
    circle = Circle()
    gone = weakref.ref(circle)
    del circle
    gc.collect()
    assert gone() is None


def test_what_was_looked_at_is_not_looked_at_again_for_ten_minutes(clock: SetClock) -> None:
    circle = Circle()
    gone = weakref.ref(circle)
    gc.collect()
    del circle
    clock.now_s = EVERYTHING_S - 1
    gc.collect()
    assert gone() is not None
    clock.now_s = EVERYTHING_S
    gc.collect()
    assert gone() is None


def test_everything_is_looked_at_once_in_ten_minutes(clock: SetClock) -> None:
    circle = Circle()
    gone = weakref.ref(circle)
    clock.now_s = EVERYTHING_S
    gc.collect()
    del circle
    clock.now_s += EVERYTHING_S - 1
    gc.collect()
    assert gone() is not None


def test_searches_of_the_young_change_nothing(clock: SetClock) -> None:
    frozen = gc.get_freeze_count()
    gc.collect(1)
    assert gc.get_freeze_count() == frozen
    gc.collect()
    assert gc.get_freeze_count() > frozen
