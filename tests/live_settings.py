"""Settings for tests: no waiting between deals, bots that do not think, short sessions."""

from __future__ import annotations

from typing import Any

from cincinnati.tables.live import Clock, Settings
from home_game import rules_of

QUICK = Clock(between_ms=0, show_ms=0, think_ms=(0, 0))


def quick(
    preset: str = "cincinnati",
    *,
    clock: Clock = QUICK,
    approve: bool = False,
    spectators: bool = True,
    chat: bool = True,
    name_hands: bool = True,
    odds: bool = False,
    **rules: Any,
) -> Settings:
    """A preset with some rules changed, two deals a session unless said otherwise."""
    return Settings(
        rules=rules_of(preset, **{"deals": 2, **rules}),
        clock=clock,
        approve=approve,
        spectators=spectators,
        chat=chat,
        name_hands=name_hands,
        odds=odds,
    )
