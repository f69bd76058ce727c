"""Sizes and rates: what is too large, too often, or no message at all."""

from __future__ import annotations

import asyncio

import httpx
import msgspec
import pytest
from websockets.exceptions import InvalidStatus

from cincinnati.session import Seat
from cincinnati.tables.live import Clock
from cincinnati.tables.live.commands import Correct, SitIn
from cincinnati.web.api import Problem
from cincinnati.web.messages import LARGEST_MESSAGE, Do, Done, Ping, Refused, Say
from cincinnati.web.security import MOST_TRACKED, Rate
from live_client import Device, act, company
from live_server import live_server
from live_settings import quick

pytestmark = pytest.mark.anyio


def too_often(meant: str | None) -> Refused:
    return Refused("too_often", "too many messages; wait a little", meant)


def answers(device: Device) -> list[str | None]:
    """The ids of the commands that were answered, in order."""
    return [each.id for each in device.received if isinstance(each, Done | Refused)][-90:]


def refusals(device: Device) -> list[str]:
    return [message.code for message in device.received if isinstance(message, Refused)]


async def refused(device: Device, text: str) -> tuple[str, str | None]:
    """Send a message that must be refused: the code, and which command is said to be meant."""
    await device.socket.send(text)
    answer = await device.first(Refused)
    return answer.code, answer.id


# --- buckets -------------------------------------------------------------------------------


def test_a_bucket_fills_up_again() -> None:
    now = 100.0
    rate = Rate(3, 10, clock=lambda: now)
    assert [rate.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert rate.allows("b"), "everybody has a bucket of his own"
    now = 109.9
    assert not rate.allows("a")
    now = 110.0
    assert [rate.allows("a") for _ in range(2)] == [True, False]
    now = 1000.0
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]


def test_not_everybody_is_remembered() -> None:
    now = 0.0
    rate = Rate(1, 10, clock=lambda: now)
    assert rate.allows("first")
    for number in range(MOST_TRACKED):
        rate.allows(str(number))
    assert rate.allows("first"), "the longest unused are forgotten"


# --- messages -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", None),
        ("x", None),
        ("{}", None),
        ("[]", None),
        ("null", None),
        ('{"type":"do"}', None),
        ('{"type":"do","id":7,"command":{"type":"sit"}}', None),
        ('{"type":"do","id":"1","command":{"type":"sit"}', None),
        ('{"type":"do","id":"\\ud800","command":{"type":"sit"}}', None),
        ('{"type":"nonsense","id":"1"}', None),
        ('{"type":"say","text":"\\ud800"}', None),
        ('{"type":"ping","number":1e999}', None),
        ("[" * 4000, None),
        ('{"type":"do","id":"1"}', "1"),
        ('{"type":"do","id":"1","command":{"type":"fly"}}', "1"),
        ('{"type":"do","id":"1","command":{"type":"sit","seat":"one"}}', "1"),
        ('{"command":["?"],"more":{},"id":"a b","type":"do"}', "a b"),
        (
            '{"type":"do","id":"1","command":{"type":"change","settings":'
            '{"rules":{"players":99}}}}',
            "1",
        ),
        ('{"type":"do","id":"1","command":' + "[" * 2000 + "]" * 2000 + "}", None),
    ],
)
async def test_what_is_no_message_is_refused_and_the_line_stays(
    sqlite: str, text: str, meant: str | None
) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        assert await refused(table.host, text) == ("bad_message", meant)
        await table.host.ping(1)
        assert live.site.measures.faults._value.get() == 0


async def test_bytes_are_no_message(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        await table.host.socket.send(b'{"type":"ping","number":1}')
        assert (await table.host.first(Refused)).code == "bad_message"
        await table.host.ping(2)


LARGE = "x" * LARGEST_MESSAGE


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        (Say(LARGE), None),
        (Do("big", Correct(Seat(0), 1, LARGE)), "big"),
        (Do(LARGE, SitIn()), LARGE),
    ],
    ids=["chat", "command", "id"],
)
async def test_a_message_that_is_too_large_is_refused(
    sqlite: str, message: Say | Do, meant: str | None
) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        text = msgspec.json.encode(message).decode()
        assert await refused(table.host, text) == ("too_large", meant)
        await table.host.ping(1)


async def test_a_message_that_is_much_too_large_ends_the_connection(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann Bob", quick()) as table:
        await table["Bob"].say("x" * 100_000)
        assert await table["Bob"].end() == 1009
        await table.host.ping(1)


async def test_too_many_messages_are_refused_and_change_nothing(sqlite: str) -> None:
    async with (
        live_server(sqlite, strict=1000) as live,
        company(live.url, "Ann Bob", quick()) as table,
    ):
        await table.start()
        before = table.newest().version
        device = table["Bob"]
        for number in range(90):
            await device.send(Do(f"x{number}", SitIn()))
        await device.until(lambda: "too_often" in refusals(device))
        await device.until(lambda: answers(device) == [f"x{number}" for number in range(90)])
        assert refusals(device) == ["too_often"] * refusals(device).count("too_often")
        await device.send(Ping(7))
        await device.until(lambda: device.received[-1] == too_often(None))
        assert (await table["Ann"].view()).version == before, "sitting in while in is nothing"
        assert "too_often" not in refusals(table["Ann"]), "the others may go on"
        await table["Ann"].done(act(await table["Ann"].view(), "check"))


@pytest.mark.parametrize("name", ["", "x" * 49, "a b", "ü", "a\nb", "\x00"])
async def test_a_commands_id_is_short_and_plain(database: str, name: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann", quick()) as table:
        answer = await table.host.do(SitIn(), name)
        assert isinstance(answer, Refused)
        assert (answer.code, answer.id) == ("bad_id", name)
        await table.host.do(SitIn(), "!" * 48)


async def test_what_people_write_cannot_hurt_the_database(database: str) -> None:
    """Zeros, quotes and marks in every text that people may send."""
    nasty = "x'; DROP TABLE log; --\x00\x1b\u202e\U0001f600"
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.host.say(nasty)
        await table["Bob"].until(lambda: table["Bob"].said)
        assert table["Bob"].said[0].text == "x'; DROP TABLE log; -- \U0001f600"
        await table.join(f"'\"{nasty}"[:20])
        await table.start()
        await table.play("bet 2, fold")
        await table.host.view(lambda view: view.number == 2)
        await table.play("check, bet 2, fold")
        assert live.site.measures.faults._value.get() == 0


async def test_the_reason_of_a_correction_is_kept_as_it_is_seen(database: str) -> None:
    reason = "because\x00 'he' \"said\" so \U0001f600"
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob", quick(clock=Clock())) as table,
    ):
        await table.start()
        await table.play("bet 2, fold")
        await table.host.done(Correct(Seat(1), 5, reason))
        events = (await live.store.entries(table.table))[-1].events
        told = msgspec.json.decode(events)[0]["event"]["reason"]
        assert told == reason.replace("\x00", "")


# --- requests ---------------------------------------------------------------------------------


async def test_a_body_that_is_too_large(sqlite: str) -> None:
    async with live_server(sqlite) as live, httpx.AsyncClient(base_url=live.url) as http:
        answer = await http.post("/api/tables", json={"name": "x" * 20_000})
        assert answer.status_code == 413
        assert answer.json()["code"] == "too_large"


async def test_a_body_that_does_not_come(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cincinnati.web.api.BODY_WITHIN_S", 0.2)
    async with live_server(sqlite) as live:
        host, port = live.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 20\r\n\r\n{")
        answer = await asyncio.wait_for(reader.readuntil(b"}"), 10)
        assert b"400 Bad Request" in answer
        assert b"too_slow" in answer
        writer.close()
        await writer.wait_closed()


@pytest.mark.parametrize(
    ("path", "body", "burst"),
    [("/api/tables", {"name": "Ann"}, 10), ("/api/tables/TABLE/join", {"name": "Ann"}, 30)],
    ids=["making", "joining"],
)
async def test_tables_and_people_cannot_be_made_without_end(
    sqlite: str, path: str, body: dict[str, str], burst: int
) -> None:
    async with (
        live_server(sqlite, strict=1000) as live,
        httpx.AsyncClient(base_url=live.url) as http,
    ):
        made = (await http.post("/api/tables", json={"name": "Ann"})).json()
        http.cookies.clear()
        answers = []
        for _ in range(burst + 2):
            answer = await http.post(path.replace("TABLE", made["table"]), json=body)
            http.cookies.clear()
            answers.append(answer.status_code)
        assert answers[-1] == 429
        assert answers.count(429) in (2, 3)


async def test_looking_for_tables_is_slow_work(sqlite: str) -> None:
    async with (
        live_server(sqlite, strict=1000) as live,
        httpx.AsyncClient(base_url=live.url) as http,
    ):
        answers: list[int] = []
        while 429 not in answers and len(answers) < 1000:
            answers.append((await http.get(f"/api/tables/x{len(answers)}")).status_code)
        assert set(answers[:120]) == {404}
        assert answers[-1] == 429


async def test_connections_cannot_be_opened_without_end(sqlite: str) -> None:
    async with (
        live_server(sqlite, strict=1000) as live,
        company(live.url, "Ann", quick()) as table,
    ):
        devices = [await Device.silent(live.url, table.table) for _ in range(59)]
        with pytest.raises(InvalidStatus) as refused:
            await Device.silent(live.url, table.table)
        answer = refused.value.response
        assert answer.status_code == 429
        assert msgspec.json.decode(answer.body, type=Problem).code == "too_often"
        for device in devices:
            await device.close()


async def test_chat_is_slower_than_commands(sqlite: str) -> None:
    async with (
        live_server(sqlite, strict=1000) as live,
        company(live.url, "Ann Bob", quick()) as table,
    ):
        for number in range(7):
            await table.host.send(Say(f"line {number}"))
        await table.host.until(lambda: refusals(table.host).count("too_often") == 2)
        await table["Bob"].until(lambda: len(table["Bob"].said) == 5)
