"""Who there is: five levels, four styles of the expert, and the yardsticks of the arena.

The one idea: a player is a handful of numbers (`Spec`), for `player` and for the arena alike.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from cincinnati.bots import heuristics


class Spec(Struct, frozen=True, kw_only=True):
    """What makes a player."""

    kind: int = heuristics.TIGHT
    """Which of `heuristics` decides where no policy does; what it misjudges goes with it."""
    table: bool = False
    """Whether it plays by a policy where there is one."""
    purify: int = 0
    """Actions that a policy takes less often than this are left out, in percent."""
    blur: int = 0
    """How many classes of strength it may be off."""
    passive: int = 0
    """How often it checks or calls where it would have bet or raised, in percent."""
    folds: int = 1
    calls: int = 1
    raises: int = 1
    """What the policy's weights are multiplied by."""
    size: int = 0
    """Bets half the pot and the pot as so many percent of it instead, or -1: as any part of it."""


_EXPERT = Spec(table=True, purify=15)

LEVELS: dict[str, Spec] = {
    "rookie": Spec(kind=heuristics.ROOKIE),
    "casual": Spec(kind=heuristics.CASUAL),
    "regular": Spec(kind=heuristics.REGULAR),
    "strong": Spec(table=True, blur=8, passive=20),
    "expert": _EXPERT,
}
"""The weakest first."""

STYLES: dict[str, Spec] = {
    "expert-tight": replace(_EXPERT, folds=3),
    "expert-loose": replace(_EXPERT, calls=3),
    "expert-aggressive": replace(_EXPERT, raises=3),
    "expert-timid": replace(_EXPERT, folds=3, calls=3),
}

YARDSTICKS: dict[str, Spec] = {
    "random": Spec(kind=heuristics.RANDOM),
    "station": Spec(kind=heuristics.STATION),
    "tight-aggressive": Spec(kind=heuristics.TIGHT),
    "pot-odds": Spec(kind=heuristics.POT_ODDS),
    "maniac": Spec(kind=heuristics.MANIAC),
    "heuristic": Spec(kind=heuristics.HEURISTIC),
    "multi-way": Spec(kind=heuristics.MULTIWAY),
    "third-pot": Spec(kind=heuristics.TIGHT, size=33),
    "three-quarters": Spec(kind=heuristics.TIGHT, size=75),
    "pot-and-half": Spec(kind=heuristics.TIGHT, size=150),
    "three-pots": Spec(kind=heuristics.TIGHT, size=300),
    "any-size": Spec(kind=heuristics.TIGHT, size=-1),
}
"""What the others are measured by; nobody is seated with them. The last five bet off the tree."""

_ALL = LEVELS | STYLES | YARDSTICKS


def spec_of(name: str) -> Spec | None:
    """What makes a player of ours, ``None`` if the name is not one."""
    return _ALL.get(name)
