"""Who plays a match: an installed bot, one of ours with other policies, one of a module or a file.

The one idea: an entrant is a text that may travel to another machine. A file's source travels
with its name, so a match is played with the bot as it was when the match began.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from msgspec import Struct

from cincinnati.bots import YARDSTICKS, Bot, make, names, spec_of
from cincinnati.bots.contained import LONGEST_FAULT, NOTHING, asked, text_of
from cincinnati.bots.player import Player
from cincinnati.bots.shelf import Shelf
from cincinnati.errors import RulesError

WAYS: Final = (
    "the name of an installed bot, module:factory, path/to/file.py:factory, or one of ours with "
    "the policies of a folder, expert@path/to/folder"
)

Factory = Callable[[int], Bot]
"""Makes a bot from a seed, 0 ≤ seed < 2 ** 63."""


class Entrant(Struct, frozen=True):
    """A bot by the text that names it."""

    name: str
    source: str | None = None
    """What stands in the file, if a file was named."""

    @classmethod
    def of(cls, text: str) -> Entrant:
        """The entrant that a text names; nothing is imported yet.

        Raises `RulesError` if there is no such installed bot or file, or if it is no name at all.
        """
        name, at, folder = text.partition("@")
        if at and spec_of(name) is not None:
            if not Path(folder).is_dir():
                raise RulesError("bots", f"{text!r}: there is no folder {folder!r}")
            return cls(text)
        place, _, factory = text.rpartition(":")
        if not place:
            if text not in names() and text not in YARDSTICKS:
                there = ", ".join((*names(), *YARDSTICKS))
                raise RulesError("bots", f"no {text!r}; there are {there}. A bot is {WAYS}")
            return cls(text)
        if not factory.isidentifier():
            raise RulesError("bots", f"{text!r} names no factory behind its colon; a bot is {WAYS}")
        if place.endswith(".py"):
            return cls(text, _source(Path(place), text))
        if not all(part.isidentifier() for part in place.split(".")):
            raise RulesError("bots", f"{place!r} is no module; a bot is {WAYS}")
        return cls(text)

    def factory(self) -> Factory:
        """What makes the bot, loaded once a process; raises whatever loading raises."""
        return _loaded(self)

    def fault(self) -> str | None:
        """Why this bot cannot be made here, or ``None`` if it can."""
        faults: list[str] = []
        made = asked(lambda: self.factory()(0), lambda _, what: faults.append(what))
        if made is not NOTHING and not callable(getattr(made, "act", None)):
            faults.append(f"{text_of(made)} has no act(view)")
        return f"{self.name!r} cannot be made: {faults[0]}"[:LONGEST_FAULT] if faults else None


@cache
def _loaded(entrant: Entrant) -> Factory:
    name, at, folder = entrant.name.partition("@")
    if at and (spec := spec_of(name)) is not None:
        return partial(Player, spec, shelf=_shelf(Path(folder)))
    if ":" not in entrant.name:
        return partial(make, entrant.name)
    place, _, factory = entrant.name.rpartition(":")
    if entrant.source is not None:
        module = _module_of(Path(place), entrant.source)
    else:
        _look_in(Path.cwd())
        module = import_module(place)
    made: Any = getattr(module, factory, None)
    if not callable(made):
        raise ImportError(f"no {factory!r} in it that can be called")
    found: Factory = made
    return found


def _shelf(folder: Path) -> Shelf:
    if not folder.is_dir():
        raise FileNotFoundError(f"no folder {str(folder)!r}")
    return Shelf(folder)


def _source(file: Path, text: str) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise RulesError("bots", f"{text!r} cannot be read: {text_of(error)}") from None


def _module_of(file: Path, source: str) -> ModuleType:
    """The module of a file, which may import what lies beside it."""
    _look_in(file.resolve().parent)
    digest = sha256(f"{file}\n{source}".encode()).hexdigest()[:16]
    module = ModuleType(f"cincinnati_bot_{digest}")
    module.__file__ = str(file)
    sys.modules[module.__name__] = module  # dataclasses look themselves up there
    exec(compile(source, str(file), "exec"), vars(module))  # noqa: S102  (who names a file wants it run)
    return module


def _look_in(folder: Path) -> None:
    """Find modules in a folder too, after all other places: nothing is hidden by it."""
    if folder.is_dir() and str(folder) not in sys.path:
        sys.path.append(str(folder))
