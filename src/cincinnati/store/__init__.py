"""The event log in SQL: SQLite at home, PostgreSQL for several processes."""

from cincinnati.store.database import sole_server
from cincinnati.store.doorbell import Doorbell, NoBell, PostgresBell, Ring
from cincinnati.store.entries import Conflict, Entry, TableId, Version
from cincinnati.store.events import SCHEMA, decode, encode
from cincinnati.store.reach import OutOfReach
from cincinnati.store.store import ChatLine, Store

__all__ = [
    "SCHEMA",
    "ChatLine",
    "Conflict",
    "Doorbell",
    "Entry",
    "NoBell",
    "OutOfReach",
    "PostgresBell",
    "Ring",
    "Store",
    "TableId",
    "Version",
    "decode",
    "encode",
    "sole_server",
]
