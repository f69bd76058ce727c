"""Bots for matches, each a few words long, as they would stand in somebody's file."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from cincinnati.arena.entrants import Entrant
from cincinnati.arena.match import Direction, Match
from cincinnati.rules import Ruleset
from cincinnati.rules.presets import PRESETS

HEAD = """
from cincinnati import BringIn, Call, Fold, Raise

class Passive:
    def __init__(self, seed):
        self.seed = seed

    def act(self, view):
        return BringIn() if view.legal.bring_in else Call()
"""

BODIES = {
    "calls": "",
    "folds": """
        return Fold() if view.legal.fold else super().act(view)
    """,
    "bets": """
        return Raise(view.legal.raise_to[0]) if view.level == 0 else super().act(view)
    """,
    "bets and folds": """
        if view.level == 0:
            return Raise(view.legal.raise_to[0])
        return Fold() if view.legal.fold else super().act(view)
    """,
    "wild": """
        cards = sum(card.rank for card in view.players[view.position].cards)
        chance = (self.seed >> 40) + cards + len(view.moves)
        if view.legal.raise_to and chance % 3 == 0:
            least, most = view.legal.raise_to
            return Raise(least + chance % (1 + most - least))
        return Fold() if view.legal.fold and chance % 5 == 0 else super().act(view)
    """,
    "raises an error": """
        raise ValueError("oh dear")
    """,
    "exits": """
        raise SystemExit(3)
    """,
    "talks nonsense": """
        return "call"
    """,
    "bets nothing": """
        return Raise(0)
    """,
    "is slow": """
        from time import sleep
        sleep(0.002)
        return super().act(view)
    """,
    "thinks long": """
        from time import sleep
        sleep(0.1)
        return super().act(view)
    """,
    "prints": """
        print("I think, therefore I call")
        return super().act(view)
    """,
    "loops": """
        while view.position == 1 and len(view.moves) > 1:
            pass
        return super().act(view)
    """,
    "ends its process": """
        from os import _exit
        if view.round == 2:
            _exit(7)
        return super().act(view)
    """,
}


def source_of(kind: str) -> str:
    """The file of a bot of this kind; its class is called Bot."""
    body = BODIES[kind]
    act = f"    def act(self, view):{body}" if body else "    pass\n"
    return f"{HEAD}\nclass Bot(Passive):\n{act}\n"


def bot(kind: str, name: str = "") -> Entrant:
    """A bot of this kind; another name makes it another bot."""
    return Entrant(f"{name or kind}.py:Bot", source_of(kind))


def rules_for(seats: int, preset: str = "cincinnati", **changes: Any) -> Ruleset:
    return replace(PRESETS[preset], players=seats, **changes)


def one_against_many(
    hero: str, other: str, *, seats: int = 2, deals: int = 4, seed: int = 1, **changes: Any
) -> Match:
    """A match of one bot against copies of another, the same kind being two bots."""
    rules = rules_for(seats, **changes)
    pair = (bot(hero, "hero"), bot(other, "other"))
    return Match.between(*pair, Direction.ONE, rules, deals=deals, seed=seed)
