"""The program itself: leaving, languages, the size of the window, colours, what goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from cincinnati.errors import SessionError
from cincinnati.session import Session
from cincinnati.tables import Player
from cincinnati.terminal import Look, Names
from cincinnati.terminal.app import Outcome, TableApp
from cincinnati.terminal.panels import HelpPanel, Question, Standings, TooSmall
from cincinnati.words import LANGUAGES, Words
from terminal.driver import QUICK, SIZE, YOU, app_for, screen_text, settle, sitting

Steps = Callable[[TableApp, Pilot[Any]], Awaitable[None]]


def at_the_table(
    steps: Steps,
    *,
    preset: str = "liz",
    size: tuple[int, int] = SIZE,
    told: list[Session] | None = None,
    seed: int = 7,
    **options: Any,
) -> TableApp:
    """Sit down, wait for the first turn, do some steps, and leave."""
    table, session = sitting(preset, seed=seed)
    app = app_for(table, session, [] if told is None else told, **options)

    async def run() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            if options.get("look", QUICK).pace == 0:
                await settle(app, pilot)
            await steps(app, pilot)

    asyncio.run(run())
    return app


def test_q_asks_before_leaving() -> None:
    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press("q")
        assert isinstance(app.screen, Question)
        await pilot.press("escape")
        assert not isinstance(app.screen, Question)
        await pilot.press("q", "enter")

    assert at_the_table(steps).return_value is Outcome.LEFT


@pytest.mark.parametrize("before", [(), ("r",), ("q",), ("question_mark",), ("s",), ("a",)])
def test_ctrl_c_leaves_at_once_wherever_one_is(before: tuple[str, ...]) -> None:
    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press(*before, "ctrl+c")

    assert at_the_table(steps).return_value is Outcome.INTERRUPTED


def test_everything_follows_the_language_at_once() -> None:
    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        for language in (*LANGUAGES[1:], LANGUAGES[0]):
            await pilot.press("l")
            await settle(app, pilot)
            words = Words.of(language)
            text = screen_text(app)
            assert app.person.words.language == language
            for key in ("guest", "key.standings", "key.leave", "turn.free"):
                assert words.text(f"terminal.{key}") in text
            assert words.preset("liz") in text
            assert words.text("event.antes", chips=1) in text

    at_the_table(steps)


def test_the_language_changes_in_a_panel_too() -> None:
    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press("s", "l")
        await settle(app, pilot)
        assert Words.of("fr").text("table.standings") in screen_text(app)

    at_the_table(steps)


def test_a_panel_can_be_left() -> None:
    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        for key, panel in (("question_mark", HelpPanel), ("f1", HelpPanel), ("s", Standings)):
            await pilot.press(key)
            assert isinstance(app.screen, panel)
            await pilot.press("c", "escape")
            assert not isinstance(app.screen, panel)
            assert app.turn is not None  # the c meant nothing there
            await pilot.press(key, "enter")
            assert not isinstance(app.screen, panel)

    at_the_table(steps)


def test_another_size_in_the_middle_of_a_hand_changes_nothing_else() -> None:
    told: list[Session] = []

    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press("b", "1", "7")
        before, steps = screen_text(app), len(told)
        for size in ((120, 40), (60, 20), (20, 5), (200, 60), (80, 23), (79, 24), SIZE):
            await pilot.resize_terminal(*size)
            await settle(app, pilot)
            small = size[0] < SIZE[0] or size[1] < SIZE[1]
            assert isinstance(app.screen, TooSmall) == small
            assert (str(size[0]) in screen_text(app)) or not small
        assert screen_text(app) == before
        assert len(told) == steps
        await pilot.press("enter")

    at_the_table(steps, told=told)
    assert any("to=17" in str(event) for event in told[-1].events)


def test_a_window_that_is_too_small_from_the_start() -> None:
    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        assert isinstance(app.screen, TooSmall)
        await pilot.press("c", "f")
        assert app.turn is not None
        await pilot.resize_terminal(*SIZE)
        await settle(app, pilot)
        assert not isinstance(app.screen, TooSmall)
        assert "Your turn" in screen_text(app)

    at_the_table(steps, size=(40, 10))


def test_one_can_leave_a_window_that_is_too_small() -> None:
    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press("q", "enter")

    assert at_the_table(steps, size=(40, 10)).return_value is Outcome.LEFT


def test_the_pace_can_be_hurried() -> None:
    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        assert app.turn is None
        assert "hurry" in screen_text(app)
        await pilot.press("space")
        await settle(app, pilot)
        assert app.turn is not None

    at_the_table(steps, look=Look(pace=1000, encoding="utf-8"), seed=6)  # others act first


def test_no_colours_where_none_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.press("b")
        styles = [
            segment.style
            for strip in app.screen._compositor.render_strips()
            for segment in strip
            if segment.style is not None
        ]
        assert styles
        assert all(style.color is None and style.bgcolor is None for style in styles)
        assert any(style.bold for style in styles)

    at_the_table(steps)


def test_two_colours_or_four() -> None:
    def colours(app: TableApp) -> set[str]:
        felt = app.query_one("#felt")
        names = ("spades", "hearts", "diamonds", "clubs")
        styles = [felt.get_component_rich_style(f"felt--card-{name}") for name in names]
        return {str(style.color) for style in styles}

    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        assert len(colours(app)) == 2
        await pilot.press("4")
        await settle(app, pilot)
        assert len(colours(app)) == 4

    at_the_table(steps, look=Look(pace=0, encoding="utf-8", two_colours=True))


def test_a_click_is_a_key() -> None:
    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        bar = app.query_one("#bar")
        for key in ("[b]", "[esc]", "[?]"):
            row = next(row for row in screen_text(app).splitlines() if key in row)
            y = screen_text(app).splitlines().index(row)
            at = (row.index(key) + 1, y - bar.region.y)
            assert await pilot.click("#bar", offset=at)
            await settle(app, pilot)
            assert (app.turn is not None and app.turn.entering) == (key == "[b]")
        assert isinstance(app.screen, HelpPanel)

    at_the_table(steps)


def test_notices_are_told() -> None:
    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.pause(0.1)
        assert "Your session goes on" in screen_text(app)

    at_the_table(steps, notices=["Your session goes on."])


def test_what_goes_wrong_beside_the_screen_is_handed_out() -> None:
    async def sit(person: Player) -> None:
        raise SessionError("continued_elsewhere", "the session goes on in another window")

    app = TableApp(sit, Names(YOU, None, {}, {}), Words.of("en"), Look(pace=0, encoding="utf-8"))

    async def run() -> None:
        async with app.run_test(size=SIZE) as pilot:
            await pilot.pause(0.1)

    asyncio.run(run())
    assert isinstance(app.return_value, SessionError)


def test_a_panel_over_the_message_of_a_small_window() -> None:
    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.resize_terminal(60, 20)
        await settle(app, pilot)
        await app.push_screen(Question(lambda: app.words, "terminal.leave"))
        await pilot.resize_terminal(*SIZE)
        await settle(app, pilot)
        assert isinstance(app.screen, Question)
        await pilot.press("escape")
        await pilot.pause(0.1)
        assert len(app.screen_stack) == 1

    at_the_table(steps)
