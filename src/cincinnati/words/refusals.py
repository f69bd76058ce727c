"""What went wrong, in a sentence: refused actions and the other errors."""

from __future__ import annotations

from cincinnati.engine.actions import Raise
from cincinnati.errors import (
    CardError,
    CincinnatiError,
    DuplicateCard,
    HiddenCards,
    IllegalAction,
    RecordError,
    Refusal,
    RulesError,
    SessionError,
    StoreError,
    TableError,
)
from cincinnati.rules import Ruleset
from cincinnati.words.actions import allowed
from cincinnati.words.catalogue import Catalogue
from cincinnati.words.rulesets import option


def refusal(words: Catalogue, error: IllegalAction) -> str:
    """Why an action was refused, and what is allowed instead."""
    why = words.text(f"refusal.{error.code.value}", **_amounts(error))
    if error.allowed is None:
        return why
    return words.text("refusal.allowed", why=why, allowed=allowed(words, error.allowed, None))


def _amounts(error: IllegalAction) -> dict[str, int]:
    bounds = error.allowed.raise_to if error.allowed else None
    least, most = bounds or (0, 0)
    to = error.tried.to if isinstance(error.tried, Raise) else 0
    return {"to": to, "least": least, "most": most}


def error_text(words: Catalogue, error: CincinnatiError) -> str:
    """Any error of this package, as far as the reader can do something about it."""
    match error:
        case IllegalAction():
            return refusal(words, error)
        case DuplicateCard():
            return words.text("error.duplicate_card", text=error.text)
        case CardError():
            return words.text("error.card", text=error.text)
        case RulesError():
            known = error.field in Ruleset.__struct_fields__
            name = option(words, error.field) if known else error.field
            return words.text("error.rules", option=name)
        case HiddenCards():
            return words.text("error.hidden_cards", number=error.position + 1)
        case SessionError(code=code):
            return _known(words, f"error.session.{code}", otherwise="error.session")
        case TableError(code=code):
            # What a table says of its session it has from there, with the same code.
            keys = (f"error.table.{code}", f"error.session.{code}")
            return _known(words, *keys, otherwise="error.table")
        case StoreError():
            return words.text("error.store", code=error.code)
        case RecordError():
            return _record(words, error)
        case _:
            return str(error)


def _known(words: Catalogue, *keys: str, otherwise: str) -> str:
    """The first sentence there is for a code, or the general one of its kind."""
    return words.text(next((key for key in keys if words.knows(key)), otherwise))


def _record(words: Catalogue, error: RecordError) -> str:
    codes = {code.value for code in Refusal}
    if error.at is None:
        return words.text("error.record", code=error.code)
    where = words.text("error.record.action", number=error.at + 1, action=error.action)
    if error.code in codes and error.allowed is not None:
        may = allowed(words, error.allowed, None)
        return words.text("refusal.allowed", why=where, allowed=may)
    return where
