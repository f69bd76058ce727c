"""A server in a process of its own, which tests may kill."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType

LAUNCHER = Path(__file__).parent / "web" / "crash_server.py"
START_WITHIN_S = 120


class ServerProcess:
    """One process; ``url`` is where it serves."""

    def __init__(self, process: Process, url: str) -> None:
        self.process = process
        self.url = url

    @classmethod
    async def start(
        cls,
        database: str,
        crash: str = "",
        *,
        log: Path | None = None,
        strict: float = 0,
        more: Mapping[str, str] = MappingProxyType({}),
    ) -> ServerProcess:
        """Start it and wait until it takes connections; ``crash`` says where it kills itself.

        With ``strict=0`` nothing is asked for too often. ``more`` is for its environment.
        """
        errors = log.open("ab") if log else None
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            str(LAUNCHER),
            database,
            stdout=PIPE,
            stderr=errors or DEVNULL,
            env={**os.environ, "CRASH": crash, "STRICT": str(strict), **more},
        )
        if errors:
            errors.close()
        assert process.stdout is not None
        port = (await asyncio.wait_for(process.stdout.readline(), START_WITHIN_S)).strip()
        assert port, f"the server did not start: {await process.wait()}"
        return cls(process, f"http://127.0.0.1:{port.decode()}")

    @property
    def alive(self) -> bool:
        return self.process.returncode is None

    async def kill(self) -> None:
        """End it at once, wherever it is."""
        if self.alive:
            self.process.send_signal(signal.SIGKILL)
        await asyncio.wait_for(self.process.wait(), 10)

    async def stop(self) -> int:
        """Ask it to stop; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self.process.wait(), 20)


@asynccontextmanager
async def server_process(
    database: str,
    crash: str = "",
    *,
    log: Path | None = None,
    strict: float = 0,
    more: Mapping[str, str] = MappingProxyType({}),
) -> AsyncIterator[ServerProcess]:
    """A server process while the block runs, at most."""
    server = await ServerProcess.start(database, crash, log=log, strict=strict, more=more)
    try:
        yield server
    finally:
        await server.kill()
