"""Who counts: NumPy or numba, by the caller's choice or by the size of the work.

The one idea: which of the two takes a sample depends on the question alone, never on what ran
before in the same process, since their random numbers differ. Exact answers are the same by both.
"""

from __future__ import annotations

from enum import Enum
from importlib import import_module
from typing import cast

from cincinnati.engine.hands import LINES
from cincinnati.errors import RulesError
from cincinnati.odds.library import WORTH_STARTING, Dealing, numba_compiles, numba_there
from cincinnati.odds.question import Question
from cincinnati.rules import Wild

_ROOMS = {"numpy": "cincinnati.odds.dealing", "numba": "cincinnati.odds.kernels.dealing"}


class Engine(Enum):
    """Who does the counting."""

    BY_SIZE = "by_size"
    """numba where it may compile and the work is worth its start, else NumPy."""
    NUMPY = "numpy"
    NUMBA = "numba"


WILD = 4
"""How many plain hands a hand with wild cards is worth in time, about."""


def hands_an_end(question: Question) -> int:
    """How many hands are valued for one end, those with wild cards counted as several."""
    lines = len(LINES[question.rules.layout])
    return len(question.hands) * lines * (1 if question.rules.wild is Wild.NONE else WILD)


def chosen(engine: Engine, hands: int) -> Engine:
    """NumPy or numba for about so many hands to value; raises `RulesError` without numba."""
    if engine is Engine.NUMBA and not numba_there():
        raise RulesError("engine", "numba is not installed: pip install 'cincinnati[speed]'")
    if engine is not Engine.BY_SIZE:
        return engine
    return Engine.NUMBA if hands >= WORTH_STARTING and numba_compiles() else Engine.NUMPY


def dealing_by(engine: Engine) -> Dealing:
    """The functions that deal and count, of NumPy or of numba."""
    return cast(Dealing, import_module(_ROOMS[engine.value]))
