"""Where in a record's text a field or a fault stands, so that an error can name the line."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager

from cincinnati.errors import RecordError, RulesError

_SECTION = re.compile(r"\s*\[([^\[\]]+)\]\s*(#.*)?")
_FIELD = re.compile(r"\s*([A-Za-z_]+)\s*[.=]")
_AT_LINE = re.compile(r"\(at line ([0-9]+), ")

_WRITTEN_AS = {
    "ante": "antes",
    "blinds": "blinds_or_straddles",
    "players": "starting_stacks",
    "preset": "_cincinnati",
    "max_raises": "_cincinnati",
    "wild_ranks": "_cincinnati",
    "bets": "_cincinnati",
}
"""The field of a record from which a setting of the rules was read, if it has another name."""


def not_toml(text: str, error: ValueError | RecursionError) -> RecordError:
    """What to say of a text that `tomllib` refused."""
    lines = text.split("\n")
    if isinstance(error, tomllib.TOMLDecodeError):
        reason = str(error)
        at = _AT_LINE.search(reason)
        line = int(at.group(1)) if at else len(lines)
    else:
        deep = isinstance(error, RecursionError)
        reason = "nested too deeply" if deep else "a number has too many digits"
        line = _first_too_much(lines)
    return RecordError("not_toml", f"line {line}: not a TOML file: {reason}")


def _first_too_much(lines: list[str]) -> int:
    """The line up to which a text is too deep already, or has too long a number."""

    def too_much(end: int) -> bool:
        try:
            tomllib.loads("\n".join(lines[:end]))
        except tomllib.TOMLDecodeError:
            return False
        except (ValueError, RecursionError):
            return True
        return False

    return 1 + bisect_left(range(1, len(lines)), True, key=too_much)


class Lines:
    """The line numbers, from 1, of the fields in each table of a TOML text."""

    def __init__(self, text: str) -> None:
        self._numbers: dict[tuple[str, str], int] = {}
        section = ""
        for number, line in enumerate(text.split("\n"), 1):
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
            place = f"line {self._line(section, _WRITTEN_AS.get(field, field))}"
            if section:
                place += f", deal {section}"
            raise RecordError(field, f"{place}: {error}") from None

    def _line(self, section: str, field: str) -> int:
        header = f"{section}.{field}".lstrip(".")
        places = ((section, field), (header, ""), (section, ""))
        return next((self._numbers[place] for place in places if place in self._numbers), 1)
