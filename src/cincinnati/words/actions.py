"""What a player may do, as labels for buttons and as a sentence (R6, R10, R25)."""

from __future__ import annotations

from cincinnati.engine.actions import Legal
from cincinnati.words.catalogue import Catalogue


def call_label(words: Catalogue, chips: int) -> str:
    """``Call 4``, or ``Check`` when it costs nothing."""
    return words.text("action.call", chips=chips) if chips else words.text("action.check")


def raise_label(words: Catalogue, to: int, level: int) -> str:
    """``Raise to 10``, or ``Bet 6`` when there is nothing yet to raise."""
    return words.text("action.raise" if level else "action.bet", to=to)


def allowed(words: Catalogue, legal: Legal, level: int | None) -> str:
    """Everything that is allowed: ``fold, call 4 or raise to 10–98``.

    ``level`` tells a bet from a raise. Where it is ``None``, not known, that is left open if a
    check is free: the player may have posted the big blind (R24).
    """
    parts = [words.text("allowed.fold")] if legal.fold else []
    if legal.call is not None:
        call = words.text("allowed.call", chips=legal.call)
        parts.append(call if legal.call else words.text("allowed.check"))
    if legal.bring_in:
        parts.append(words.text("allowed.bring_in"))
    if legal.raise_to is not None:
        least, most = legal.raise_to
        kind = _kind(legal, level)
        if least == most:
            parts.append(words.text(f"allowed.{kind}.exactly", to=least))
        else:
            parts.append(words.text(f"allowed.{kind}.between", least=least, most=most))
    return words.one_of(parts)


def _kind(legal: Legal, level: int | None) -> str:
    if level is not None:
        return "raise" if level else "bet"
    if legal.fold:
        return "raise"
    return "bet" if legal.bring_in else "wager"
