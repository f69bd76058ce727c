"""Every exception that this package raises on purpose.

::

    CincinnatiError
    ├── CardError            a text or a set of cards that cannot be
    │   ├── UnknownCard      not a card of the pack
    │   └── DuplicateCard    the same card twice
    ├── RulesError           a ruleset that contradicts itself
    ├── IllegalAction        a player may not do this now
    ├── HiddenCards          a showdown needs a card that nobody recorded
    ├── SessionError         a session may not take this step now
    ├── RecordError          a hand record that cannot be read or replayed
    ├── PolicyError          a policy file that cannot be used
    ├── StoreError           a database that cannot be used, or an entry that it refuses
    ├── TableError           a live table refuses a command
    └── BotError             a bot, or the machine that it plays on, stopped a match

All carry the facts as attributes; the message says what was given, what was
expected and what is allowed. Whoever catches one can rely on nothing having changed.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cincinnati.engine.actions import Action, Legal


class CincinnatiError(Exception):
    """The root of the tree: catch this one to catch them all."""


class CardError(CincinnatiError, ValueError):
    """A text or a collection of cards is wrong at one place.

    ``text`` is the offending piece; ``at`` is the 0-based place of the fault: in
    a text the index of its first character, in a collection the index of the card.
    """

    def __init__(self, message: str, *, text: str, at: int) -> None:
        super().__init__(message)
        self.text = text
        self.at = at


class UnknownCard(CardError):
    """What stands there is not a card of the 52-card pack."""


class DuplicateCard(CardError):
    """A card stands there that has been given already."""


class RulesError(CincinnatiError, ValueError):
    """A ruleset contradicts itself or ``rules.md``.

    ``field`` names the setting at fault; the message says which values are allowed.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field


class Refusal(Enum):
    """Why an action was refused, as a code for programs and catalogues."""

    DEAL_OVER = "deal_over"
    WAITING_FOR_CARD = "waiting_for_card"
    NOTHING_TO_MATCH = "nothing_to_match"
    BRING_IN_DUE = "bring_in_due"
    NO_BRING_IN = "no_bring_in"
    RAISE_CLOSED = "raise_closed"
    RAISE_TOO_SMALL = "raise_too_small"
    RAISE_TOO_LARGE = "raise_too_large"


class IllegalAction(CincinnatiError):
    """A player tried what the rules do not allow now; nothing changed.

    ``code`` says why, ``tried`` is the action, ``allowed`` what the player to act
    may do instead (``None`` when nobody is to act).
    """

    def __init__(self, code: Refusal, tried: Action, allowed: Legal | None, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.tried = tried
        self.allowed = allowed


class HiddenCards(CincinnatiError):
    """A showdown needs private cards that are not known (a record that masks them).

    ``position`` is the 0-based position whose cards are missing.
    """

    def __init__(self, position: int) -> None:
        super().__init__(
            f"p{position + 1} is in the showdown but his private cards are not known; "
            "only hands that were folded, or won without a showdown, may stay unknown"
        )
        self.position = position


class SessionError(CincinnatiError):
    """A session may not take this step now; nothing changed. ``code`` names the reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class RecordError(CincinnatiError, ValueError):
    """A hand record is malformed, or tells of a deal that the rules do not allow.

    ``code`` names the reason; ``at`` is the 0-based number of the action at fault and
    ``action`` its text (both ``None`` when the fault is not in an action); ``allowed``
    is what the player to act might have done, where that is known.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        at: int | None = None,
        action: str | None = None,
        allowed: Legal | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.at = at
        self.action = action
        self.allowed = allowed


class PolicyError(CincinnatiError, ValueError):
    """A policy file is not one, or is damaged; the message says what is wrong with it."""


class StoreError(CincinnatiError):
    """A database cannot be used, or refuses an entry. ``code`` names the reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class TableError(CincinnatiError):
    """A live table refuses a command; nothing changed. ``code`` names the reason."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class BotError(CincinnatiError):
    """A match cannot go on: a bot never answers, ends its process, or is not there to play.

    ``code`` names the reason, the message the bot.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)  # what it is made of, so that it may come from elsewhere
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.message


def code_of(error: CincinnatiError) -> str:
    """The code of an error, for programs and catalogues; ``"refused"`` if it has none."""
    match error:
        case IllegalAction():
            return error.code.value
        case RulesError():
            return error.field
        case SessionError() | RecordError() | StoreError() | TableError() | BotError():
            return error.code
        case _:
            return "refused"


def excerpt(value: object) -> str:
    """A value as an error message shows it: not when it is too long or too deep to read."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # more digits than Python prints, tables in tables
        text = ""
    return text if 0 < len(text) <= 60 else "what stands there"
