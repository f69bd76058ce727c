"""The table of the policies that come with the package, for ``docs/howto/train-a-policy.md``.

::

    python -m cincinnati.training.shipped docs/howto/train-a-policy.md

The one idea: a policy says itself how it was made, so the table is written from the files; a test
compares them. ``cincinnati train --like FILE`` reads the same.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from cincinnati.bots.policy import Header
from cincinnati.bots.shelf import SHIPPED

BEGIN, END = "<!-- shipped -->\n", "<!-- /shipped -->"
"""What stands before and behind the table in the page."""
HEADING = ("file", "preset", "seats", "iterations", "deals", "seed", "cells", "SHA-256")


def table_of(headers: Mapping[str, Header]) -> str:
    """The table, in Markdown."""
    rows = [HEADING, ("---",) * len(HEADING), *map(_row, headers, headers.values())]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _row(name: str, header: Header) -> tuple[str, ...]:
    numbers = (header.seats, header.iterations, header.deals, header.seed, header.cells)
    return f"`{name}`", f"`{header.preset}`", *(f"{n:,}" for n in numbers), f"`{header.sha256}`"


def with_table(page: str, table: str) -> str:
    """The page with this table in the place of the one in it."""
    before, _, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise ValueError(f"no {BEGIN.strip()} … {END} in the page")
    return before + BEGIN + table + END + after


def main(arguments: list[str]) -> None:
    """Write the table into a page, or print it."""
    table = table_of(SHIPPED.headers)
    match arguments:
        case []:
            print(table, end="")
        case [name]:
            page = Path(name)
            page.write_text(with_table(page.read_text("utf-8"), table), encoding="utf-8")
        case _:
            raise SystemExit("usage: python -m cincinnati.training.shipped [PAGE]")


if __name__ == "__main__":
    main(sys.argv[1:])
