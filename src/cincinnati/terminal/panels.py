"""What is laid over the table: help, standings, the choice of a game, a word before leaving."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from cincinnati.engine.actions import Seat
from cincinnati.rules import Ruleset
from cincinnati.rules.presets import PRESETS
from cincinnati.tables.protocol import Update
from cincinnati.terminal.bar import Keys, KeyText, key_row
from cincinnati.terminal.names import Names
from cincinnati.words import Words
from cincinnati.words.catalogue import capital

Result = str | None

LEAST = Size(80, 24)
"""Columns and rows that the table needs."""


def fits(size: Size) -> bool:
    """Whether a window is large enough for the table."""
    return size.width >= LEAST.width and size.height >= LEAST.height


class Panel(ModalScreen[Result]):
    """A text in a frame, with the keys that leave it."""

    leaving: tuple[str, ...] = ("enter", "space", "escape")

    def __init__(self, words: Callable[[], Words]) -> None:
        super().__init__()
        self._words = words
        self._written = False

    @property
    def words(self) -> Words:
        """The language of the moment."""
        return self._words()

    def compose(self) -> ComposeResult:
        """The text and its keys."""
        with VerticalScroll(id="panel"):
            yield Static(id="text", markup=False)
            yield KeyText(id="keys")

    def on_mount(self) -> None:
        """Write it for the first time."""
        self._written = True
        self.fill()

    def retell(self) -> None:
        """Write it anew, if it has been written."""
        if self._written:
            self.fill()

    def fill(self) -> None:
        """Write it in the language of the moment."""
        self.query_one("#panel").border_title = self.title_text()
        self.query_one("#text", Static).update(self.text())
        self.query_one("#keys", Static).update(Text("\n") + key_row(self.keys()))

    def title_text(self) -> str:
        """What stands in the frame."""
        return ""

    def text(self) -> Text:
        """What stands in it."""
        return Text()

    def keys(self) -> Keys:
        """The keys that it answers."""
        return [("enter", self.words.text("terminal.key.go_on"))]

    def on_key(self, event: events.Key) -> None:
        """Its own keys; the others scroll it or are the app's."""
        if self.is_current and self.press(event.key):
            event.stop()

    def press(self, key: str) -> bool:
        """A key; whether it meant something here."""
        if key not in self.leaving:
            return False
        self.dismiss(None)
        return True


class Standings(Panel):
    """Who stands where, between two deals, when asked for, and at the end."""

    def __init__(
        self, words: Callable[[], Words], update: Update, names: Names, before: dict[Seat, int]
    ) -> None:
        super().__init__(words)
        self._update = update
        self._names = names
        self._before = before

    @property
    def final(self) -> bool:
        """Whether these are the final places."""
        return self._update.over

    def title_text(self) -> str:
        """After which deal."""
        words, update = self.words, self._update
        if update.over:
            return words.text("table.final_places")
        deal = words.text("table.deal", n=update.number, deals=update.deals)
        return f"{words.text('table.standings')} · {deal}"

    def text(self) -> Text:
        """One line a player, the best first."""
        words, update = self.words, self._update
        text = Text()
        for seat in sorted(update.standings, key=lambda seat: update.standings[seat]):
            place = words.place(update.standings[seat])
            name = self._names.of(seat, words)
            chips = words.number(update.chips[seat])
            bot = self._names.bots.get(seat, "")
            style = "bold" if seat == self._names.own else ""
            line = f"{place:>5}  {name:<13} {chips:>9}  {self._change(seat):>7}   {bot}\n"
            text.append(line, style)
        if update.over:
            best = [seat for seat, place in update.standings.items() if place == 1]
            names = words.all_of(self._names.of(seat, words) for seat in best)
            text.append("\n" + words.count("session.won", len(best), names=names))
        text.rstrip()
        return text

    def keys(self) -> Keys:
        """How to go on."""
        key = "terminal.key.leave" if self.final else "terminal.key.go_on"
        return [("enter", self.words.text(key))]

    def _change(self, seat: Seat) -> str:
        """What he won or lost in the deal; at the end, in the session."""
        chips, view = self._update.chips[seat], self._update.view
        before = self._before.get(seat, chips)
        if self.final and view is not None:
            before = view.rules.stack
        change = chips - before
        return f"{change:+d}" if change else ""


class Question(Panel):
    """Something to confirm."""

    def __init__(self, words: Callable[[], Words], key: str) -> None:
        super().__init__(words)
        self._key = key

    def text(self) -> Text:
        """The question."""
        return Text(self.words.text(self._key))

    def keys(self) -> Keys:
        """Yes and no."""
        words = self.words
        return [("enter", words.text("terminal.key.yes")), ("esc", words.text("terminal.key.back"))]

    def press(self, key: str) -> bool:
        """Enter is yes, everything else no."""
        self.dismiss("yes" if key == "enter" else None)
        return True


class Choice(Panel):
    """The dealer names a game."""

    def __init__(self, words: Callable[[], Words]) -> None:
        super().__init__(words)
        self._at = 0

    def title_text(self) -> str:
        """What is asked."""
        return self.words.text("table.dealers_choice")

    def text(self) -> Text:
        """The games; the marked one is described."""
        words, text = self.words, Text()
        for number, name in enumerate(PRESETS):
            here = number == self._at
            mark = "▸" if here else " "
            text.append(f"{mark} {number + 1} {words.preset(name)}\n", "bold" if here else "")
        text.append("\n" + words.about(list(PRESETS)[self._at]))
        return text

    def keys(self) -> Keys:
        """How to choose."""
        words = self.words
        return [
            ("↑↓", words.text("terminal.key.choose")),
            ("enter", words.text("terminal.key.play")),
            ("esc", words.text("terminal.key.own_game")),
        ]

    def press(self, key: str) -> bool:
        """Up, down, a number, Enter."""
        presets = list(PRESETS)
        match key:
            case "up" | "down":
                self._at = (self._at + (1 if key == "down" else -1)) % len(presets)
            case digit if digit in [str(number + 1) for number in range(len(presets))]:
                self._at = int(digit) - 1
            case "enter":
                self.dismiss(presets[self._at])
            case "escape":
                self.dismiss(None)
            case _:
                return False
        self.retell()
        return True


class TooSmall(Panel):
    """The window is too small to draw a table in; nothing is lost, the game waits."""

    def text(self) -> Text:
        """How large it is, and how large it should be."""
        size = self.app.size
        return Text(self.words.text("terminal.too_small", width=size.width, height=size.height))

    def on_resize(self) -> None:
        """Say the new size."""
        self.retell()

    def on_screen_resume(self) -> None:
        """Another panel lay over it meanwhile."""
        if self._written and fits(self.app.size):
            self.dismiss(None)

    def keys(self) -> Keys:
        """One can still leave."""
        return [("q", self.words.text("terminal.key.leave"))]

    def press(self, key: str) -> bool:
        """Only the app's keys mean something."""
        return False


class HelpPanel(Panel):
    """The game that is played, the keys, and the help page."""

    leaving = ("enter", "escape", "question_mark", "f1")

    def __init__(self, words: Callable[[], Words], rules: Ruleset) -> None:
        super().__init__(words)
        self._rules = rules

    def compose(self) -> ComposeResult:
        """Markdown instead of a plain text."""
        from textual.widgets import Markdown

        with VerticalScroll(id="panel"):
            yield Markdown(id="page")

    def fill(self) -> None:
        """Write it in the language of the moment."""
        from textual.widgets import Markdown

        words = self.words
        panel = self.query_one("#panel")
        panel.border_title = words.text("table.help")
        panel.border_subtitle = words.text("terminal.help.keys")
        self.query_one(Markdown).update(self.page())
        panel.focus()

    def page(self) -> str:
        """The whole page as Markdown."""
        words = self.words
        game, *lines = words.rules(self._rules)
        rules = "\n".join(f"- {line}" for line in lines)
        keys = "\n".join(
            f"- **{key}** {words.text(f'terminal.help.{name}')}" for key, name in HELP_KEYS
        )
        title = capital(words.text("terminal.help.title"))
        return f"# {game}\n\n{rules}\n\n# {title}\n\n{keys}\n\n{words.help()}"


HELP_KEYS = (
    ("f · c · b · r · a", "actions"),
    ("0–9 · ← → · ↑ ↓", "amount"),
    ("space", "hurry"),
    ("PgUp PgDn", "scroll"),
    ("l", "language"),
    ("s", "standings"),
    ("4", "colours"),
    ("q · Ctrl-C", "leave"),
)
