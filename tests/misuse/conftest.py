"""Everything here is done on both databases."""

import pytest

from live_database import database, postgresql, postgresql_server, sqlite

__all__ = ["database", "postgresql", "postgresql_server", "sqlite"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
