"""The options that name a table's rules, the same for every command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter
from msgspec.structs import replace

from cincinnati.rules import Limit, Ruleset
from cincinnati.rules.presets import preset as preset_named


@Parameter(name="*")
@dataclass(frozen=True)
class TableOptions:
    """What a table agrees on; whatever is left out comes from the preset."""

    preset: str = "cincinnati"
    "The variant; `cincinnati rules` lists them."
    players: int = 4
    "How many sit at the table, 2 to 8."
    stack: int = 100
    "Chips to start with."
    ante: int | None = None
    "The ante in chips."
    limit: Limit | None = None
    "no, pot or fixed limit."
    min_bet: int | None = None
    "The smallest bet in chips; in fixed limit the small one."
    blinds: Annotated[tuple[int, int] | None, Parameter(consume_multiple=True)] = None
    "Small and big blind."
    bring_in: int | None = None
    "The forced opening, instead of blinds."
    opening_round: bool | None = None
    "A betting round before the first community card."

    def ruleset(self, **session: int | bool) -> Ruleset:
        """The rules of this table; raises `RulesError` if they contradict each other."""
        given = {
            "ante": self.ante,
            "limit": self.limit,
            "min_bet": self.min_bet,
            "blinds": self.blinds,
            "bring_in": self.bring_in,
            "opening_round": self.opening_round,
        }
        return replace(
            preset_named(self.preset),
            players=self.players,
            stack=self.stack,
            **session,
            **{name: value for name, value in given.items() if value is not None},
        )
