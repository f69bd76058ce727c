"""Writing TOML on one line a field, as hand records are written.

The standard library reads TOML but does not write it, and the libraries that do put
every table under a header of its own, which a file of many numbered deals cannot have.
"""

from __future__ import annotations

import json
import re
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_line(name: str, value: Any) -> str:
    """``name = value`` for anything that `tomllib` can read, tables inline."""
    return f"{_key(name)} = {toml_value(value)}"


def toml_value(value: Any) -> str:
    """A value as TOML text."""
    match value:
        case str():
            # JSON's escapes are TOML's; DEL alone has to be added.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case list() | tuple():
            return f"[{', '.join(toml_value(item) for item in value)}]"
        case dict():
            return f"{{ {', '.join(toml_line(name, item) for name, item in value.items())} }}"
        case _:  # dates and times
            return str(value.isoformat())


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else toml_value(name)
