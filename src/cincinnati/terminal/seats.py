"""The plates of the others and one's own place, drawn."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from cincinnati.cards import Card
from cincinnati.engine.actions import Seat
from cincinnati.engine.view import PlayerView
from cincinnati.terminal.canvas import Canvas, Span, cut, wrapped
from cincinnati.terminal.cards import FLAT, SMALL, Marks, Size, draw_hand
from cincinnati.terminal.chance import chance_text
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
    word: str = ""
    """What he did last, or that he is out."""
    chips: Span = ("", "felt")
    """His bet, or what he wins at this moment."""
    dealer: bool = False
    turn: bool = False
    live: bool = False
    cards: tuple[Card | None, ...] = ()
    marks: Marks = Marks()

    @property
    def style(self) -> str:
        """The style of the name."""
        return "turn" if self.turn else "name" if self.live else "faint"

    def head(self, width: int) -> list[Span]:
        """Whose turn it is, the name as far as it fits, the dealer's disc."""
        disc = [(" ", "felt"), (DISC, "disc")] if self.dealer else []
        room = width - 1 - sum(len(text) for text, _ in disc)
        return [
            (TURN if self.turn else " ", "brass"),
            (cut(self.name, room), self.style),
            *disc,
        ]


def plate_of(scene: Scene, seat: Seat, words: Words) -> Plate:
    """The plate of a seat."""
    name, position, view = scene.names.of(seat, words), scene.position(seat), scene.view
    if view is None or position is None:
        chips = words.number(scene.chips.get(seat, 0))
        return Plate(name, chips, words.text("table.out") if scene.number else "")
    player = view.players[position]
    move = scene.moves.get(position)
    return Plate(
        name=name,
        stack=_stack(player, scene, words),
        word="" if move is None else move_label(words, move),
        chips=_chips(player.bet, scene.won(position), words),
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


def _chips(bet: int, won: int, words: Words) -> Span:
    if bet:
        return f"{CHIP} {words.number(bet)}", "brass"
    return (f"+{words.number(won)}", "won") if won else ("", "felt")


def draw_plate(canvas: Canvas, at: tuple[int, int], plate: Plate, size: Size) -> None:
    """Somebody else's plate: 3 rows with small cards, 5 with boxes."""
    x, y = at
    chips, style = plate.chips
    foot = y + 1 + size.height
    canvas.spans(x, y, plate.head(PLATE_WIDTH - len(plate.stack) - 1))
    canvas.write(x + PLATE_WIDTH - len(plate.stack), y, plate.stack, "stack")
    draw_hand(canvas, (x, y + 1), plate.cards, size, plate.marks)
    canvas.write(x + 1, foot, cut(plate.word, PLATE_WIDTH - len(chips) - 2), "word")
    canvas.write(x + PLATE_WIDTH - len(chips), foot, chips, style)


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
    word = f"  {plate.word}" if plate.word else ""
    stack: list[Span] = [(f"  {plate.stack}", "stack"), (word, "word"), ("  ", "felt")]
    chance = "" if scene.chance is None else f"  {chance_text(words, scene.chance)}"
    canvas.spans(x, top, [*plate.head(across), *stack, plate.chips, (chance, "hand")])
    marks = plate.marks if plate.live else Marks(dim=True)
    draw_hand(canvas, (x, top + 1), plate.cards, size, marks, gap=gap)
    beside = x + across + 2
    for down, (line, style) in enumerate(_beside(scene, words, plate, canvas.width - beside)):
        canvas.write(beside, top + 1 + down, line, style)
    if scene.view is not None and (wild := words.wild(scene.view)):
        for down, line in enumerate(wrapped(f"★ {wild}", x - 3)):
            canvas.write(1, top + 1 + down, line, "brass")


def _beside(scene: Scene, words: Words, plate: Plate, width: int) -> Iterator[Span]:
    """What one's own cards make, beside them."""
    if scene.view is None or scene.view.position is None or not plate.cards:
        return
    for part in hand_line(words, scene.view).split("; "):
        for line in wrapped(part, width):
            yield line, "hand" if plate.live else "faint"
