"""Where things lie on the felt, and how cards and texts are drawn."""

from __future__ import annotations

from itertools import combinations

import pytest
from rich.cells import cell_len

from cincinnati.cards import Card, Rank, parse_cards
from cincinnati.rules import Layout
from cincinnati.terminal.canvas import Canvas, cut, spread, wrapped
from cincinnati.terminal.cards import (
    FLAT,
    LARGE,
    MEDIUM,
    SMALL,
    Marks,
    Size,
    board_size,
    card_rows,
    draw_board,
)
from cincinnati.terminal.glyphs import plain, spelled
from cincinnati.terminal.seats import PLATE_WIDTH
from cincinnati.terminal.table import places

Area = tuple[int, int, int, int]
"""Left, top, right, bottom; the last two are outside."""


def overlap(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.parametrize("others", range(1, 8))
def test_nothing_lies_on_anything_else(others: int, layout: Layout) -> None:
    for width in (*range(80, 130), 200):
        for height in (*range(16, 45), 70):
            spots = places(width, height, others, layout)
            down = spots.plate_card.height + 2
            across, tall = board_size(layout, spots.board_card, spots.board_gap)
            areas: list[Area] = [(x, y, x + PLATE_WIDTH, y + down) for x, y in spots.others]
            left, top = spots.board
            areas.append((left, top, left + across, top + tall))
            areas.append((0, spots.pots, width, spots.pots + 1))
            areas.append((0, spots.own, width, spots.own + 1 + spots.own_card.height))
            assert len(spots.others) == others
            for x, y, right, bottom in areas:
                assert 0 <= x < right <= width
                assert 0 <= y < bottom <= height
            assert not any(overlap(*pair) for pair in combinations(areas, 2)), (width, height)


def test_the_others_sit_clockwise_from_ones_own_left() -> None:
    spots = places(80, 16, 7, Layout.ROW).others
    assert [x for x, _ in spots[:2]] == [0, 0]
    assert spots[0][1] > spots[1][1]
    assert [y for _, y in spots[2:5]] == [0, 0, 0]
    assert spots[2][0] < spots[3][0] < spots[4][0]
    assert spots[5][1] < spots[6][1]
    assert spots[5][0] == spots[6][0] == 80 - PLATE_WIDTH


def drawn(card: Card | None, size: Size, marks: Marks) -> list[str]:
    return ["".join(text for text, _ in row) for row in card_rows(card, size, marks)]


def test_a_card_in_every_size() -> None:
    ace, ten = parse_cards("As Td")
    both = Marks(lit=[ace, ten], wild=[Rank.TEN])
    assert drawn(ace, SMALL, both) == ["▲A♠  "]
    assert drawn(ten, SMALL, both) == ["▲10♦★"]
    assert drawn(ten, SMALL, Marks()) == [" 10♦ "]
    assert drawn(None, SMALL, both) == [" ▒▒  "]
    assert drawn(ten, FLAT, both) == ["╭───╮", "▲10♦★", "╰───╯"]
    assert drawn(ace, MEDIUM, Marks()) == ["╭───╮", "│A  │", "│  ♠│", "╰───╯"]
    assert drawn(ten, LARGE, both) == ["╭─────╮", "▲10   ★", "│  ♦  │", "│   10│", "╰─────╯"]
    assert drawn(None, MEDIUM, both) == ["╭───╮", "│▒▒▒│", "│▒▒▒│", "╰───╯"]
    for size in (SMALL, FLAT, MEDIUM, LARGE):
        for card in (ace, ten, None):
            rows = drawn(card, size, both)
            assert len(rows) == size.height
            assert {cell_len(row) for row in rows} == {size.width}


def cross(board: str, lit: str) -> str:
    cards: list[Card | None] = [*parse_cards(board)]
    cards += [None] * (5 - len(cards))
    canvas = Canvas(*board_size(Layout.CROSS, FLAT, 0), "felt")
    draw_board(canvas, (0, 0), cards, Layout.CROSS, FLAT, Marks(lit=parse_cards(lit)))
    return canvas.text()


@pytest.mark.rule(32)
def test_a_cross_and_the_line_that_serves() -> None:
    assert cross("As Kd Qh Jc 9s", "Kd 9s") == (
        "       ╭───╮\n"
        "       │A♠ │\n"
        "╭───╮  ├───┤  ╭───╮\n"
        "│J♣ │══▲9♠ │══▲K♦ │\n"
        "╰───╯  ├───┤  ╰───╯\n"
        "       │Q♥ │\n"
        "       ╰───╯"
    )
    assert cross("As Kd Qh Jc", "As Qh") == (
        "       ╭───╮\n"
        "       ▲A♠ │\n"
        "╭───╮  ╞═══╡  ╭───╮\n"
        "│J♣ │  │▒▒▒│  │K♦ │\n"
        "╰───╯  ╞═══╡  ╰───╯\n"
        "       ▲Q♥ │\n"
        "       ╰───╯"
    )


def test_texts_are_cut_and_wrapped_by_their_cells() -> None:
    assert cut("abcdef", 6) == "abcdef"
    assert cut("abcdef", 5) == "abcd…"
    assert cut("日本語", 5) == "日本…"
    assert cut("abc", 0) == ""
    assert spread("left side", "right", 12) == "left … right"
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("incomprehensible", 5) == ["inco…"]
    canvas = Canvas(6, 1, "felt")
    canvas.write(-1, 0, "abc", "felt")
    canvas.write(3, 0, "日本", "name")
    canvas.write(0, 7, "outside", "felt")
    assert canvas.text() == "bc 日"
    assert list(canvas.row(0)) == [("bc ", "felt"), ("日", "name"), (" ", "felt")]


def test_characters_that_an_encoding_lacks() -> None:
    assert plain("A♠ 10♦ ╭─▲★╯ é œ … 日", "ascii") == "As 10d +-^*+ e o . ?"
    assert plain("é ♠", "latin-1") == "é s"
    assert plain("é ♠ …", "utf-8") == "é ♠ …"
    assert spelled("cœur … 1\u202f000", "ascii") == "coeur ... 1 000"
