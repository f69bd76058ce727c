"""Players that are programs: they see what a person at their seat would see, and no more.

`names` says who there is, `make` sets one at a table; the `Bot` protocol is all
that one of your own needs.
"""

from cincinnati.bots.levels import LEVELS, STYLES, YARDSTICKS, Spec, spec_of
from cincinnati.bots.protocol import Bot
from cincinnati.bots.registry import GROUP, Registry, make, names

__all__ = [
    "GROUP",
    "LEVELS",
    "STYLES",
    "YARDSTICKS",
    "Bot",
    "Registry",
    "Spec",
    "make",
    "names",
    "spec_of",
]
