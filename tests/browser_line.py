"""The line between somebody's browser and the server, which a test can cut, hold and lay anew.

The one idea: it is a real one. The browser talks to a port of the loopback, and what it says is
carried to the server as it is; so a cut is a connection that breaks, and while the line is dead
a new one gets no answer, as in a tunnel. The address stays the same when another server answers.
"""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter

CHUNK = 65536
GONE = (OSError, asyncio.IncompleteReadError)


class Line:
    """A port of its own that leads to the server at ``target``."""

    def __init__(self, target: str) -> None:
        self.target = target
        self._server: asyncio.Server | None = None
        self._writers: set[StreamWriter] = set()
        self._carrying: set[asyncio.Task[None]] = set()
        self._whole = asyncio.Event()
        self._whole.set()
        self._flows = asyncio.Event()
        self._flows.set()

    @property
    def url(self) -> str:
        """Where the browser finds the server."""
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def lay(self) -> None:
        """Begin to listen."""
        self._server = await asyncio.start_server(self._take, "127.0.0.1", 0)

    # --- what happens to it -----------------------------------------------------------------

    def cut(self) -> None:
        """Break every connection; a new one gets no answer until the line is mended."""
        self._whole.clear()
        self._break()

    def mend(self, target: str | None = None) -> None:
        """The line is whole again, perhaps to another server."""
        self.target = target or self.target
        self._whole.set()

    def hold(self) -> None:
        """What the server says stays on its way."""
        self._flows.clear()

    def let_go(self) -> None:
        """What was held arrives."""
        self._flows.set()

    async def take_up(self) -> None:
        """Break everything and listen no more."""
        assert self._server is not None
        self._server.close()
        self._break()
        for task in self._carrying:
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    def _break(self) -> None:
        for writer in self._writers:
            writer.transport.abort()

    # --- carrying ---------------------------------------------------------------------------

    def _take(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.create_task(self._carry(reader, writer))
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)

    async def _carry(self, reader: StreamReader, writer: StreamWriter) -> None:
        writers = {writer}
        try:
            await self._whole.wait()
            host, _, port = self.target.removeprefix("http://").partition(":")
            server_reader, server_writer = await asyncio.open_connection(host, int(port))
            writers.add(server_writer)
            self._writers |= writers
            await asyncio.gather(
                _pour(reader, server_writer),
                _pour(server_reader, writer, self._flows),
            )
        except GONE:
            pass
        finally:
            self._writers -= writers
            for each in writers:
                each.transport.abort()


async def _pour(
    reader: StreamReader, writer: StreamWriter, flows: asyncio.Event | None = None
) -> None:
    """Carry one way until it ends; then the whole connection ends."""
    while data := await reader.read(CHUNK):
        if flows is not None:
            await flows.wait()
        writer.write(data)
        await writer.drain()
    raise ConnectionResetError
