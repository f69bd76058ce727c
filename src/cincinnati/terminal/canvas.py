"""A rectangle of cells to draw the table on.

The one idea: drawing is writing text with the name of a style at a place; what the names
look like stands in ``theme.tcss``. So what is drawn can be read, and compared, as plain text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.cells import cell_len, get_character_cell_size

Span = tuple[str, str]
"""Some text, and the name of its style."""


class Canvas:
    """Cells of characters and styles; what is written outside is cut off."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        self.width = width
        self.height = height
        self._cells = [[(" ", ground)] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: str) -> None:
        """Text from a cell on, to the right; a wide character takes two cells."""
        if not 0 <= y < self.height:
            return
        for character in text:
            size = get_character_cell_size(character)
            if x >= 0 and x + size <= self.width and size:
                self._cells[y][x : x + size] = [(character, style), *[("", style)] * (size - 1)]
            x += size

    def spans(self, x: int, y: int, spans: Iterable[Span]) -> None:
        """Several texts one after the other."""
        for text, style in spans:
            self.write(x, y, text, style)
            x += cell_len(text)

    def block(self, x: int, y: int, rows: Iterable[Iterable[Span]]) -> None:
        """Rows of texts below each other."""
        for down, row in enumerate(rows):
            self.spans(x, y + down, row)

    def row(self, y: int) -> Iterator[Span]:
        """A row as texts of one style each."""
        for style, cells in groupby(self._cells[y], key=lambda cell: cell[1]):
            yield "".join(text for text, _ in cells), style

    def text(self) -> str:
        """Everything without styles, line by line."""
        return "\n".join("".join(text for text, _ in row).rstrip() for row in self._cells)


def cut(text: str, width: int) -> str:
    """The text in at most so many cells, with … where something is missing."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return f"{text}…" if width > 0 else ""


def spread(left: str, right: str, width: int) -> str:
    """Two texts at both ends of so many cells; the left one gives way."""
    left = cut(left, width - cell_len(right) - 1)
    return left + " " * (width - cell_len(left) - cell_len(right)) + right


def wrapped(text: str, width: int) -> list[str]:
    """The words of a text in lines of at most so many cells."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return [cut(line, width) for line in lines]
