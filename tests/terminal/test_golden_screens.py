"""Golden screens: what stands on the screen in each phase of each game.

``golden/*.txt`` are written anew by ``pytest tests/terminal --accept``; the diff is to be read.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cincinnati.rules.presets import PRESETS
from cincinnati.session import Session
from cincinnati.terminal import Look
from cincinnati.terminal.app import TableApp
from cincinnati.terminal.panels import Standings
from cincinnati.words import LANGUAGES
from terminal.driver import SIZE, app_for, screen_text, settle, sitting

GOLDEN = Path(__file__).parent / "golden"
SEEDS = {
    "cincinnati": 96,
    "classic": 62,
    "liz": 17,
    "hi-lo": 30,
    "crisscross": 90,
    "last-card-wild": 46,
    "low-hole": 61,
    "last-suit": 98,
}
"""Seeds whose first deal comes to a showdown with the person in it."""

Screens = list[tuple[str, str]]


def check(name: str, screens: Screens, config: pytest.Config) -> None:
    told = "\n".join(f"=== {phase}\n{screen}" for phase, screen in screens)
    golden = GOLDEN / f"{name}.txt"
    if config.getoption("--accept"):
        golden.write_text(told, encoding="utf-8")
    assert golden.exists(), f"{golden.name} is missing: pytest tests/terminal --accept writes it"
    assert told == golden.read_text(encoding="utf-8"), "stale: accept it, and read the diff"


async def two_deals(app: TableApp, size: tuple[int, int]) -> Screens:
    """Check and call through two deals, and look at every phase."""
    screens: Screens = []

    def look(phase: str) -> None:
        if phase not in [name for name, _ in screens]:
            screens.append((phase, screen_text(app)))

    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        look("first action")
        await pilot.press("b", "7")
        look("bet entry")
        await pilot.press("escape")
        awards = 0
        while app.return_value is None:
            await settle(app, pilot)
            if isinstance(app.screen, Standings):
                look("end" if app.screen.final else "standings")
                await pilot.press("enter")
            elif app.waiting is not None:
                awards += 1
                look(f"award {awards}")
                await pilot.press("enter")
            elif app.turn is not None:
                board = app.turn.view.board
                if board[2] is not None:
                    look("third card")
                turn = app.turn
                await pilot.press("c")
                if turn.unsure is not None:
                    look("all-in")
                    await pilot.press("enter")
    return screens


@pytest.mark.parametrize("preset", PRESETS)
def test_every_phase_of_every_preset(preset: str, pytestconfig: pytest.Config) -> None:
    number = list(PRESETS).index(preset)
    told: list[Session] = []
    table, session = sitting(preset, players=3 + number % 6, seed=SEEDS[preset], deals=2)
    app = app_for(table, session, told, language=LANGUAGES[number % 4])
    screens = asyncio.run(two_deals(app, SIZE))
    phases = {phase for phase, _ in screens}
    assert {"first action", "bet entry", "third card", "award 1", "standings", "end"} <= phases
    check(preset, screens, pytestconfig)


async def screen(app: TableApp, size: tuple[int, int], *keys: str) -> str:
    """What stands there after some keys."""
    async with app.run_test(size=size) as pilot:
        await settle(app, pilot)
        for key in keys:
            await pilot.press(key)
            await settle(app, pilot)
        return screen_text(app)


WIDE = (120, 40)
OTHER_SCREENS: dict[str, tuple[str, tuple[int, int], int, str, str]] = {
    "wide row": ("liz", WIDE, 8, "en", "c c c"),
    "wide cross": ("crisscross", WIDE, 6, "fr", "c c c"),
    "high": ("hi-lo", (80, 40), 2, "it", "c"),
    "help": ("last-suit", SIZE, 4, "pt", "question_mark"),
    "help further down": ("last-suit", SIZE, 4, "pt", "question_mark pagedown"),
    "standings asked for": ("classic", SIZE, 4, "it", "c s"),
    "leave": ("classic", SIZE, 4, "fr", "q"),
    "another language": ("crisscross", SIZE, 7, "en", "l l"),
    "not now": ("cincinnati", SIZE, 2, "en", "f"),
    "too small": ("cincinnati", (60, 20), 4, "pt", ""),
    "much too small": ("cincinnati", (30, 8), 4, "en", ""),
}


def test_other_screens(pytestconfig: pytest.Config) -> None:
    screens = []
    for name, (preset, size, players, language, keys) in OTHER_SCREENS.items():
        table, session = sitting(preset, players=players, seed=7)
        app = app_for(table, session, [], language=language)
        screens.append((name, asyncio.run(screen(app, size, *keys.split()))))
    check("other screens", screens, pytestconfig)


def test_the_dealer_chooses(pytestconfig: pytest.Config) -> None:
    screens = []
    for language in LANGUAGES:
        table, session = sitting("cincinnati", players=2, seed=2, dealers_choice=True)
        app = app_for(table, session, [], language=language)
        screens.append((language, asyncio.run(screen(app, SIZE, "down", "down"))))
    check("dealer's choice", screens, pytestconfig)


def test_without_unicode(pytestconfig: pytest.Config) -> None:
    screens = []
    for preset, keys in (("liz", "c c"), ("crisscross", "c c c"), ("hi-lo", "question_mark")):
        table, session = sitting(preset, players=8, seed=7)
        app = app_for(table, session, [], language="fr", look=Look(pace=0, encoding="ascii"))
        screens.append((preset, asyncio.run(screen(app, SIZE, *keys.split()))))
    assert all(text.isascii() for _, text in screens)
    check("ascii", screens, pytestconfig)
