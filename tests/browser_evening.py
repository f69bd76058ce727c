"""An evening in browsers: people with contexts of their own at one live table, over real lines.

`Evening.play` plays scripts such as ``"check, bet 2, raise 6, fold, call"``, each move by
whoever's turn it is, through the page's buttons. Nobody's page may have had an error at the end.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
from playwright.async_api import Browser, BrowserContext, ViewportSize

from browser_person import Person, View
from cincinnati.tables.live import Clock, Settings
from live_settings import quick

SLOW = Clock(action_ms=600_000, bank_ms=0, between_ms=0, show_ms=0, think_ms=(0, 0))
"""Nobody is hurried, and nothing else is waited for."""
LOOKER = "somebody without a name"
DESKTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 780}


class Evening:
    """People at a table, by their names; the first one is its host."""

    def __init__(self, browser: Browser, url: str, stack: AsyncExitStack) -> None:
        self.browser = browser
        self.url = url
        self.table = ""
        self.people: dict[str, Person] = {}
        self.viewport: ViewportSize = DESKTOP
        self._stack = stack

    def __getitem__(self, name: str) -> Person:
        return self.people[name]

    @property
    def path(self) -> str:
        """The table's address."""
        return f"/t/{self.table}"

    # --- who comes ------------------------------------------------------------------------

    async def person(self, name: str, *, motion: bool = False) -> Person:
        """Somebody with a fresh browser, who has not come to the table yet."""
        context = await self.context(motion=motion)
        person = await Person.at(name, context, self.url)
        self._stack.push_async_callback(person.leave)
        self.people[name] = person
        return person

    async def context(self, *, motion: bool = False) -> BrowserContext:
        """A browser's profile in which nothing is known."""
        return await self.browser.new_context(
            locale="en-GB",
            viewport=self.viewport,
            reduced_motion="no-preference" if motion else "reduce",
        )

    async def make(self, name: str, settings: Settings, *, motion: bool = False) -> Person:
        """The host makes a table as the start page does, and opens it."""
        host = await self.person(name, motion=motion)
        wish = {"name": name, "settings": msgspec.to_builtins(settings)}
        made = await host.context.request.post(f"{host.line.url}/api/tables", data=wish)
        assert made.ok, await made.text()
        self.table = (await made.json())["table"]
        await host.go(self.path)
        return host

    async def sit(self, name: str) -> None:
        """Somebody who has come takes a seat."""
        await self[name].press("Take a seat")
        await self[name].see(lambda view: seat_of(view) is not None)

    async def join(self, name: str, *, motion: bool = False) -> Person:
        """Somebody comes by the link and sits down."""
        person = await self.person(name, motion=motion)
        await person.go(self.path)
        await person.page.get_by_label("Your name").fill(name)
        await person.press("Sit down")
        await person.see(lambda view: seat_of(view) is not None)
        return person

    async def watch(self) -> Person:
        """Somebody looks on without a name."""
        looker = await self.person(LOOKER)
        await looker.go(self.path)
        await looker.press("Just watch")
        return looker

    async def start(self) -> View:
        """The host starts the session; it goes on when somebody has to act."""
        await next(iter(self.people.values())).press("Start")
        return await self.acting()

    # --- playing --------------------------------------------------------------------------

    async def acting(self) -> View:
        """The newest view, once somebody has to act in it, as everybody sees it."""
        host = next(iter(self.people.values()))
        view = await host.see(lambda view: view["to_act"] is not None)
        await self.together(view["version"])
        return view

    async def together(self, version: int) -> None:
        """Wait until everybody has seen a version."""
        for person in self.people.values():
            await person.see(lambda view: view["version"] >= version)

    async def whose_turn(self) -> Person:
        """Who has to act."""
        view = await self.acting()
        return next(self[one["name"]] for one in view["people"] if one["seat"] == view["to_act"])

    async def play(self, script: str) -> View:
        """Moves one after the other, each by whoever's turn it is; ``|`` is a comma here."""
        for move in filter(None, (part.strip() for part in script.replace("|", ",").split(","))):
            person = await self.whose_turn()
            await person.act(move)
            await self.together(person.view["version"])
        return next(iter(self.people.values())).view

    def well(self) -> None:
        """No page has had an error."""
        complaints = {p.name: p.complaints for p in self.people.values() if p.complaints}
        assert complaints == {}, complaints


def seat_of(view: View) -> int | None:
    """The viewer's seat."""
    seats = [one["seat"] for one in view["people"] if one["person"] == view["you"]]
    return seats[0] if seats else None


def hand_of(view: View) -> list[str]:
    """The viewer's cards."""
    deal = view["deal"]
    cards: list[str] = deal["players"][deal["position"]]["cards"]
    return cards


def slow(preset: str = "cincinnati", *, clock: Clock = SLOW, **rules: Any) -> Settings:
    """A preset with some rules changed at a table where nobody is hurried."""
    return quick(preset, clock=clock, **rules)


@asynccontextmanager
async def evening(
    browser: Browser,
    url: str,
    names: str = "",
    settings: Settings | None = None,
    *,
    motion: bool = False,
    viewport: ViewportSize = DESKTOP,
) -> AsyncIterator[Evening]:
    """A new table with these people at it, sitting in this order from 0 on; all was well."""
    async with AsyncExitStack() as stack:
        friends = Evening(browser, url, stack)
        friends.viewport = viewport
        if names:
            host, *others = names.split()
            await friends.make(host, settings or slow(), motion=motion)
            await friends.sit(host)
            for name in others:
                await friends.join(name, motion=motion)
        yield friends
        friends.well()
