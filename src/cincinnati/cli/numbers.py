"""Shares, times and tables as people write and read them, for the commands about odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cincinnati.errors import RulesError
from cincinnati.words import Words

BAR = 24
"""Characters of the longest bar."""
_EIGHTHS = " ▏▎▍▌▋▊▉"


def share_in(text: str, option: str) -> float:
    """A share such as ``0.1%`` or ``0.001``; raises `RulesError` that names the option."""
    number, percent = (text[:-1], 0.01) if text.endswith("%") else (text, 1.0)
    return _number(number, option, "a share such as 0.1% or 0.001", text) * percent


def seconds_in(text: str, option: str) -> float:
    """A time such as ``2s``, ``500ms`` or ``2``, in seconds; raises `RulesError`."""
    for unit, seconds in (("ms", 0.001), ("s", 1.0), ("", 1.0)):
        if text.endswith(unit):
            number = text.removesuffix(unit)
            return _number(number, option, "a time such as 2s or 500ms", text) * seconds
    raise AssertionError("every text ends with nothing")


def _number(number: str, option: str, wanted: str, text: str) -> float:
    try:
        return float(number)
    except ValueError:
        raise RulesError(option, f"{wanted}, not {text!r}") from None


def percent(words: Words, share: float, places: int = 1) -> str:
    """A share as a percentage: ``38.2%``; a dash for none, and never 0.0 for a little."""
    if share == 0:
        return "–"
    unit = 10**places
    if round(abs(share) * 100 * unit) == 0:
        return f"<{percent(words, 0.01 / unit, places)}"
    whole, rest = divmod(round(abs(share) * 100 * unit), unit)
    sign = "-" if share < 0 else ""
    return sign + words.text("odds.percent", whole=str(whole), tenths=f"{rest:0{places}}")


def change(words: Words, difference: float) -> str:
    """By how much a share has changed: ``+16.8%``, ``-3.1%``; a dash for not at all."""
    return ("+" if difference > 0 else "") + percent(words, difference)


def decimal(words: Words, number: float) -> str:
    """A number ≥ 0 with one decimal: ``0.4``."""
    whole, tenths = divmod(round(number * 10), 10)
    return words.text("odds.decimal", whole=whole, tenths=str(tenths))


def bar(share: float, longest: float) -> str:
    """A bar for a share, as long as `BAR` characters where it is ``longest``."""
    eighths = round(share / longest * BAR * 8) if longest else 0
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def table(rows: Iterable[Sequence[str]], indent: str = "  ") -> list[str]:
    """Rows of texts in columns: the first to the left, the others to the right."""
    listed = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    return [
        indent
        + "  ".join(
            text.rjust(width) if place else text.ljust(width)
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in listed
    ]
