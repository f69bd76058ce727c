"""The eight presets (§6 of the rules). A new variant is one more entry here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cincinnati.errors import RulesError
from cincinnati.rules.ruleset import Layout, Ruleset, Split, Wild

CINCINNATI = Ruleset(preset="cincinnati")
CLASSIC = Ruleset(preset="classic", opening_round=True)
LIZ = Ruleset(preset="liz", wild=Wild.LOWEST_BOARD, opening_round=True)
HI_LO = Ruleset(preset="hi-lo", split=Split.LOW8, opening_round=True)
CRISSCROSS = Ruleset(preset="crisscross", layout=Layout.CROSS, opening_round=True)
LAST_CARD_WILD = Ruleset(preset="last-card-wild", wild=Wild.LAST_BOARD)
LOW_HOLE = Ruleset(preset="low-hole", wild=Wild.LOW_HOLE)
LAST_SUIT = Ruleset(preset="last-suit", split=Split.LAST_SUIT)

PRESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        rules.preset: rules
        for rules in (
            CINCINNATI,
            CLASSIC,
            LIZ,
            HI_LO,
            CRISSCROSS,
            LAST_CARD_WILD,
            LOW_HOLE,
            LAST_SUIT,
        )
    }
)
"""All presets by name, the plain game first."""


def preset(name: str) -> Ruleset:
    """The preset of this name; raises `RulesError` that lists the names there are."""
    try:
        return PRESETS[name]
    except KeyError:
        raise RulesError("preset", f"no {name!r}; there are {', '.join(PRESETS)}") from None
