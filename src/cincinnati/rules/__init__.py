"""A table's rules as data: `Ruleset`, its choices, and the eight presets."""

from cincinnati.rules import presets
from cincinnati.rules.ruleset import (
    BOARD_CARDS,
    MOST_PLAYERS,
    PRIVATE_CARDS,
    Layout,
    Limit,
    Ruleset,
    ShortAnte,
    Split,
    SuitShare,
    Wild,
    cards_needed,
)

__all__ = [
    "BOARD_CARDS",
    "MOST_PLAYERS",
    "PRIVATE_CARDS",
    "Layout",
    "Limit",
    "Ruleset",
    "ShortAnte",
    "Split",
    "SuitShare",
    "Wild",
    "cards_needed",
    "presets",
]
