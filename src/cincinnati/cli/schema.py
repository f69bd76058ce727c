"""``cincinnati schema``: the types of the table protocol, for whoever writes a client."""

from __future__ import annotations

import sys
from enum import Enum
from pathlib import Path

import msgspec


class Form(Enum):
    """In which form the types are wanted."""

    JSON = "json"
    TYPESCRIPT = "typescript"
    OPENAPI = "openapi"


def schema(form: Form = Form.JSON, *, out: Path | None = None) -> None:
    """Print the types of the table protocol; docs/protocol.md tells how they are used.

    Parameters
    ----------
    form
        json: the JSON Schema of the socket's messages; typescript: types of everything that
        goes over the wire; openapi: the description of the HTTP side.
    out
        The file to write; without it the text is printed.

    """
    text = _text(form)
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8")


def _text(form: Form) -> str:
    from cincinnati.web.openapi import message_schema, openapi
    from cincinnati.web.typescript import typescript

    if form is Form.TYPESCRIPT:
        return typescript()
    described = openapi() if form is Form.OPENAPI else message_schema()
    return msgspec.json.format(msgspec.json.encode(described), indent=2).decode() + "\n"
