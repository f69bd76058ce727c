"""A connection to PostgreSQL that does not wait for ever.

The one idea: a network that is cut says nothing, so whoever waits for an answer would wait for
hours. When none has come for a while the line is cut here too, and then everything goes
on as after any other broken connection.
"""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from typing import Any, Self

import psycopg
from psycopg import AsyncConnection
from psycopg.abc import RV, PQGen
from psycopg.rows import TupleRow

ANSWER_WITHIN_S = 10.0
"""So long a database is waited for."""
CONNECT_WITHIN_S = 5


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
