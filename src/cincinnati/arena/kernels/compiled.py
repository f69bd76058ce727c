"""Plain Python functions compiled as they stand, with the ones that they call.

The one idea: a copy of each function of a module gets the compiled copies in place of the
functions that it calls by name. The module itself stays plain and never learns of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, ParamSpec, TypeVar

import numpy as np

from cincinnati import bots
from cincinnati.bots import draws
from cincinnati.engine import hands
from cincinnati.odds.kernels.folder import cache_folder, folder_for_writing, folder_of
from cincinnati.odds.kernels.jit import compiled

_MULTIPLIER, _INCREMENT = np.uint64(draws.MULTIPLIER), np.uint64(draws.INCREMENT)
_MASK = np.uint64(draws.MASK)

Args = ParamSpec("Args")
Result = TypeVar("Result")


@cache
def _folder() -> Path | None:
    """Named after all that the kernels of the arena and the trainer are made of."""
    here = Path(__file__).parent
    plain = Path(bots.__file__).parent
    rooms = (here, plain, here.parent.parent / "training")
    sources = [source for room in rooms for source in sorted(room.glob("*.py"))]
    sources += [here.parent / "decks.py", Path(hands.__file__)]
    return folder_for_writing(cache_folder() / folder_of(*sources).name)


def kernel(function: Callable[Args, Result]) -> Callable[Args, Result]:
    """As `odds.kernels.jit.kernel`, for the arena and the trainer."""
    return compiled(function, _folder())


@kernel
def _advanced(state: int) -> int:
    """`draws.advanced`: its product needs more than 63 bits, so here it wraps round."""
    return np.int64((np.uint64(state) * _MULTIPLIER + _INCREMENT) & _MASK)  # type: ignore[return-value]


def twins(*modules: ModuleType) -> SimpleNamespace:
    """The functions of plain modules, compiled; they may call each other."""
    made: dict[str, Any] = {"advanced": _advanced}
    scopes = []
    for module in modules:
        scopes.append(scope := dict(vars(module)))
        for name, function in vars(module).items():
            ours = isinstance(function, FunctionType) and function.__module__ == module.__name__
            if ours and name not in made:
                made[name] = kernel(_copied(function, scope))
    for scope in scopes:
        scope.update(made)  # before the first call, which compiles
    return SimpleNamespace(**made)


def _copied(function: FunctionType, scope: dict[str, Any]) -> FunctionType:
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    copy.__qualname__ = function.__qualname__
    return copy
