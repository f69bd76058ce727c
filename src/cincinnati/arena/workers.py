"""Who does the work: this process, processes on this machine, or a cluster.

The one idea: whoever it is, it is an executor of `concurrent.futures` that is given pieces of a
match. Each piece is played where nothing depends on what was played there before, so
the figures are the same with any number of workers anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ParamSpec, TypeVar

from msgspec import Struct

from cincinnati.arena.keeper import CREW, rest_crew
from cincinnati.errors import RulesError

MOST_WORKERS = 1024
REACH = 10.0
"""Seconds within which a cluster has to answer."""
AHEAD = 4
"""Pieces a worker that may be begun before they are needed."""

Args = ParamSpec("Args")
Result = TypeVar("Result")


class Workers(Struct, frozen=True):
    """Processes on this machine, or the address of a cluster's scheduler."""

    count: int = 1
    """0: everything is done here, in this process."""
    cluster: str | None = None

    @classmethod
    def of(cls, text: str) -> Workers:
        """What the text of an option asks for; raises `RulesError` that says what it may be."""
        if re.fullmatch(r"(tcp|tls)://\S+:\d+", text):
            return cls(0, text)
        if not re.fullmatch(r"\d{1,4}", text) or int(text) > MOST_WORKERS:
            raise RulesError(
                "workers",
                f"a number of processes, 0 (all in this process) to {MOST_WORKERS}, or the address "
                f"of a dask scheduler such as tcp://10.0.0.1:8786, not {text!r}",
            )
        return cls(int(text))

    @property
    def apart(self) -> bool:
        """Whether bots play in processes of their own."""
        return self.count > 0 or self.cluster is not None

    @contextmanager
    def executor(self) -> Iterator[tuple[Executor, int]]:
        """An executor, and how many pieces it may be given ahead.

        Raises `RulesError` if the cluster cannot be reached.
        """
        if self.cluster is not None:
            with _cluster(self.cluster) as found:
                yield found
        elif self.count == 0:
            yield _Here(), 1
        else:
            with _processes(self.count) as pool:
                yield pool, AHEAD * self.count


@contextmanager
def _processes(count: int) -> Iterator[Executor]:
    """Threads that keep a worker process each; compiled code needs none and runs in them."""
    pool = ThreadPoolExecutor(count, thread_name_prefix="arena")
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        CREW.dismiss()  # who waits for one of them need not wait any longer
        pool.shutdown()
        CREW.dismiss()


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    if find_spec("distributed") is None:
        raise RulesError(
            "workers", "a cluster needs dask.distributed: pip install 'cincinnati[cluster]'"
        )
    distributed: Any = import_module("distributed")  # it takes a second to load
    try:
        client = distributed.Client(address, timeout=REACH, set_as_default=False)
    except OSError as error:
        raise RulesError("workers", f"no cluster answers at {address}: {error}") from None
    try:
        threads = sum(client.nthreads().values())
        if threads == 0:
            raise RulesError("workers", f"the cluster at {address} has no workers")
        yield client.get_executor(pure=False), AHEAD * threads
        client.run(rest_crew)
    finally:
        client.close()


class _Here(Executor):
    """Does at once what it is given."""

    def submit(
        self, task: Callable[Args, Result], /, *args: Args.args, **kwargs: Args.kwargs
    ) -> Future[Result]:
        done: Future[Any] = Future()
        done.set_result(task(*args, **kwargs))
        return done
