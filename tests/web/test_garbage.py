"""When a server looks for circles of objects, and among which."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from cincinnati.web.garbage import EVERYTHING_S, Garbage
from cincinnati.web.lines import RequestLine, SocketLine
from live_client import PATIENCE_S, Device, company
from live_server import live_server
from live_settings import quick


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
    clock = SetClock()
    with Garbage(clock).little():
        yield clock


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


def test_afterwards_all_is_as_it_was() -> None:
    before = gc.get_threshold(), list(gc.callbacks)
    with Garbage(SetClock()).little():
        assert (gc.get_threshold(), gc.callbacks) != before
    assert (gc.get_threshold(), gc.callbacks) == before
    assert gc.get_freeze_count() == 0


@pytest.mark.anyio
async def test_a_line_that_is_closed_is_no_circle(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: weakref.WeakSet[RequestLine | SocketLine] = weakref.WeakSet()
    seen = 0
    for kind in (RequestLine, SocketLine):
        made = kind.connection_made

        def watched(
            self: RequestLine | SocketLine, transport: asyncio.BaseTransport, made: Any = made
        ) -> None:
            nonlocal seen
            seen += 1
            lines.add(self)
            made(self, transport)

        monkeypatch.setattr(kind, "connection_made", watched)
    monkeypatch.setattr("cincinnati.web.lines.IGNORED_S", 0.1)
    async with live_server(sqlite) as live, company(live.url, "Ann Bob", quick()) as table:
        gc.disable()
        try:
            for _ in range(5):
                await (await Device.open(live.url, table.table)).close()
                await (await Device.open(live.url, table.table)).drop()
                broken = await Device.open(live.url, table.table)
                broken.socket.transport.write(b"\xff\xff")
                assert await broken.end() == 1002
                async with httpx.AsyncClient(base_url=live.url) as http:
                    await http.get("/api/health")
            assert seen > 20
            async with asyncio.timeout(PATIENCE_S):
                while len(lines) > len(live.server.server_state.connections):
                    await asyncio.sleep(0.01)
        finally:
            gc.enable()
