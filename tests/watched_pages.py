"""Every page of a table that a person can ask for over HTTP, also where he is refused.

The one idea: it asks as a stranger who tries his luck would: for deals that are going on, for
those to come, for links to other people's seats.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

import httpx
from msgspec import Struct

from cincinnati.store import TableId
from cincinnati.web.openapi import openapi

TABLE = "/api/tables/{table}"


class Page(Struct, frozen=True):
    """A page: its path below the table's, as the description writes it, and what is asked."""

    path: str
    deal: int | None = None
    query: str = ""
    body: dict[str, Any] | None = None
    """What is posted; without it the page is only read."""

    @property
    def address(self) -> str:
        """The path with the deal's number in it, and the query."""
        return self.path.replace("{deal}", str(self.deal)) + self.query


def pages_of_table(deals: int, other: str, language: str) -> Iterator[Page]:
    """All pages, for a table of so many deals, finished or not; one more is asked for.

    ``other`` is the public id of somebody else.
    """
    in_language = f"language={language}"
    yield from (Page(""), Page("/odds"), Page("/deals"), Page("/records"))
    yield Page("/transcript", query=f"?{in_language}")
    for deal in range(1, deals + 2):
        yield Page("/records", deal, f"?deal={deal}")
        yield Page("/transcript", deal, f"?deal={deal}&{in_language}")
        for path in ("/deals/{deal}", "/deals/{deal}/odds", "/deals/{deal}/advice"):
            yield Page(path, deal)
    yield Page("/join", body={"name": "ann"})
    yield from (Page("/link", body={"person": person}) for person in (None, other))
    yield Page("/claim", body={"secret": "none of mine"})
    yield Page("/x")


async def answers(
    http: httpx.AsyncClient, table: TableId, headers: dict[str, str], pages: Iterable[Page]
) -> AsyncIterator[tuple[Page, str]]:
    """What is answered, with the secret that a browser would keep."""
    http.cookies.clear()
    for page in pages:
        url = f"/api/tables/{table}{page.address}"
        if page.body is None:
            answer = await http.get(url, headers=headers)
        else:
            answer = await http.post(url, json=page.body, headers=headers)
        http.cookies.clear()
        assert answer.status_code < 500, f"{url}: {answer.text}"
        yield page, answer.text + answer.headers.get("set-cookie", "")


def described() -> set[str]:
    """The paths below a table's that there are, by the description of the server."""
    return {path.removeprefix(TABLE) for path in openapi()["paths"] if path.startswith(TABLE)}
