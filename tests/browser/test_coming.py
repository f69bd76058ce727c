"""How one comes to play: by a friend's link, and alone against bots, in a click or three."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from browser_evening import evening, seat_of, slow
from browser_person import PATIENCE_MS, Person
from live_server import live_server

pytestmark = pytest.mark.anyio

COUNTING = """() => {
  addEventListener('click', event => {
    if (event.isTrusted) sessionStorage.clicks = 1 + Number(sessionStorage.clicks ?? 0);
  }, { capture: true });
}"""


async def counted(person: Person) -> Person:
    """Somebody whose clicks are counted."""
    await person.page.add_init_script(f"({COUNTING})()")
    return person


async def clicks(person: Person) -> int:
    return int(await person.page.evaluate("sessionStorage.clicks ?? 0"))


async def test_a_friend_who_opens_the_link_sits_after_one_click(
    sqlite: str, browser: Browser
) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann", slow()) as table:
        await table["Ann"].press("Invite")
        link = await table["Ann"].page.get_by_label("Link to the table").input_value()
        assert link.endswith(table.path)
        bob = await counted(await table.person("Bob"))
        await bob.go(table.path)
        name = bob.page.get_by_label("Your name")
        await expect(name).to_be_focused(timeout=PATIENCE_MS)
        await bob.page.keyboard.type("Bob")
        await bob.press("Sit down")
        view = await bob.see(lambda view: seat_of(view) == 1)
        assert await clicks(bob) <= 3
        assert [one["name"] for one in view["people"]] == ["Ann", "Bob"]
        await expect(bob.page.get_by_role("dialog")).to_have_count(0)


async def test_a_friend_may_paste_the_link_on_the_start_page(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann", slow()) as table:
        bob = await counted(await table.person("Bob"))
        await bob.go("/")
        await bob.press("Join a table")
        await bob.page.get_by_label("Link to the table").fill(bob.line.url + table.path)
        await bob.page.keyboard.press("Enter")
        await bob.page.get_by_label("Your name").fill("Bob")
        await bob.press("Sit down")
        await bob.see(lambda view: seat_of(view) == 1)
        assert await clicks(bob) <= 3


async def test_one_click_on_the_start_page_and_it_is_my_turn(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url) as table:
        me = await counted(await table.person("me"))
        await me.go("/")
        await me.press("Play now")
        view = await me.ready()
        assert await clicks(me) == 1
        assert [one["bot"] for one in view["people"]].count(None) == 1
        assert len(view["people"]) == view["settings"]["rules"]["players"] == 4
        await me.act("check" if view["deal"]["legal"]["call"] == 0 else "call")
