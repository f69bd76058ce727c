"""Answers that take a while to work out, for many who ask.

The one idea: an answer depends on its question and on nothing else. So answers are kept by their
question, and one thread works them out away from the event loop, one after another.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from cincinnati.errors import TableError

Question = TypeVar("Question", bound=Hashable)
Answer = TypeVar("Answer")
Given = TypeVar("Given")
Result = TypeVar("Result")

MOST_KEPT = 500
"""Answers that are kept, the latest ones."""
MOST_WAITING = 40
"""Questions that wait for an answer at once; of a past deal one is asked after another."""


class Answers(Generic[Question, Answer]):
    """Works answers out and keeps them; ``name`` is the thread's."""

    def __init__(self, name: str, work: Callable[[Question], Answer]) -> None:
        self._work = work
        self._pool = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._kept: OrderedDict[Question, asyncio.Future[Answer]] = OrderedDict()
        self._waiting = 0
        self._closed = False

    def close(self) -> None:
        """Answer nothing more."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def answer(self, question: Question) -> Answer:
        """The answer; raises `TableError` (``busy``) if too many wait for theirs."""
        answer = self._kept.get(question)
        if answer is None:
            if self._waiting >= MOST_WAITING:
                raise TableError("busy", "too many ask at once; try again")
            answer = asyncio.ensure_future(self._worked_out(question))
            self._kept[question] = answer
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(question)
        # Whoever goes away does not take the answer from the others who wait for it.
        return await asyncio.shield(answer)

    async def in_thread(self, work: Callable[[Given], Result], given: Given) -> Result:
        """Other work in the same thread; raises `TableError` (``closing``) when all is over."""
        if self._closed:
            raise TableError("closing", "the server stops")
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, given)

    async def _worked_out(self, question: Question) -> Answer:
        self._waiting += 1
        try:
            return await self.in_thread(self._work, question)
        except BaseException:
            self._kept.pop(question, None)
            raise
        finally:
            self._waiting -= 1
