"""What a terminal cannot show, left out at the very end: colours, characters."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from cincinnati.terminal.glyphs import plain


class Colourless(LineFilter):
    """No colours at all, as ``NO_COLOR`` asks; bold and reversed text stay."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments without colours."""
        return [
            Segment(text, style.without_color if style is not None else None, control)
            for text, style, control in segments
        ]


class Limited(LineFilter):
    """Only the characters that an encoding has."""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self._encoding = encoding

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments in other characters, each as wide as before."""
        return [
            Segment(plain(text, self._encoding), style, control)
            for text, style, control in segments
        ]
