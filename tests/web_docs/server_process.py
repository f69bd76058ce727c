"""A real server in a process of its own, and a host who sets a table up over the protocol."""

from __future__ import annotations

import json
import select
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

CODE = """
import asyncio, sys
from cincinnati.web.serve import serve
from cincinnati.web.site import Limits
asyncio.run(serve(
    host="127.0.0.1", port=int(sys.argv[1]), database=sys.argv[2], limits=Limits(strict=0.001),
    ready=lambda port: print(port, flush=True),
))
"""
AT_ONCE = {"between_ms": 0, "show_ms": 0, "think_ms": [0, 0]}
"""Nobody has to look at anything: bots answer at once, the next deal follows at once."""


class LiveServer:
    """A server process that can be killed and started again on the same port and database."""

    def __init__(self, folder: Path) -> None:
        self.database = f"sqlite:///{folder / 'tables.db'}"
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603  (our own program)
            [sys.executable, "-c", CODE, str(self.port), self.database],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], 30)
        said = self._process.stdout.readline() if ready else ""
        if not said:
            self._process.kill()
            raise AssertionError(self._process.communicate()[1])
        self.port = int(said)

    def kill(self) -> None:
        """As if the power failed."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate(timeout=20)

    def stop(self) -> str:
        """As an administrator does; returns what was logged."""
        assert self._process is not None
        self._process.terminate()
        return self._process.communicate(timeout=20)[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def post(self, path: str, body: object, token: str | None = None) -> Any:
        return self._asked(path, json.dumps(body).encode(), token)

    def get(self, path: str, token: str | None = None) -> Any:
        return self._asked(path, None, token)

    def _asked(self, path: str, body: bytes | None, token: str | None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        request = urllib.request.Request(f"{self.url}{path}", body, headers)  # noqa: S310  (ours)
        with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
            return json.load(answer)


@contextmanager
def server_process(folder: Path) -> Iterator[LiveServer]:
    server = LiveServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.kill()


class Host:
    """Somebody who makes a table and says what happens at it."""

    def __init__(self, server: LiveServer, *, pin: str | None = None, **settings: Any) -> None:
        settings.setdefault("clock", AT_ONCE)
        body = {"name": "Hanna", "pin": pin, "settings": {"rules": {}, **settings}}
        made = server.post("/api/tables", body)
        self.server = server
        self.table: str = made["table"]
        self.token: str = made["token"]
        self.person: str = made["person"]
        self._commands = 0

    @property
    def link(self) -> str:
        return f"{self.server.url}/{self.table}"

    @contextmanager
    def at_the_table(self) -> Iterator[ClientConnection]:
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.table}/socket"
        with connect(address) as socket:
            socket.send(json.dumps({"type": "hello", "protocol": 1, "token": self.token}))
            yield socket

    def says(self, *commands: dict[str, Any]) -> None:
        """Carry out commands, one after the other; a refusal is a failure."""
        with self.at_the_table() as socket:
            for command in commands:
                self._commands += 1
                name = f"host-{self._commands}"
                socket.send(json.dumps({"type": "do", "id": name, "command": command}))
                answer = next(
                    message
                    for message in map(json.loads, socket)
                    if message["type"] in ("done", "refused") and message["id"] == name
                )
                assert answer["type"] == "done", answer

    def waits(self, until: Any, seconds: float = 30) -> dict[str, Any]:
        """Look on until a view is as it should be; returns that view."""
        with self.at_the_table() as socket:
            while True:
                message = json.loads(socket.recv(timeout=seconds))
                if message["type"] == "state" and until(message["view"]):
                    return dict(message["view"])


def seated(view: dict[str, Any]) -> dict[str, int]:
    """The seats of people and bots, by name."""
    return {one["name"]: one["seat"] for one in view["people"] if one["seat"] is not None}
