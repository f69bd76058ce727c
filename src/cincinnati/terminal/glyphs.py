"""What the terminal can show: the signs of the table, with Unicode and without.

The one idea: everything is written with Unicode; where the terminal's encoding lacks a
character, the last step before the output puts the nearest plain one in its place.
"""

from __future__ import annotations

import unicodedata

PLAIN = {
    "♠": "s", "♥": "h", "♦": "d", "♣": "c",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "├": "+", "┤": "+", "┌": "+", "┐": "+", "└": "+",
    "┘": "+", "─": "-", "━": "=", "═": "=", "│": "|", "┃": "|", "╞": "+", "╡": "+",
    "▲": "^", "★": "*", "●": "o", "▶": ">", "◀": "<", "▸": ">", "◂": "<", "←": "<", "→": ">",
    "↑": "^", "↓": "v", "·": "-", "•": "*", "…": ".", "–": "-", "—": "-", "×": "x", "✓": "+",
    "’": "'", "‘": "'", "“": '"', "”": '"', "«": '"', "»": '"', "≥": ">", "œ": "o", "Œ": "O",
}  # fmt: skip
"""One plain character for each sign that the table uses; blocks become #."""


LONGER = {"œ": "oe", "Œ": "Oe", "…": "..."}
"""What is spelled better where there is room for more characters."""


def spelled(text: str, encoding: str) -> str:
    """The text with the characters that an encoding has; it may become longer."""
    for character, longer in LONGER.items():
        if not _fits(character, encoding):
            text = text.replace(character, longer)
    return plain(text, encoding)


def plain(text: str, encoding: str) -> str:
    """The text with the characters that an encoding has, as many as before."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_plain(character, encoding) for character in text)
    return text


def _plain(character: str, encoding: str) -> str:
    sign = PLAIN.get(character, "#" if "▀" <= character <= "▟" else "")
    candidates = character + sign + unicodedata.normalize("NFKD", character)
    return next((each for each in candidates if _fits(each, encoding)), "?")


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
