"""What stands in the log of a table: one entry for each decision, with its version."""

from __future__ import annotations

from typing import NewType

from msgspec import Struct

from cincinnati.errors import StoreError

TableId = NewType("TableId", str)
Version = NewType("Version", int)
"""How many decisions a table has behind it; the first one is 1."""

CHANNEL = "cincinnati"
"""The channel of the doorbell between processes."""


class Entry(Struct, frozen=True):
    """One decision: who asked for it under which command id, when (ms since 1970), its events."""

    version: Version
    command_id: str
    author: str
    at: int
    schema: int
    events: str


class Conflict(StoreError):
    """Somebody else has written that version, or the command id is in the log already."""
