"""What people write: names, titles, reasons, chat, as everybody else may be shown it.

The one idea: a text becomes one line of plain characters before it is kept. Nothing in it turns
the writing around, stays unseen, moves a cursor, or towers over the lines above and below.
What is left may still say anything, `<b>` too: whoever shows it shows it as text.
"""

from __future__ import annotations

import unicodedata

MOST_MARKS = 3
"""Combining marks that one letter may carry: no writing needs more."""
JOINERS = "\u200c\u200d"
"""They shape what stands on both sides of them: Persian words, emoji of several parts."""
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that show nothing."""


def plain(text: str) -> str:
    """One line of what can be seen, in the composed form (NFC); perhaps nothing is left."""
    line: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        if sign in JOINERS:
            if line and line[-1] not in (" ", *JOINERS):
                line.append(sign)
        elif sign in BLANKS or not sign.isprintable():
            line.append(" ")
        elif not _is_mark(sign):
            line.append(sign)
            marks = 0
        elif line and line[-1] != " " and marks < MOST_MARKS and not _is_unseen(sign):
            line.append(sign)
            marks += 1
    words = "".join(line).split(" ")
    whole = " ".join(word.rstrip(JOINERS) for word in words if word.strip(JOINERS))
    return unicodedata.normalize("NFC", whole)


def alike(name: str) -> str:
    """The same for names that look the same but for case, width, style and what is unseen.

    Letters of different scripts that resemble each other stay different.
    """
    seen = "".join(sign for sign in name if sign.isprintable() and not _is_selector(sign))
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me")


def _is_selector(sign: str) -> bool:
    return "\ufe00" <= sign <= "\ufe0f"


def _is_unseen(sign: str) -> bool:
    """Marks that show nothing; the variation selectors of emoji are used, others are not."""
    return sign in "\u034f\u17b4\u17b5" or "\U000e0100" <= sign <= "\U000e01ef"
