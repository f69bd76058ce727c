"""Everything here is done on both databases, but for what only one of them can meet.

SQLite a disk that is full, PostgreSQL a restart, a line that is cut, no connection left.
"""

import pytest

from live_database import database, postgresql, postgresql_server, sqlite

__all__ = ["database", "postgresql", "postgresql_server", "sqlite"]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
