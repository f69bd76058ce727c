"""How kernels are compiled: once, without the interpreter's lock, kept on disk.

The one idea: numba keeps a kernel by the file that it stands in and does not see that
a kernel it calls has changed. So the compiled code lies in a folder of the user's cache
that is named after all the sources of the kernels. The installation itself may be read-only,
and who sets NUMBA_CACHE_DIR decides himself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numba.core.config
import numpy as np
from platformdirs import user_cache_path

Args = ParamSpec("Args")
Result = TypeVar("Result")

_config: Any = numba.core.config  # its attributes are made when it is loaded


def kernel(function: Callable[Args, Result]) -> Callable[Args, Result]:
    """Compile a function on its first call; with NUMBA_DISABLE_JIT=1 it stays Python."""
    if _config.DISABLE_JIT:
        return _wrapping_round(function)
    given = _config.CACHE_DIR
    _config.CACHE_DIR = given or str(cache_folder())
    try:
        compiled = numba.njit(cache=True, nogil=True)(function)
    finally:
        _config.CACHE_DIR = given
    return cast(Callable[Args, Result], compiled)


@cache
def cache_folder() -> Path:
    """Where compiled kernels are kept unless NUMBA_CACHE_DIR says otherwise."""
    here = Path(__file__).parent
    sources = [*sorted(here.glob("*.py")), here.parent / "tables.py"]
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    return user_cache_path("cincinnati") / "kernels" / digest[:16]


def _wrapping_round(function: Callable[Args, Result]) -> Callable[Args, Result]:
    """Let 64-bit numbers wrap round silently, as they do in compiled code."""

    @wraps(function)
    def quiet(*args: Args.args, **kwargs: Args.kwargs) -> Result:
        with np.errstate(over="ignore"):
            return function(*args, **kwargs)

    return quiet
