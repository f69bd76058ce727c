"""The databases that the store is tested on."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from cincinnati.store import Store
from live_database import database, postgresql, postgresql_server, sqlite

__all__ = ["database", "postgresql", "postgresql_server", "sqlite"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    """A store on each kind of database."""
    opened = await Store.open(database)
    yield opened
    await opened.close()


@pytest.fixture
async def other(database: str, store: Store) -> AsyncIterator[Store]:
    """A second one on the same database."""
    opened = await Store.open(database)
    yield opened
    await opened.close()
