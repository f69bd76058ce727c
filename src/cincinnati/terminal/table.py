"""The felt: seats round the board, the pots, one's own place at the foot.

The one idea: where everything lies follows from the size alone (`Places`), and everything is
drawn anew each time; nothing moves, so nothing can be left behind when the window changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct
from rich.segment import Segment
from textual.geometry import Size as ScreenSize
from textual.strip import Strip
from textual.widget import Widget

from cincinnati.rules import BOARD_CARDS, Layout
from cincinnati.terminal.canvas import Canvas
from cincinnati.terminal.cards import FLAT, LARGE, MEDIUM, Size, board_size, draw_board
from cincinnati.terminal.scene import Scene
from cincinnati.terminal.seats import PLATE_WIDTH, draw_own, draw_plate, plate_of, plate_size
from cincinnati.terminal.telling import pot_line
from cincinnati.words import Words

TALL = 26
"""Rows from which on the others' cards are boxes."""

_SPOTS: tuple[tuple[str, ...], ...] = (
    (),
    ("top",),
    ("top-left", "top-right"),
    ("left", "top", "right"),
    ("left", "top-left", "top-right", "right"),
    ("left", "top-left", "top", "top-right", "right"),
    ("low-left", "high-left", "top-left", "top-right", "high-right", "low-right"),
    ("low-left", "high-left", "top-left", "top", "top-right", "high-right", "low-right"),
)
"""Where so many others sit, clockwise from one's own left."""


class Places(Struct, frozen=True):
    """Where everything lies on a felt of some size."""

    others: tuple[tuple[int, int], ...]
    board: tuple[int, int]
    board_card: Size
    board_gap: int
    pots: int
    own: int
    own_card: Size
    plate_card: Size


def places(width: int, height: int, others: int, layout: Layout) -> Places:
    """Where so many others, the board, the pots and one's own place lie."""
    tall = height >= TALL
    plate_card = plate_size(tall=tall)
    plate = plate_card.height + 2
    own_card = LARGE if tall else MEDIUM
    own = height - own_card.height - 1
    top, foot = plate, own - 1
    low, high = foot - plate, top + (1 if tall else 0)
    side, far = (top + foot - plate) // 2, width - PLATE_WIDTH
    # Three at the top need the whole width of a small window.
    aside = max(0, far // 2 - PLATE_WIDTH - 8) if "top" in _SPOTS[others] else far // 4
    rows = {"": 0, "high": high, "low": low}
    spots = {
        "top": (far // 2, 0),
        "top-left": (aside, 0),
        "top-right": (far - aside, 0),
        "left": (0, side),
        "right": (far, side),
        **{f"{row}-left": (0, y) for row, y in rows.items() if row},
        **{f"{row}-right": (far, y) for row, y in rows.items() if row},
    }
    card, gap = _board_card(width - 2 * PLATE_WIDTH, foot - top, layout)
    across, down = board_size(layout, card, gap)
    return Places(
        others=tuple(spots[spot] for spot in _SPOTS[others]),
        board=((width - across) // 2, top + (foot - top - down) // 2),
        board_card=card,
        board_gap=gap,
        pots=foot,
        own=own,
        own_card=own_card,
        plate_card=plate_card,
    )


def _board_card(width: int, height: int, layout: Layout) -> tuple[Size, int]:
    """The largest card with which the board fits between the plates."""
    for size in (LARGE, MEDIUM, FLAT):
        for gap in (1, 0):
            across, down = board_size(layout, size, gap)
            if across + 4 <= width and down <= height:
                return size, gap
    return FLAT, 0


def draw(scene: Scene, words: Words, width: int, height: int) -> Canvas:
    """The whole table at one moment."""
    canvas = Canvas(width, height, "felt")
    own, *others = scene.names.seats
    layout = scene.view.rules.layout if scene.view is not None else Layout.ROW
    spots = places(width, height, len(others), layout)
    for seat, at in zip(others, spots.others, strict=True):
        draw_plate(canvas, at, plate_of(scene, seat, words), spots.plate_card)
    board = scene.view.board if scene.view is not None else (None,) * BOARD_CARDS
    draw_board(
        canvas, spots.board, board, layout, spots.board_card, scene.marks(None), gap=spots.board_gap
    )
    if scene.view is not None:
        pots = pot_line(words, scene.view, scene.names.at(scene.order, words))
        canvas.write((width - len(pots)) // 2, spots.pots, pots, "pot")
    draw_own(canvas, spots.own, scene, plate_of(scene, own, words), words, spots.own_card)
    return canvas


STYLES: Sequence[str] = (
    "felt", "name", "turn", "faint", "stack", "word", "brass", "disc", "won", "pot", "hand", "mark",
    "card", "card-lit", "card-wild", "card-back", "card-dim",
    "card-spades", "card-hearts", "card-diamonds", "card-clubs",
)  # fmt: skip


class Felt(Widget):
    """The table."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"felt--{style}" for style in STYLES}

    def __init__(self, scene: Scene, words: Words) -> None:
        super().__init__(id="felt")
        self.scene = scene
        self.words = words
        self._canvas = Canvas(0, 0, "felt")

    def show(self, scene: Scene, words: Words) -> None:
        """Show another scene, or the same one in another language."""
        self.scene, self.words = scene, words
        self._draw()

    def on_resize(self) -> None:
        """The window has changed."""
        self._draw()

    def _draw(self) -> None:
        self._canvas = draw(self.scene, self.words, self.size.width, self.size.height)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """A row of the canvas, with the styles of the theme."""
        if y >= self._canvas.height:
            return Strip.blank(self.size.width, self.get_component_rich_style("felt--felt"))
        return Strip(
            Segment(text, self.get_component_rich_style(f"felt--{style}"))
            for text, style in self._canvas.row(y)
        )

    def get_content_height(self, container: ScreenSize, viewport: ScreenSize, width: int) -> int:
        """As much as there is."""
        return container.height
