"""Who somebody is at a table: names, tokens, cookies, PIN, personal links, devices."""

from __future__ import annotations

import re

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from cincinnati.tables.live.commands import Change, Leave, Sit, Start
from cincinnati.web.messages import Hello, Ping, Refused, State, Welcome
from cincinnati.web.security import hashed
from live_client import Company, Device, act, bearer, company, link, refusal, summary
from live_server import live_server
from live_settings import quick

pytestmark = pytest.mark.anyio


# --- making and joining ----------------------------------------------------------------------


async def test_a_table_is_made_and_joined_by_its_link_alone(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        assert re.fullmatch(r"[\w-]{22}", table.table), "it cannot be guessed"
        ann, bob = table.people["Ann"], table.people["Bob"]
        assert len({ann.person, bob.person, ann.token, bob.token}) == 4
        assert len(ann.token) == 32
        seen = await summary(table.http, table.table)
        assert [(person.name, person.seat) for person in seen.people] == [("Ann", 0), ("Bob", 1)]
        assert (seen.preset, seen.players, seen.phase.value) == ("cincinnati", 8, "lobby")
        view = await table["Bob"].view()
        assert (view.host, view.you) == (ann.person, bob.person)


async def test_secrets_are_kept_hashed_and_out_of_the_log(database: str) -> None:
    pin = "open, sesame"  # four digits would stand in a random seed now and then
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob", quick(), pin=pin) as table,
    ):
        log = "".join(entry.events for entry in await live.store.entries(table.table))
        secrets = [each.token for each in table.people.values()]
        secrets.append(await link(table.http, table.people["Ann"]))
        for secret in secrets:
            assert secret not in log
            assert await live.store.person_of(table.table, secret) is None
            assert await live.store.person_of(table.table, hashed(secret)) is not None
        assert pin not in log
        assert "pin" not in log


async def test_there_is_no_such_table(database: str) -> None:
    async with (
        live_server(database) as live,
        httpx.AsyncClient(base_url=live.url) as http,
    ):
        for name in ("nobody", "x" * 33, "%00", "a%20b"):
            answer = await http.get(f"/api/tables/{name}")
            assert answer.status_code == 404
        assert refusal(await http.get("/api/tables/%00"), 404) == "no_table"
        device = await Device.open(live.url, "nobody")
        assert (await device.first(Refused)).code == "no_table"
        assert await device.end() == 1008


@pytest.mark.parametrize(
    "body", ['{"name":""}', "{}", '{"name":3}', "[", "null", '{"name":"\\ud800"}', "[" * 9000]
)
async def test_a_request_that_makes_no_sense(sqlite: str, body: str) -> None:
    async with live_server(sqlite) as live, httpx.AsyncClient(base_url=live.url) as http:
        answer = await http.post("/api/tables", content=body)
        assert refusal(answer, 400) in ("bad_request", "bad_name")


async def test_rules_that_contradict_themselves_are_refused(sqlite: str) -> None:
    async with live_server(sqlite) as live, httpx.AsyncClient(base_url=live.url) as http:
        for settings in (
            {"rules": {"players": 1}},
            {"rules": {"bring_in": 1, "blinds": [1, 2]}},
            {"rules": {}, "clock": {"action_ms": 0}},
            {"rules": {}, "title": "x" * 61},
        ):
            answer = await http.post("/api/tables", json={"name": "Ann", "settings": settings})
            assert refusal(answer, 400) == "bad_request"
        answer = await http.post("/api/tables", json={"name": "Ann", "preset": "bridge"})
        assert refusal(answer, 400) == "preset"


async def test_a_name_is_there_once(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann", quick()) as table:
        answer = await table.http.post(f"/api/tables/{table.table}/join", json={"name": "ANN"})
        assert refusal(answer, 400) == "name_taken"


# --- tokens and cookies ----------------------------------------------------------------------


async def test_a_browser_keeps_its_secret_where_no_script_reads_it(sqlite: str) -> None:
    async with live_server(sqlite) as live, httpx.AsyncClient(base_url=live.url) as http:
        made = await http.post("/api/tables", json={"name": "Ann"})
        table, token = made.json()["table"], made.json()["token"]
        cookie = made.headers["set-cookie"]
        assert f"cincinnati={token}" in cookie
        assert "HttpOnly" in cookie
        assert "samesite=lax" in cookie.lower()
        assert f"Path=/api/tables/{table}" in cookie
        assert "Secure" not in cookie, "at home there is no HTTPS"
        device = await Device.open(live.url, table, headers={"cookie": f"cincinnati={token}"})
        assert (await device.first(Welcome)).person == made.json()["person"]
        await device.done(Sit())
        await device.close()


async def test_behind_https_the_cookie_is_for_https_alone(sqlite: str) -> None:
    async with live_server(sqlite) as live, httpx.AsyncClient(base_url=live.url) as http:
        made = await http.post(
            "/api/tables", json={"name": "Ann"}, headers={"x-forwarded-proto": "https"}
        )
        assert "Secure" in made.headers["set-cookie"]


async def test_who_comes_back_with_his_cookie_is_the_same_person(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        bob = table.people["Bob"]
        again = await table.http.post(
            f"/api/tables/{table.table}/join",
            json={"name": "Robert"},
            headers={"cookie": f"cincinnati={bob.token}"},
        )
        assert again.status_code == 200
        assert again.json()["person"] == bob.person
        assert [p.name for p in (await table.host.view()).people] == ["Ann", "Bob"]


async def test_a_token_is_worth_nothing_at_another_table(database: str) -> None:
    async with (
        live_server(database) as live,
        company(live.url, "Ann", quick()) as table,
        company(live.url, "Bob", quick()) as another,
    ):
        device = await Device.open(live.url, another.table, table.people["Ann"].token)
        assert (await device.first(Refused)).code == "stranger"
        assert await device.end() == 1008
        asked = await another.http.post(
            f"/api/tables/{another.table}/link", json={}, headers=bearer(table.people["Ann"])
        )
        assert refusal(asked, 401) == "stranger"


# --- where a page comes from -----------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://[", "http://127.0.0.1:1", ""]
)
async def test_a_page_from_elsewhere_opens_no_socket(sqlite: str, origin: str) -> None:
    async with (
        live_server(sqlite, public_url="https://poker.example/") as live,
        company(live.url, "Ann", quick()) as table,
    ):
        with pytest.raises(InvalidStatus) as refused:
            await Device.silent(live.url, table.table, headers={"origin": origin})
        assert refused.value.response.status_code == 403


async def test_our_own_pages_do(sqlite: str) -> None:
    async with (
        live_server(sqlite, public_url="https://poker.example/") as live,
        company(live.url, "Ann", quick()) as table,
    ):
        for origin in (live.url, "https://poker.example"):
            device = await Device.open(live.url, table.table, headers={"origin": origin})
            await device.view()
            await device.close()


# --- the PIN ---------------------------------------------------------------------------------


async def test_a_pin_is_asked_of_everybody_who_joins(database: str) -> None:
    async with (
        live_server(database) as live,
        company(live.url, "Ann", quick(), pin="4711") as table,
    ):
        join = f"/api/tables/{table.table}/join"
        assert refusal(await table.http.post(join, json={"name": "Bob"}), 403) == "pin_needed"
        wrong = await table.http.post(join, json={"name": "Bob", "pin": "4712"})
        assert refusal(wrong, 403) == "bad_pin"
        long = await table.http.post(join, json={"name": "Bob", "pin": "4" * 33})
        assert refusal(long, 403) == "bad_pin"
        await table.join("Bob", "4711")
        assert [p.name for p in (await table.host.view(lambda v: len(v.people) == 2)).people] == [
            "Ann",
            "Bob",
        ]


async def test_without_the_pin_nobody_looks_on(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick(), pin="4711") as table:
        device = await table.spectator()
        assert (await device.first(Refused)).code == "pin_needed"
        assert await device.end() == 1008
        for what in ("records", "transcript"):
            asked = await table.http.get(f"/api/tables/{table.table}/{what}")
            assert refusal(asked, 403) == "pin_needed"


async def test_pins_cannot_be_tried_out(sqlite: str) -> None:
    async with (
        live_server(sqlite, strict=1000) as live,
        company(live.url, "Ann", quick(), pin="4711") as table,
    ):
        join = f"/api/tables/{table.table}/join"
        answers = [
            (await table.http.post(join, json={"name": "Bob", "pin": f"{number:04}"})).status_code
            for number in range(8)
        ]
        assert answers == [403] * 5 + [429] * 3
        right = await table.http.post(join, json={"name": "Bob", "pin": "4711"})
        assert refusal(right, 429) == "too_often", "also with the right one"


# --- spectators and people without a seat ----------------------------------------------------


async def test_a_spectator_sees_and_may_do_nothing(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann Bob", quick()) as table:
        device = await table.spectator()
        assert (await device.first(Welcome)).person is None
        for command in (Sit(), Start(), Leave()):
            assert await device.refused(command) == "stranger"
        await device.say("hello")
        assert (await device.first(Refused)).code == "stranger"
        await table.start()
        view = await device.view(lambda view: view.deal)
        assert view.deal is not None
        assert all(set(player.cards) == {None} for player in view.deal.players)
        await device.close()


async def test_a_table_without_spectators(sqlite: str) -> None:
    async with (
        live_server(sqlite) as live,
        company(live.url, "Ann Bob", quick(spectators=False)) as table,
    ):
        device = await table.spectator()
        assert (await device.first(Refused)).code == "no_spectators"
        assert await device.end() == 1008
        asked = await table.http.get(f"/api/tables/{table.table}/records")
        assert refusal(asked, 403) == "no_spectators"


async def test_spectators_have_to_go_when_the_host_wants_none_any_more(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        device = await table.spectator()
        await device.view()
        await table.host.done(Change(quick(spectators=False)))
        assert (await device.first(Refused)).code == "no_spectators"
        await device.end()
        await table["Bob"].view(lambda view: not view.settings.spectators)


# --- versions of the protocol ----------------------------------------------------------------


async def test_another_protocol_is_told_so_and_keeps_its_seat(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann Bob", quick()) as table:
        old = await Device.open(live.url, table.table, table.people["Bob"].token, protocol=99)
        refused = await old.first(Refused)
        assert refused.code == "protocol"
        assert "reload" in refused.message
        assert await old.end() == 1008
        view = await table.host.view()
        assert {person.name: person.seat for person in view.people} == {"Ann": 0, "Bob": 1}
        assert table["Bob"].plays, "the page that works goes on"


async def test_the_first_message_is_hello_and_comes_soon(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cincinnati.web.socket.HELLO_WITHIN_S", 0.2)
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        rude = await Device.silent(live.url, table.table)
        await rude.send(Ping(1))
        assert (await rude.first(Refused)).code == "hello"
        assert await rude.end() == 1008
        mute = await Device.silent(live.url, table.table)
        assert (await mute.first(Refused)).code == "hello"
        assert await mute.end() == 1008


async def test_hello_is_said_once(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        await table.host.send(Hello(1))
        assert (await table.host.first(Refused)).code == "hello"
        await table.host.ping(1)


@pytest.mark.parametrize("since", [-1, 10**6, 2**70])
async def test_a_version_that_is_none_is_no_trouble(sqlite: str, since: int) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        device = await Device.open(live.url, table.table, table.people["Bob"].token, since=since)
        assert len((await device.first(State)).events) > 3, "the running deal as a whole"
        await device.close()


async def test_what_one_has_missed_is_told_and_no_more(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        seen = (await table["Bob"].view()).version
        await table["Bob"].close()
        await table["Ann"].done(act(await table["Ann"].view(), "bet 2"))
        back = await _back(table, "Bob", seen)
        state = await back.first(State)
        assert [type(event).__name__ for event in state.events] == ["Bet"]
        await back.close()
        again = await _back(table, "Bob", state.version)
        assert (await again.first(State)).events == ()


async def _back(table: Company, name: str, since: int) -> Device:
    return await table.connect(name, since=since)
