"""The databases that the store is tested on."""

from live_database import database, postgresql, postgresql_server, sqlite

__all__ = ["database", "postgresql", "postgresql_server", "sqlite"]


import pytest


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
