"""Entries of a log for tests of the store."""

from __future__ import annotations

from cincinnati.store import SCHEMA, Entry, TableId, Version

TABLE = TableId("the-table")


def entry(version: int, command_id: str = "", *, author: str = "ann", at: int = 1000) -> Entry:
    return Entry(Version(version), command_id or f"c{version}", author, at + version, SCHEMA, "[]")
