"""Tables brought to a known state, and a browser that sits down at them, for pictures and boxes.

The one idea: a `Scene` is data (who plays what, which cards, which moves were made), and nobody
clicks anything to get there: the others play over the socket, then Ann's browser opens the page.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from playwright.async_api import Browser, BrowserContext, Page

from cincinnati.tables.live import Clock, Phase
from cincinnati.tables.live.commands import Pause, Start
from cincinnati.web.security import COOKIE
from home_game import deck_for
from live_client import Company, company
from live_evening import Luck
from live_server import Live
from live_settings import QUICK, quick

AN_HOUR = 3_600_000
STILL = Clock(
    action_ms=AN_HOUR, bank_ms=AN_HOUR, between_ms=0, show_ms=AN_HOUR, think_ms=(AN_HOUR, AN_HOUR)
)
"""Nothing happens by itself, but a deal begins at once after one in which no hand was shown."""

Size = tuple[int, int]
"""Of a window: width and height in pixels."""
PHONE: Size = (360, 640)
LYING: Size = (640, 360)
DESK: Size = (1440, 900)

DRAWN = """() => (document.querySelector("h1, [data-version]") !== null
  && document.querySelector("dialog[open], .loading") === null)
  || document.querySelector("dialog[open]") !== null"""

NAMES = "Ann Bruno Chiara Dinis Elise Fritz Greta Hugo"
LONGEST = (
    "Wilhelmina-Bartholomaeus Maximilian-Oberhuemmling Immaculata-Mariagraziana "
    "Sebastiao-Vasconcelosson Anne-Gwendoline-Montmart Friedrich-Wilhelm-Summer "
    "Massimiliana-Quattrocchi Guilhermina-Assumpcao-Mm"
)
"""As long as names may be."""


class Scene(Struct, frozen=True, kw_only=True):
    """A table at one moment; the first of the names is whoever looks at it."""

    preset: str = "cincinnati"
    names: str = "Ann Bruno"
    decks: tuple[tuple[str, str], ...] = ()
    """Private cards and board of the deals to come; seeded luck after them."""
    script: str | None = None
    """Moves by whoever's turn it is, ``||`` between two deals; ``None``: the lobby."""
    last: str = ""
    """Moves that are made when the page is already open."""
    paused: bool = False
    seated: bool = True
    title: str = ""
    clock: Clock = STILL
    rules: dict[str, Any] = {}

    @property
    def viewer(self) -> str:
        return self.names.split()[0]


@asynccontextmanager
async def staged(live: Live, luck: Luck, scene: Scene) -> AsyncIterator[Company]:
    """A table at this moment, as the server has it. ``luck`` is the server's."""
    players = len(scene.names.split())
    luck.decks[:] = [deck_for(players, hands, board) for hands, board in scene.decks]
    settings = quick(scene.preset, clock=scene.clock, **{"deals": 10, **scene.rules})
    settings = replace(settings, title=scene.title)
    async with company(live.url, scene.names, settings, seated=scene.seated) as table:
        if scene.script is not None:
            await table.host.done(Start())
            for number, deal in enumerate(scene.script.split("||"), 1):
                await acting(table, number)
                await table.play(deal)
        if scene.paused:
            await table.together(await table.host.done(Pause()))
        yield table


async def acting(table: Company, number: int) -> None:
    """Wait until somebody has to act in this deal, and everybody knows it."""
    for device in table.devices.values():
        await device.view(lambda view: view.number >= number and view.to_act is not None)


async def play_on(table: Company, scene: Scene) -> None:
    """The moves that are made before the eyes of whoever looks on."""
    await table.play(scene.last)


async def play_out(table: Company) -> None:
    """Everybody checks and calls to the end of the session."""
    while table.newest().phase is not Phase.FINISHED:
        view = table.newest()
        await table.play("call" if view.deal and view.deal.level else "check")


async def let_in(context: BrowserContext, table: Company, name: str) -> None:
    """From now on this browser is somebody at the table."""
    await context.add_cookies(
        [
            {
                "name": COOKIE,
                "value": table.people[name].token,
                "domain": "127.0.0.1",
                "path": f"/api/tables/{table.table}",
                "httpOnly": True,
                "sameSite": "Lax",
            }
        ]
    )


async def fresh(
    browser: Browser, *, size: Size = DESK, still: bool = True, **prefs: Any
) -> BrowserContext:
    """A browser of its own with these preferences, where nothing moves unless it is asked for."""
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale="en-GB",
        timezone_id="Europe/Rome",
        reduced_motion="reduce" if still else "no-preference",
    )
    await context.add_init_script(
        "if (!localStorage.getItem('cincinnati.prefs')) "
        f"localStorage.setItem('cincinnati.prefs', {json.dumps(json.dumps(prefs))});"
    )
    return context


async def prefer(page: Page, **prefs: Any) -> None:
    """Change preferences as if they had been chosen in another tab, and load the page again."""
    await page.evaluate(
        """wanted => {
            const known = JSON.parse(localStorage.getItem("cincinnati.prefs") ?? "{}");
            localStorage.setItem("cincinnati.prefs", JSON.stringify({...known, ...wanted}));
        }""",
        prefs,
    )
    await page.reload()


async def at_table(page: Page, live: Live, table: Company, path: str = "") -> None:
    """Open the table's page, or one below it, and wait until it is drawn."""
    await page.goto(f"{live.url}/t/{table.table}{path}")
    await drawn(page)


async def resized(page: Page, size: Size) -> None:
    """Give the window another size, as when a phone is turned, and wait until it is drawn."""
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    await page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")


async def drawn(page: Page) -> None:
    """Wait until a page is drawn, with its letters."""
    await page.wait_for_function(DRAWN)
    await page.evaluate("document.fonts.ready")


async def ask_expert(page: Page) -> None:
    """Ask for advice in a replay, and go to the first decision."""
    await page.locator("button.advice").click()
    await page.locator("section.advice .next").click()
    await page.locator("section.advice li").first.wait_for()


# --- the scenes -------------------------------------------------------------------------------

_LIZ = ("AhAd9c7s5d KsQsJc4h2d TcTdTh6s3s JhJd8s8h6c 9h7h5h4d2c KhQd9d5c3d", "KdKc6hQh4c")
_EIGHT = (f"{_LIZ[0]} 8d7d7c6d3h Qc8c5s3c2h", "JsTs9sKdAs")

SCENES = {
    "lobby": Scene(names="Ann Bruno Chiara", title="Friday at Ann's"),
    "two": Scene(
        decks=(("AhAd9c7s5d KsQsJc4h2d", "KdKc6hQh4c"),),
        script="check, check | bet 4, call | check, bet 6, call | bet 10, raise 24",
    ),
    "six": Scene(
        preset="liz",
        names=" ".join(NAMES.split()[:6]),
        decks=(_LIZ,),
        script="check, check, check, bet 4, call, call, call, fold, fold |"
        "check, check, bet 8, fold",
    ),
    "eight": Scene(
        preset="liz",
        names=NAMES,
        decks=(_EIGHT,),
        script="check, check, check, check, bet 2, call, call, call, call, call, call, call |"
        "check, check, check, check, check, check, check, check |"
        "check, bet 8, call, fold, call, fold, call, call",
    ),
    "cross": Scene(
        preset="crisscross",
        names=" ".join(NAMES.split()[:4]),
        decks=(("AhAd9c7s5d KsQsJc4h2d TcTdTh6s3s JhJd8s8h6c", "KdAc6hQh9d"),),
        script="check, check, check, check | check, check, check, check | bet 6, call, call, call |"
        "check, check, check, check | check, check, check, bet 8",
    ),
    "side pots": Scene(
        names=" ".join(NAMES.split()[:4]),
        decks=(("", ""), ("KsQsJc4h2d TcTdTh6s3s JhJd8s8h6c AhAd9c7s5d", "KdAc6hQh9d")),
        script="bet 30, call, call, fold | bet 20, call, fold | bet 10, fold ||"
        "bet 48, raise 68, call, call | bet 10",
    ),
    "showdown": Scene(
        preset="liz",
        names=" ".join(NAMES.split()[:4]),
        decks=(("AhAd9c7s5d KsQsJc4h2d TcTdTh6s3s JhJd8s8h6c", "KdKc6hQh4c"),),
        script="check, check, check, check | bet 4, call, call, call | check, check, check, check |"
        "check, check, check, check | check, check, check, check | bet 10, call, call",
        last="fold",
    ),
    "hi-lo": Scene(
        preset="hi-lo",
        names=" ".join(NAMES.split()[:3]),
        decks=(("Ah3d9c7s5d KsQsJc4h2d TcTdTh6s3s", "Kd2c6hKh4c"),),
        script="check, check, check | bet 4, call, call | check, check, check |"
        "check, check, check | check, check, check | bet 10, call",
        last="call",
    ),
    "waiting": Scene(
        preset="last-card-wild",
        names=" ".join(NAMES.split()[:5]),
        decks=(("AhAd9c7s5d KsQsJc4h2d TcTdTh6s3s JhJd8s8h6c 9h7h5h4d2c", "KdKc6hQh4c"),),
        script="bet 4, call, call, call, fold | bet 8, raise 20, call",
    ),
    "paused": Scene(names="Ann Bruno Chiara", script="check, bet 4", paused=True),
    "end": Scene(
        names=" ".join(NAMES.split()[:4]),
        clock=QUICK,
        rules={"deals": 4},
        decks=(("", ""), ("KsQsJc4h2d TcTdTh6s3s JhJd8s8h6c AhAd9c7s5d", "KdAc6hQh9d")),
        script="bet 30, call, call, fold | bet 20, call, fold | bet 10, fold ||"
        "bet 20, call, call, call | check, check, check, check | bet 8, call, call, call |"
        "check, check, check, check | check, bet 12, fold, fold, call ||"
        "bet 10, fold, fold, fold || check, check, check, check | bet 5, fold, fold, fold",
    ),
}
