"""The bots by name, those that other packages bring included.

The one idea: an entry point of the group ``cincinnati.bots`` announces a bot, ours like
everybody else's. It has the bot's name, and its object, called with a seed, gives the bot::

    [project.entry-points."cincinnati.bots"]
    parrot = "parrots:Parrot"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from msgspec import Struct

from cincinnati.bots.levels import YARDSTICKS
from cincinnati.bots.protocol import Bot
from cincinnati.errors import RulesError

GROUP = "cincinnati.bots"
"""The entry points that announce bots."""


class Registry(Struct, frozen=True):
    """Bots by name; nothing is imported before one is made."""

    entries: Mapping[str, EntryPoint]

    @classmethod
    def installed(cls) -> Registry:
        """All that the installed packages announce."""
        return cls.of(entry_points(group=GROUP))

    @classmethod
    def of(cls, found: Iterable[EntryPoint]) -> Registry:
        """Bots from entry points; the first has a name, and nobody takes those of our own."""
        announced = list(found)
        ours = [entry for entry in announced if entry.value.startswith(f"{GROUP}.")]
        entries: dict[str, EntryPoint] = {}
        for entry in (*ours, *announced):
            entries.setdefault(entry.name, entry)
        return cls(entries)

    def names(self) -> tuple[str, ...]:
        """Whom one may play with, in alphabetical order: all but the arena's yardsticks."""
        return tuple(sorted(self.entries.keys() - YARDSTICKS.keys()))

    def make(self, name: str, seed: int) -> Bot:
        """The bot of this name, a yardstick included; equal seeds give bots that play alike.

        Raises `RulesError` that lists the names there are, or says why the bot cannot be made.
        """
        entry = self.entries.get(name)
        if entry is None:
            raise RulesError("bots", f"no {name!r}; there are {', '.join(self.names())}")
        try:
            return cast(Callable[[int], Bot], entry.load())(seed)
        except Exception as error:
            raise RulesError(
                "bots", f"{name!r} ({entry.value}) cannot be made: {type(error).__name__}: {error}"
            ) from error


@cache
def _installed() -> Registry:
    """Searched once a process: it takes milliseconds, and a table asks at every move."""
    return Registry.installed()


def names() -> tuple[str, ...]:
    """Whom of the installed bots one may play with, in alphabetical order."""
    return _installed().names()


def make(name: str, seed: int) -> Bot:
    """An installed bot; raises what `Registry.make` raises."""
    return _installed().make(name, seed)
