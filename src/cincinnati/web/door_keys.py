"""A client's side of the doors: where a table is, how one joins it, which token one has there."""

from __future__ import annotations

import asyncio
import json
import re
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from filelock import FileLock
from msgspec import Struct

from cincinnati.errors import TableError
from cincinnati.rules import Ruleset
from cincinnati.tables.live import Settings
from cincinnati.tables.saved import write_safely
from cincinnati.web.api import Admitted, JoinTable, Make, Problem

WITHIN_S = 20
_TABLE = re.compile(r"(?P<prefix>.*?)(?:/api/tables)?/(?P<table>[\w-]{16,32})(?:/socket)?/?")


class Address(Struct, frozen=True):
    """Where a table is: ``site`` is the server's address, without a slash at its end."""

    site: str
    table: str

    @classmethod
    def of(cls, url: str) -> Address:
        """The address in a table's link; raises `TableError` for anything else."""
        parts = urlsplit(url)
        found = _TABLE.fullmatch(parts.path)
        if parts.scheme not in ("http", "https") or not parts.netloc or found is None:
            raise TableError("bad_url", f"a table's link is http(s)://SERVER/…/TABLE, not {url!r}")
        inner = found["prefix"] if "/api/tables/" in parts.path else ""
        return cls(f"{parts.scheme}://{parts.netloc}{inner}", found["table"])

    @property
    def link(self) -> str:
        """What friends are given."""
        return f"{self.site}/t/{self.table}"

    @property
    def api(self) -> str:
        """The table in the HTTP API."""
        return f"{self.site}/api/tables/{self.table}"

    @property
    def socket(self) -> str:
        """Its WebSocket."""
        return f"ws{self.api.removeprefix('http')}/socket"


async def admitted(address: Address, name: str, pin: str | None) -> str:
    """Join a table; returns the token. Raises `TableError` with the server's reason."""
    body = msgspec.json.encode(JoinTable(name, pin))
    answer = await asyncio.to_thread(_post, f"{address.api}/join", body)
    return msgspec.json.decode(answer, type=Admitted).token


async def made(site: str, name: str, rules: Ruleset, pin: str | None) -> tuple[Address, str]:
    """Make a table at a server and be its host; returns where it is, and the token.

    ``site`` is the server's address. Raises `TableError` with the server's reason.
    """
    parts = urlsplit(site)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise TableError("bad_url", f"a server's address is http(s)://SERVER, not {site!r}")
    body = msgspec.json.encode(Make(name, settings=Settings(rules=rules), pin=pin))
    place = site.rstrip("/")
    answer = await asyncio.to_thread(_post, f"{place}/api/tables", body)
    admitted = msgspec.json.decode(answer, type=Admitted)
    return Address(place, admitted.table), admitted.token


def _post(url: str, body: bytes) -> bytes:
    request = urllib.request.Request(  # noqa: S310  (Address lets http and https through only)
        url, body, {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=WITHIN_S) as answer:  # noqa: S310
            return bytes(answer.read())
    except urllib.error.HTTPError as error:
        raise _problem(error) from None
    except OSError as error:
        reason = getattr(error, "reason", error)
        raise TableError("unreachable", f"the server cannot be reached: {reason}") from None


def _problem(error: urllib.error.HTTPError) -> TableError:
    try:
        with error:
            problem = msgspec.json.decode(error.read(65_536), type=Problem)
    except msgspec.DecodeError:
        return TableError("unreachable", f"no table server answers there: HTTP {error.code}")
    return TableError(problem.code, problem.message)


class DoorKeys:
    """The tokens of this user's seats, in a file that only he can read; none without a file."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def token(self, address: Address) -> str | None:
        """The token for a table."""
        return self._read().get(address.api)

    def keep(self, address: Address, token: str) -> None:
        """Remember a token."""
        self._change(address, token)

    def forget(self, address: Address) -> None:
        """A token is worth nothing any more."""
        self._change(address, None)

    def _change(self, address: Address, token: str | None) -> None:
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{self._path}.lock"):
            keys = {table: kept for table, kept in self._read().items() if table != address.api}
            if token is not None:
                keys[address.api] = token
            write_safely(self._path, json.dumps(keys, indent=2).encode())

    def _read(self) -> dict[str, str]:
        if self._path is None or not self._path.exists():
            return {}
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, str])
        except msgspec.DecodeError:
            return {}  # a broken file costs a seat's memory, not the evening
