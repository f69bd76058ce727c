"""How events are kept: as JSON with the version of their schema, and readable for ever.

A row of the log carries the schema version with which it was written. When the form of
an event changes, `SCHEMA` goes up by one and `UPCASTERS` gets a function that turns an old
event, as plain JSON data, into one of the next version. Nothing in the log is ever rewritten.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from cincinnati.errors import StoreError

SCHEMA = 2
"""The version in which events are written now."""

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


def _without_odds(event: dict[str, Any]) -> dict[str, Any]:
    """In version 1 no table could tell the odds."""
    match event:
        case {"settings": {**settings}}:
            return {**event, "settings": {**settings, "odds": False}}
        case _:
            return event


UPCASTERS: Mapping[int, Upcaster] = {1: _without_odds}
"""From each older version, a function to the next one."""


def encode(events: Sequence[object]) -> str:
    """Events as JSON text in the present schema."""
    return msgspec.json.encode(events).decode()


def decode(
    text: str,
    schema: int,
    kind: Any,
    *,
    newest: int = SCHEMA,
    upcasters: Mapping[int, Upcaster] = UPCASTERS,
) -> tuple[Any, ...]:
    """Events from JSON text of any schema so far; ``kind`` is the union of their types.

    Raises `StoreError` for a schema newer than ours, or for text that does not fit its schema.
    """
    if schema > newest:
        raise StoreError("newer", f"written by a newer version (schema {schema} > {newest})")
    try:
        plain = msgspec.json.decode(text, type=list[dict[str, Any]])
        for version in range(schema, newest):
            plain = [upcasters[version](event) for event in plain]
        return tuple(msgspec.convert(plain, list[kind], str_keys=True))
    except msgspec.ValidationError as error:
        raise StoreError("unreadable", f"an event of schema {schema} is broken: {error}") from None
