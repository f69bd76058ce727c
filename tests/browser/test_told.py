"""At a table, when something goes wrong: it is told as long as it is true, and one can go on."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable

import pytest
from playwright.async_api import Browser, WebSocketRoute, expect

from browser_evening import evening, slow
from browser_person import PATIENCE_MS, PATIENCE_S, Person
from cincinnati.store import TableId
from cincinnati.tables.live import PersonId
from cincinnati.tables.live.commands import Pause, Resume
from live_server import live_server

pytestmark = pytest.mark.anyio

ELSEWHERE = "You go on at another device."
GONE = "The connection is gone. Trying again …"
TOLD_WITHIN_MS = 45_000

Carries = Callable[[str, WebSocketRoute], bool]
"""Whether what the page says goes on to the server."""


async def spoil(person: Person, carries: Carries) -> list[WebSocketRoute]:
    """Load somebody's page again, with a line that carries only so much; all lines that it lays."""
    sockets: list[WebSocketRoute] = []

    def lay(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        server = socket.connect_to_server()
        socket.on_message(lambda text: server.send(text) if carries(str(text), socket) else None)
        server.on_message(socket.send)

    await person.page.route_web_socket("**/socket", lay)
    await person.reload()
    await person.see()
    return sockets


def refused_once(part: str, code: str) -> Carries:
    """The first message in which this stands is refused on its way."""
    tried: list[str] = []

    def carries(text: str, socket: WebSocketRoute) -> bool:
        if part not in text or tried:
            return True
        tried.append(text)
        answer = {"type": "refused", "code": code, "message": "", "allowed": None}
        socket.send(json.dumps({**answer, "id": json.loads(text).get("id")}))
        return False

    return carries


async def test_chat_after_a_refusal(sqlite: str, browser: Browser) -> None:
    """One line was refused; the next one, which was said, is not given back as refused."""
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        bob = table["Bob"]
        await spoil(bob, refused_once('"type":"say"', "too_often"))
        await bob.page.get_by_role("tab", name=re.compile("Chat")).click()
        field = bob.page.get_by_role("textbox", name="Say something")
        await field.fill("Hello")
        await field.press("Enter")
        why = bob.page.locator(".box .why")
        await expect(why).not_to_be_empty()
        await expect(field).to_have_value("Hello")
        await field.press("Enter")
        await expect(bob.page.locator(".box li")).to_have_count(1)
        await expect(field).to_have_value("")
        await expect(why).to_be_empty()


async def test_chat_line_lost_with_the_line(sqlite: str, browser: Browser) -> None:
    """A line of chat that went out on a line that was dead already is not lost."""
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        bob = table["Bob"]
        said = asyncio.Event()

        def swallow(text: str, _: WebSocketRoute) -> bool:
            if '"type":"say"' in text:
                said.set()
            return '"type":"say"' not in text

        sockets = await spoil(bob, swallow)
        await bob.page.get_by_role("tab", name=re.compile("Chat")).click()
        field = bob.page.get_by_role("textbox", name="Say something")
        await field.fill("Hello")
        await field.press("Enter")
        async with asyncio.timeout(PATIENCE_S):
            await said.wait()
        await sockets[0].close(code=3000)
        await expect(field).to_have_value("Hello")


async def test_two_tabs_one_breaks(sqlite: str, browser: Browser) -> None:
    """The tab that only shows loses its line and comes back: one of the two plays."""
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        ann = table["Ann"]
        sockets = await spoil(ann, lambda *_: True)
        second = await ann.window()
        await second.go(table.path)
        await second.see()
        await ann.sees(ELSEWHERE)
        await sockets[-1].close(code=3000)
        await second.sees(ELSEWHERE)
        await ann.sees_no(ELSEWHERE)
        await ann.act("check")


async def test_take_back_that_was_refused(sqlite: str, browser: Browser) -> None:
    """Taking the seat back failed: the page still knows that it does not play, and asks again."""
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        ann = table["Ann"]
        await spoil(ann, refused_once("take_back", "no_database"))
        second = await ann.window()
        await second.go(table.path)
        await second.see()
        await ann.press("Play here")
        await ann.ready()
        await ann.press("Check")
        await ann.sees(ELSEWHERE)
        await ann.press("Play here")
        await second.sees(ELSEWHERE)
        await ann.sees_no("You are playing on another device now.")
        await ann.page.locator(".actions:not([data-guarded])").wait_for()
        await ann.act("check")


async def test_a_page_that_slept_keeps_its_line(sqlite: str, browser: Browser) -> None:
    """A hidden page whose clock stood still for a minute: its line is well, it is not laid anew."""
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        ann = table["Ann"]
        await ann.page.clock.install()
        await ann.reload()
        await ann.see()
        second = await ann.window()
        await second.go(table.path)
        await second.see()
        await ann.sees(ELSEWHERE)
        for _ in range(3):
            await ann.page.clock.fast_forward(60_000)
            await asyncio.sleep(1.5)
        await second.sees_no(ELSEWHERE)
        assert len(ann.messages("welcome")) + len(second.messages("welcome")) <= 4
        await second.act("check")


async def test_a_silent_line_is_told_soon(sqlite: str, browser: Browser) -> None:
    """Nothing comes any more, and nothing says so, as in a lift: half a minute later it is told."""
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        bob = table["Bob"]
        bob.line.hold()
        await expect(bob.page.get_by_text(GONE)).to_be_visible(timeout=TOLD_WITHIN_MS)
        bob.line.let_go()
        await bob.sees_no(GONE)
        bob.forgive_dead_line()


async def test_the_database_is_back_where_nothing_happens(sqlite: str, browser: Browser) -> None:
    """In a lobby no state comes that would say so."""
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        live.store.reach._fails("written", OSError("no"))
        said = table["Bob"].page.locator(".banner")
        await expect(said).to_have_count(1)
        await expect(said).to_have_count(0, timeout=PATIENCE_MS)
        assert live.store.reach.well


async def test_what_was_refused_while_paused_is_not_said_later(
    sqlite: str, browser: Browser
) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        ann = table["Ann"]
        await ann.ready()
        ann.line.hold()
        opened = await live.house.open(TableId(table.table))
        await opened.command(PersonId(ann.view["host"]), "another", Pause())
        await live.house.changed(opened)
        await ann.press("Check")
        await asyncio.sleep(0.5)
        ann.line.let_go()
        await ann.got("refused")
        said = ann.page.locator(".dock [role=alert]")
        await opened.command(PersonId(ann.view["host"]), "another2", Resume())
        await live.house.changed(opened)
        await ann.see(lambda view: view["phase"] == "playing")
        await asyncio.sleep(1)
        await expect(said).to_have_count(0)


async def test_a_refused_rematch_is_told(sqlite: str, browser: Browser) -> None:
    settings = slow(players=2, deals=1)
    async with (
        live_server(sqlite) as live,
        evening(browser, live.url, "Ann Bob", settings) as table,
    ):
        await table.start()
        await table.play("bet 2, fold")
        ann = table["Ann"]
        await ann.see(lambda view: view["phase"] == "finished")
        await spoil(ann, refused_once('"type":"start"', "busy"))
        await ann.page.locator("dialog .brass").click()
        await expect(ann.page.locator("[role=alert]").first).to_be_visible()


async def test_host_start_refusal_goes(sqlite: str, browser: Browser) -> None:
    """The host started alone; when somebody has come, it is not said any more that he is alone."""
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann", slow()) as table:
        ann = table["Ann"]
        await ann.page.get_by_role("tab", name="Host").click()
        await ann.press("Start the session")
        said = ann.page.locator("[role=tabpanel] [role=alert]")
        await expect(said).to_have_count(1)
        await table.join("Bob")
        await ann.see(lambda view: len(view["people"]) == 2)
        await asyncio.sleep(0.5)
        await expect(said).to_have_count(0)


async def test_the_focus_stays_on_a_button_that_was_refused(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann", slow()) as table:
        ann = table["Ann"]
        await ann.page.get_by_role("tab", name="Host").click()
        await ann.button("Start the session").focus()
        await ann.page.keyboard.press("Enter")
        await expect(ann.page.locator("[role=tabpanel] [role=alert]")).to_have_count(1)
        await asyncio.sleep(0.5)
        await expect(ann.button("Start the session")).to_be_focused()


@pytest.mark.parametrize("typed", ["2.5", "1"])
async def test_what_cannot_be_bet_is_put_right_and_seen_before_it_is_bet(
    sqlite: str, browser: Browser, typed: str
) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        ann = table["Ann"]
        await ann.ready()
        field = ann.page.get_by_role("textbox", name="Amount")
        await field.fill(typed)
        await field.press("Enter")
        await expect(field).to_have_value("2")
        assert ann.acts() == []
        await field.press("Enter")
        assert [act["action"] for act in await ann.acted()] == [{"type": "raise", "to": 2}]
