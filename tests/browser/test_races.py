"""Clicks at the wrong moment: two at once, on buttons that are gone, just as they change."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, WebSocketRoute, expect

from browser_evening import Evening, evening, slow
from browser_person import PATIENCE_MS, Person
from cincinnati.engine import Call
from cincinnati.store import TableId
from cincinnati.tables.live import PersonId
from cincinnati.tables.live.commands import Act
from live_server import Live, live_server

pytestmark = pytest.mark.anyio

CLEARED = "The price has changed: your choice in advance was cleared."
STALE = "That was meant for another turn; look again."
GUARD_MS = 400


async def unseen(live: Live, table: Evening, person: Person) -> None:
    """Somebody checks, and his page does not hear of it: what the server says is on its way."""
    await person.ready()
    person.line.hold()
    opened = await live.house.open(TableId(table.table))
    view = person.view
    check = Act(view["number"], view["turn"], 0, Call())
    await opened.command(PersonId(view["you"]), "another-window", check)
    await live.house.changed(opened)
    others = [one for one in table.people.values() if one is not person]
    for other in others:
        await other.see(lambda now: now["version"] > view["version"])


async def test_two_act_at_once_and_one_of_them_is_late(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        ann, bob = table["Ann"], table["Bob"]
        await unseen(live, table, ann)
        await bob.ready()
        await asyncio.gather(ann.press("Check"), bob.act("bet 2"))
        ann.line.let_go()
        await ann.got("refused")
        await ann.sees(STALE)
        view = await ann.see(lambda view: view["deal"]["legal"])
        assert view["deal"]["legal"]["call"] == 2
        assert await ann.stacks() == {0: 99, 1: 97}, "Bob's bet counts, Ann's click does not"
        await table.play("call")


async def test_a_check_that_has_become_a_call_is_not_taken(sqlite: str, browser: Browser) -> None:
    """Her page still shows "Check"; in truth she has checked, and Bob has bet."""
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        ann, bob = table["Ann"], table["Bob"]
        await unseen(live, table, ann)
        await bob.act("bet 2")
        await ann.press("Check")
        ann.line.let_go()
        refused = await ann.got("refused")
        assert refused["code"] == "stale_turn"
        await ann.sees(STALE)
        await expect(ann.button("Call 2")).to_be_enabled(timeout=PATIENCE_MS)
        assert await ann.stacks() == {0: 99, 1: 97}, "nothing was paid"
        await table.play("fold")


async def test_a_click_that_lands_just_as_the_buttons_come_is_not_sent(
    sqlite: str, browser: Browser
) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        bob = table["Bob"]
        await bob.page.clock.install()
        await bob.reload()
        await bob.see()
        await bob.page.clock.pause_at(await bob.page.evaluate("Date.now() / 1000 + 1"))
        await table["Ann"].act("bet 2")
        call = bob.button("Call 2")
        await call.click(timeout=PATIENCE_MS)
        await bob.page.keyboard.press("c")
        await expect(call).to_be_enabled()
        assert bob.acts() == []
        await bob.page.clock.run_for(GUARD_MS)
        await call.click()
        await table["Ann"].see(lambda view: view["turn"] > 2)
        assert len(await bob.acted()) == 1


async def test_two_clicks_are_one_action(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        ann = table["Ann"]
        await ann.ready()
        await ann.button("Check").dblclick()
        await table["Bob"].act("check")
        await table["Bob"].see(lambda view: view["to_act"] == 0)
        assert len(await ann.acted()) == 1


async def test_what_was_refused_can_be_done_otherwise(sqlite: str, browser: Browser) -> None:
    """A raise that is spoilt on its way is refused, the reason is said, and the next one counts."""
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        ann = table["Ann"]
        await ann.page.route_web_socket("**/socket", spoil_first_raise)
        await ann.reload()
        await ann.ready()
        await ann.page.get_by_role("textbox", name="Amount").fill("4")
        await ann.page.locator(".verb.raise").click()
        await ann.sees("4 is too much: at most 99.")
        await expect(ann.page.locator(".verb.raise")).to_be_enabled()
        await ann.act("bet 4")
        assert await ann.stacks() == {0: 95, 1: 99}
        await table.play("call")


def spoil_first_raise(socket: WebSocketRoute) -> None:
    """Carry everything, but the first raise as one to more than anybody has."""
    server = socket.connect_to_server()
    raises: list[str] = []

    def carry(text: str | bytes) -> None:
        assert isinstance(text, str)
        if '"raise"' in text and not raises:
            raises.append(text)
            text = text.replace('"to":4', '"to":1000')
        server.send(text)

    socket.on_message(carry)
    server.on_message(socket.send)


# --- what was chosen in advance --------------------------------------------------------------


async def test_what_was_chosen_in_advance_is_done_while_the_price_holds(
    sqlite: str, browser: Browser
) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        await table["Bob"].press("Check")
        await table["Ann"].act("check")
        await table["Ann"].see(lambda view: view["turn"] > 2)
        assert [act["action"]["type"] for act in await table["Bob"].acted()] == ["call"]


@pytest.mark.parametrize("wish", ["Check", "Check or fold"])
@pytest.mark.parametrize("names", ["Ann Bob", "Ann Bob Cleo"])
async def test_what_was_chosen_in_advance_does_not_survive_a_bet(
    sqlite: str, browser: Browser, names: str, wish: str
) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, names, slow()) as table:
        await table.start()
        last = table[names.split()[-1]]
        await last.press(wish)
        await expect(last.button(wish)).to_have_attribute("aria-pressed", "true")
        await table.play("bet 2")
        await last.sees(CLEARED)
        while await table.whose_turn() is not last:
            await table.play("call")
        await last.ready()
        await expect(last.button("Call 2")).to_be_enabled()
        assert last.acts() == []
        await table.play("call")
