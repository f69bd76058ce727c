"""Cards, drawn: small in one row, or as boxes; and the board as a row or a cross (R32).

The one idea: a card says with two signs beside it what it is good for, ▲ on its left when
it is among the best five, ★ on its right when it is wild. Colours say the same once more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from cincinnati.cards import Card, Rank
from cincinnati.engine.hands import BOTTOM, CENTRE, LEFT, RIGHT, TOP
from cincinnati.rules import Layout
from cincinnati.terminal.canvas import Canvas, Span

LIT = "▲"
WILD = "★"
BACK = "▒"


class Size(Struct, frozen=True):
    """How large a card is drawn, in cells; of height 1 it has no border."""

    width: int
    height: int


SMALL = Size(5, 1)
FLAT = Size(5, 3)
MEDIUM = Size(5, 4)
LARGE = Size(7, 5)


class Marks(Struct, frozen=True):
    """What is to be seen in the cards."""

    lit: Collection[Card] = ()
    wild: Collection[Rank] = ()
    dim: bool = False
    """Whether the cards that are not lit step back."""


def card_rows(card: Card | None, size: Size, marks: Marks) -> Iterator[list[Span]]:
    """A card, row by row; ``None`` lies face down."""
    lit = card is not None and card in marks.lit
    wild = card is not None and card.rank in marks.wild
    face = _face(card, lit, marks)
    plain = face if face in ("card-back", "card-dim") else "card"
    edge = "card-lit" if lit else "card-wild" if wild and not marks.dim else plain
    left, right = LIT if lit else "", WILD if wild else ""
    if size.height == 1:
        yield _small(card, face, left, right)
        return
    inner = size.width - 2
    yield [("╭" + "─" * inner + "╮", edge)]
    for number, text in enumerate(_inside(card, inner, size.height - 2)):
        sides = (left or "│", right or "│") if number == 0 else ("│", "│")
        yield [(sides[0], edge), (text, face), (sides[1], edge)]
    yield [("╰" + "─" * inner + "╯", edge)]


def _small(card: Card | None, face: str, left: str, right: str) -> list[Span]:
    text = BACK * 2 if card is None else card.symbol
    return [
        (left or " ", "mark"),
        (text.ljust(2), face),
        (right or " ", "mark"),
        (" " * (3 - max(2, len(text))), "felt"),
    ]


def _inside(card: Card | None, width: int, height: int) -> list[str]:
    """What stands within the border."""
    if card is None:
        return [BACK * width] * height
    rank, suit = card.symbol[:-1], card.suit.symbol
    match height:
        case 1:
            return [card.symbol.ljust(width)]
        case 2:
            return [rank.ljust(width), suit.rjust(width)]
        case _:
            middle = [suit.center(width)] * (height - 2)
            return [rank.ljust(width), *middle, rank.rjust(width)]


def _face(card: Card | None, lit: bool, marks: Marks) -> str:
    if card is None:
        return "card-back"
    if marks.dim and not lit:
        return "card-dim"
    return f"card-{card.suit.name.lower()}"


def draw_hand(
    canvas: Canvas,
    at: tuple[int, int],
    cards: Sequence[Card | None],
    size: Size,
    marks: Marks,
    *,
    gap: int = 0,
) -> None:
    """Cards side by side, from a place on."""
    for number, card in enumerate(cards):
        x = at[0] + number * (size.width + gap)
        canvas.block(x, at[1], card_rows(card, size, marks))


def board_size(layout: Layout, size: Size, gap: int) -> tuple[int, int]:
    """How many cells a board takes, across and down."""
    if layout is Layout.ROW:
        return 5 * size.width + 4 * gap, size.height
    return 3 * size.width + 2 * _ARM, 3 * size.height - 2


_ARM = 2
"""Cells between the centre of a cross and its arms."""


def draw_board(
    canvas: Canvas,
    at: tuple[int, int],
    board: Sequence[Card | None],
    layout: Layout,
    size: Size,
    marks: Marks,
    *,
    gap: int = 0,
) -> None:
    """The community cards; in a cross a line joins those of the arm that serves."""
    if layout is Layout.ROW:
        draw_hand(canvas, at, board, size, marks, gap=gap)
        return
    left, top = at
    middle, right = left + size.width + _ARM, left + 2 * (size.width + _ARM)
    down = size.height - 1
    places = {
        TOP: (middle, top),
        BOTTOM: (middle, top + 2 * down),
        LEFT: (left, top + down),
        RIGHT: (right, top + down),
        CENTRE: (middle, top + down),
    }
    for place, (x, y) in places.items():
        canvas.block(x, y, card_rows(board[place], size, marks))
    serves = [place for place, card in enumerate(board) if card is not None and card in marks.lit]
    ends, line = ("╞╡", "═") if TOP in serves or BOTTOM in serves else ("├┤", "─")
    for outer, y in ((TOP, top + down), (BOTTOM, top + 2 * down)):
        edge = _joint_style(board[outer], board[CENTRE], marks)
        canvas.write(middle, y, ends[0] + line * (size.width - 2) + ends[1], edge)
    if LEFT in serves or RIGHT in serves:
        y = top + down + size.height // 2
        canvas.write(middle - _ARM, y, "═" * _ARM, "brass")
        canvas.write(right - _ARM, y, "═" * _ARM, "brass")


def _joint_style(outer: Card | None, centre: Card | None, marks: Marks) -> str:
    """The border that two cards of the column share."""
    cards = [card for card in (outer, centre) if card is not None]
    if not cards:
        return "card-back"
    if any(card in marks.lit for card in cards):
        return "card-lit"
    return "card-dim" if marks.dim else "card"
