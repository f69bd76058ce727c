"""Where compiled kernels are kept; knows it without loading numba.

The one idea: numba keeps a kernel by the file that it stands in and does not see that
a kernel it calls has changed. So the compiled code lies in a folder of the user's cache
that is named after all the sources of the kernels. The installation itself may be read-only,
and who sets NUMBA_CACHE_DIR decides himself.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path


@cache
def cache_folder() -> Path:
    """Where compiled kernels are kept unless NUMBA_CACHE_DIR says otherwise."""
    here = Path(__file__).parent
    return folder_of(*sorted(here.glob("*.py")), here.parent / "tables.py")


def folder_of(*sources: Path) -> Path:
    """The folder for kernels that are made of these files."""
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    return user_cache_path("cincinnati") / "kernels" / digest[:16]


def folder_for_writing(wanted: Path | None = None) -> Path | None:
    """A folder for compiled kernels, made if need be; ``None`` where nobody may write."""
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or wanted or cache_folder())
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


def compiled_before(kernel: str) -> bool:
    """Whether a kernel, as ``module.function``, has been compiled on this machine."""
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or cache_folder())
    return any(folder.rglob(f"{kernel}-*.nbi"))
