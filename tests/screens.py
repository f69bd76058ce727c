"""Pictures of the page, for whoever looks after its design: ``make screens``.

::

    python tests/screens.py                  # all of them, into client/screenshots
    python tests/screens.py showdown learn   # those whose name holds one of these words

The one idea: every picture is a scene with known cards (`staged_tables`) at a window's size, once
in English and light, once in French and dark; so two runs differ only where the page does.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct
from playwright.async_api import Browser, Page

from browser_chromium import running_chromium
from live_client import Company
from live_evening import Luck
from live_server import Live, live_server
from staged_tables import (
    DESK,
    LYING,
    PHONE,
    SCENES,
    Scene,
    Size,
    ask_expert,
    at_table,
    drawn,
    fresh,
    let_in,
    play_on,
    staged,
)

FOLDER = Path(__file__).parents[1] / "client" / "screenshots"
LOOKS = (("en", "light"), ("fr", "dark"))
"""Language and theme: each picture is taken once in each of them."""

KNOWN_CHANCE = (
    "let last = 7; Math.random = () => (last = (last * 48271) % 2147483647) / 2147483647;"
)
"""The page's own luck: which cards lie on its start page."""

Then = Callable[[Page], Awaitable[None]]


class Shot(Struct, frozen=True, kw_only=True):
    """One picture: a path of the page, or a scene at a table, and what is done there first."""

    name: str
    path: str | None = None
    """Of the page; within a scene it is added to the table's own."""
    scene: Scene | None = None
    size: Size = DESK
    then: Then | None = None
    stranger: bool = False
    """Whether it is somebody who has not joined who looks."""
    full: bool = False
    """The whole page and not only the window."""


async def open_host(page: Page) -> None:
    """Show the host's panel."""
    if page.viewport_size and page.viewport_size["width"] < DESK[0]:
        await page.locator(".menu").click()
    await page.locator('[role=tab][id$="-host"]').click()
    await page.locator("[role=tabpanel] button").first.wait_for()


async def shown(page: Page) -> None:
    """Wait until the end of the deal is told."""
    await page.locator(".seat.winner").first.wait_for(state="attached")


async def result(page: Page) -> None:
    """Wait until the places are shown."""
    await page.locator(".end svg").first.wait_for()


async def to_the_end(page: Page) -> None:
    """Go to the replay's last moment."""
    await page.locator("input[type=range]").focus()
    await page.keyboard.press("End")


async def choose(page: Page) -> None:
    """Unfold the choice of the game."""
    await page.locator("details.choose summary").click()
    await page.locator("details.choose .button").wait_for()


SHOTS = (
    Shot(name="start", path="/"),
    Shot(name="start-choose", path="/", then=choose, full=True),
    Shot(name="start-phone", path="/", size=PHONE),
    Shot(name="friends", path="/friends", full=True),
    Shot(name="friends-phone", path="/friends", size=PHONE),
    Shot(name="lobby", scene=SCENES["lobby"]),
    Shot(name="lobby-phone", scene=SCENES["lobby"], size=PHONE),
    Shot(name="door", scene=SCENES["lobby"], stranger=True),
    Shot(name="door-phone", scene=SCENES["lobby"], stranger=True, size=PHONE),
    Shot(name="table-2", scene=SCENES["two"]),
    Shot(name="table-6", scene=SCENES["six"]),
    Shot(name="table-8", scene=SCENES["eight"]),
    Shot(name="cross", scene=SCENES["cross"]),
    Shot(name="cross-phone", scene=SCENES["cross"], size=PHONE),
    Shot(name="side-pots", scene=SCENES["side pots"]),
    Shot(name="side-pots-phone", scene=SCENES["side pots"], size=PHONE),
    Shot(name="showdown", scene=SCENES["showdown"], then=shown),
    Shot(name="showdown-phone", scene=SCENES["showdown"], then=shown, size=PHONE),
    Shot(name="hi-lo", scene=SCENES["hi-lo"], then=shown),
    Shot(name="hi-lo-phone", scene=SCENES["hi-lo"], then=shown, size=PHONE),
    Shot(name="waiting", scene=SCENES["waiting"]),
    Shot(name="waiting-phone", scene=SCENES["waiting"], size=PHONE),
    Shot(name="phone", scene=SCENES["six"], size=PHONE),
    Shot(name="phone-8", scene=SCENES["eight"], size=PHONE),
    Shot(name="phone-lying", scene=SCENES["six"], size=LYING),
    Shot(name="phone-lying-cross", scene=SCENES["cross"], size=LYING),
    Shot(name="host", scene=SCENES["six"], then=open_host),
    Shot(name="host-phone", scene=SCENES["six"], then=open_host, size=PHONE),
    Shot(name="end", scene=SCENES["end"], then=result),
    Shot(name="end-phone", scene=SCENES["end"], then=result, size=PHONE),
    Shot(name="replay", scene=SCENES["end"], path="/hand/2", then=to_the_end),
    Shot(name="replay-phone", scene=SCENES["end"], path="/hand/2", size=PHONE),
    Shot(name="advice", scene=SCENES["end"], path="/hand/2", then=ask_expert),
    Shot(name="advice-phone", scene=SCENES["end"], path="/hand/2", then=ask_expert, size=PHONE),
    Shot(name="learn", path="/learn", full=True),
    Shot(name="learn-liz", path="/learn/liz", full=True),
    Shot(name="learn-glossary", path="/learn/glossary"),
    Shot(name="learn-phone", path="/learn/crisscross", size=PHONE),
)


async def take(browser: Browser, live: Live, luck: Luck, shot: Shot, **prefs: Any) -> Page:
    """Take one picture; it is named after what it shows, the language and the theme."""
    name = "-".join((shot.name, *prefs.values()))
    async with AsyncExitStack() as stack:
        context = await fresh(browser, size=shot.size, **prefs)
        await context.add_init_script(KNOWN_CHANCE)
        stack.push_async_callback(context.close)
        page = await context.new_page()
        table: Company | None = None
        if shot.scene:
            table = await stack.enter_async_context(staged(live, luck, shot.scene))
            if not shot.stranger:
                await let_in(context, table, shot.scene.viewer)
        if table and shot.path is None:
            await at_table(page, live, table)
        else:
            await page.goto(f"{live.url}{f'/t/{table.table}' if table else ''}{shot.path}")
            await drawn(page)
        if table and shot.scene and shot.scene.last:
            await play_on(table, shot.scene)
        if shot.then:
            await shot.then(page)
        await page.wait_for_timeout(150)
        await page.screenshot(path=FOLDER / f"{name}.png", full_page=shot.full)
    return page


async def main(words: list[str]) -> None:
    """Take the pictures whose name holds one of the words; all without any."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = [shot for shot in SHOTS if not words or any(word in shot.name for word in words)]
    with TemporaryDirectory() as folder:
        luck = Luck()
        async with (
            live_server(f"sqlite:///{folder}/screens.db", chance=luck) as live,
            running_chromium() as browser,
        ):
            for shot, (language, theme) in product(wanted, LOOKS):
                await take(browser, live, luck, shot, language=language, theme=theme)
                print(f"{shot.name}-{language}-{theme}.png")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
