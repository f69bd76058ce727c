"""The HTTP side: past deals, health, measurements, headers; nothing of the inside gets out."""

from __future__ import annotations

import json
import logging
import re
import tomllib
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from starlette.requests import Request

from cincinnati.rules.presets import PRESETS
from cincinnati.store import Entry, Store, TableId, Version
from cincinnati.tables.live import OpenTable
from cincinnati.tables.live.commands import AddBot, Join, SitIn
from cincinnati.web.api import Api
from cincinnati.web.messages import Refused
from cincinnati.web.openapi import OPERATIONS, openapi
from cincinnati.web.security import HEADERS
from cincinnati.web.serve import JsonLines
from cincinnati.words.words import LANGUAGES
from live_client import Company, Device, bearer, company
from live_evening import Luck, deck_for
from live_server import live_server
from live_settings import quick

pytestmark = pytest.mark.anyio

DECK = deck_for(2, hands="AsAdAcAh2s KsKdKcKh3s", board="2c 5c 9d Jh 7s")


async def get(table: Company, what: str, name: str | None = None) -> str:
    """A page of a table, as somebody sees it."""
    headers = bearer(table.people[name]) if name else {}
    answer = await table.http.get(f"/api/tables/{table.table}/{what}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.text


# --- records and transcripts -------------------------------------------------------------------


async def test_records_are_masked_for_who_asks(database: str) -> None:
    async with (
        live_server(database, chance=Luck(decks=[DECK])) as live,
        company(live.url, "Ann Bob", quick()) as table,
    ):
        await table.start()
        await table.play("check, bet 2, fold")
        await table.host.view(lambda view: view.number == 2)
        ann, bob = await get(table, "records", "Ann"), await get(table, "records", "Bob")
        nobody = await get(table, "records")
        assert "d dh p1 AsAdAcAh2s" in ann
        assert "d dh p2 ??????????" in ann
        assert "d dh p1 ??????????" in bob
        assert "d dh p2 KsKdKcKh3s" in bob
        assert nobody.count("??????????") == 2
        assert len(tomllib.loads(ann)) == 1, "the second deal is going on"


async def test_a_running_deal_is_never_exported(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        await table.play("check, bet 2")
        for name in ("Ann", "Bob", None):
            assert await get(table, "records", name) == ""
            assert await get(table, "transcript", name) == ""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_transcripts_are_in_every_language(sqlite: str, language: str) -> None:
    async with (
        live_server(sqlite, chance=Luck(decks=[DECK])) as live,
        company(live.url, "Ann Bob", quick()) as table,
    ):
        await table.start()
        await table.play("check, bet 2, fold")
        await table.host.view(lambda view: view.number == 2)
        text = await get(table, f"transcript?language={language}", "Ann")
        assert "Bob" in text
        assert "A♠" in text
        assert "K♠" not in text


async def test_an_unknown_language(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        answer = await table.http.get(f"/api/tables/{table.table}/transcript?language=tlh")
        assert answer.status_code == 400
        assert answer.json()["code"] == "language"


@pytest.mark.parametrize("preset", PRESETS)
async def test_past_deals_of_every_preset_can_be_had(sqlite: str, preset: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann Bob", quick(preset)) as table:
        await table.start()
        await table.check_down()
        for name in ("Ann", None):
            assert len(tomllib.loads(await get(table, "records", name))) == 2
            assert len(await get(table, "transcript", name)) > 500


# --- health, measurements, description ------------------------------------------------------------


async def test_health(database: str) -> None:
    async with live_server(database) as live, httpx.AsyncClient(base_url=live.url) as http:
        well = await http.get("/api/health")
        assert (well.status_code, well.json()) == (200, {"status": "well"})

        async def broken() -> int:
            raise ConnectionError("secret address")

        live.store.now = broken  # type: ignore[method-assign]
        ill = await http.get("/api/health")
        assert (ill.status_code, ill.json()) == (503, {"status": "no_database"})
        del live.store.now
        live.site.closing = True
        assert (await http.get("/api/health")).json() == {"status": "closing"}


async def test_measurements_have_no_names_and_no_cards(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        await table.play("check, bet 2")
        await table["Ann"].refused(SitIn(), "ü")
        text = (await table.http.get("/metrics")).text
        assert "cincinnati_sockets 2.0" in text
        assert re.search(r'cincinnati_commands_total{answer="done"} 5\.0', text)
        assert 'cincinnati_commands_total{answer="refused"} 1.0' in text
        assert "cincinnati_faults_total 0.0" in text
        assert re.search(r"cincinnati_command_seconds_count 5\.0", text)
        for private in ("Ann", "Bob", table.table, table.id("Ann"), table.people["Ann"].token):
            assert private not in text


async def test_the_presets_are_listed(sqlite: str) -> None:
    async with live_server(sqlite) as live, httpx.AsyncClient(base_url=live.url) as http:
        listed = (await http.get("/api/presets")).json()
        assert [rules["preset"] for rules in listed] == list(PRESETS)


async def test_the_description_tells_of_every_path_and_of_no_other(sqlite: str) -> None:
    async with live_server(sqlite) as live, httpx.AsyncClient(base_url=live.url) as http:
        described = (await http.get("/api/openapi.json")).json()
        assert described == json.loads(json.dumps(openapi()))
        for path, method, *_ in OPERATIONS:
            assert method in described["paths"][path]
            url = path.replace("{table}", "nobody")
            answer = await http.request(method, url, content="[")
            assert answer.status_code not in (405, 500), path
            assert answer.status_code != 404 or answer.json()["code"] == "no_table"
        assert _references(described) <= set(described["components"]["schemas"])


def _references(node: Any) -> set[str]:
    if isinstance(node, dict):
        own = {node["$ref"].rsplit("/", 1)[-1]} if "$ref" in node else set()
        return own.union(*map(_references, node.values()))
    if isinstance(node, list):
        return set().union(*map(_references, node))
    return set()


# --- what a browser is told, and what nobody is told ----------------------------------------------


async def test_every_answer_has_the_headers(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("what is inside")

    monkeypatch.setattr(Api, "presets", broken)
    async with live_server(sqlite) as live, httpx.AsyncClient(base_url=live.url) as http:
        for path, status in (
            ("/api/health", 200),
            ("/api/tables/x", 404),
            ("/nowhere", 404),
            ("/api/tables", 405),
            ("/api/presets", 500),
        ):
            answer = await http.get(path)
            assert answer.status_code == status
            for name, value in HEADERS.items():
                assert answer.headers[name] == value, (path, name)
            assert "server" not in answer.headers


INSIDE = "what-only-we-know AsKsQsJsTs"


async def test_of_a_fault_a_client_learns_nothing(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.setFormatter(JsonLines())

    async def broken(self: Api, request: Request) -> None:
        raise KeyError(INSIDE)

    monkeypatch.setattr(Api, "look", broken)
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        answer = await table.http.get(f"/api/tables/{table.table}")
        assert answer.status_code == 500
        assert answer.json() == {
            "code": "fault",
            "message": "something went wrong here; try again",
            "field": None,
        }
        assert live.site.measures.faults._value.get() == 1
    assert "what-only-we-know" not in caplog.text
    assert "KeyError" in caplog.text, "the log says what and where, without the words"
    assert "test_http.py" in caplog.text


async def test_a_fault_on_a_socket_ends_it_and_says_nothing(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.handler.setFormatter(JsonLines())
    async with live_server(sqlite) as live, company(live.url, "Ann Bob", quick()) as table:

        async def broken(*_: object) -> Version:
            raise KeyError(INSIDE)

        monkeypatch.setattr(OpenTable, "command", broken)
        await table["Ann"].socket.send('{"type":"do","id":"1","command":{"type":"start"}}')
        refused = await table["Ann"].first(Refused)
        assert (refused.code, refused.message) == (
            "fault",
            "something went wrong here; connect again",
        )
        assert await table["Ann"].end() == 1011
        assert "what-only-we-know" not in "".join(table["Ann"].frames) + caplog.text
        monkeypatch.undo()
        again = await table.connect("Ann")
        await again.ping(1)


async def test_a_view_that_cannot_be_made_ends_the_connection(
    sqlite: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann Bob", quick()) as table:

        def broken(*_: object) -> None:
            raise KeyError(INSIDE)

        monkeypatch.setattr("cincinnati.tables.live.open_table.view_for", broken)
        await table["Ann"].done(AddBot("rookie"))
        assert await table["Bob"].end() == 1011
        assert "what-only-we-know" not in "".join(table["Bob"].frames)
        assert live.site.measures.faults._value.get() >= 1


async def test_a_log_that_cannot_be_read_is_a_fault_and_not_explained(database: str) -> None:
    name = TableId("broken")
    store = await Store.open(database)
    await store.append(name, Entry(Version(1), "made", "x", 0, 1, '[{"type":"As"}]'), 5)
    newer = TableId("newer")
    await store.append(newer, Entry(Version(1), "made", "x", 0, 99, "[]"), 6)
    await store.close()
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        for broken in (name, newer):
            answer = await table.http.get(f"/api/tables/{broken}")
            assert answer.json()["code"] == "fault"
            device = await Device.open(live.url, broken)
            assert (await device.first(Refused)).code == "fault"
            await device.end()
        await table.start()
        await table.check_down()  # the overdue ones do not keep the others waiting


async def test_logs_say_nothing_of_cards_secrets_or_chat(
    sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    logging.getLogger("httpx").setLevel(logging.WARNING)
    async with (
        live_server(sqlite, chance=Luck(decks=[DECK])) as live,
        company(live.url, "Ann Bob", quick(), pin="open, sesame") as table,
    ):
        await table["Ann"].say("a private word")
        await table.start()
        await table.play("check, bet 2, fold")
        await table["Ann"].refused(Join("Bob"))
        secrets = [each.token for each in table.people.values()]
    ours = [record for record in caplog.records if record.name.startswith("cincinnati")]
    text = "\n".join(JsonLines().format(record) for record in ours)
    for private in (*secrets, table.table, "private word", "open, sesame", "As"):
        assert private not in text


def test_a_log_line_is_one_json_object() -> None:
    record = logging.LogRecord("here", logging.INFO, "f", 1, "two\nlines %s", ("x",), None)
    record.table = "abcd"
    record.deck = "AsKs"
    line = JsonLines().format(record)
    assert "\n" not in line
    decoded = json.loads(line)
    assert decoded["message"] == "two\nlines x"
    assert decoded["table"] == "abcd"
    assert "AsKs" not in line


@pytest.mark.parametrize("preset", PRESETS)
async def test_what_a_wish_leaves_out_is_as_in_the_game_that_it_names(
    sqlite: str, preset: str
) -> None:
    wish = {"name": "Ann", "settings": {"rules": {"preset": preset, "players": 3, "deals": 2}}}
    async with live_server(sqlite) as live, httpx.AsyncClient(base_url=live.url) as http:
        made = (await http.post("/api/tables", json=wish)).json()
        opened = await live.house.open(TableId(made["table"]))
        assert opened.view(None).settings.rules == replace(PRESETS[preset], players=3, deals=2)
