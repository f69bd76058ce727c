"""What a live table agrees on beside the rules: clocks, who may sit, what is shown."""

from __future__ import annotations

from msgspec import Struct

from cincinnati.errors import RulesError
from cincinnati.rules import Ruleset

LONGEST_MS = 3_600_000
"""No clock runs longer than an hour."""
LONGEST_TITLE = 60


class Clock(Struct, frozen=True, kw_only=True):
    """How long things take, in milliseconds."""

    action_ms: int = 30_000
    """For one decision, before the time bank is touched."""
    bank_ms: int = 60_000
    """Each player's time bank for a whole session."""
    between_ms: int = 4_000
    """From the end of a deal to the next one."""
    show_ms: int = 1_500
    """More of it for each hand that was shown."""
    think_ms: tuple[int, int] = (700, 2_500)
    """The least and the most that a bot seems to think."""
    grace_ms: int = 5_000
    """At least so long one may still act after the server comes back."""

    def __post_init__(self) -> None:
        numbers = (self.action_ms, self.bank_ms, self.between_ms, self.show_ms, self.grace_ms)
        if not all(0 <= number <= LONGEST_MS for number in (*numbers, *self.think_ms)):
            raise RulesError("clock", f"times are 0 to {LONGEST_MS} milliseconds")
        if self.action_ms == 0:
            raise RulesError("clock", "a decision needs some time: action_ms is 1 or more")
        if self.think_ms[0] > self.think_ms[1]:
            raise RulesError("clock", "think_ms: the least comes first")


class Settings(Struct, frozen=True, kw_only=True):
    """What the host can set; changes hold from the next deal on."""

    rules: Ruleset
    clock: Clock = Clock()
    title: str = ""
    approve: bool = False
    """Whether the host says yes or no to each person who wants to sit down."""
    spectators: bool = True
    """Whether people who have not joined see the table."""
    chat: bool = True
    name_hands: bool = True
    """Whether a player is told what his own cards make so far."""
    odds: bool = False
    """Whether a player is told his chance against the players left."""

    def __post_init__(self) -> None:
        if len(self.title) > LONGEST_TITLE:
            raise RulesError("title", f"at most {LONGEST_TITLE} characters")
