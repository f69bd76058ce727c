"""What `bench.load` tells its players, and what they answer: JSON lines between processes."""

from __future__ import annotations

from msgspec import Struct


class Guests(Struct):
    """A table, and the secrets of those who sit at it."""

    name: str
    secrets: list[str]


class Order(Struct):
    """What to do: open these tables and start their games, or play at all that are open."""

    urls: list[str] = []
    """The server, or several: then the seats of a table are shared among them."""
    tables: list[Guests] = []
    start: bool = True
    deflate: bool = False
    """Whether to ask for compression, as browsers do."""
    peer: bool = False
    """Whether the server is boardgame.io's."""
    seconds: float = 0
    warm_up: float = 1.5
    rate: float = 0
    """Actions a second over all tables; 0: as fast as possible."""


class Answer(Struct):
    """What came of it; times in milliseconds."""

    what: str
    seconds: float = 0
    actions: int = 0
    announcements: int = 0
    decisions: int = 0
    """Versions that were written, by players, bots and time."""
    received: int = 0
    """Bytes that came over the line, compressed or not."""
    cpu: float = 0
    """Seconds."""
    p50: float = 0
    p99: float = 0
    p999: float = 0
    worst: float = 0
    late: float = 0
    """The 99th percentile of how late the driver itself sent an action that was due."""
