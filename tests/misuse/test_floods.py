"""Too much of what may be done: every flood is stemmed, and the table next door plays on."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx
import msgspec
import psutil  # type: ignore[import-untyped]
import pytest
from websockets.frames import Opcode

from cincinnati.web.lines import PIECE, SocketLine
from cincinnati.web.security import Held, Rate, Slowly, place
from live_client import company
from live_process import server_process
from live_server import live_server
from live_settings import quick
from misuse_lines import DEFLATE, Raw, deflated, frame, handshake, next_door, text

pytestmark = pytest.mark.anyio

PING = text(b'{"type":"ping","number":1}')
MOST_MB = 30
"""So much more memory the floods may cost at most, where 15 was measured.

It was 80 to 400 in seconds without a bound, and 40 while lines that were closed stayed until Python
looked for circles.
"""


async def heard(raw: Raw) -> Counter[str]:
    """What the server says until it ends the line."""
    answers: Counter[str] = Counter()
    while True:
        opcode, data = await raw.frame()
        if opcode is Opcode.CLOSE:
            answers[f"closed {int.from_bytes(data[:2], 'big')}"] += 1
            return answers
        message = msgspec.json.decode(data)
        answers[message.get("code", message["type"])] += 1


# --- on one line ----------------------------------------------------------------------------


async def test_ten_thousand_messages_of_one_client(database: str) -> None:
    """First they are answered, then refused, then he is cut off; and coming back helps nothing."""
    async with (
        live_server(database, strict=1) as live,
        company(live.url, "Eve", quick()) as table,
        next_door(live.url),
    ):
        token = table.people["Eve"].token
        raw = await Raw.hello(live.url, table.table, token)
        sending = asyncio.create_task(raw.send(PING * 10_000))
        answers = await heard(raw)
        await asyncio.gather(sending)
        await raw.gone()
        assert answers.pop("closed 1008") == 1
        assert 30 <= answers["pong"] < 1000
        assert 300 <= answers["too_often"] < 600

        again = await Raw.hello(live.url, table.table, token)
        await again.send(PING * 1000)
        answers = await heard(again)
        await again.gone()
        assert answers["too_often"] < 200


async def test_a_flood_of_strangers_does_not_keep_others_of_their_address_from_coming(
    database: str,
) -> None:
    """Who has not said yet who he is has said nothing too often."""
    async with (
        live_server(database, strict=1) as live,
        company(live.url, "Ann Bob", quick()) as table,
    ):
        await table["Bob"].close()
        stranger = await Raw.hello(live.url, table.table)
        await stranger.send(PING * 10_000)
        assert (await heard(stranger))["too_often"] > 300
        await stranger.gone()
        await table.connect("Bob")
        await table.start()
        await table.play("check, bet 2, fold")


async def test_messages_that_are_too_large_come_too_often_as_well(database: str) -> None:
    async with (
        live_server(database, strict=1) as live,
        company(live.url, "Eve", quick()) as table,
        next_door(live.url),
    ):
        raw = await Raw.hello(live.url, table.table, table.people["Eve"].token)
        sending = asyncio.create_task(raw.send(text(b"x" * 5000) * 1000))
        answers = await heard(raw)
        await asyncio.gather(sending)
        await raw.gone()
        assert 30 <= answers["too_large"] < 600
        assert answers["closed 1008"] == 1


async def test_many_small_messages_at_once_are_read_in_turn_with_others(database: str) -> None:
    """One chunk of bytes with 5,000 messages in it: nobody waits until all are unpacked."""
    async with (
        live_server(database) as live,
        company(live.url, "Eve", quick()) as table,
        next_door(live.url, actions=6) as door,
    ):
        raw = await Raw.hello(live.url, table.table)
        unpacked = 0
        while door.plays:
            await raw.send(PING * 5000)
            await asyncio.sleep(0.001)
            lines = [each for each in live.server.server_state.connections]
            queues = [each.queue.qsize() for each in lines if isinstance(each, SocketLine)]
            unpacked = max(unpacked, *queues)
        await raw.gone()
        assert unpacked <= PIECE / len(PING) + 1


# --- many lines -----------------------------------------------------------------------------


def posted(path: str, name: str) -> bytes:
    """A request by somebody of this name."""
    body = b'{"name":"%s"}' % name.encode()
    return b"POST %s HTTP/1.1\r\nHost: there\r\nContent-Length: %d\r\n\r\n%s" % (
        path.encode(),
        len(body),
        body,
    )


GET = b"GET /api/health HTTP/1.1\r\nHost: there\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: there\r\n"
LAST = GET + b"Connection: close\r\n\r\n"
LINES = 8
ON_EACH = 250


async def test_thousands_of_joins_and_tables_from_one_address(database: str) -> None:
    async with (
        live_server(database, strict=1) as live,
        company(live.url, "Eve", quick()) as table,
        next_door(live.url),
    ):
        live.site.limits.slowly = Slowly(0.001)
        kept = len(live.house._open)

        async def ask(path: str, line: int) -> bytes:
            raw = await Raw.line(live.url)
            names = (f"Eve{line}-{number}" for number in range(ON_EACH))
            await raw.send(b"".join(posted(path, name) for name in names) + LAST)
            told = await raw.rest()
            await raw.gone()
            return told

        async def done(path: str) -> int:
            told = b"".join(await asyncio.gather(*(ask(path, line) for line in range(LINES))))
            allowed = told.count(b"HTTP/1.1 201")
            assert told.count(b"HTTP/1.1 ") == LINES * (ON_EACH + 1)
            assert told.count(b"HTTP/1.1 429") == LINES * ON_EACH - allowed
            assert told.count(b'"too_often"') == LINES * ON_EACH - allowed
            return allowed

        joined, made = await asyncio.gather(
            done(f"/api/tables/{table.table}/join"), done("/api/tables")
        )
        assert 20 <= joined <= 60
        assert 5 <= made <= 20
        assert len((await table.host.view()).people) == joined + 1
        assert len(live.house._open) <= kept + made, "nothing is kept of those that were refused"


async def test_handshakes_without_end_are_answered_slowly(database: str) -> None:
    async with (
        live_server(database, strict=1) as live,
        company(live.url, "Eve", quick()) as table,
        next_door(live.url),
    ):
        live.site.limits.slowly = slowly = Counted(0.01)
        statuses: Counter[int] = Counter()

        async def one() -> None:
            for _ in range(20):
                raw = await Raw.socket(live.url, table.table)
                statuses[raw.status] += 1
                await raw.gone()

        await asyncio.gather(*(one() for _ in range(8)))
        assert set(statuses) == {101, 429}
        assert statuses[101] < 120
        assert slowly.waits == statuses[429]


async def test_foreign_pages_without_end_are_answered_slowly(database: str) -> None:
    """Their handshakes count as requests: else they would be the only ones that cost nothing."""
    async with (
        live_server(database, strict=1) as live,
        company(live.url, "Eve", quick()) as table,
    ):
        live.site.limits.asked = Rate(10, 1000)
        live.site.limits.slowly = slowly = Counted(0.01)
        for _ in range(15):
            raw = await Raw.socket(live.url, table.table, "Origin: http://evil.example")
            assert raw.status == 403
            await raw.gone()
        assert slowly.waits == 5


async def test_an_address_has_so_many_sockets_and_no_more(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Eve", quick()) as table:
        live.site.limits.sockets, live.site.limits.slowly = Held(21), Slowly(0)
        await table.connect("Eve")  # the first one was not counted here
        lines = [await Raw.hello(live.url, table.table) for _ in range(20)]
        refused = await Raw.socket(live.url, table.table)
        assert refused.status == 429
        assert b"too_often" in await refused.rest()
        await refused.gone()
        await lines.pop().gone()
        for _ in range(200):
            raw = await Raw.socket(live.url, table.table)
            lines.append(raw)
            if raw.status == 101:
                break
        assert lines[-1].status == 101, "whoever goes makes room"
        for line in lines:
            await line.gone()


# --- requests -------------------------------------------------------------------------------


class Counted(Slowly):
    """It counts who has to wait."""

    waits = 0

    async def wait(self, key: str) -> bool:
        self.waits += 1
        return await super().wait(key)


async def test_requests_without_end_are_answered_slowly_and_then_refused(database: str) -> None:
    async with (
        live_server(database, strict=1) as live,
        next_door(live.url) as door,
        httpx.AsyncClient(base_url=live.url, timeout=60) as http,
    ):
        live.site.limits.asked = Rate(10, 1000)
        live.site.limits.slowly = slowly = Counted(0.02, most=2)
        statuses: Counter[int] = Counter()

        async def one(path: str, status: int) -> None:
            while door.plays or slowly.waits < 20:
                answer = await http.get(path)
                statuses[answer.status_code] += 1
                assert answer.status_code in (status, 429)
                if answer.status_code == 429:
                    assert answer.json()["code"] == "too_often"
                    assert "content-security-policy" in answer.headers

        paths = [("/", 200), ("/nowhere", 404), ("/api/health", 200), ("/api/presets", 200)]
        await asyncio.gather(*(one(*each) for each in paths))
        assert statuses[429] > 0, "two wait, the others are refused"
        assert statuses[200] > 0, "who waits gets what he asked for"


def test_limits_do_not_grow_with_those_whom_they_count() -> None:
    held = Held(2)
    with held.one("a"), held.one("b"):
        assert not held.full("a")
        with held.one("a"):
            assert held.full("a")
    assert not held._held


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::", "2001:db8:1:2::"),
        ("::1", "::"),
        ("fe80::1%eth0", "fe80::"),
        ("proxy", "proxy"),
    ],
)
def test_who_has_a_whole_network_of_addresses_is_one(address: str, counted: str) -> None:
    assert place(address) == counted


# --- what it costs --------------------------------------------------------------------------

FLOODS = {
    "pings that are not read": frame(Opcode.PING, b"x" * 125) * 2000,
    "a message that never ends": frame(Opcode.TEXT, fin=False)
    + frame(Opcode.CONT, fin=False) * 9999,
    "packed messages": deflated(b'"' + b" " * 65_000 + b'"') * 2000,
    "messages of 1 MB": text(b"x" * 1_000_000) * 2,
    "empty messages": text(b"") * 9999,
}
"""On a WebSocket whose answers nobody reads."""

CHUNK = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"


def many_floods(table: str) -> dict[str, tuple[bytes, int, int]]:
    """What is sent, on how many lines at once, and how often."""
    body = POST + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNK * 200
    joins = b"".join(posted(f"/api/tables/{table}/join", f"Eve{number}") for number in range(30))
    return {
        "bodies that never end": (body, 8, 25),
        "idle sockets": (handshake(table), 500, 1),
        "joins": (joins + LAST, 8, 1),
        "halves of heads": (GET + b"X: " + b"x" * 10_000, 500, 1),
        "halves of bodies": (POST + b"Content-Length: 16000\r\n\r\n" + b"x" * 15_000, 250, 1),
    }


async def on_lines(url: str, sent: bytes, many: int) -> None:
    """Send the same on many lines at once, and hear for a while what is answered."""
    lines = [await Raw.line(url) for _ in range(many)]

    async def one(raw: Raw) -> None:
        await raw.send(sent)
        await raw.rest()

    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(0.5):
            await asyncio.gather(*map(one, lines))
    for raw in lines:
        await raw.gone()


@contextlib.asynccontextmanager
async def memory(process: psutil.Process) -> AsyncIterator[Callable[[], float]]:
    """How much more memory a process has had than at first (MB): at most, while the block ran."""
    before = most = process.memory_info().rss

    async def look() -> None:
        nonlocal most
        while True:
            most = max(most, process.memory_info().rss)
            await asyncio.sleep(0.01)

    looking = asyncio.create_task(look())
    try:
        yield lambda: (most - before) / 1e6
    finally:
        looking.cancel()


async def test_floods_cost_little_memory_and_are_not_told_of_without_end(
    database: str, tmp_path: Path
) -> None:
    """A server of its own, with the limits that it has at home."""
    log = tmp_path / "log"
    async with (
        server_process(database, log=log, strict=1) as server,
        company(server.url, "Eve", quick()) as table,
        next_door(server.url),
        memory(psutil.Process(server.process.pid)) as most,
    ):
        for flood in FLOODS.values():
            for _ in range(2):
                raw = await Raw.hello(server.url, table.table, table.people["Eve"].token, DEFLATE)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.2):
                        await raw.send(flood)
                        await raw.send(flood)
                await raw.gone()
        for sent, lines, times in many_floods(table.table).values():
            for _ in range(times):
                await on_lines(server.url, sent, lines)
    assert most() < MOST_MB
    assert log.read_text() == ""
