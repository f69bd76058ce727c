"""What no client sends: frames and messages that are broken, too large, or made to cost much."""

from __future__ import annotations

import logging

import pytest
from websockets.frames import Opcode

from cincinnati.web.lines import FRAMES_AT_ONCE, LARGEST_FRAME
from cincinnati.web.messages import LARGEST_MESSAGE, Refused
from cincinnati.web.serve import JsonLines
from live_client import Device, company
from live_server import Live, live_server
from live_settings import quick
from misuse_lines import DEFLATE, Raw, deflated, frame, next_door, text

pytestmark = pytest.mark.anyio


def faults(live: Live) -> float:
    return float(live.site.measures.faults._value.get())


# --- messages -------------------------------------------------------------------------------

MUCH = int("9" * 1000)

UNREADABLE = [
    "",
    "\x00",
    "ping",
    "\ufeff{}",
    '{"type":"ping"',
    '{"type":"ping"}{"type":"ping"}',
    '{"type":"ping","number":NaN}',
    '{"type":"ping","number":Infinity}',
    '{"type":"ping","number":-1e400}',
    '{"type":"ping","number":1.5}',
    '{"type":"ping","number":"1"}',
    '{"type":"ping","number":true}',
    '{"type":"ping","number":null}',
    '{"type":"ping","number":01}',
    '{"type":"do","id":"c","command":{"type":"sit","seat":NaN}}',
    '{"type":["ping"]}',
    '{"type":"Ping"}',
    '{"type":"say"}',
    '{"type":"say","text":["x"]}',
    '{"type":"do","command":{"type":"sit"}}',
    '{"type":"do","id":{},"command":{"type":"sit"}}',
    '[{"type":"ping"}]',
    "[" * 4000,
    '{"a":' * 800,
    "[" * 2000 + "]" * 2000,
    '{"type":"ping","more":' + "[" * 2000 + "]" * 2000 + "}",
]
"""Texts that are no message."""

COMMANDS = [
    "{}",
    "null",
    '["sit"]',
    '{"type":"sit","seat":-1.5}',
    '{"type":"act","deal":1,"turn":1,"price":0}',
    '{"type":"act","deal":1,"turn":1,"price":0,"action":{"type":"raise","to":1.5}}',
    '{"type":"correct","seat":0,"chips":"all","reason":"x"}',
]
"""Commands that are none."""


async def test_what_is_no_message_is_refused_by_its_command_and_the_line_stays(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        live_server(database) as live,
        next_door(live.url),
        company(live.url, "Eve", quick()) as table,
    ):
        before = table.newest().version
        tries: list[tuple[str, str | None]] = [(each, None) for each in UNREADABLE]
        tries += [(f'{{"type":"do","id":"c","command":{each}}}', "c") for each in COMMANDS]
        for number, (said, meant) in enumerate(tries):
            table.host.received.clear()
            await table.host.socket.send(said)
            refused = await table.host.first(Refused)
            assert (refused.code, refused.id) == ("bad_message", meant), said
            assert len(refused.message) < 300
            assert "Traceback" not in refused.message
            await table.host.ping(number)
        assert (await table.host.view()).version == before
        assert faults(live) == 0
    assert "cincinnati" not in {record.name.partition(".")[0] for record in caplog.records}


async def test_a_field_that_is_said_twice_counts_the_last_time_and_others_are_passed_over(
    database: str,
) -> None:
    async with live_server(database) as live, company(live.url, "Eve", quick()) as table:
        raw = await Raw.hello(live.url, table.table)
        for said, number in (
            ('{"type":"ping","number":1,"number":2}', 2),
            ('{"number":3,"type":"ping","what":{"type":"say"},"text":[]}', 3),
            (f'{{"type":"ping","number":-{MUCH}}}', -MUCH),
        ):
            await raw.send(text(said.encode()))
            assert (await raw.message("pong"))["number"] == number
        await raw.gone()


async def test_numbers_beyond_all_measure_are_refused_like_others(database: str) -> None:
    """As large as fits into a message: no seat, no stack and no version is so large."""
    async with live_server(database) as live, company(live.url, "Eve Bob", quick()) as table:
        view = await table.start()
        assert view.deal is not None
        for command, code in (
            (f'{{"type":"sit","seat":{MUCH}}}', "seated"),
            (f'{{"type":"correct","seat":{MUCH},"chips":1,"reason":"x"}}', "deal_running"),
            (act_of(deal=MUCH, turn=-MUCH, to=6), "stale_turn"),
            (act_of(deal=view.number, turn=view.turn, to=MUCH), "raise_too_large"),
            (act_of(deal=view.number, turn=view.turn, to=-MUCH), "raise_too_small"),
        ):
            table.host.received.clear()
            await table.host.socket.send(f'{{"type":"do","id":"big","command":{command}}}')
            refused = await table.host.first(Refused)
            assert (refused.code, refused.id) == (code, "big"), command
        for since in (MUCH, -MUCH):
            device = await Device.open(live.url, table.table, since=since)
            await device.view()
            await device.close()
        await table.play("check, bet 2, fold")
        assert faults(live) == 0


def act_of(*, deal: int, turn: int, to: int) -> str:
    return (
        f'{{"type":"act","deal":{deal},"turn":{turn},"price":0,'
        f'"action":{{"type":"raise","to":{to}}}}}'
    )


# --- frames ---------------------------------------------------------------------------------

MEGABYTE = 1_000_000
PART = b"x" * 16_384

BROKEN = {
    "a message of 1 MB": (text(b"x" * MEGABYTE), 1009),
    "a message of 1 MB in parts": (
        frame(Opcode.TEXT, PART, fin=False) + frame(Opcode.CONT, PART, fin=False) * 60,
        1009,
    ),
    "1 MB of zeros, packed": (deflated(b"\x00" * MEGABYTE), 1009),
    "what cannot be unpacked": (frame(Opcode.TEXT, b"\xff" * 50, packed=True), 1002),
    "a message that never ends": (
        frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, fin=False) * 2 * FRAMES_AT_ONCE,
        1008,
    ),
    "pings without end": (frame(Opcode.PING, b"x" * 125) * 2 * FRAMES_AT_ONCE, 1008),
    "pongs that nobody asked for": (frame(Opcode.PONG) * 2 * FRAMES_AT_ONCE, 1008),
    "no UTF-8": (text(b'{"type":"say","text":"\xff\xfe"}'), 1007),
    "half a letter": (text("é".encode()[:1]), 1007),
    "a letter that there is not": (text(b"\xed\xa0\x80"), 1007),
    "without a mask": (b"\x81\x02{}", 1002),
    "a kind of frame that there is not": (b"\x83\x80\x00\x00\x00\x00", 1002),
    "a part of nothing": (frame(Opcode.CONT, b"x"), 1002),
    "a message within another one": (frame(Opcode.TEXT, b"x", fin=False) + text(b"{}"), 1002),
    "a ping that is too long": (b"\x89\xfe\x01\x00" + b"\x00" * 260, 1002),
    "a ping in parts": (b"\x09\x80\x00\x00\x00\x00", 1002),
    "a close frame of one byte": (b"\x88\x81\x00\x00\x00\x00x", 1002),
    "a close code that there is not": (b"\x88\x82\x00\x00\x00\x00\x00\x01", 1002),
    "another request": (b"GET / HTTP/1.1\r\nHost: there\r\n\r\n", 1002),
}


async def test_a_line_that_breaks_the_protocol_of_websockets_is_told_so_and_ended(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        live_server(database) as live,
        next_door(live.url),
        company(live.url, "Eve", quick()) as table,
    ):
        token = table.people["Eve"].token
        for what, (sent, code) in BROKEN.items():
            raw = await Raw.hello(live.url, table.table, token, DEFLATE)
            await raw.send(sent)
            assert await raw.close_code() == code, what
            await raw.gone()
        again = await table.connect("Eve")
        await again.ping(1)
        assert faults(live) == 0
    logged = "\n".join(JsonLines().format(record) for record in caplog.records)
    assert token not in logged
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR], logged


async def test_texts_in_parts_packed_ones_and_bytes(database: str) -> None:
    """Whatever WebSockets may do is done: parts anywhere, pings between them, packed messages."""
    async with live_server(database) as live, company(live.url, "Eve", quick()) as table:
        raw = await Raw.hello(live.url, table.table, table.people["Eve"].token, DEFLATE)
        said = '{"type":"ping","number":7,"what":"é"}'.encode()
        middle = said.index("é".encode()) + 1
        await raw.send(frame(Opcode.TEXT, said[:middle], fin=False) + frame(Opcode.PING, b"a"))
        await raw.send(frame(Opcode.CONT, fin=False) + frame(Opcode.CONT, said[middle:]))
        await raw.send(deflated(b'{"type":"ping","number":8}'))
        await raw.send(deflated(b'"' + b" " * (LARGEST_FRAME - 2) + b'"'))
        await raw.send(frame(Opcode.BINARY, said))
        # welcome, state, two pongs, and two refusals: too large, and no text
        opcodes = [(await raw.frame())[0] for _ in range(7)]
        assert opcodes.count(Opcode.PONG) == 1
        assert opcodes.count(Opcode.TEXT) == 6
        await raw.send(frame(Opcode.CLOSE, b"\x03\xe8"))
        assert await raw.close_code() == 1000
        await raw.gone()
        assert faults(live) == 0


async def test_a_message_is_as_large_as_is_told(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Eve", quick()) as table:
        raw = await Raw.hello(live.url, table.table)
        empty = len(b'{"type":"ping","x":""}')
        for size, kind in ((LARGEST_MESSAGE, "pong"), (LARGEST_MESSAGE + 1, "refused")):
            await raw.send(text(b'{"type":"ping","x":"%s"}' % (b"x" * (size - empty))))
            answer = await raw.message(kind)
            assert answer.get("code", "too_large") == "too_large"
        await raw.gone()
