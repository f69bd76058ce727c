"""Where in a record's text a field stands, so that an error can name the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from cincinnati.errors import RecordError, RulesError

_SECTION = re.compile(r"\s*\[([^\[\]]+)\]\s*(#.*)?")
_FIELD = re.compile(r"\s*([A-Za-z_]+)\s*=")


class Lines:
    """The line numbers, from 1, of the fields in each table of a TOML text."""

    def __init__(self, text: str) -> None:
        self._numbers: dict[tuple[str, str], int] = {}
        section = ""
        for number, line in enumerate(text.splitlines(), 1):
            if header := _SECTION.fullmatch(line):
                section = header.group(1).strip()
                self._numbers[section, ""] = number
            elif field := _FIELD.match(line):
                self._numbers.setdefault((section, field.group(1)), number)

    @contextmanager
    def named(self, section: str) -> Iterator[None]:
        """Put the line, and the deal if there are many, before the message of an error."""
        try:
            yield
        except (RecordError, RulesError) as error:
            field = error.field if isinstance(error, RulesError) else error.code
            place = f"line {self._line(section, field)}"
            if section:
                place += f", deal {section}"
            raise RecordError(field, f"{place}: {error}") from None

    def _line(self, section: str, field: str) -> int:
        return self._numbers.get((section, field)) or self._numbers.get((section, ""), 1)
