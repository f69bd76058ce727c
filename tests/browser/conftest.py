"""One Chromium for each worker, the page built, a fresh database for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser

from browser_chromium import build_page, running_chromium
from live_database import sqlite

__all__ = ["sqlite"]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def page_built(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The page is built from the sources as they are."""
    build_page(tmp_path_factory)


@pytest.fixture(scope="session")
async def browser(page_built: None, anyio_backend: str) -> AsyncIterator[Browser]:
    """The browser of this worker."""
    async with running_chromium() as running:
        yield running
