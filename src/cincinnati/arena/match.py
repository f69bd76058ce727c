"""A match as data: who plays whom under which rules, and how the seats go round.

The one idea: a deal is played once in every seating, with the same cards. Everybody has had every
position with its cards in the end, so what is left of the luck is the same for all of them.
A match of one against many, or of many against one, is a line-up like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cached_property

from msgspec import Struct

from cincinnati.arena.entrants import Entrant
from cincinnati.bots.draws import mixed
from cincinnati.errors import RulesError, excerpt
from cincinnati.rules import Ruleset, ShortAnte

LEAST_DEALS, MOST_DEALS = 2, 10**9
"""One deal alone says nothing about its error."""
LARGEST_SEED = 2**63 - 1
SEATS = 2
"""The state from which a bot's seed is mixed; `decks.MATCH` is another one."""


class Direction(Enum):
    """How two bots share the seats: the first has one of them, or all but one."""

    ONE = "one"
    MANY = "many"


class Match(Struct, frozen=True, kw_only=True, dict=True):
    """Who sits in which order round the table, and what is played; stacks are reset each hand.

    Raises `RulesError` if the bots do not fit the rules' seats, if the stacks cannot be dealt in,
    or for numbers that are out of bounds.
    """

    bots: tuple[Entrant, ...]
    line_up: tuple[int, ...]
    """For each seat in turn the number of its bot in ``bots``; each has one at least."""
    rules: Ruleset
    deals: int
    """Decks, 2 or more; each is played in as many seatings as there are seats."""
    seed: int
    """Gives the decks and the bots' chance, 0 ≤ seed < 2 ** 63."""

    @classmethod
    def between(
        cls, hero: Entrant, other: Entrant, direction: Direction, rules: Ruleset, **pool: int
    ) -> Match:
        """Two bots share the seats; they may be the same and are told apart all the same."""
        many = (0,) * (rules.players - 1)
        line_up = (0, *(1 for _ in many)) if direction is Direction.ONE else (*many, 1)
        return cls(bots=(hero, other), line_up=line_up, rules=rules, **pool)

    @classmethod
    def table(cls, seated: Sequence[Entrant], rules: Ruleset, **pool: int) -> Match:
        """Any bots round one table; those that are the same are one."""
        bots = tuple(dict.fromkeys(seated))
        return cls(bots=bots, line_up=tuple(map(bots.index, seated)), rules=rules, **pool)

    def __post_init__(self) -> None:
        seats = self.rules.players
        if len(self.line_up) != seats:
            raise RulesError("bots", f"{seats} for {seats} seats, not {len(self.line_up)}")
        if set(self.line_up) != set(range(len(self.bots))):
            raise RulesError("bots", f"each has a seat: {len(self.bots)} of them, {self.line_up}")
        for option, value, least, most in (
            ("deals", self.deals, LEAST_DEALS, MOST_DEALS),
            ("seed", self.seed, 0, LARGEST_SEED),
        ):
            if type(value) is not int or not least <= value <= most:
                raise RulesError(option, f"{least} to {most}, not {excerpt(value)}")
        if self.rules.short_ante is ShortAnte.OUT and self.rules.stack < self.rules.ante:
            raise RulesError(
                "stack", f"at least the ante of {self.rules.ante}, not {self.rules.stack}"
            )

    @property
    def unit(self) -> int:
        """The minimum bet in chips: the big blind or the smallest opening bet (R10)."""
        return self.rules.bet_size(0)

    @property
    def hands(self) -> int:
        """Hands in all: each deal in every seating."""
        return self.deals * len(self.line_up)

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """For each seating the number of the bot at each position."""
        seats = range(len(self.line_up))
        return tuple(tuple(self.line_up[position - by] for position in seats) for by in seats)

    def bot_seed(self, number: int, position: int) -> int:
        """The seed of whoever sits at a position of a deal, the same in all of its seatings."""
        return mixed(mixed(mixed(SEATS, self.seed), number), position)
