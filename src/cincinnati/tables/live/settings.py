"""What a live table agrees on beside the rules: clocks, who may sit, what is shown."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import force_setattr

from cincinnati.errors import RulesError
from cincinnati.rules import Ruleset
from cincinnati.tables.live.texts import plain

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
        for field in ("action_ms", "bank_ms", "between_ms", "show_ms", "grace_ms"):
            if not 0 <= getattr(self, field) <= LONGEST_MS:
                raise RulesError(field, f"0 to {LONGEST_MS} milliseconds")
        if self.action_ms == 0:
            raise RulesError("action_ms", "a decision needs some time: 1 or more")
        if not 0 <= self.think_ms[0] <= self.think_ms[1] <= LONGEST_MS:
            raise RulesError("think_ms", f"0 to {LONGEST_MS} milliseconds, the least comes first")


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
        force_setattr(self, "title", plain(self.title))
        if len(self.title) > LONGEST_TITLE:
            raise RulesError("title", f"at most {LONGEST_TITLE} characters")
        label = self.rules.preset
        if len(label) > LONGEST_TITLE or label != plain(label):
            raise RulesError("preset", f"at most {LONGEST_TITLE} characters that can be shown")
