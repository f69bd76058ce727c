"""The table on the whole screen (Textual).

The one idea: the session runs as a task beside the screen and waits for it; the screen is in
one of a few modes (`Mode`), and each mode says which keys mean what.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from enum import Enum
from typing import Any, ClassVar

from msgspec.structs import replace
from rich.cells import cell_len
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.filter import LineFilter, Monochrome
from textual.theme import Theme
from textual.widgets import Static

from cincinnati.engine.actions import Action, Seat
from cincinnati.engine.seen import DealOpened
from cincinnati.tables.protocol import Update
from cincinnati.terminal.bar import Bar, Keys, KeyText
from cincinnati.terminal.canvas import spread
from cincinnati.terminal.chance import OwnChance
from cincinnati.terminal.filters import Colourless, Limited
from cincinnati.terminal.frames import Frame
from cincinnati.terminal.log import Log
from cincinnati.terminal.names import Look, Names
from cincinnati.terminal.panels import (
    Choice,
    HelpPanel,
    Panel,
    Question,
    Standings,
    TooSmall,
    fits,
)
from cincinnati.terminal.person import Person
from cincinnati.terminal.scene import Scene
from cincinnati.terminal.table import Felt
from cincinnati.terminal.telling import happening, next_language
from cincinnati.terminal.turn import Turn
from cincinnati.words import Words
from cincinnati.words.rulesets import stakes

WIDE = 116
"""Columns from which on the story stands beside the table."""
TALL = 30
"""Rows from which on it has more of them below the table."""
NOTICE = 8
"""Seconds that a notice at the beginning lies over the table."""


THEME = Theme(
    "cincinnati",
    primary="#dca94a",
    secondary="#a4b5ae",
    accent="#dca94a",
    foreground="#ece7db",
    background="#121a1a",
    surface="#121a1a",
    panel="#153b37",
)
"""What Textual's own parts (scroll bars, headings) are painted with."""


class Outcome(Enum):
    """How a sitting ended."""

    OVER = "over"
    LEFT = "left"
    INTERRUPTED = "interrupted"


Sit = Callable[[Person], Coroutine[Any, Any, None]]
"""Plays the session with a person, to its end."""


class TableApp(App[Outcome | Exception]):
    """The table."""

    CSS_PATH = "theme.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012  (as Textual has it)
    VERTICAL_BREAKPOINTS = [(0, "-low"), (TALL, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", priority=True, show=False),
        Binding("ctrl+q", "interrupt", priority=True, show=False),
    ]

    def __init__(
        self, sit: Sit, names: Names, words: Words, look: Look, notices: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self.register_theme(THEME)
        self.theme = THEME.name
        self.words = words
        self.look = look
        self.names = names
        self.person = Person(self, look.pace)
        self._sit = sit
        self._odds = OwnChance() if look.odds else None
        self._drawn = False
        self._notices = list(notices)
        self._scene = Scene(names)
        self._update: Update | None = None
        self._frame: Frame | None = None
        self._logged: Frame | None = None
        self._before: dict[Seat, int] = {}
        self.turn: Turn | None = None
        """His turn, while it lasts."""
        self._decided: asyncio.Future[Action] | None = None
        self._hint = ""
        self.waiting: asyncio.Future[None] | None = None
        """Done when he has seen what is shown."""

    # --- what is on the screen ------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The head, the felt, the story, the foot."""
        yield Static(id="head", markup=False)
        with Container(id="middle"):
            yield Felt(self._scene, self.words)
            yield Log(self.names)
        yield Bar()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What the terminal cannot show is left out at the very end."""
        filters = list(super().get_line_filters())
        if self.no_color:
            # Textual would paint in greys, and they are colours too.
            filters = [each for each in filters if not isinstance(each, Monochrome)]
            filters.append(Colourless())
        if self.look.encoding.lower().replace("-", "") != "utf8":
            filters.append(Limited(self.look.encoding))
        return filters

    def on_mount(self) -> None:
        """Sit down."""
        self.set_class(self.look.two_colours, "two-colours")
        self.query_one(Log).note(self._notices)
        with suppress(NotImplementedError, AttributeError):  # where there are no such signals
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(number, self.action_interrupt)

    def on_ready(self) -> None:
        """The first sight of the table."""
        self._drawn = True
        self.retell()
        for notice in self._notices:
            self.notify(notice, timeout=NOTICE, markup=False)
        self.run_worker(self._play(), exit_on_error=False)

    async def _play(self) -> None:
        try:
            await self._sit(self.person)
        except Exception as error:
            self.exit(error)
        else:
            self.exit(Outcome.OVER)

    def on_resize(self, event: events.Resize) -> None:
        """Too small, or large enough again; everything else draws itself."""
        enough = fits(event.size)
        if not enough and not isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall(lambda: self.words))
        elif enough and isinstance(self.screen, TooSmall):
            self.pop_screen()
        self.call_after_refresh(self.retell)

    def retell(self) -> None:
        """Write everything, in the language of the moment."""
        if not (self._drawn and self.is_running):
            return
        table = self.screen_stack[0]
        table.query_one("#head", Static).update(self._head())
        table.query_one(Felt).show(self._scene, self.words)
        table.query_one(Log).show(self.words)
        self._show_bar()
        for screen in self.screen_stack[1:]:
            if isinstance(screen, Panel):
                screen.retell()

    def _head(self) -> str:
        words, scene = self.words, self._scene
        if scene.view is None:
            return words.preset("cincinnati")
        rules = scene.view.rules
        number, rounds = scene.round
        left = " · ".join(
            (
                words.preset(rules.preset),
                words.text("table.deal", n=scene.number, deals=scene.deals),
                words.text("table.round", n=number, rounds=rounds),
            )
        )
        width = self.size.width - 2
        return spread(left, _fitting(stakes(words, rules), width - cell_len(left) - 2), width)

    def _show_bar(self) -> None:
        said, keys = self._said(), self._keys()
        self.screen_stack[0].query_one(Bar).show(said, keys, own_turn=self.turn is not None)

    def _said(self) -> list[str]:
        if self._hint:
            return [self._hint]
        return self.turn.said(self.words) if self.turn is not None else self._happening()

    def _happening(self) -> list[str]:
        if self._frame is None or self._update is None:
            return []
        names = self.names.at(self._update.order, self.words)
        return happening(self._frame, self.words, names)

    def _keys(self) -> list[Keys]:
        words = self.words
        always = [
            ("s", words.text("terminal.key.standings")),
            ("l", words.text("terminal.key.language")),
            ("?", words.text("terminal.key.help")),
            ("q", words.text("terminal.key.leave")),
        ]
        if self.turn is not None:
            rows = list(self.turn.keys(words))
            return rows if len(rows) > 1 or self.turn.unsure else [*rows, always]
        if self.waiting is not None:
            return [[("enter", words.text("terminal.key.go_on")), *always]]
        return [[("space", words.text("terminal.key.hurry")), *always]]

    # --- what the session tells and asks (`Stage`) --------------------------------------

    def sit_down(self, update: Update) -> None:
        """Show who is there before the first deal."""
        self._scene = replace(self._scene, chips=update.chips)
        self.retell()

    def show(self, frame: Frame, update: Update) -> None:
        """Show a moment."""
        opened = next((event for event in frame.told if isinstance(event, DealOpened)), None)
        if opened is not None:
            self._before = dict(zip(update.order, opened.stacks, strict=True))
        self._tell_log()
        self._frame, self._update, self._hint = frame, update, ""
        chance = None if self._odds is None else self._odds.known(frame.view)
        self._scene = self._scene.after(frame, update, chance)
        if frame.award is None:
            self._tell_log()
        self.retell()
        if self._odds is not None and chance is None:
            self.run_worker(self._work_out(self._odds, frame), group="odds", exclusive=True)

    async def _work_out(self, odds: OwnChance, frame: Frame) -> None:
        """Show one's own chance as soon as it is known, if the moment has not passed."""
        chance = await odds.of(frame.view)
        if self._frame is frame:
            self._scene = replace(self._scene, chance=chance)
            self.retell()

    def _tell_log(self) -> None:
        """Move the moment into the story; an award is said at the foot first."""
        if self._frame is not None and self._update is not None and self._frame is not self._logged:
            log = self.screen_stack[0].query_one(Log)
            log.tell(self._update.number, self._update.order, self._frame.told)
            self._logged = self._frame

    async def wait_for_key(self) -> None:
        """Until he has seen it."""
        self.waiting = asyncio.get_running_loop().create_future()
        self._show_bar()
        try:
            await self.waiting
        finally:
            self.waiting = None

    async def ask(self, update: Update) -> Action:
        """It is his turn."""
        if update.view is None:
            raise ValueError("nobody can act before the first deal")
        self._update = update
        self.turn = Turn(update.view)
        self._decided = asyncio.get_running_loop().create_future()
        self._show_bar()
        return await self._decided

    async def ask_for_game(self, update: Update) -> str | None:
        """He deals and names the game."""
        return await self.push_screen_wait(Choice(lambda: self.words))

    async def show_standings(self, update: Update) -> None:
        """Between two deals, and at the end."""
        self._tell_log()
        self._update = update
        self.retell()
        await self.push_screen_wait(self._standings(update))

    def _standings(self, update: Update) -> Standings:
        return Standings(lambda: self.words, update, self.names, self._before)

    def hint(self, text: str) -> None:
        """Something that he should know now."""
        self._hint = text
        self._show_bar()

    # --- keys -----------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """A key that nothing above the table has used."""
        key = "question_mark" if event.character == "?" else event.key
        if isinstance(self.screen, Panel):
            self._press_anywhere(key)
        elif self.turn is not None and self.turn.press(key):
            self._hint = ""
            if self.turn.action is not None and self._decided is not None:
                self._decided.set_result(self.turn.action)
                self.turn = self._decided = None
            self._show_bar()
        else:
            self._press_at_the_table(key)

    def _press_anywhere(self, key: str) -> None:
        if key == "l":
            self.words = next_language(self.words)
            self.retell()
        elif key == "q" and not isinstance(self.screen, Question):
            self.push_screen(Question(lambda: self.words, "terminal.leave"), self._leave)

    def _press_at_the_table(self, key: str) -> None:
        story = self.query_one(Log)
        match key:
            case "enter" | "space" if self.waiting is not None:
                if not self.waiting.done():
                    self.waiting.set_result(None)
            case "space":
                self.person.hurry()
            case "question_mark" | "f1" if self._scene.view is not None:
                self.push_screen(HelpPanel(lambda: self.words, self._scene.view.rules))
            case "s" if self._update is not None:
                self.push_screen(self._standings(self._update))
            case "4":
                self.toggle_class("two-colours")
            case "pageup":
                story.scroll_page_up(animate=False)
            case "pagedown":
                story.scroll_page_down(animate=False)
            case _:
                self._press_anywhere(key)

    def on_key_text_pressed(self, event: KeyText.Pressed) -> None:
        """A key that was clicked."""
        key = event.key
        self.post_message(events.Key(_CLICKED.get(key, key), key if len(key) == 1 else None))

    def action_interrupt(self) -> None:
        """Ctrl-C: get up at once; the session is kept."""
        self.exit(Outcome.INTERRUPTED)

    def _leave(self, answer: str | None) -> None:
        if answer is not None:
            self.exit(Outcome.LEFT)


def _fitting(listed: str, width: int) -> str:
    """As many parts of a list with commas as there is room for."""
    parts = listed.split(", ")
    while parts and cell_len(", ".join(parts)) > width:
        parts.pop()
    return ", ".join(parts)


_CLICKED = {"esc": "escape", "?": "question_mark"}
"""The keys that are called otherwise on the screen."""
