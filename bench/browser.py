"""The page's weight and speed: ``make bench``, written to ``bench/BROWSER.md``.

The one idea: the browser itself is asked. Bytes are those of its network events, as they came over
the line with their headers; times are its own clock's; tasks and frames are those of its trace.
Each visit is a fresh profile, so nothing is in its cache.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from datetime import date
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from playwright.async_api import Browser, Page

from bench.live import server
from browser_chromium import running_chromium
from live_client import Company, company
from live_settings import quick
from staged_tables import DESK, NAMES, PHONE, STILL, Size, let_in

RESULTS = Path(__file__).with_name("BROWSER.md")
VISITS = 5
LARGEST = 12
DEALS = 3
MOST_BYTES = 150_000
INTERACTIVE_MS = 1000
LONG_TASK_MS = 50
FRAMES_A_SECOND = 60
TOUCHING_MS = 500
DEALING_MS = 2600
"""Forty cards, one every 60 ms, and the turn of the first community card."""

KINDS = {
    "Document": "page",
    "Stylesheet": "styles",
    "Script": "scripts",
    "Font": "fonts",
    "Image": "pictures",
    "Fetch": "answers",
}
Event = dict[str, Any]
"""A line of the browser's trace."""
Thread = tuple[int, int]
"""A process and a thread of it."""

PLAY = ".play"
TABLE = ".dock .own .card"
WATCH = """selector => {
  const seen = () => {
    if (!document.querySelector(selector) || window.thereAt) return;
    window.thereAt = performance.now();
    requestIdleCallback(() => (window.idleAt = performance.now()));
  };
  new MutationObserver(seen).observe(document, {childList: true, subtree: true});
}"""
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "toplevel"]


class Answer(Struct):
    """One answer over HTTP."""

    name: str
    kind: str
    bytes: int


class Weight(Struct):
    """What came until the first table was drawn."""

    answers: list[Answer]
    total: int
    """Bytes over the line, those of the table's messages too."""

    @property
    def kinds(self) -> Counter[str]:
        """Bytes by kind."""
        kinds: Counter[str] = Counter()
        for answer in self.answers:
            kinds[answer.kind] += answer.bytes
        kinds["the table's messages"] = self.total - sum(kinds.values())
        return kinds


class Dealing(Struct):
    """One deal to eight, as the trace tells it: from the press on Start to the last card."""

    tasks: list[tuple[float, float]]
    """How long each task of the page's main thread took, and the processor's part of it, in ms."""
    frames: list[float]
    """When each frame was drawn while something moved, in ms; before, the picture stands."""
    began: float
    """When the first card or chip was set off."""

    @property
    def rate(self) -> float:
        """Frames a second."""
        return (len(self.frames) - 1) / (self.frames[-1] - self.frames[0]) * 1000

    @property
    def wait(self) -> float:
        """Until the first of them was seen to move, in ms."""
        return self.frames[0] - self.began

    @property
    def late(self) -> int:
        """Frames that came more than half a frame too late."""
        limit = 1.5 * 1000 / FRAMES_A_SECOND
        pairs = zip(self.frames, self.frames[1:], strict=False)
        return sum(after - before > limit for before, after in pairs)


# --- weight -----------------------------------------------------------------------------------


async def weigh(browser: Browser, url: str) -> Weight:
    """From an empty browser to the first table by "Play now"."""
    context = await browser.new_context(locale="en-GB")
    page = await context.new_page()
    watch = await context.new_cdp_session(page)
    asked: dict[str, Answer] = {}

    def came(event: dict[str, Any]) -> None:
        path = urlsplit(event["response"]["url"]).path
        kind = KINDS.get(event["type"], "other")
        asked[event["requestId"]] = Answer(re.sub(r"/tables/.*", "/tables/…", path), kind, 0)

    def finished(event: dict[str, Any]) -> None:
        asked[event["requestId"]].bytes = int(event["encodedDataLength"])

    watch.on("Network.responseReceived", came)
    watch.on("Network.loadingFinished", finished)
    await watch.send("Network.enable")
    async with counted(url) as (line, count):
        await page.goto(line)
        await page.locator(PLAY).click()
        await page.locator(TABLE).first.wait_for()
        await page.evaluate("document.fonts.ready")
        total = count["bytes"]
        await context.close()
    return Weight(list(asked.values()), total)


@asynccontextmanager
async def counted(url: str) -> AsyncIterator[tuple[str, Counter[str]]]:
    """Another address of the server, and how many bytes have come from it that way."""
    count: Counter[str] = Counter()
    target = urlsplit(url)

    async def pour(reader: StreamReader, writer: StreamWriter, counts: bool) -> None:
        while data := await reader.read(65_536):
            count["bytes"] += len(data) if counts else 0
            writer.write(data)
        writer.close()

    async def carry(reader: StreamReader, writer: StreamWriter) -> None:
        theirs, ours = await asyncio.open_connection(target.hostname, target.port)
        with suppress(OSError):
            await asyncio.gather(pour(reader, ours, False), pour(theirs, writer, True))

    listening = await asyncio.start_server(carry, "127.0.0.1", 0)
    try:
        port = listening.sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}", count
    finally:
        listening.close()


# --- time -------------------------------------------------------------------------------------


async def time_to(browser: Browser, url: str, selector: str, table: Company | None = None) -> float:
    """Milliseconds until something is there and the page's main thread rests."""
    context = await browser.new_context(locale="en-GB")
    if table:
        await let_in(context, table, NAMES.split()[0])
    await context.add_init_script(f"({WATCH})({json.dumps(selector)})")
    page = await context.new_page()
    await page.goto(url)
    await page.wait_for_function("() => window.idleAt")
    took: float = await page.evaluate("window.idleAt")
    await context.close()
    return took


# --- dealing ----------------------------------------------------------------------------------


async def deal_to_eight(browser: Browser, url: str, size: Size) -> tuple[Dealing, float, float]:
    """One deal, from the host's press on Start.

    Also the time in which his table was drawn, and the longest task of the first touch of the
    page. That is before the deal: it wakes the browser's sound, once, and nothing moves yet.
    """
    settings = quick("liz", clock=STILL, deals=10)
    async with company(url, NAMES, settings) as table:
        took = await time_to(browser, f"{url}/t/{table.table}", ".board .card", table)
        context = await browser.new_context(
            locale="en-GB", viewport={"width": size[0], "height": size[1]}
        )
        await let_in(context, table, NAMES.split()[0])
        page = await context.new_page()
        await page.goto(f"{url}/t/{table.table}")
        start = page.locator(".lobby .start")
        await start.wait_for()
        async with traced(browser, page) as touched:
            await page.locator("header .what").click()
            await page.wait_for_timeout(TOUCHING_MS)
        async with traced(browser, page) as dealt:
            await start.click()
            await page.locator(TABLE).first.wait_for()
            await page.wait_for_timeout(DEALING_MS)
        await context.close()
    return dealing_in(dealt), took, max(task for task, _ in tasks_of(touched, page_in(touched)))


@asynccontextmanager
async def traced(browser: Browser, page: Page) -> AsyncIterator[list[Event]]:
    """What the browser notes of the block; it is there when the block has ended."""
    events: list[Event] = []
    await browser.start_tracing(page=page, categories=TRACED)
    yield events
    events += json.loads(await browser.stop_tracing())["traceEvents"]


def page_in(events: list[Event]) -> Thread:
    """The page's main thread: of all that draw pages, the one that does most."""
    pages = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    busy = Counter((event["pid"], event["tid"]) for event in events)
    return max(pages, key=busy.__getitem__)


def tasks_of(events: list[Event], thread: Thread) -> list[tuple[float, float]]:
    """How long each task of a thread took, and the processor's part of it, in ms."""
    return [
        (event["dur"] / 1000, event.get("tdur", 0) / 1000)
        for event in events
        if event["name"] in ("RunTask", "ThreadControllerImpl::RunTask")
        and (event["pid"], event["tid"]) == thread
        and "dur" in event
    ]


def dealing_in(events: list[Event]) -> Dealing:
    """The tasks of the page's main thread, and the frames from the first motion to the last."""
    thread = page_in(events)
    here = [event for event in events if event["pid"] == thread[0]]
    moves = [event for event in here if event["name"] == "Animation"]
    began = min(event["ts"] for event in moves if event["ph"] == "b")
    ended = max(event["ts"] for event in moves if event["ph"] == "e")
    frames = sorted(event["ts"] for event in here if event["name"] == "DrawFrame")
    moving = [frame / 1000 for frame in frames if began <= frame <= ended]
    return Dealing(tasks_of(events, thread), moving, began / 1000)


# --- the report ---------------------------------------------------------------------------------


class Figures(Struct):
    """Everything that was measured."""

    browser: str
    weight: Weight
    start: list[float]
    table: list[float]
    touch: list[float]
    dealings: dict[str, list[Dealing]]
    """By the size of the window."""


async def measure() -> Figures:
    """Visit, wait and deal a few times."""
    with TemporaryDirectory() as folder:
        async with (
            server(f"sqlite:///{folder}/tables.db") as url,
            running_chromium() as browser,
        ):
            weight = await weigh(browser, url)
            start = [await time_to(browser, url, PLAY) for _ in range(VISITS)]
            deals = {
                f"{size[0]}x{size[1]}": [
                    await deal_to_eight(browser, url, size) for _ in range(DEALS)
                ]
                for size in (DESK, PHONE)
            }
            return Figures(
                browser.version,
                weight,
                start,
                [took for each in deals.values() for _, took, _ in each],
                [touch for each in deals.values() for _, _, touch in each],
                {size: [dealing for dealing, _, _ in each] for size, each in deals.items()},
            )


def report(figures: Figures) -> str:
    """The figures as a page."""
    return "\n".join(_lines(figures)) + "\n"


def _lines(figures: Figures) -> Iterator[str]:
    weight = figures.weight
    yield "# The page"
    yield ""
    yield "Written by `make bench`: a fresh profile for each visit, over the loopback, the picture"
    yield "drawn by the processor (no graphics card). Bytes are counted as the browser got them,"
    yield "compressed and with their headers. Times end when the page's main thread rests."
    yield ""
    yield f"- {date.today():%Y-%m-%d}, {os.cpu_count()} cores shared by server, browser and others,"
    yield f"  Chromium {figures.browser}; load of the machine {os.getloadavg()[0]:.1f}"
    yield ""
    yield "| | target | measured | |"
    yield "| --- | ---: | ---: | --- |"
    yield _row(
        "From nothing to the first table",
        f"< {MOST_BYTES / 1000:.0f} kB",
        f"{weight.total / 1000:.1f} kB in {len(weight.answers)} answers",
        weight.total < MOST_BYTES,
    )
    for what, took in (("start page", figures.start), ("table", figures.table)):
        yield _row(
            f"Until the {what} can be used, median of {len(took)}",
            f"< {INTERACTIVE_MS} ms",
            f"{median(took):.0f} ms ({min(took):.0f} – {max(took):.0f})",
            median(took) < INTERACTIVE_MS,
        )
    for size, dealings in figures.dealings.items():
        yield from _dealing(size, dealings)
    yield ""
    yield "Frames are counted while cards or chips move. Before the deal the host has touched the"
    yield "page: the first touch wakes the browser's sound, once, which took up to"
    yield f"{max(figures.touch):.0f} ms."
    yield ""
    yield "| what came | kB |"
    yield "| --- | ---: |"
    for kind, came in weight.kinds.most_common():
        yield f"| {kind} | {came / 1000:.1f} |"
    yield ""
    yield "| the largest answers | kB |"
    yield "| --- | ---: |"
    for answer in sorted(weight.answers, key=lambda one: -one.bytes)[:LARGEST]:
        yield f"| {answer.name} | {answer.bytes / 1000:.1f} |"


def _dealing(size: str, dealings: list[Dealing]) -> Iterator[str]:
    tasks = [task for each in dealings for task in each.tasks]
    longest, busiest = max(took for took, _ in tasks), max(worked for _, worked in tasks)
    long = sum(took > LONG_TASK_MS for took, _ in tasks)
    rate = median(each.rate for each in dealings)
    late = sum(each.late for each in dealings)
    drawn = sum(len(each.frames) for each in dealings)
    wait = median(each.wait for each in dealings)
    yield _row(
        f"Longest task in {len(dealings)} deals to eight, {size}",
        f"<= {LONG_TASK_MS} ms",
        f"{longest:.0f} ms, {long} longer; {busiest:.0f} ms of the processor's time",
        longest <= LONG_TASK_MS,
    )
    yield _row(
        "Frames a second meanwhile, median",
        str(FRAMES_A_SECOND),
        f"{rate:.1f}; {late} of {drawn} late; the first after {wait:.0f} ms",
        rate >= FRAMES_A_SECOND - 1,
    )


def _row(what: str, target: str, measured: str, met: bool) -> str:
    return f"| {what} | {target} | {measured} | {'met' if met else '**missed**'} |"


def main() -> None:
    """Measure, print and write the report."""
    text = report(asyncio.run(measure()))
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
