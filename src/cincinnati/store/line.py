"""Connections to PostgreSQL that do not wait for ever.

The one idea: a network that is cut says nothing, so whoever waits for an answer would wait for
hours. When none has come for a while the line is cut here too, and then everything goes
on as after any other broken connection.
"""

from __future__ import annotations

import asyncio
import os
import selectors
import socket
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, LiteralString, Self

import psycopg
from psycopg import AsyncConnection
from psycopg.abc import RV, PQGen
from psycopg.rows import TupleRow
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from cincinnati.store.reach import OutOfReach

ANSWER_WITHIN_S = 10.0
"""So long a database is waited for."""
CONNECT_WITHIN_S = 5
"""The same until there is a connection, where its address says nothing else."""


class Line(AsyncConnection[TupleRow]):
    """One connection; it breaks if an answer takes longer than ``answer_within_s``."""

    answer_within_s: float | None = None
    """In seconds; `ANSWER_WITHIN_S` if it is not said."""

    @classmethod
    async def connect(cls, *args: Any, **how: Any) -> Self:
        """Connect, or leave nothing open.

        The driver keeps a line that came to nothing in the traceback of its error, and so it would
        stay open until Python looks for circles, which here it does seldom.
        """
        try:
            return await super().connect(*args, **how)
        except BaseException as error:
            raise error.with_traceback(None) from None

    async def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        """Everything that is asked and answered passes here."""
        if timeout is not None:  # he knows himself how long he waits
            return await super().wait(gen, interval, timeout)
        patience_s = ANSWER_WITHIN_S if self.answer_within_s is None else self.answer_within_s
        cutting = asyncio.get_running_loop().call_later(patience_s, self._cut)
        try:
            return await super().wait(gen, interval)
        finally:
            cutting.cancel()

    def _cut(self) -> None:
        # It may be closed already, by either side.
        broken = suppress(psycopg.Error, OSError)
        with broken, socket.socket(fileno=os.dup(self.pgconn.socket)) as line:
            line.shutdown(socket.SHUT_RDWR)


class OwnLine:
    """A line that is kept for statements which are transactions by themselves, one at a time.

    It is opened when it is first needed, and again when it has broken. SQLAlchemy's own work for
    a statement takes three times as long as the driver's, so here is the driver alone.
    """

    def __init__(self, url: URL) -> None:
        self._url = url
        self._line: Line | None = None
        self._closed = False

    async def rows(self, query: LiteralString, given: Mapping[str, object]) -> list[TupleRow]:
        """What a statement gives; raises SQLAlchemy's errors, which quote nothing of it.

        Raises `OutOfReach` if the line was given back.
        """
        try:
            line = await self._opened()
            return await (await line.execute(query, given)).fetchall()
        except psycopg.Error as error:
            raise DBAPIError.instance(
                None, None, error, psycopg.Error, hide_parameters=True
            ) from error

    async def _opened(self) -> Line:
        if self._closed:
            raise OutOfReach("no_database", "the line to the database was given back")
        if self._line is None or self._line.closed or _has_hung_up(self._line):
            await self._hang_up()
            self._line = await Line.connect(**given_to_driver(self._url))
        return self._line

    async def _hang_up(self) -> None:
        if self._line is not None:
            await self._line.close()

    async def close(self) -> None:
        """Give the connection back, for good; nothing may be asked at this moment."""
        self._closed = True
        await self._hang_up()


def given_to_driver(url: URL) -> dict[str, Any]:
    """What a line is opened with at a database's address, password included.

    It is what SQLAlchemy's engine gives to the driver, so that an address means the same for both:
    written out again it is an address for SQLAlchemy alone, which writes spaces in its own way.
    """
    dialect = url.set(drivername="postgresql+psycopg").get_dialect()()
    given = dialect.create_connect_args(url)[1]
    return {"connect_timeout": CONNECT_WITHIN_S, **given, "autocommit": True}


def _has_hung_up(line: Line) -> bool:
    """Whether the server has said something unasked: that is its goodbye."""
    with selectors.DefaultSelector() as selector:
        selector.register(line.pgconn.socket, selectors.EVENT_READ)
        return bool(selector.select(0))
