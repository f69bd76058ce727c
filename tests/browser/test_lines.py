"""What happens to phones and lines at every moment of a game: the seat and the cards stay.

Each test goes through the same moments with one thing that happens to Bob: in the lobby, at his
turn, at another's turn, while the hands are shown, between two deals.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace
from playwright.async_api import Browser, expect

from browser_evening import SLOW, Evening, evening, hand_of, seat_of, slow
from browser_person import PATIENCE_MS, Person, View
from live_server import live_server

pytestmark = pytest.mark.anyio

Mishap = Callable[[Evening], Awaitable[None]]

GONE = "The connection is gone. Trying again …"
ELSEWHERE = "You go on at another device."
PAUSES = slow(clock=replace(SLOW, between_ms=600_000, show_ms=0), deals=2)


async def through_an_evening(table: Evening, mishap: Mishap) -> None:
    """Play a deal in which the mishap comes at every moment."""

    async def comes(moment: str) -> None:
        shown = await everything(table["Bob"])
        await comes_and_goes(table, mishap, moment)
        assert await everything(table["Bob"]) == shown, moment

    await comes("lobby")
    await table.start()
    await table.play("check")
    await comes("his turn")
    await table.play("bet 2")
    await comes("another's turn")
    await table.play("call | check, check | check, check | check, check | check, check")
    await comes_and_goes(table, mishap, "showdown")
    await table["Bob"].sees_the_end()
    await comes("between deals")


async def comes_and_goes(table: Evening, mishap: Mishap, moment: str) -> None:
    """The mishap comes, and Bob has the same seat, the same cards and the same table."""
    before = await table["Bob"].see()
    await mishap(table)
    bob = table["Bob"]
    after = await bob.see(lambda now: now["version"] >= before["version"])
    assert seat_of(after) == seat_of(before) == 1, moment
    assert after["deal"] == before["deal"], moment
    await expect(bob.page.locator(".board")).to_be_visible(timeout=PATIENCE_MS)
    if after["deal"]:
        assert await bob.own_cards() == hand_of(before), moment


async def everything(person: Person) -> object:
    """His cards, the board and everybody's chips, as his page shows them."""
    return await person.own_cards(), await person.board(), await person.stacks()


async def test_the_page_is_loaded_again(sqlite: str, browser: Browser) -> None:
    async def reload(table: Evening) -> None:
        await table["Bob"].reload()

    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", PAUSES) as table:
        await through_an_evening(table, reload)


async def test_the_line_breaks(sqlite: str, browser: Browser) -> None:
    async def breaks(table: Evening) -> None:
        bob = table["Bob"]
        states = len(bob.messages("state"))
        bob.line.cut()
        await bob.sees(GONE)
        bob.line.mend()
        await bob.got("state", states + 1)
        await bob.sees_no(GONE)
        bob.forgive_dead_line()

    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", PAUSES) as table:
        await through_an_evening(table, breaks)
        assert table["Bob"].page.url.endswith(table.path)


async def test_he_goes_on_with_another_device(sqlite: str, browser: Browser) -> None:
    """A personal link, opened in a browser that knows nothing; the old device is told."""

    async def moves(table: Evening) -> None:
        old = table["Bob"]
        asked = await old.context.request.post(
            f"{old.line.url}/api/tables/{table.table}/link", data={}
        )
        secret = (await asked.json())["secret"]
        new = await table.person("Bob")
        await new.go(f"{table.path}#claim={secret}")
        await new.see(lambda view: seat_of(view) is not None)
        assert secret not in new.page.url, "the secret leaves the address"
        await old.sees("A personal link has taken it there.")
        assert old.complaints == []

    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", PAUSES) as table:
        await through_an_evening(table, moves)


async def test_a_line_that_breaks_while_hands_are_shown(sqlite: str, browser: Browser) -> None:
    async with (
        live_server(sqlite) as live,
        evening(browser, live.url, "Ann Bob", PAUSES, motion=True) as table,
    ):
        await table.start()
        await table.play("bet 2, call | check, check | check, check | check, check | check, check")
        bob = table["Bob"]
        view = await bob.see(lambda view: view["deal"]["over"])
        bob.line.cut()
        await bob.sees(GONE)
        bob.line.mend()
        await bob.sees_no(GONE)
        bob.forgive_dead_line()
        await bob.sees_the_end()
        assert await bob.own_cards() == hand_of(view)
        assert await bob.board() == view["deal"]["board"]
        await bob.reload()
        await bob.see()
        await bob.sees_the_end()


async def test_the_link_for_another_device_is_made_on_the_page(
    sqlite: str, browser: Browser
) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        bob = table["Bob"]
        await bob.press("Invite")
        await bob.page.get_by_text("Play on another device").click()
        await bob.press("Make a personal link")
        link = await bob.page.get_by_label("Personal link").last.input_value()
        phone = await table.person("Bob")
        await phone.go(link[link.index("/t/") :])
        assert seat_of(await phone.see(lambda view: seat_of(view) is not None)) == 1
        await table.start()
        await table.play("check, check")


async def test_two_windows_of_one_person(sqlite: str, browser: Browser) -> None:
    """The newer one plays; the older one is told, and may take it back."""

    def mine(view: View) -> object:
        return view["deal"] and view["deal"]["legal"]

    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        first = table["Ann"]
        second = await first.window()
        await second.go(table.path)
        await second.see(mine)
        await first.sees(ELSEWHERE)
        await expect(first.page.locator(".verbs")).to_have_count(0)
        assert await first.own_cards() == await second.own_cards()
        await first.press("Play here")
        await second.sees(ELSEWHERE)
        await first.sees_no(ELSEWHERE)
        await first.act("check")
        await table.play("check")
        assert second.acts() == []
        assert second.complaints == []
