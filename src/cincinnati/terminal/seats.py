"""The plates of the others and one's own place, drawn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from cincinnati.cards import Card
from cincinnati.engine.actions import Seat
from cincinnati.engine.view import PlayerView
from cincinnati.terminal.canvas import Canvas, Span, cut, spread, wrapped
from cincinnati.terminal.cards import FLAT, SMALL, Marks, Size, draw_hand
from cincinnati.terminal.scene import Scene, move_label
from cincinnati.terminal.telling import hand_line
from cincinnati.words import Words

TURN = "▶"
CHIP = "●"
DISC = " D "
"""The dealer's disc, as it lies on tables everywhere."""
PLATE_WIDTH = 25


class Plate(Struct, frozen=True):
    """What is to be said about a seat."""

    name: str
    stack: str
    word: str
    """What he did last, or what he is: folded, out."""
    bet: int
    won: int
    dealer: bool
    turn: bool
    live: bool
    cards: tuple[Card | None, ...]
    marks: Marks

    @property
    def style(self) -> str:
        """The style of the name."""
        return "turn" if self.turn else "name" if self.live else "faint"

    def head(self) -> list[Span]:
        """Whose turn it is, the name, the dealer's disc."""
        return [
            (TURN if self.turn else " ", "brass"),
            (self.name, self.style),
            *([(" ", "felt"), (DISC, "disc")] if self.dealer else []),
        ]

    def foot(self, width: int) -> list[Span]:
        """The last word, and the chips in front."""
        chips = f"{CHIP} {self.bet}" if self.bet else f"+{self.won}" if self.won else ""
        line = spread(f" {self.word}", chips, width) if chips else cut(f" {self.word}", width)
        words, chips = line[: len(line) - len(chips)], chips
        return [(words, "word"), (chips, "won" if self.won else "brass")]


def plate_of(scene: Scene, seat: Seat, words: Words) -> Plate:
    """The plate of a seat."""
    name, position, view = scene.names.of(seat, words), scene.position(seat), scene.view
    if view is None or position is None:
        chips = words.number(scene.chips.get(seat, 0))
        out = words.text("table.out") if scene.number else ""
        return Plate(name, chips, out, 0, 0, False, False, False, (), Marks())
    player = view.players[position]
    move = scene.moves.get(position)
    return Plate(
        name=name,
        stack=_stack(player, scene, words),
        word=_word(player, words) if move is None else move_label(words, move),
        bet=player.bet,
        won=scene.won(position),
        dealer=seat == scene.dealer,
        turn=view.to_act == position,
        live=player.live,
        cards=player.cards if player.live or seat == scene.names.own else (),
        marks=scene.marks(seat),
    )


def _stack(player: PlayerView, scene: Scene, words: Words) -> str:
    settled = scene.view is not None and (scene.view.over or scene.award is not None)
    if player.live and not player.stack and not settled:
        return words.text("table.all_in")
    return words.number(player.stack)


def _word(player: PlayerView, words: Words) -> str:
    return "" if player.live else words.text("table.folded")


def draw_plate(canvas: Canvas, at: tuple[int, int], plate: Plate, size: Size) -> None:
    """Somebody else's plate: 3 rows with small cards, 5 with boxes."""
    x, y = at
    canvas.spans(x, y, plate.head())
    canvas.write(x + PLATE_WIDTH - len(plate.stack), y, plate.stack, "stack")
    draw_hand(canvas, (x, y + 1), plate.cards, size, plate.marks)
    canvas.spans(x, y + 1 + size.height, plate.foot(PLATE_WIDTH))


def plate_size(*, tall: bool) -> Size:
    """How large the cards on a plate are."""
    return FLAT if tall else SMALL


def draw_own(
    canvas: Canvas, top: int, scene: Scene, plate: Plate, words: Words, size: Size
) -> None:
    """One's own place across the foot of the table: name, cards, what they make."""
    gap = 1
    across = 5 * size.width + 4 * gap
    x = (canvas.width - across) // 2
    head = [*plate.head(), (f"  {plate.stack}", "stack"), ("  ", "felt")]
    foot = plate.foot(0) if not plate.word else _own_foot(plate)
    canvas.spans(x, top, [*head, *foot])
    marks = plate.marks if plate.live else Marks(dim=True)
    draw_hand(canvas, (x, top + 1), plate.cards, size, marks, gap=gap)
    beside = x + across + 2
    for down, (line, style) in enumerate(_beside(scene, words, plate, canvas.width - beside)):
        canvas.write(beside, top + 1 + down, line, style)
    if scene.view is not None and (wild := words.wild(scene.view)):
        for down, line in enumerate(wrapped(f"★ {wild}", x - 3)):
            canvas.write(1, top + 1 + down, line, "brass")


def _own_foot(plate: Plate) -> list[Span]:
    spans = [(f"{plate.word}  ", "word")]
    if plate.bet:
        spans.append((f"{CHIP} {plate.bet}", "brass"))
    if plate.won:
        spans.append((f"+{plate.won}", "won"))
    return spans


def _beside(scene: Scene, words: Words, plate: Plate, width: int) -> Iterator[Span]:
    """What one's own cards make, beside them."""
    if scene.view is None or scene.view.position is None or not plate.cards:
        return
    for part in hand_line(words, scene.view).split("; "):
        for line in wrapped(part, width):
            yield line, "hand" if plate.live else "faint"
