"""Connections that should not be there, or that hold still: whose they are, how long they stay."""

from __future__ import annotations

import asyncio
import logging
import socket

import pytest
from websockets.exceptions import InvalidStatus

from cincinnati.web import lines
from cincinnati.web.lines import Closings, RequestLine, SocketLine
from cincinnati.web.messages import Refused, Welcome
from cincinnati.web.security import hashed
from cincinnati.web.serve import JsonLines
from live_client import Company, Device, company, link
from live_server import Live, live_server
from live_settings import quick
from misuse_lines import Raw, next_door, sockets, text, there, until

pytestmark = pytest.mark.anyio


# --- who they say they are ------------------------------------------------------------------

OUTSIDE = [
    "null",
    "",
    "http://evil.example",
    "https://127.0.0.1.evil.example",
    "http://[::1",
    "file://",
    "//HOST",
    "HOST",
    "javascript:HOST",
    "http://user@HOST",
    "http://HOST:1",
    "http://HOST, http://evil.example",
    "chrome-extension://abcdefgh",
    "http://é.example",
]


async def test_only_our_own_page_and_programs_may_connect(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann", quick()) as table:
        host = live.url.removeprefix("http://")
        for origin in OUTSIDE:
            headers = {"origin": origin.replace("HOST", host)}
            with pytest.raises(InvalidStatus) as refused:
                await Device.silent(live.url, table.table, headers=headers)
            assert refused.value.response.status_code == 403, origin
            assert b"foreign_page" in refused.value.response.body
        own = await Device.open(live.url, table.table, headers={"origin": live.url})
        await own.view()
        await own.close()
        table.host.plays = True
        await table.host.ping(1)


async def test_tokens_that_open_nothing_here(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Another table's, cut, joined, with zeros, 10 kB long, hashed already, somebody's link."""
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.ERROR, "uvicorn.error")  # as `set_up_logs` does it
    logging.getLogger("httpx").setLevel(logging.WARNING)
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob", quick()) as table,
        company(live.url, "Ann", quick()) as other,
    ):
        own = table.people["Ann"].token
        secret = await link(table.http, table.people["Bob"])
        wrong = [
            other.people["Ann"].token,
            own[:-1],
            own[1:],
            own + "x",
            f" {own}",
            own.swapcase(),
            own + "\x00",
            "\x00" * 32,
            "#pin",
            "#link:" + table.id("Bob"),
            hashed(own),
            secret,
            table.table,
            table.id("Ann"),
            "' OR 1=1; --",
            "é\u202e\U0001f600",
            "x" * 3000,
        ]
        for token in wrong:
            device = await Device.open(live.url, table.table, token)
            refused = await device.first(Refused)
            assert (refused.code, refused.message) == ("stranger", "this token is not known here")
            assert await device.end() == 1008
        for token in (*wrong, "x" * 10_000):
            if token.isascii() and token.isprintable() and token == token.strip():
                await _opens_nothing(live, table, token)
        assert (await table.http.get("/metrics")).text.count("cincinnati_faults_total 0.0") == 1
        for device in table.devices.values():
            await device.ping(1)
            assert device.plays
        text = "".join(JsonLines().format(record) for record in caplog.records)
        for private in (own, secret, table.table, *wrong[:3]):
            assert private not in text


async def _opens_nothing(live: Live, table: Company, token: str) -> None:
    """Neither as a bearer token nor as a cookie, neither over HTTP nor for a socket."""
    path = f"/api/tables/{table.table}/link"
    for headers in (
        {"authorization": f"Bearer {token}"},
        {"cookie": f'cincinnati="{token}"'},
        {"authorization": f"Bearer{token}", "cookie": f"cincinnati={token}; cincinnati={token}"},
    ):
        answer = await table.http.post(path, json={}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "stranger")
    if len(token) < 5000:
        device = await Device.open(live.url, table.table, headers={"cookie": f"cincinnati={token}"})
        assert (await device.first(Welcome)).person is None, "a spectator"
        await device.close()


async def test_who_has_the_token_of_a_seat_has_that_seat_alone(database: str) -> None:
    """A stolen one speaks for its person: his device is told, and others' cards stay hidden."""
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        thief = await Device.open(live.url, table.table, table.people["Bob"].token)
        view = await thief.view()
        assert view.you == table.id("Bob")
        assert view.deal is not None
        known = [None not in player.cards for player in view.deal.players]
        assert sorted(known) == [False, True], "Ann's cards are not his"
        await table["Bob"].until(lambda: not table["Bob"].plays)
        await thief.close()


# --- those who hold still -------------------------------------------------------------------


async def test_five_hundred_idle_sockets_hold_nobody_up(database: str) -> None:
    async with (
        live_server(database) as live,
        company(live.url, "Eve", quick()) as table,
        next_door(live.url),
    ):
        before = sockets(live)
        idle: list[Raw] = []
        for _ in range(20):
            idle += await asyncio.gather(*(Raw.socket(live.url, table.table) for _ in range(25)))
        assert {raw.status for raw in idle} == {101}
        assert sockets(live) == before + 500
        await asyncio.gather(*(raw.gone() for raw in idle))
        await until(lambda: sockets(live) == before)
        opened = await live.house.open(table.table)
        await until(lambda: opened.watchers == 1)


async def test_who_never_says_hello_is_sent_away(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        live_server(database) as live,
        company(live.url, "Eve", quick()) as table,
        next_door(live.url),
    ):
        before = sockets(live)
        monkeypatch.setattr("cincinnati.web.socket.HELLO_WITHIN_S", 0.3)
        mute = [await Raw.socket(live.url, table.table) for _ in range(20)]
        chatty = await Raw.socket(live.url, table.table)
        await chatty.send(text(b"nonsense") * 20)
        for raw in (*mute, chatty):
            refused = await raw.message("refused")
            while refused["code"] == "bad_message":
                refused = await raw.message("refused")
            assert refused["code"] == "hello"
            assert await raw.close_code() == 1008
            await raw.gone()
        await until(lambda: sockets(live) == before)


async def test_only_who_says_more_than_can_be_heard_is_not_read_for_a_while(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To stop reading and to go on are system calls: who waits for each answer costs none."""
    async with live_server(database) as live, company(live.url, "Ann", quick()) as table:
        others = there(live)
        raw = await Raw.socket(live.url, table.table)
        (line,) = there(live) - others
        assert isinstance(line, SocketLine)
        await raw.say(type="hello", protocol=1, token=None)
        stops: list[int] = []
        pause = line.transport.pause_reading

        def count() -> None:
            stops.append(1)
            pause()

        monkeypatch.setattr(line.transport, "pause_reading", count)
        for number in range(20):
            await raw.say(type="ping", number=number)
            assert (await raw.message("pong"))["number"] == number
        assert not stops
        raw.writer.write(text(b'{"type":"ping","number":99}') * 200)
        for _ in range(200):
            await raw.message("pong")
        assert stops
        await raw.gone()


async def test_what_is_said_does_not_wait_for_what_was_said_before(database: str) -> None:
    """Who has not acknowledged one small message is sent the next one all the same."""
    async with live_server(database) as live, company(live.url, "Ann", quick()) as table:
        others = there(live)
        raws = [await Raw.line(live.url), await Raw.hello(live.url, table.table)]
        await until(lambda: len(there(live) - others) == 2)
        lines = [
            line for line in there(live) - others if isinstance(line, RequestLine | SocketLine)
        ]
        assert {type(line) for line in lines} == {RequestLine, SocketLine}
        for line in lines:
            accepted = line.transport.get_extra_info("socket")
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY), type(line)
        for raw in raws:
            await raw.gone()


async def stuffed(live: Live, table: Company) -> tuple[Raw, SocketLine]:
    """Somebody who has the view sent again and again and never reads it, until nothing goes on."""
    others = there(live)
    raw = await Raw.socket(live.url, table.table, takes=4096)
    await raw.say(type="hello", protocol=1, token=None)
    (line,) = there(live) - others
    assert isinstance(line, SocketLine)
    raw.writer.transport.pause_reading()  # type: ignore[attr-defined]
    raw.writer.write(text(b'{"type":"take_back"}') * 5000)
    await until(lambda: not line.writable.is_set())
    return raw, line


async def test_who_reads_nothing_is_cut_off_and_the_others_go_on(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "SEND_WITHIN_S", 0.5)
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        before = sockets(live)
        await table.start()
        raw, line = await stuffed(live, table)
        kept = line.transport.get_write_buffer_size()
        await table.play("check, bet 2, raise 6, call, check, check")
        assert line.transport.get_write_buffer_size() <= kept < 200_000, "nothing is put on top"
        await until(lambda: sockets(live) == before)
        await raw.gone()
        await table.play("bet 2, fold")
        opened = await live.house.open(table.table)
        await until(lambda: opened.watchers == 2)


async def test_who_falls_far_behind_is_sent_away_once_he_reads(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits for him does not grow with what the others say."""
    monkeypatch.setattr("cincinnati.web.socket.MOST_WAITING", 5)
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        raw, _ = await stuffed(live, table)
        for number in range(30):
            await table["Ann"].say(f"line {number}")
        await table["Bob"].hears("line 29")
        (slow,) = [each for each in live.site.connections.all if each.person is None]
        assert len(slow._posts) <= 6
        raw.writer.transport.resume_reading()  # type: ignore[attr-defined]
        assert await raw.close_code() == 1011
        await raw.gone()


async def test_the_server_stops_although_somebody_reads_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cincinnati.web.socket.FINISH_WITHIN_S", 0.2)
    async with live_server(database) as live:
        async with company(live.url, "Ann", quick()) as table:
            raw, _ = await stuffed(live, table)
        live.server.config.timeout_graceful_shutdown = 1
    await raw.gone()


async def test_a_line_whose_other_end_has_vanished_is_given_up(database: str) -> None:
    """No FIN ever comes, and no answer to a ping; the seat's owner counts as away from then on."""
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        before = sockets(live)
        config = live.server.config
        config.ws_ping_interval = config.ws_ping_timeout = 0.3
        raw = await Raw.hello(live.url, table.table, table.people["Bob"].token)
        assert await raw.close_code() == 1011
        await until(lambda: sockets(live) == before)
        await until(lambda: live.house._present[table.table, table.id("Bob")] == 1)
        await raw.gone()
        await table["Ann"].ping(1)


async def test_the_goodbye_to_a_line_that_takes_nothing_is_not_waited_for(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cincinnati.web.serve.LOOK_EVERY", 2)
    async with live_server(database) as live, company(live.url, "Ann", quick()) as table:
        before = sockets(live)
        raw, line = await stuffed(live, table)
        line.keepalive_timeout()
        assert line.transport.is_closing()
        await until(lambda: sockets(live) == before)
        await raw.gone()


class Line:
    """A connection that closes, or has closed, and is taken nothing of."""

    def __init__(self, *, closing: bool) -> None:
        self.transport = self
        self.closing = closing
        self.aborted = False

    def is_closing(self) -> bool:
        return self.closing

    def abort(self) -> None:
        self.aborted = True


def test_who_does_not_take_the_goodbye_is_cut_off_after_a_while() -> None:
    closings = Closings()
    open_, late, later = Line(closing=False), Line(closing=True), Line(closing=False)
    closings.look([open_, late, later])
    later.closing = True
    assert not late.aborted
    closings.look([open_, late, later])
    assert (open_.aborted, late.aborted, later.aborted) == (False, True, False)
    closings.look([open_])
    assert not closings._before
