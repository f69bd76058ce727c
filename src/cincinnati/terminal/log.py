"""What happened, in words, to read again (the story of this deal and of those before)."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from cincinnati.engine.actions import Seat
from cincinnati.engine.seen import Seen
from cincinnati.terminal.names import Names
from cincinnati.words import Words, transcript

KEPT = 4
"""Deals that one can scroll back."""


class Log(VerticalScroll, can_focus=False):
    """The story; the newest line is at the foot."""

    def __init__(self, names: Names) -> None:
        super().__init__(id="log")
        self.names = names
        self._notices: list[str] = []
        self._deals: list[tuple[int, tuple[Seat, ...], list[Seen]]] = []

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(id="story", markup=False)

    def note(self, notices: list[str]) -> None:
        """Something to say before the first deal."""
        self._notices = notices

    def tell(self, number: int, order: tuple[Seat, ...], told: tuple[Seen, ...]) -> None:
        """Something happened in a deal."""
        if not self._deals or self._deals[-1][0] != number:
            self._deals = [*self._deals[-KEPT + 1 :], (number, order, [])]
        self._deals[-1][2].extend(told)

    def lines(self, words: Words) -> list[str]:
        """The story in a language."""
        lines = list(self._notices)
        board = words.text("table.board.cards", cards="").strip()  # it lies on the table
        for number, order, told in self._deals:
            lines += ["", words.text("terminal.deal", n=number)] if lines else []
            story = transcript(told, words, self.names.at(order, words))
            lines += [line for line in story.splitlines() if line and not line.startswith(board)]
        return lines

    def show(self, words: Words) -> None:
        """Write it out, and look at its end."""
        self.query_one("#story", Static).update("\n".join(self.lines(words)))
        self.call_after_refresh(self.scroll_end, animate=False)
