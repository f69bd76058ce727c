"""axe-core, with every rule, has nothing to say against any page in any state."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from playwright.async_api import Browser, Page

from live_evening import Luck
from live_server import live_server
from staged_tables import (
    DESK,
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
    resized,
    staged,
)

pytestmark = pytest.mark.anyio

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations.flatMap(
  found => found.nodes.map(node => `${found.id} (${found.impact}): ${node.target.join(" ")} — `
    + node.failureSummary.split("\\n").slice(1).map(line => line.trim()).join("; ")))"""
SHOW = """async theme => {
  document.documentElement.dataset.theme = theme;
  for (let frame = 0; frame < 3; frame++) {
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map(one => one.finished));
  }
}"""
"""Change the theme and wait until nothing moves any more."""
THEMES = ("light", "dark")
SIZES = (DESK, PHONE)

PAGES = (
    "/",
    "/join",
    "/friends",
    "/learn",
    "/learn/liz",
    "/learn/crisscross",
    "/learn/glossary",
    "/learn/questions",
    "/learn/strategy",
    "/learn/history",
    "/learn/no-such-page",
    "/no-such-page",
    "/t/no-such-table-at-all-x",
)

Then = Callable[[Page], Awaitable[None]]


class State(Struct, frozen=True):
    """A state of the table's page: a scene, who looks, and what is pressed there."""

    scene: Scene
    viewer: str | None = "Ann"
    path: str = ""
    then: Then | None = None


def tab(name: str) -> Then:
    """Open a tab of the panels, in the sheet where there is no room beside the table."""

    async def opened(page: Page) -> None:
        if await page.locator(".menu").is_visible():
            await page.locator(".menu").click()
        await page.locator(f'[role=tab][id$="-{name}"]').click()
        await page.locator(f'[role=tabpanel][aria-labelledby$="-{name}"]').wait_for()
        await page.locator(".loading").first.wait_for(state="detached")

    return opened


def press(selector: str, until: str) -> Then:
    """Press something and wait for what comes."""

    async def pressed(page: Page) -> None:
        await page.locator(selector).first.click()
        await page.locator(until).first.wait_for()

    return pressed


def wait(selector: str) -> Then:
    """Wait for something to be there."""

    async def waited(page: Page) -> None:
        await page.locator(selector).first.wait_for(state="attached")

    return waited


async def arm(page: Page) -> None:
    """The first of the two taps of an all-in."""
    await page.locator(".quick").last.click()
    await page.locator(".actions:not([data-guarded])").wait_for()
    await page.locator(".verb.raise").click()
    await page.locator(".verb.armed").wait_for()


ALL_IN = Scene(
    names="Ann Bruno Chiara",
    script="check, bet 99, fold",
)
STATES = {
    "door": State(SCENES["lobby"], None, then=wait("dialog .field")),
    "watching": State(SCENES["six"], None, then=press("dialog .close", ".visitor")),
    "lobby as host": State(SCENES["lobby"], then=wait(".lobby .start")),
    "lobby as guest": State(SCENES["lobby"], "Bruno", then=wait(".lobby")),
    "invite": State(SCENES["lobby"], then=press(".lobby .row > .button:last-child", "dialog svg")),
    "my turn": State(SCENES["six"], then=wait(".verbs")),
    "my turn at a cross": State(SCENES["cross"], then=wait(".verbs")),
    "second tap": State(SCENES["six"], then=arm),
    "somebody else's turn": State(SCENES["waiting"], then=wait(".advance")),
    "side pots": State(SCENES["side pots"], then=wait(".verbs")),
    "all-in to call": State(ALL_IN, then=wait(".verbs")),
    "showdown": State(SCENES["showdown"], then=wait(".seat.winner")),
    "high and low": State(SCENES["hi-lo"], then=wait(".seat.winner")),
    "paused": State(SCENES["paused"], then=wait(".prompt")),
    "finished": State(SCENES["end"], then=wait(".end svg")),
    "replay": State(SCENES["end"], path="/hand/2", then=wait("input[type=range]")),
    "advice": State(SCENES["end"], path="/hand/2", then=ask_expert),
    "replay of no hand": State(SCENES["end"], path="/hand/99"),
    **{
        f"tab {name}": State(SCENES["six"], then=tab(name)) for name in ("story", "chat", "session")
    },
    **{f"tab {name}": State(SCENES["six"], then=tab(name)) for name in ("host", "settings")},
}


async def violations(page: Page) -> list[str]:
    """What axe says against the page as it is now, light and dark."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE.read_text(encoding="utf-8"))
    faults: list[str] = []
    for theme in THEMES:
        await page.evaluate(SHOW, theme)
        faults += [f"{theme}: {fault}" for fault in await page.evaluate(RUN)]
    return faults


@pytest.mark.parametrize("size", SIZES, ids=["desk", "phone"])
async def test_pages(sqlite: str, browser: Browser, size: Size) -> None:
    faults: list[str] = []
    async with live_server(sqlite) as live:
        context = await fresh(browser, size=size)
        page = await context.new_page()
        for path in PAGES:
            await page.goto(live.url + path)
            await drawn(page)
            faults += [f"{path} {fault}" for fault in await violations(page)]
        await context.close()
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("name", STATES)
async def test_states_of_the_table(sqlite: str, browser: Browser, name: str) -> None:
    state = STATES[name]
    luck = Luck()
    faults: list[str] = []
    async with live_server(sqlite, chance=luck) as live, staged(live, luck, state.scene) as table:
        context = await fresh(browser, size=DESK)
        if state.viewer:
            await let_in(context, table, state.viewer)
        page = await context.new_page()
        await at_table(page, live, table, state.path)
        if state.scene.last:
            await play_on(table, state.scene)
        for size in SIZES:
            if size != DESK:
                await resized(page, size)
            if size != DESK and not state.scene.last:
                await page.reload()
                await drawn(page)
            if state.then:
                await state.then(page)
            faults += [f"{size} {fault}" for fault in await violations(page)]
        await context.close()
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("prefs", [{"contrast": "more"}, {"deck": "two", "left": True}])
async def test_other_looks(sqlite: str, browser: Browser, prefs: dict[str, Any]) -> None:
    luck = Luck()
    async with live_server(sqlite, chance=luck) as live, staged(live, luck, SCENES["six"]) as table:
        context = await fresh(browser, **prefs)
        await let_in(context, table, "Ann")
        page = await context.new_page()
        await at_table(page, live, table)
        faults = await violations(page)
        await context.close()
    assert faults == [], "\n".join(faults)
