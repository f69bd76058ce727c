"""Who may come in, how often, and what a browser is told about it.

Secrets are random (`new_key`); only their hashes are kept. A PIN is short, so it is hashed
slowly and asked for at a slow rate.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

from cincinnati.tables.keys import new_key

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; "
        "worker-src 'self'; manifest-src 'self'; object-src 'none'; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
"""Sent with every answer. A table's address is its key, so no referrer may carry it."""

ASSET_HEADERS = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
"""Sent with the scripts, styles and fonts of the page: the rest is said by the page itself."""

COOKIE = "cincinnati"
MOST_TRACKED = 20_000
"""Addresses and tokens whose rates are kept in mind; the longest unused are forgotten."""


def new_secret() -> str:
    """A secret that nobody can guess."""
    return new_key(24)


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def hashed_pin(pin: str, table: str) -> str:
    """What is kept of a table's PIN: slow to make, different for each table."""
    digest = hashlib.scrypt(pin.encode(), salt=table.encode(), n=2**12, r=8, p=1)
    return digest.hex()[:64]


def origin_allowed(origin: str | None, host: str | None, public_url: str | None) -> bool:
    """Whether a page from ``origin`` may open a socket here; programs send no origin."""
    if origin is None:
        return True
    try:
        page = urlsplit(origin)
    except ValueError:  # no address at all
        return False
    own = {host, urlsplit(public_url).netloc if public_url else None}
    return page.scheme in ("http", "https") and bool(page.netloc) and page.netloc in own


def address_of(connection: HTTPConnection) -> str:
    """From where somebody asks, as limits count it."""
    return place(connection.client.host) if connection.client else "unknown"


def place(address: str) -> str:
    """What is counted as one address: of IPv6 the network (/64), which one customer has whole."""
    try:
        known = ip_address(address)
    except ValueError:  # a name that a proxy has given
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(IPv6Network((int(known), 64), strict=False).network_address)


class Rate:
    """A bucket for each key: ``burst`` at once, then one every ``every_s`` seconds."""

    def __init__(
        self, burst: int, every_s: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst = burst
        self._every = every_s
        self._clock = clock
        self._full_at: OrderedDict[str, float] = OrderedDict()

    def allows(self, key: str) -> bool:
        """Take one from the key's bucket; ``False`` if it is empty."""
        now = self._clock()
        full_at = max(self._full_at.pop(key, now), now) + self._every
        if full_at - now > self._burst * self._every + 1e-9:
            self._full_at[key] = full_at - self._every
            return False
        self._full_at[key] = full_at
        if len(self._full_at) > MOST_TRACKED:
            self._full_at.popitem(last=False)
        return True


class Held:
    """What each key has at once: ``most`` of it."""

    def __init__(self, most: float) -> None:
        self.most = most
        self._held: Counter[str] = Counter()

    def full(self, key: str) -> bool:
        """Whether the key has all it may have."""
        return self._held.get(key, 0) >= self.most

    @contextmanager
    def one(self, key: str) -> Iterator[None]:
        """The key has one more while the block runs."""
        self._held[key] += 1
        try:
            yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]


class Slowly:
    """Lets who asks too often wait for his answer, so that asking faster brings him nothing.

    He waits for ``seconds``, and of each key at most ``most`` at once.
    """

    def __init__(self, seconds: float = 1.0, *, most: int = 100) -> None:
        self.most = most
        self._seconds = seconds
        self._waiting = Held(most)

    async def wait(self, key: str) -> bool:
        """Wait; ``False`` at once if too many of this key wait already."""
        if self._waiting.full(key):
            return False
        with self._waiting.one(key):
            await asyncio.sleep(self._seconds)
        return True
