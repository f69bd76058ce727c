"""Who somebody is at a table: secrets, cookies, personal links, the PIN.

The one idea: a secret speaks for one person at one table. A browser keeps it in an HttpOnly
cookie that only that table's pages send, a program in a bearer token; a personal link
is a secret too, which is exchanged for a new one and then worth nothing.
"""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection
from starlette.responses import Response

from cincinnati.errors import TableError
from cincinnati.store import Store, TableId
from cincinnati.tables.live import OpenTable, PersonId
from cincinnati.web.security import COOKIE, hashed, hashed_pin, new_secret

PIN_HOLDER = "#pin"
"""Under this name, which no person can have, the hash of a table's PIN is kept."""
LINK_HOLDER = "#link:"
COOKIE_AGE_S = 180 * 24 * 3600


class Doors:
    """Lets people in and knows them again."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def admit(self, table: TableId, person: PersonId, at: int) -> str:
        """A new secret that speaks for a person."""
        secret = new_secret()
        await self._store.add_credential(table, person, hashed(secret), at)
        return secret

    async def person(self, table: TableId, connection: HTTPConnection) -> PersonId | None:
        """For whom a request speaks."""
        return await self.by_secret(table, secret_of(connection))

    async def by_secret(self, table: TableId, secret: str | None) -> PersonId | None:
        """For whom a secret speaks."""
        if not secret:
            return None
        person = await self._store.person_of(table, hashed(secret))
        return PersonId(person) if person and not person.startswith("#") else None

    async def link_for(self, table: TableId, person: PersonId, at: int) -> str:
        """A personal link's secret: it moves the person's seat to another device, once.

        An older link of the same person is worth nothing from now on.
        """
        secret = new_secret()
        holder = f"{LINK_HOLDER}{person}"
        await self._store.drop_credentials(table, holder)
        await self._store.add_credential(table, holder, hashed(secret), at)
        return secret

    async def claim(self, table: TableId, secret: str, at: int) -> tuple[PersonId, str]:
        """Whose link it is, and his new secret: the seat moves, his older ones open nothing.

        The link is used up. Raises `TableError` for one that is not known.
        """
        holder = await self._store.person_of(table, hashed(secret))
        # Two who use it at once: only one of them uses it up.
        if (
            holder is None
            or not holder.startswith(LINK_HOLDER)
            or await self._store.use_up(table, hashed(secret)) is None
        ):
            raise TableError("bad_link", "this personal link is not valid, or has been used")
        person = PersonId(holder.removeprefix(LINK_HOLDER))
        fresh = await self.admit(table, person, at)
        await self._store.drop_credentials(table, person, kept=hashed(fresh))
        return person, fresh

    async def check_watching(self, table: OpenTable, person: PersonId | None) -> None:
        """Raises `TableError` if somebody who has not joined may not see the table."""
        if person is not None:
            return
        if not table.table.settings.spectators:
            raise TableError("no_spectators", "this table takes no spectators; join it")
        if await self.has_pin(table.name):
            raise TableError("pin_needed", "this table has a PIN; join it first")

    async def set_pin(self, table: TableId, pin: str, at: int) -> None:
        """Ask everybody who joins for this PIN."""
        digest = await asyncio.to_thread(hashed_pin, pin, table)
        await self._store.add_credential(table, PIN_HOLDER, digest, at)

    async def has_pin(self, table: TableId) -> bool:
        """Whether a table has a PIN."""
        return await self._store.has_credential(table, PIN_HOLDER)

    async def check_pin(self, table: TableId, pin: str | None) -> None:
        """Raises `TableError` if the table has another PIN."""
        if not await self.has_pin(table):
            return
        if not pin:
            raise TableError("pin_needed", "this table has a PIN; ask its host")
        digest = await asyncio.to_thread(hashed_pin, pin, table)
        if await self._store.person_of(table, digest) != PIN_HOLDER:
            raise TableError("bad_pin", "that is not the table's PIN")


def secret_of(connection: HTTPConnection) -> str | None:
    """The secret that a request comes with: its bearer token, else its cookie."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if kind.lower() == "bearer" else connection.cookies.get(COOKIE)


def set_cookie(response: Response, connection: HTTPConnection, table: TableId, secret: str) -> None:
    """Let the browser keep the secret where no script can read it."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=COOKIE_AGE_S,
        path=f"/api/tables/{table}",
        secure=connection.url.scheme in ("https", "wss"),
        httponly=True,
        samesite="lax",
    )
