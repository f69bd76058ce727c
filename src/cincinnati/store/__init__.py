"""The event log in SQL: SQLite at home, PostgreSQL for several processes."""

from cincinnati.store.database import sole_server
from cincinnati.store.doorbell import Doorbell, NoBell, PostgresBell, Ring
from cincinnati.store.events import SCHEMA, decode, encode
from cincinnati.store.store import ChatLine, Conflict, Entry, Store, TableId, Version

__all__ = [
    "SCHEMA",
    "ChatLine",
    "Conflict",
    "Doorbell",
    "Entry",
    "NoBell",
    "PostgresBell",
    "Ring",
    "Store",
    "TableId",
    "Version",
    "decode",
    "encode",
    "sole_server",
]
