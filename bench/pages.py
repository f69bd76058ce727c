"""Pages whose text is written by hand and whose tables are written by a command."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def written(page: str, mark: str, text: str, *, by: str) -> str:
    """The page with a text between its two marks."""
    begin, end = f"<!-- {mark}: written by {by} -->", f"<!-- end of {mark} -->"
    pattern = re.compile(f"{re.escape(begin)}\n.*?{re.escape(end)}", re.DOTALL)
    assert pattern.search(page), f"the page has no place for {mark!r}"
    return pattern.sub(lambda _: f"{begin}\n{text}\n{end}", page)


def markdown(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose first column is a name and whose others are numbers."""
    rule = ["---", *["---:"] * (len(heading) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in [heading, rule, *rows])
