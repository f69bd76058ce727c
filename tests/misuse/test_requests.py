"""Requests that are none, or that hold still: each gets its answer, none keeps its connection."""

from __future__ import annotations

import asyncio
import logging
import resource

import pytest

from cincinnati.web import lines
from cincinnati.web.lines import LARGEST_HEAD
from live_server import live_server
from misuse_lines import Raw, handshake, next_door, there, until

pytestmark = pytest.mark.anyio

GET = b"GET /api/health HTTP/1.1\r\nHost: there\r\n"
BODY = b'{"name":"Eve"}'
POST = b"POST /api/tables HTTP/1.1\r\nHost: there\r\n"
MAKE = POST + b"Content-Length: 14\r\n\r\n" + BODY

REQUESTS: dict[str, tuple[bytes, int]] = {
    "no words at all": (b"\x16\x03\x01\x02\x00\x01\x00" * 20 + b"\r\n\r\n", 400),
    "an old kind of request": (b"GET /\r\n\r\n", 400),
    "no host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "a head that is too large": (GET + b"X: " + b"x" * (LARGEST_HEAD + 5000), 400),
    "very many lines": (GET + b"A: b\r\n" * 4000, 400),
    "a path that is too long": (b"GET /" + b"x" * (LARGEST_HEAD + 5000), 400),
    "a zero in a line": (GET + b"X: a\x00b\r\n\r\n", 400),
    "a line feed in a line": (GET + b"X : a\r\n\r\n", 400),
    "two lengths": (POST + b"Content-Length: 14\r\nContent-Length: 15\r\n\r\n" + BODY, 400),
    "less than nothing": (POST + b"Content-Length: -1\r\n\r\n", 400),
    "a length that is none": (POST + b"Content-Length: 1e3\r\n\r\n", 400),
    "an unknown transfer": (POST + b"Transfer-Encoding: xchunked\r\n\r\n" + BODY, 400),
    "a chunk that is none": (POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
    "a chunk that is too long": (
        POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 30 + b"\r\n",
        400,
    ),
    "a large body": (POST + b"Content-Length: 999999999\r\n\r\n" + b"x" * 20_000, 413),
    "a large body of unknown length": (
        POST + b"Transfer-Encoding: chunked\r\n\r\n" + (b"4000\r\n" + b"x" * 0x4000 + b"\r\n") * 9,
        413,
    ),
    "a method that nobody knows": (b"BREW /api/tables HTTP/1.1\r\nHost: there\r\n\r\n", 405),
    "OPTIONS": (b"OPTIONS /api/tables HTTP/1.1\r\nHost: there\r\n\r\n", 405),
    "DELETE": (b"DELETE /api/tables/x HTTP/1.1\r\nHost: there\r\n\r\n", 405),
    "TRACE": (b"TRACE / HTTP/1.1\r\nHost: there\r\nCookie: secret\r\n\r\n", 405),
    "CONNECT": (b"CONNECT evil.example:443 HTTP/1.1\r\nHost: there\r\n\r\n", 404),
    "a proxy's request": (b"GET http://evil.example/api/health HTTP/1.1\r\nHost: x\r\n\r\n", 404),
    "a socket without a key": (
        b"GET /api/tables/x/socket HTTP/1.1\r\nHost: there\r\nConnection: Upgrade\r\n"
        b"Upgrade: websocket\r\n\r\n",
        400,
    ),
    "a socket of another version": (
        handshake("x").replace(b"Version: 13", b"Version: 7"),
        400,
    ),
    "a socket where there is none": (handshake("x").replace(b"/api/tables/x/socket", b"/"), 403),
    "a socket with very many lines": (handshake("x", *["A: b"] * 300), 431),
    "a socket with a long line": (handshake("x", "A: " + "b" * 9000), 431),
    "a socket that is posted": (handshake("x").replace(b"GET", b"POST"), 405),
}


async def test_requests_that_are_none_get_an_answer_and_change_nothing(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with live_server(database) as live, next_door(live.url):
        before, statuses = there(live), {}
        for what, (sent, _) in REQUESTS.items():
            raw = await Raw.line(live.url)
            await raw.send(sent)
            statuses[what], head = await raw.head()
            answer = head + await raw.reader.read(2000)
            for private in (b"Traceback", b".py", b"uvicorn", b"secret"):
                assert private not in answer, what
            await raw.gone()
        assert statuses == {what: status for what, (_, status) in REQUESTS.items()}
        assert live.site.measures.faults._value.get() == 0
        await until(lambda: there(live) <= before)
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_no_request_is_hidden_within_another_one(database: str) -> None:
    """Whichever way a proxy before us counts, the second request is not one of somebody else."""
    hidden = b"GET /api/presets HTTP/1.1\r\nHost: there\r\n\r\n"
    async with live_server(database) as live:
        raw = await Raw.line(live.url)
        lengths = b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n"
        await raw.send(POST + lengths % (len(hidden) + 5) + b"0\r\n\r\n" + hidden)
        status, _ = await raw.head()
        assert status == 400
        got = await raw.rest()
        assert got.endswith(b"}"), "the line is closed, whatever else was sent"
        assert b"told twice" in got
        assert b"preset" not in got
        await raw.gone()


PATHS = [
    "/../../etc/passwd",
    "/assets/../../../pyproject.toml",
    "/assets/..%2f..%2f..%2fpyproject.toml",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/assets//etc/passwd",
    "/assets/%00",
    "/assets/x%00.js",
    "/..\\..\\windows\\win.ini",
    "//etc/passwd",
    "/assets/" + "a/" * 3000,
    "/%ff%fe",
    "/api/../../etc/passwd",
    "/api/tables/..%2f..%2fhealth",
    "/t/../../../etc/passwd",
]


async def test_no_path_leads_out_of_the_page(database: str) -> None:
    async with live_server(database) as live, next_door(live.url):
        for path in PATHS:
            for method in ("GET", "HEAD"):
                raw = await Raw.line(live.url)
                request = f"{method} {path} HTTP/1.1\r\nHost: there\r\nConnection: close\r\n\r\n"
                await raw.send(request.encode())
                status, head = await raw.head()
                body = await raw.rest()
                await raw.gone()
                assert status in (200, 404), path
                assert b"root:" not in body
                assert b"[project]" not in body
                assert b"x-content-type-options: nosniff" in head.lower()
                assert method == "GET" or body == b""
        assert live.site.measures.faults._value.get() == 0


async def test_half_a_request_is_not_waited_for(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with live_server(database) as live, next_door(live.url):
        before = there(live)
        monkeypatch.setattr(lines, "REQUEST_WITHIN_S", 0.5)
        halves = [b"", GET, GET + b"X-Slow: ", b"G", handshake("x")[:60], GET + b"\r\n" + GET]
        waiting = [await Raw.line(live.url) for _ in range(60)]
        for number, raw in enumerate(waiting):
            await raw.send(halves[number % len(halves)])
        dripping = asyncio.create_task(_drip(waiting[1]))
        for raw in waiting:
            await raw.rest()
            await raw.gone()
        await asyncio.gather(dripping)
        await until(lambda: there(live) <= before)


async def _drip(raw: Raw) -> None:
    """A line more every moment, so that something comes all the time."""
    for _ in range(20):
        await raw.send(b"X: y\r\n")
        await asyncio.sleep(0.05)


async def test_a_body_goes_on_after_its_answer_only_for_a_while(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "MOST_IGNORED", 500_000)
    async with live_server(database) as live, next_door(live.url):
        raw = await Raw.line(live.url)
        await raw.send(POST + b"Transfer-Encoding: chunked\r\n\r\n")
        chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
        sent = 0
        while not raw.writer.transport.is_closing() and sent < 100_000_000:
            await raw.send(chunk)
            sent += len(chunk)
            await asyncio.sleep(0)
        assert sent < 100_000_000
        await raw.gone()


async def test_an_answer_that_nobody_takes_is_not_kept(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "SEND_WITHIN_S", 0.5)
    async with live_server(database) as live, next_door(live.url):
        before = there(live)
        raw = await Raw.line(live.url, takes=4096)
        raw.writer.transport.pause_reading()  # type: ignore[attr-defined]
        # One answer after another on the same line, until nothing goes on.
        await raw.send(b"GET /api/openapi.json HTTP/1.1\r\nHost: there\r\n\r\n" * 400)
        await until(lambda: not there(live) <= before)
        await until(lambda: there(live) <= before)
        await raw.gone()


async def test_more_connections_than_the_process_may_have_files_are_let_go(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the database always finds one, and those who play stay."""
    async with live_server(database) as live, next_door(live.url):
        most = len(there(live)) + 5
        monkeypatch.setattr(lines, "most_lines", lambda: most)
        many = [await Raw.line(live.url) for _ in range(20)]
        cut = asyncio.gather(*(raw.rest() for raw in many[5:]))
        assert await cut == [b""] * 15
        assert len(there(live)) <= most
        for raw in many:
            await raw.gone()


def test_the_process_may_have_as_many_files_as_the_system_gives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    monkeypatch.setattr(lines, "MOST_FILES", 900)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (800, before[1]))
        assert lines.most_lines() == 700
        lines.allow_many()
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (900, before[1])
        assert lines.most_lines() == 800, "the database finds files as well"
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
