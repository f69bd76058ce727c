"""What people write: it is cleaned in one place, and reaches nobody in a form that does harm."""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Iterator

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cincinnati.errors import RulesError
from cincinnati.rules import Ruleset
from cincinnati.session import Seat
from cincinnati.tables.live import Clock, Settings
from cincinnati.tables.live.commands import Correct
from cincinnati.tables.live.texts import MOST_MARKS, alike, plain
from cincinnati.web.messages import Refused
from cincinnati.web.serve import JsonLines
from live_client import Company, bearer, company, refusal
from live_server import live_server
from live_settings import quick
from misuse_lines import Raw, text

pytestmark = pytest.mark.anyio

SLOW = Clock(between_ms=60_000)
"""Chips are corrected between deals."""

ZALGO = "Z" + "\u0300\u0315\u0327" * 200 + "algo"
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
HEART = "\u2764\ufe0f"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"
HTML = "<b>Eve</b>"

CLEANED = {
    "": "",
    " \t\r\n\u2028\u00a0\u3000 ": "",
    "A\x00n\x1b[31mn\x07": "A n [31mn",
    "\u202eeve\u202c": "eve",
    "a\u2066b\u2069c\u200ed": "a b c d",
    "\u200b\u200c\u200d\ufeff\u2060": "",
    "\u3164\u115f\u2800\uffa0": "",
    "\u0301\ufe0f\u034f": "",
    "e\u0301": "é",
    ZALGO: "Z\u0327\u0327\u0327algo",
    "\ud800x\udc00": "x",
    "\U000e0041A\U000e0042": "A",
    "A\u034f\U000e0101nn": "Ann",
    "x\u200d": "x",
    "x \u200d y": "x y",
    **{
        same: same
        for same in (FAMILY, HEART, PERSIAN, HTML, "Élise", "क्षि", "ด้วย", "&amp;", "'; --")
    },
}


@pytest.mark.parametrize("written", CLEANED, ids=ascii)
def test_what_becomes_of_a_text(written: str) -> None:
    assert plain(written) == CLEANED[written]


@given(
    st.text(st.characters(codec=None), max_size=40)
    | st.text("e\u0301\u0327\u200d\u202e ", max_size=40)
)
def test_a_cleaned_text_is_one_line_of_what_can_be_seen(written: str) -> None:
    line = plain(written)
    assert line == plain(line) == unicodedata.normalize("NFC", line) == line.strip()
    assert all(sign.isprintable() or sign in "\u200c\u200d" for sign in line)
    assert "  " not in line
    marks = 0
    for sign in line:
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        assert marks <= MOST_MARKS
    line.encode()


@pytest.mark.parametrize("other", ["ANN", "Ann", "𝐀𝐧𝐧", "A\u200dnn", "Ann\ufe0f", "Ⓐⓝⓝ"])
def test_names_that_look_the_same(other: str) -> None:
    assert alike("Ann") == alike(other)


def test_names_that_do_not_look_the_same() -> None:
    assert len({alike(name) for name in ("Ann", "Anna", "Änn", "A nn", "Απп", "")}) == 6


def test_titles_and_labels_of_games() -> None:
    assert Settings(rules=Ruleset(), title=" Thurs\u202e\n day ").title == "Thurs day"
    for wrong in (
        {"title": "x" * 61},
        {"rules": {"preset": "x" * 61}},
        {"rules": {"preset": "\x1b"}},
    ):
        with pytest.raises((RulesError, msgspec.ValidationError)):
            msgspec.convert({"rules": {}, **wrong}, Settings)


# --- at a table ---------------------------------------------------------------------------------

NASTY = f"\x1b[2J\x00\u202e{HTML}\u2066\u200b\u0085"
SEEN = f"[2J {HTML}"
HARM = [chr(code) for code in (*range(32), *range(127, 160)) if chr(code) not in "\n"]
HARM += "\u202e\u202d\u2066\u2067\u2028\u2029\u200b\u200e\u200f\u2060\ufeff\u3164"


def harm_in(told: str) -> list[str]:
    return [ascii(sign) for sign in HARM if sign in told]


def texts_in(value: object) -> Iterator[str]:
    """All texts in JSON."""
    match value:
        case str():
            yield value
        case dict():
            for name, inner in value.items():
                yield name
                yield from texts_in(inner)
        case list():
            for inner in value:
                yield from texts_in(inner)
        case _:
            pass


async def past(table: Company, what: str) -> str:
    answer = await table.http.get(
        f"/api/tables/{table.table}/{what}", headers=bearer(table.people["Bob"])
    )
    assert answer.status_code == 200
    return answer.text


async def test_nothing_that_does_harm_reaches_anybody(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Names, chat, the title and reasons, in all that devices, records, the log are told."""
    caplog.set_level(logging.DEBUG, "cincinnati")
    settings = msgspec.structs.replace(quick(clock=SLOW), title=NASTY)
    async with live_server(database) as live, company(live.url, "Ann Bob", settings) as table:
        await table.join(NASTY)
        eve = await table.connect(NASTY)
        await eve.say(NASTY + ZALGO)
        looking_on = await table.spectator()
        for device in (*table.devices.values(), looking_on):
            await device.hears(f"{SEEN} Z\u0327\u0327\u0327algo")
        await table.start()
        await table.play("bet 2, fold")
        version = await table.host.done(Correct(Seat(1), 5, NASTY))
        await table.together(version)
        view = table.newest()
        assert [each.name for each in view.people] == ["Ann", "Bob", SEEN]
        assert view.settings.title == SEEN
        for device in (*table.devices.values(), looking_on):
            for frame in device.frames:
                assert [
                    harm_in(told) for told in texts_in(msgspec.json.decode(frame)) if harm_in(told)
                ] == []
        for what in ("records", "transcript", "transcript?language=fr", "deals", ""):
            assert harm_in(await past(table, what.rstrip("/")) if what else "") == []
        await looking_on.close()
        kept = await live.store.entries(table.table)
        for entry in kept:
            assert [t for t in texts_in(msgspec.json.decode(entry.events)) if harm_in(t)] == []
        assert live.site.measures.faults._value.get() == 0
    logged = "\n".join(JsonLines().format(record) for record in caplog.records)
    assert harm_in(logged) == []
    assert HTML not in logged


async def test_names_that_nobody_may_have(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Élise", quick()) as table:
        join = f"/api/tables/{table.table}/join"
        for name, code in {
            " \u202e\x00": "bad_name",
            "\u3164": "bad_name",
            "x" * 10_000: "bad_name",
            "𝐀𝐧𝐧": "name_taken",
            "A\u200dNN": "name_taken",
            "E\u0301LISE": "name_taken",
        }.items():
            assert refusal(await table.http.post(join, json={"name": name}), 400) == code, ascii(
                name
            )
        lone = await table.http.post(join, content=b'{"name": "\\ud800"}')
        assert refusal(lone, 400) == "bad_request"
        for name in (HTML, FAMILY, PERSIAN, "x" * 24, "Αnn"):
            await table.join(name)
        seen = {each.name for each in (await live.house.open(table.table)).table.people.values()}
        assert seen == {"Ann", "Élise", HTML, FAMILY, PERSIAN, "x" * 24, "Αnn"}


async def test_lines_and_reasons_that_nobody_may_say(database: str) -> None:
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob", quick(clock=SLOW)) as table,
    ):
        await table.start()
        await table.play("bet 2, fold")
        for reason, code in {"x" * 201: "bad_text", "\u202e\x00 ": "no_reason"}.items():
            answer = await table.host.do(Correct(Seat(1), 5, reason))
            assert isinstance(answer, Refused)
            assert answer.code == code
        raw = await Raw.hello(live.url, table.table, table.people["Bob"].token)
        for said, code in {
            "\u3164\u200d": "bad_text",
            "x" * 201: "bad_text",
            "x" * 10_000: "too_large",
        }.items():
            await raw.send(text(msgspec.json.encode({"type": "say", "text": said})))
            assert (await raw.message("refused"))["code"] == code, ascii(said)
        await raw.send(text(b'{"type":"say","text":"\\ud800"}'))
        assert (await raw.message("refused"))["code"] == "bad_message"
        await raw.gone()


@pytest.mark.parametrize("pin", ["\x00\u202e", FAMILY])
async def test_a_pin_may_be_anything_that_is_short(database: str, pin: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann", quick(), pin=pin) as table:
        await table.join("Bob", pin)
        join = f"/api/tables/{table.table}/join"
        for wrong in (pin + "x", "x" * 10_000):
            answer = await table.http.post(join, json={"name": "Cleo", "pin": wrong})
            assert refusal(answer, 403) == "bad_pin"


async def test_a_refusal_of_settings_names_the_field(database: str) -> None:
    wrong: dict[str, dict[str, object]] = {
        "settings.rules.bring_in": {"rules": {"blinds": [1, 2], "bring_in": 1}},
        "settings.rules.blinds": {"rules": {"blinds": [3, 2]}},
        "settings.rules.limit": {"rules": {"limit": "some"}},
        "settings.clock.think_ms": {"rules": {}, "clock": {"think_ms": [5, 1]}},
        "settings.clock.action_ms": {"rules": {}, "clock": {"action_ms": 0}},
        "settings.title": {"rules": {}, "title": "x" * 61},
        "settings.preset": {"rules": {"preset": "\x1b"}},
    }
    async with live_server(database) as live, httpx.AsyncClient(base_url=live.url) as http:
        for field, settings in wrong.items():
            answer = await http.post("/api/tables", json={"name": "Ann", "settings": settings})
            assert refusal(answer, 400) == "bad_request"
            assert answer.json()["field"] == field
