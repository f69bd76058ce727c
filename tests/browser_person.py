"""Somebody with a browser of his own: what he sees, what he presses, what his page was sent.

The one idea: everything is waited for, nothing for a while. `Person.see` waits for a view that
has come over the socket *and* stands on the page; the one wait by the clock is the guard of the
buttons, which is a promise about time.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.async_api import (
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    WebSocket,
    expect,
)
from playwright.async_api import Error as Closed

from browser_line import Line

PATIENCE_S = 20.0
"""So long a test waits for something before it fails."""
GUARD_S = 0.36
"""A click sooner after the buttons have come is not taken; a little more than the page says."""
PATIENCE_MS = PATIENCE_S * 1000

SHOWN = "version => Number(document.querySelector('[data-version]')?.dataset.version) >= version"
STACKS = """() => Object.fromEntries(
  [...document.querySelectorAll('[data-seat]')].map(seat => {
    const chips = seat.querySelector('.stack span').textContent;
    return [seat.dataset.seat, Number(chips.replace(/\\D/g, ''))];
  }))"""
CARDS = "cards => cards.map(card => card.dataset.card ?? null)"
NO_ANSWER = re.compile(r"(WebSocket connection to|Failed to load resource)")

View = dict[str, Any]


class Person:
    """A browser's page at a table, of somebody with this name."""

    def __init__(self, name: str, context: BrowserContext, page: Page, line: Line) -> None:
        self.name = name
        self.context = context
        self.page = page
        self.line = line
        self.complaints: list[str] = []
        """Errors of the page and of its console; there must be none."""
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.answers: list[tuple[str, str]] = []
        """What the page has fetched."""
        self.view: View = {}
        """The newest view that has come."""
        self.plays_at = 0.0
        self._turn: object = None
        self._news = asyncio.Event()
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("console", self._said)
        page.on("websocket", self._called)
        page.on("requestfinished", self._answered)

    @classmethod
    async def at(cls, name: str, context: BrowserContext, target: str) -> Person:
        """Somebody with a line to a server and an empty page."""
        line = Line(target)
        await line.lay()
        return cls(name, context, await context.new_page(), line)

    async def window(self) -> Person:
        """Another window of his, in the same browser."""
        return Person(self.name, self.context, await self.context.new_page(), self.line)

    async def leave(self) -> None:
        """Close the browser's window and the line."""
        await self.context.close()
        await self.line.take_up()

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"console: {message.text} ({message.location.get('url')})")

    async def _answered(self, request: Request) -> None:
        try:
            response = await request.response()
            if response is not None and "/api/" in request.url:
                self.answers.append((request.url, await response.text()))
        except Closed:
            return  # the page was left or the window closed before the answer was read

    def _called(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._received)
        socket.on("framesent", self._has_sent)

    def _received(self, frame: str | bytes) -> None:
        assert isinstance(frame, str)
        self.frames.append(frame)
        message = json.loads(frame)
        if message["type"] == "state":
            self.view = message["view"]
        self._news.set()

    def _has_sent(self, frame: str | bytes) -> None:
        self.sent.append(str(frame))
        self._news.set()

    # --- where he goes ----------------------------------------------------------------------

    async def go(self, path: str) -> None:
        """Open an address of the server."""
        await self.page.goto(self.line.url + path)

    async def reload(self) -> None:
        """Load the page again and forget what had come before."""
        self.view = {}
        await self.page.reload()

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button by what is written on it, in English."""
        return self.page.get_by_role("button", name=name, exact=True)

    async def press(self, name: str | re.Pattern[str]) -> None:
        """Press a button."""
        await self.button(name).click(timeout=PATIENCE_MS)

    async def sees(self, text: str | re.Pattern[str]) -> None:
        """Wait until a text stands on the page."""
        await expect(self.page.get_by_text(text).first).to_be_visible(timeout=PATIENCE_MS)

    async def sees_no(self, text: str | re.Pattern[str]) -> None:
        """Wait until a text does not stand on the page (any more)."""
        await expect(self.page.get_by_text(text)).to_have_count(0, timeout=PATIENCE_MS)

    # --- what he sees -----------------------------------------------------------------------

    async def see(self, wanted: Callable[[View], object] = lambda _: True) -> View:
        """The newest view, once it is as wanted and stands on the page."""
        await self._until(lambda: self.view and wanted(self.view))
        view = self.view
        await self.page.wait_for_function(SHOWN, arg=view["version"], timeout=PATIENCE_MS)
        return view

    async def got(self, kind: str, count: int = 1) -> dict[str, Any]:
        """The latest message of a kind, once so many have come."""
        await self._until(lambda: len(self.messages(kind)) >= count)
        return self.messages(kind)[-1]

    async def _until(self, come: Callable[[], object]) -> None:
        """Wait until something has come; says what is there instead if it does not."""
        end = time.monotonic() + PATIENCE_S
        while not come():
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), end - time.monotonic())
            except TimeoutError:
                there = (await self.page.locator("body").inner_text()).split()
                last = self.frames[-1][:300] if self.frames else "nothing"
                raise AssertionError(
                    f"{self.name} waits in vain; his page says: {' '.join(there)}; the last that "
                    f"came was {last}; errors: {self.complaints}"
                ) from None

    def messages(self, kind: str) -> list[dict[str, Any]]:
        """All messages of a kind that have come."""
        return [each for each in map(json.loads, self.frames) if each["type"] == kind]

    def acts(self) -> list[dict[str, Any]]:
        """The actions that his page has sent."""
        commands = (json.loads(frame).get("command", {}) for frame in self.sent)
        return [command for command in commands if command.get("type") == "act"]

    async def acted(self, count: int = 1) -> list[dict[str, Any]]:
        """The actions that his page has sent, once there are so many.

        What one page sends may be told later than what another page has received because of it.
        """
        await self._until(lambda: len(self.acts()) >= count)
        return self.acts()

    async def stacks(self) -> dict[int, int]:
        """The chips that the page shows before each seat."""
        return {int(seat): chips for seat, chips in (await self.page.evaluate(STACKS)).items()}

    async def own_cards(self) -> list[str | None]:
        """His cards, as the page shows them."""
        cards: list[str | None] = await self.page.locator(".own .card").evaluate_all(CARDS)
        return cards

    async def board(self) -> list[str | None]:
        """The community cards, as the page shows them."""
        cards: list[str | None] = await self.page.locator(".board .card").evaluate_all(CARDS)
        return cards

    async def sees_the_end(self) -> dict[int, int]:
        """Press on until the deal has been shown to its end; the chips that each has then."""
        view = await self.see(lambda view: view["deal"]["over"])
        chips = {one["seat"]: one["chips"] for one in view["seats"]}
        async with asyncio.timeout(PATIENCE_S):
            while await self.stacks() != chips:
                await self.page.locator(".felt").dispatch_event("click")
        return chips

    # --- what he does -----------------------------------------------------------------------

    async def ready(self) -> View:
        """Wait until it is his turn and the buttons take a click."""
        view = await self.see(lambda view: view["deal"] and view["deal"]["legal"])
        verbs = self.page.locator(".verbs button:enabled")
        await expect(verbs.first).to_be_visible(timeout=PATIENCE_MS)
        turn = (view["session"], view["number"], view["turn"])
        if turn != self._turn:
            self._turn, self.plays_at = turn, time.monotonic() + GUARD_S
        await asyncio.sleep(max(0.0, self.plays_at - time.monotonic()))
        return view

    async def act(self, move: str) -> None:
        """Press what a move of a script means: ``check``, ``bet 4``, ``all-in``; it is taken."""
        view = await self.ready()
        word, _, amount = move.partition(" ")
        match word:
            case "fold":
                await self.press("Fold")
            case "check":
                await self.press("Check")
            case "call" | "bring-in":
                await self._surely(".verb.call")
            case "bet" | "raise":
                await self.page.get_by_role("textbox", name="Amount").fill(amount)
                await self._surely(".verb.raise")
            case "all-in" if view["deal"]["legal"]["raise_to"]:
                await self.page.locator(".quick").last.click()
                await self._surely(".verb.raise")
            case "all-in":
                await self._surely(".verb.call")
            case _:
                raise AssertionError(f"no move {move!r}")
        await self.see(lambda now: now["version"] > view["version"])

    async def _surely(self, verb: str) -> None:
        """Press it, and once more if it asks."""
        button = self.page.locator(verb)
        before = self.view["version"]
        await button.click(timeout=PATIENCE_MS)
        asks = self.page.locator(f"{verb}.armed")
        if self.view["version"] == before and await asks.count():
            await asks.click(timeout=PATIENCE_MS)

    # --- what was wrong ---------------------------------------------------------------------

    def forgive_dead_line(self) -> None:
        """A browser itself says in the console that nobody answered; that is no fault."""
        self.complaints = [each for each in self.complaints if not NO_ANSWER.search(each)]
