"""Players that are programs: they see what a person at their seat would see, and no more.

`names` says who there is, `make` sets one at a table; the `Bot` protocol is all
that one of your own needs.
"""

from cincinnati.bots.protocol import Bot
from cincinnati.bots.registry import GROUP, Registry, make, names

__all__ = ["GROUP", "Bot", "Registry", "make", "names"]
