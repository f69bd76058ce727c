"""The databases that the live tables are tested on.

Whatever is about what is written, who was first, or when something is due takes ``database`` and so
runs on both: SQLite writes from one process under a lock, PostgreSQL from several, with a clock and
bells of its own. ``sqlite`` alone is for what the database has no part in: how a request is
parsed, headers, limits, words, the page's files, and what is worked out from a view (odds, advice).
``postgresql`` alone is for several processes.
"""

from live_database import database, postgresql, postgresql_server, sqlite

__all__ = ["database", "postgresql", "postgresql_server", "sqlite"]


import pytest


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
