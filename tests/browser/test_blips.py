"""A request that fails, an answer that is none, a part that does not come: told."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Browser, Route, expect

from browser_evening import evening, seat_of, slow
from browser_person import PATIENCE_MS
from live_server import live_server

pytestmark = pytest.mark.anyio


async def too_often(route: Route) -> None:
    """The server's answer to who asks for too much."""
    await route.fulfill(status=429, body='{"code":"too_often","message":""}')


async def test_no_page_comes_as_json(sqlite: str, browser: Browser) -> None:
    """A hotel's login page instead of an answer: told, and it can be tried again."""
    async with live_server(sqlite) as live, evening(browser, live.url) as table:
        ann = await table.person("Ann")

        async def portal(route: Route) -> None:
            await route.fulfill(status=200, body="<html>log in", content_type="text/html")

        await ann.page.route("**/api/presets", portal)
        await ann.go("/")
        await ann.page.locator(".play").click()
        await expect(ann.page.locator(".problem")).to_be_visible()
        await ann.page.unroute("**/api/presets")
        await ann.page.locator(".play").click()
        await ann.see(lambda view: view["phase"] == "playing")


async def test_pin_door_after_a_blip(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url) as table:
        ann = await table.person("Ann")
        made = await ann.context.request.post(
            f"{ann.line.url}/api/tables", data={"name": "Ann", "preset": "cincinnati", "pin": "12"}
        )
        table.table = (await made.json())["table"]
        bob = await table.person("Bob")
        await bob.page.route(re.compile(r"/api/tables/[\w-]+$"), too_often, times=1)
        await bob.go(table.path)
        await bob.page.get_by_label("Your name").fill("Bob", timeout=PATIENCE_MS)
        bob.forgive_dead_line()


async def test_personal_link_on_a_bad_line(sqlite: str, browser: Browser) -> None:
    """The claim did not get through: it can be tried again."""
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        bob = table["Bob"]
        asked = await bob.context.request.post(
            f"{bob.line.url}/api/tables/{table.table}/link", data={}
        )
        secret = (await asked.json())["secret"]
        new = await table.person("Bob2")
        await new.page.route("**/claim", lambda route: route.abort(), times=1)
        await new.go(f"{table.path}#claim={secret}")
        await new.press("Try again")
        await new.see(lambda view: seat_of(view) is not None)
        new.forgive_dead_line()


async def test_used_link_where_one_is_somebody(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        bob = table["Bob"]
        await bob.go("/")
        await bob.go(f"{table.path}#claim=abcdefghijklmnop")
        await bob.see()
        bob.forgive_dead_line()
        await bob.sees(re.compile("link is not valid|has been used", re.I))


async def test_escape_without_a_touch(sqlite: str, browser: Browser) -> None:
    """Escape in a door that nobody has touched."""
    async with live_server(sqlite) as live, evening(browser, live.url) as table:
        ann = await table.person("Ann")
        made = await ann.context.request.post(
            f"{ann.line.url}/api/tables", data={"name": "Ann", "preset": "cincinnati", "pin": "12"}
        )
        table.table = (await made.json())["table"]
        bob = await table.person("Bob")
        await bob.go(table.path)
        await expect(bob.page.get_by_label("Your name")).to_be_visible()
        for _ in range(3):
            await bob.page.keyboard.press("Escape")
            await asyncio.sleep(0.3)
        await expect(bob.page.get_by_label("Your name")).to_be_visible()


async def test_seconds_typed(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url) as table:
        ann = await table.person("Ann")
        await ann.go("/friends")
        await ann.page.get_by_text("Custom", exact=True).click()
        field = ann.page.locator("input[type=number][min='5']")
        await field.click()
        await field.press("Control+a")
        await field.press_sequentially("45", delay=60)
        await field.blur()
        await expect(field).to_have_value("45")


async def test_host_saves_after_a_blip(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        ann = table["Ann"]
        await ann.page.route("**/api/presets", lambda route: route.abort())
        await ann.page.get_by_role("tab", name="Host").click()
        title = ann.page.get_by_label("Name of the table")
        await title.fill("Thursday")
        await ann.page.unroute("**/api/presets")
        await ann.page.locator("form .button.primary").last.click()
        await ann.see(lambda view: view["settings"]["title"] == "Thursday")
        ann.complaints.clear()


async def test_part_of_the_page_that_does_not_come(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url) as table:
        ann = await table.person("Ann")
        await ann.go("/")
        await expect(ann.page.locator(".play")).to_be_visible()
        await ann.page.route("**/assets/TablePage*", lambda route: route.abort())
        await ann.page.locator(".play").click()
        await ann.page.wait_for_url("**/t/*")
        await expect(ann.page.get_by_role("button", name="Reload")).to_be_visible()
        ann.complaints.clear()


async def test_learn_page_that_does_not_come(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url) as table:
        ann = await table.person("Ann")
        await ann.go("/learn")
        await expect(ann.page.locator("h1")).to_be_visible()
        await ann.page.route("**/assets/*", lambda route: route.abort())
        await ann.page.locator("nav a[href='/learn/questions']").first.click()
        await expect(ann.page.get_by_role("button", name="Reload")).to_be_visible()
        ann.complaints.clear()


async def test_replay_without_the_list(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        await table.play("bet 2, fold")
        ann = table["Ann"]
        await ann.see(lambda view: view["number"] > 1)
        await ann.page.route(re.compile("/deals$"), too_often)
        await ann.go(f"{table.path}/hand/1")
        await expect(ann.page.locator(".replay")).to_be_visible()
        ann.complaints.clear()


async def test_odds_after_a_blip(sqlite: str, browser: Browser) -> None:
    odds = slow(odds=True)
    async with (
        live_server(sqlite) as live,
        evening(browser, live.url, "Ann Bob", odds) as table,
    ):
        ann = table["Ann"]
        await ann.page.route("**/odds", too_often, times=1)
        await table.start()
        await expect(ann.page.locator(".chance")).to_have_count(1)
        await expect(ann.page.locator(".chance.unknown")).to_have_count(0)
        ann.complaints.clear()


async def test_dealers_choice_after_a_blip(sqlite: str, browser: Browser) -> None:
    choice = slow(dealers_choice=True)
    async with (
        live_server(sqlite) as live,
        evening(browser, live.url, "Ann Bob", choice) as table,
    ):
        bob = table["Bob"]
        await bob.page.route("**/api/presets", lambda route: route.abort())
        await table["Ann"].press("Start")
        await expect(bob.page.locator(".choose")).to_be_visible()
        await bob.page.unroute("**/api/presets")
        await expect(bob.page.locator(".choose .button")).to_have_count(2)
        await bob.press("Try again")
        await bob.press("Cincinnati Liz")
        await bob.see(lambda view: view["deal"] and view["deal"]["rules"]["preset"] == "liz")
        bob.complaints.clear()


async def test_copied_is_of_one_hand(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        await table.start()
        await table.play("bet 2, fold, bet 2, fold")
        ann = table["Ann"]
        await ann.see(lambda view: view["phase"] == "finished")
        await ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await ann.go(f"{table.path}/hand/1")
        await ann.page.locator(".links .button").first.click()
        await expect(ann.page.locator(".told[role=status]")).not_to_be_empty()
        await ann.page.get_by_role("link", name="Next hand").click()
        await ann.page.wait_for_url("**/hand/2")
        await expect(ann.page.locator(".told[role=status]")).to_be_empty()


async def test_host_part_that_does_not_come(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        ann = table["Ann"]
        await ann.page.route("**/assets/HostPanel*", lambda route: route.abort())
        await ann.page.get_by_role("tab", name="Host").click()
        panel = ann.page.locator("[role=tabpanel]")
        await expect(panel.get_by_role("button", name="Reload")).to_be_visible()
        ann.complaints.clear()


async def test_link_for_somebody_without_a_server(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann Bob", slow()) as table:
        ann = table["Ann"]
        await ann.page.get_by_role("tab", name="Host").click()
        await ann.page.locator("summary", has_text="Bob").click()
        await ann.page.route("**/link", lambda route: route.abort())
        await ann.page.locator("details[open] button", has_text="link").first.click()
        said = ann.page.locator("[role=tabpanel] [role=alert]")
        await expect(said).to_have_text("The server cannot be reached.")
        ann.complaints.clear()


async def test_friends_form_after_a_blip(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url) as table:
        ann = await table.person("Ann")
        await ann.page.route("**/api/presets", lambda route: route.abort())
        await ann.go("/friends")
        await ann.sees("The server cannot be reached.")
        await ann.page.get_by_label("Your name").fill("Ann")
        await ann.page.unroute("**/api/presets")
        await ann.page.get_by_role("button", name="Try again").click()
        await ann.page.locator(".end .brass").click()
        await ann.page.wait_for_url("**/t/*")
        ann.complaints.clear()


async def test_cookies_are_blocked(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url, "Ann", slow()) as table:
        bob = await table.person("Bob")

        async def strip(route: Route) -> None:
            answer = await route.fetch()
            await bob.context.clear_cookies()
            headers = {k: v for k, v in answer.headers.items() if k != "set-cookie"}
            await route.fulfill(status=answer.status, headers=headers, body=await answer.body())

        await bob.page.route("**/join", strip)
        await bob.go(table.path)
        await bob.page.get_by_label("Your name").fill("Bob")
        await bob.press("Sit down")
        await bob.sees(re.compile("keeps no cookies"))
        await expect(bob.button("Sit down")).to_be_enabled()


async def test_malformed_address(sqlite: str, browser: Browser) -> None:
    async with live_server(sqlite) as live, evening(browser, live.url) as table:
        ann = await table.person("Ann")
        await ann.go("/t/abc%E0%A4%A")
        await expect(ann.page.locator("dialog h2")).to_be_visible()
        ann.complaints.clear()


async def test_who_has_gone_elsewhere_is_left_there(sqlite: str, browser: Browser) -> None:
    """ "Play" took long, and he has gone to read the rules: he is not pulled away from there."""
    async with live_server(sqlite) as live, evening(browser, live.url) as table:
        ann = await table.person("Ann")
        await ann.go("/")

        async def slowly(route: Route) -> None:
            await asyncio.sleep(2)
            await route.continue_()

        await ann.page.route("**/api/tables", slowly)
        await ann.page.locator(".play").click()
        await asyncio.sleep(0.3)
        await ann.page.locator("header .learn").click()
        await ann.page.wait_for_url("**/learn")
        await asyncio.sleep(4)
        assert ann.page.url.endswith("/learn")
