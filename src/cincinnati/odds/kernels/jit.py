"""How kernels are compiled: once, without the interpreter's lock, kept on disk.

The one idea: every kernel goes through one decorator, which says where compiled code is
kept (`folder`) and leaves other people's numba functions alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numba.core.config
import numpy as np

from cincinnati.odds.kernels.folder import folder_for_writing

Args = ParamSpec("Args")
Result = TypeVar("Result")

_config: Any = numba.core.config  # its attributes are made when it is loaded


def kernel(function: Callable[Args, Result]) -> Callable[Args, Result]:
    """Compile a function on its first call; with NUMBA_DISABLE_JIT=1 it stays Python.

    Where nothing can be kept on disk it is compiled again in each process.
    """
    return compiled(function, folder_for_writing())


def compiled(function: Callable[Args, Result], folder: Path | None) -> Callable[Args, Result]:
    """The same for kernels of other rooms, which are kept in a folder of their own."""
    if _config.DISABLE_JIT:
        return _wrapping_round(function)
    given = _config.CACHE_DIR
    _config.CACHE_DIR = str(folder or "")
    try:
        made = numba.njit(cache=folder is not None, nogil=True)(function)
    finally:
        _config.CACHE_DIR = given
    return cast(Callable[Args, Result], made)


def _wrapping_round(function: Callable[Args, Result]) -> Callable[Args, Result]:
    """Let 64-bit numbers wrap round silently, as they do in compiled code."""

    @wraps(function)
    def quiet(*args: Args.args, **kwargs: Args.kwargs) -> Result:
        with np.errstate(over="ignore"):
            return function(*args, **kwargs)

    return quiet
