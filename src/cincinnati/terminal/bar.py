"""The foot of the screen: what is going on, and the keys that do something now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.style import Style
from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from cincinnati.terminal.canvas import wrapped
from cincinnati.terminal.entry import Entry
from cincinnati.terminal.telling import raise_label
from cincinnati.words import Words

Keys = Sequence[tuple[str, str]]
"""Keys and what they do."""

ROWS = 3
BRASS = "#dca94a"
CALLING = f"bold {BRASS}"
"""How he is told that it is his turn."""


class KeyText(Static):
    """A text with keys in it, which can be clicked as well."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def on_click(self, event: Click) -> None:
        """A click on a key is that key."""
        if (key := event.style.meta.get("press")) is not None:
            self.post_message(self.Pressed(key))


class Bar(KeyText):
    """A few lines at the foot."""

    def __init__(self) -> None:
        super().__init__(id="bar")

    def show(self, said: Iterable[str], keys: Sequence[Keys], *, own_turn: bool) -> None:
        """What is said, and below it rows of keys."""
        width = max(1, self.size.width - 2)
        room = ROWS - len(keys)
        lines = [line for text in said for line in wrapped(text, width)][:room]
        lines += [""] * (room - len(lines))
        style = CALLING if own_turn else ""
        rows = [*(Text(line, style) for line in lines), *(key_row(row) for row in keys)]
        self.update(Text("\n").join(rows))


def key_row(keys: Keys) -> Text:
    """Keys in a row: ``[f] Fold  [c] Call 4``."""
    return Text("  ").join(_key(key, label) for key, label in keys)


def _key(key: str, label: str) -> Text:
    press = Style(meta={"press": key})
    text = Text().append(f"[{key}]", press + Style(bold=True, color=BRASS))
    return text.append(f" {label}", press)


def entry_rows(words: Words, entry: Entry, level: int) -> tuple[str, Keys]:
    """The bet entry: the amount between what is allowed, and the keys that change it."""
    typed = "" if not entry.typed or int(entry.typed) == entry.to else f" ({entry.typed} …)"
    amount = f"{words.raise_to(entry.to, level)}{typed}"
    label = raise_label(words, level, entry.least, entry.most)
    presets = [(key, f"{words.text(code)} {words.number(to)}") for key, code, to in entry.presets]
    return f"◂ {amount} ▸   ({label})", presets
