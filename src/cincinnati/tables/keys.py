"""Random names and secrets: letters of an address, for links and for the command line."""

from __future__ import annotations

import secrets


def new_key(size: int) -> str:
    """A name of ``size`` random bytes that nobody can guess.

    It never begins with a hyphen: a command would take it for an option.
    """
    while (key := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return key
