"""Rulesets that together have every layout, wild rule and split, alone and with each other."""

from __future__ import annotations

from cincinnati.cards import Rank
from cincinnati.rules import Layout, Ruleset, Split, SuitShare, Wild
from cincinnati.rules.presets import PRESETS
from home_game import rules_of

RULES: dict[str, Ruleset] = {
    **PRESETS,
    "crisscross liz hi-lo": rules_of("crisscross", wild=Wild.LOWEST_BOARD, split=Split.LOW8),
    "crisscross, low hole, last suit": rules_of(
        "crisscross", wild=Wild.LOW_HOLE, split=Split.LAST_SUIT
    ),
    "last card wild, lowest card of its suit": rules_of(
        "last-card-wild", split=Split.LAST_SUIT, suit_share=SuitShare.LOWEST
    ),
    "deuces and jacks wild, hi-lo": rules_of(
        wild=Wild.RANKS, wild_ranks=(Rank.TWO, Rank.JACK), split=Split.LOW8
    ),
    "low hole hi-lo in a cross": rules_of("low-hole", layout=Layout.CROSS, split=Split.LOW8),
}
