"""docs/protocol.md in pieces: fenced blocks by their kind, sections by their heading."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).parents[2] / "docs" / "protocol.md"
_FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STATE = re.compile(
    r"(<!-- This block is made by the code.*?-->\n```json server\n)(.*?)(^```$)", re.M | re.S
)


def text() -> str:
    return DOCUMENT.read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    """The fenced blocks whose opening line is this."""
    return [body for name, body in _FENCE.findall(text()) if name == kind]


def objects(kind: str) -> list[Any]:
    """The JSON of these blocks: one object a block or, for lists, one a line."""
    bodies = blocks(kind)
    if kind in ("json command", "json events"):
        return [json.loads(line) for body in bodies for line in body.splitlines()]
    return [json.loads(body) for body in bodies]


def section(heading: str) -> str:
    """What stands under the heading that names this in backticks, or is this."""
    titles = rf"(?:{re.escape(heading)}|[^\n]*`{re.escape(heading)}`[^\n]*)"
    found = re.search(rf"^(#+) {titles}\n(.*?)(?=^#|\Z)", text(), re.MULTILINE | re.DOTALL)
    assert found is not None, f"no heading for {heading}"
    return found.group(2)


def laid_out(value: Any, indent: int = 0, lead: int = 0) -> str:
    """JSON for people: in one line what fits into one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent + lead <= 110 or not value or not isinstance(value, dict | list):
        return line
    pad = "\n" + " " * (indent + 2)
    if isinstance(value, dict):
        parts = [
            f"{json.dumps(key)}: {laid_out(inner, indent + 2, len(key) + 4)}"
            for key, inner in value.items()
        ]
        return "{" + ",".join(pad + part for part in parts) + pad[:-2] + "}"
    parts = [laid_out(inner, indent + 2) for inner in value]
    return "[" + ",".join(pad + part for part in parts) + pad[:-2] + "]"
