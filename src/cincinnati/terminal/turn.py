"""One's own turn at the keyboard: keys in, in the end an action out.

The one idea: a turn is in one of three states, choosing, entering an amount, or confirming an
all-in; only legal actions ever come out of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from cincinnati.engine.actions import Action, BringIn, Call, Fold, Raise
from cincinnati.engine.view import View
from cincinnati.terminal.bar import Keys, entry_rows
from cincinnati.terminal.entry import Entry
from cincinnati.terminal.telling import everything, labels, last_chips, takes_everything
from cincinnati.words import Words

_STEPS = {"left": -1, "right": 1, "minus": -1, "plus": 1}
_STRIDES = {"down": -1, "up": 1}


class Turn:
    """The turn of the person in front of the screen."""

    def __init__(self, view: View) -> None:
        if view.legal is None:
            raise ValueError("it is not this player's turn")
        self.view = view
        self.legal = view.legal
        self.action: Action | None = None
        """What he has decided."""
        self._entry: Entry | None = None
        self.unsure: Action | None = None
        """What he has to confirm, because it takes all his chips."""
        self._refused = False

    @property
    def entering(self) -> bool:
        """Whether he is choosing an amount."""
        return self._entry is not None

    def press(self, key: str) -> bool:
        """A key; whether it meant something here."""
        self._refused = False
        if self.unsure is not None:
            self._confirm(key)
            return True
        if self._entry is not None:
            return self._enter(self._entry, key)
        return self._choose(key)

    def _confirm(self, key: str) -> None:
        if key == "enter":
            self.action = self.unsure
        self.unsure = None

    def _enter(self, entry: Entry, key: str) -> bool:
        match key:
            case "enter":
                self._propose(Raise(entry.to))
            case "escape":
                self._entry = None
            case "backspace":
                self._entry = entry.erased()
            case "left" | "right" | "minus" | "plus":
                self._entry = entry.moved(_STEPS[key])
            case "up" | "down":
                self._entry = entry.moved(_STRIDES[key] * entry.step)
            case digit if digit.isascii() and digit.isdigit():
                self._entry = entry.type(digit)
            case letter if letter in "mhpa":
                self._entry = entry.preset(letter)
            case _:
                return False
        return True

    def _choose(self, key: str) -> bool:
        raising = self.legal.raise_to
        match key:
            case "f" if self.legal.fold:
                self._propose(Fold())
            case "c" if self.legal.bring_in:
                self._propose(BringIn())
            case "c":
                self._propose(Call())
            case "b" | "r" if raising is not None and raising[0] == raising[1]:
                self._propose(Raise(raising[0]))
            case "b" | "r" if raising is not None:
                self._entry = Entry.of(self.view, self.legal)
            case "a" if raising is not None and raising[1] == everything(self.view):
                self._propose(Raise(raising[1]))
            case "f" | "b" | "r" | "a":
                self._refused = True
            case _:
                return False
        return True

    def _propose(self, action: Action) -> None:
        if takes_everything(action, self.view):
            self.unsure = action
        else:
            self.action = action

    def said(self, words: Words) -> list[str]:
        """What he is asked."""
        if self.unsure is not None:
            return [words.text("terminal.sure", chips=last_chips(words, self.view))]
        if self._entry is not None:
            return [entry_rows(words, self._entry, self.view.level)[0]]
        if self._refused:
            allowed = words.allowed(self.legal, self.view.level)
            return [words.text("terminal.not_now", allowed=allowed)]
        if self.legal.bring_in:
            return [words.text("terminal.turn.open")]
        if self.legal.call:
            return [words.text("terminal.turn", chips=self.legal.call)]
        return [words.text("terminal.turn.free")]

    def keys(self, words: Words) -> Sequence[Keys]:
        """The keys that mean something, row by row."""
        if self.unsure is not None:
            return [
                [
                    ("enter", words.text("terminal.key.yes")),
                    ("esc", words.text("terminal.key.back")),
                ]
            ]
        if self._entry is not None:
            return [
                entry_rows(words, self._entry, self.view.level)[1],
                [
                    ("0–9 ←→ ↑↓", words.text("terminal.key.amount")),
                    ("enter", words.text("terminal.key.confirm")),
                    ("esc", words.text("terminal.key.back")),
                ],
            ]
        return [list(labels(words, self.view, self.legal))]
