"""docs/protocol.md says what the server does: every message, field, code, limit and example."""

from __future__ import annotations

import ast
import asyncio
import json
import re
import shlex
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest
from msgspec.structs import fields

import cincinnati
from cincinnati.bots.advice import Advice, Option, Reason
from cincinnati.engine import Action, Fold, Legal, Move, Raise, View
from cincinnati.engine.pots import Pot
from cincinnati.engine.view import HandView, PlayerView
from cincinnati.errors import Refusal
from cincinnati.rules import Ruleset
from cincinnati.tables.live import (
    Clock,
    Command,
    News,
    OpenTable,
    Settings,
    TableView,
    past_deals,
)
from cincinnati.tables.live.commands import Act, Sit, Start
from cincinnati.tables.live.decide import LONGEST_NAME, MOST_PEOPLE
from cincinnati.tables.live.past import Frame, Seated
from cincinnati.tables.live.settings import LONGEST_TITLE
from cincinnati.tables.live.view import PersonView, SeatView, digest_of
from cincinnati.web import advice, api, chances, lines, messages, past, socket
from cincinnati.web.messages import EMOTES, FromClient, FromServer
from cincinnati.web.openapi import OPERATIONS
from cincinnati.web.security import COOKIE, Rate
from cincinnati.web.site import Limits
from live_server import live_server
from web_docs.document import DOCUMENT, STATE, blocks, laid_out, objects, section, text
from web_docs.evening import bea_is_to_act
from web_docs.server_process import server_process

PACKAGE = Path(cincinnati.__file__).parent


def tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]


def plain(value: object) -> Any:
    """As it goes over the wire."""
    return json.loads(msgspec.json.encode(value))


# --- examples ----------------------------------------------------------------------------


def test_the_state_is_what_the_server_would_send(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """With --accept the block is written anew."""
    state = bea_is_to_act(tmp_path)
    if request.config.getoption("--accept"):
        new = laid_out(plain(state))
        DOCUMENT.write_text(STATE.sub(rf"\g<1>{new}\n\g<3>", text()), encoding="utf-8")
    found = STATE.search(text())
    assert found is not None
    assert json.loads(found.group(2)) == plain(state)


@pytest.mark.parametrize(
    ("kind", "union"),
    [
        ("json client", FromClient),
        ("json server", FromServer),
        ("json command", Command),
        ("json events", News),
    ],
)
def test_every_message_has_an_example_that_is_one(kind: str, union: Any) -> None:
    examples = objects(kind)
    for example in examples:
        again = plain(msgspec.convert(example, union, str_keys=True))
        if kind in ("json client", "json command"):  # what has a default may be left out
            assert _without_defaults(example, again) == example
        else:
            assert again == example
    assert {example["type"] for example in examples} == {tag(each) for each in get_args(union)}


def _without_defaults(example: Any, again: Any) -> Any:
    """What was decoded, as far as the example says it: nothing of it may have been ignored."""
    if not isinstance(example, dict):
        return again
    return {name: _without_defaults(inner, again[name]) for name, inner in example.items()}


OVER_HTTP = {
    "Admitted": api.Admitted,
    "Summary": api.Summary,
    "Settings": Settings,
    "Past": past.Past,
    "OwnOdds": chances.OwnOdds,
    "DealAdvice": advice.DealAdvice,
}


@pytest.mark.parametrize("kind", OVER_HTTP)
def test_what_goes_over_http_has_an_example_that_is_one(kind: str) -> None:
    found = OVER_HTTP[kind]
    for example in objects(f"json http {kind}"):
        again = plain(msgspec.convert(example, found, str_keys=True))
        assert _without_defaults(example, again) == example
    assert objects(f"json http {kind}")


def test_every_action_has_an_example() -> None:
    shown = {one["action"]["type"] for one in objects("json command") if one["type"] == "act"}
    assert shown == {tag(each) for each in get_args(Action)}


def test_examples_of_hands_are_worth_what_they_say() -> None:
    shown = next(one for one in objects("json events") if one["type"] == "hand_shown")
    won = next(one for one in objects("json events") if one["type"] == "pot_awarded")
    state = next(one for one in objects("json server") if one["type"] == "state")
    hand = state["view"]["deal"]["players"][1]["hand"]
    for high, five in [
        (shown["high"], won["winners"][0]["cards"]),
        (hand["high"], hand["high_cards"]),
    ]:
        assert high == cincinnati.best_value(cincinnati.card_set(map(cincinnati.Card, five)))


def test_the_client_in_one_page_plays_a_session(tmp_path: Path) -> None:
    client: dict[str, Any] = {"__name__": "client"}
    exec(blocks("python")[0], client)  # noqa: S102  (our own document)
    with server_process(tmp_path) as server:
        places = asyncio.run(asyncio.wait_for(client["main"](server.url), 60))
    assert sorted(places) == ["0", "1"]


def test_the_digest_is_made_as_it_is_told(tmp_path: Path) -> None:
    recipe: dict[str, Any] = {}
    exec(blocks("python")[1], recipe)  # noqa: S102  (our own document)
    view = bea_is_to_act(tmp_path).view
    strange = msgspec.structs.replace(
        view,
        settings=msgspec.structs.replace(view.settings, title='Ça "va"?\n\t\x7f \u2028 \U0001f0a1'),
        places={3: 1, 10: 2},
    )
    for each in (view, strange):
        sent = msgspec.structs.replace(each, digest=digest_of(each))
        assert recipe["digest"](json.loads(msgspec.json.encode(sent))) == sent.digest


def test_every_request_with_curl_is_answered(tmp_path: Path) -> None:
    """Every operation of the API is there, and each line does what it says."""
    asked = asyncio.run(_curl(f"sqlite:///{tmp_path / 'tables.db'}"))
    assert asked >= {(path, method) for path, method, *_ in OPERATIONS}


async def _curl(database: str) -> set[tuple[str, str]]:
    known: dict[str, Any] = {}
    asked: set[tuple[str, str]] = set()
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    async with live_server(database) as live, httpx.AsyncClient() as http:
        known["SERVER"] = live.url
        for line in lines:
            if line.endswith("$TABLE/odds"):
                await _deal_that_goes_on(await live.house.open(known["TABLE"]))
            if "$DEAL" in line:
                known["DEAL"] = await _deal_that_is_over(await live.house.open(known["TABLE"]))
            for name, value in known.items():
                line = line.replace(f"${name}", value)
            assert "$" not in line, line
            method, url, headers, body = _parsed(line)
            http.cookies.clear()
            answer = await http.request(method, url, headers=headers, content=body)
            assert answer.status_code in (200, 201), (line, answer.text)
            if body is not None:
                given = answer.json()
                if "table" in given and "/join" not in url:
                    known |= {"TABLE": given["table"], "TOKEN": given["token"]}
                known |= {"SECRET": given["secret"]} if "secret" in given else {}
            path = url.removeprefix(live.url).partition("?")[0]
            path = path.replace(known["TABLE"], "{table}").replace(
                "/worked/liz", "/worked/{preset}"
            )
            asked.add((re.sub(r"/deals/\d+", "/deals/{deal}", path), method.lower()))
    return asked


async def _deal_that_goes_on(table: OpenTable) -> None:
    """The host and the next person sit down, and the first cards are dealt."""
    for person in table.table.people:
        await table.command(person, "sit", Sit())
    await table.command(table.table.host, "start", Start())
    await table.happen()


async def _deal_that_is_over(table: OpenTable) -> str:
    """The two play a deal: a bet, and a fold."""
    if table.table.session is None:
        await _deal_that_goes_on(table)
    if not any(past_deals(table.told(), None)):
        for action, price in ((Raise(to=2), 0), (Fold(), 2)):
            session = table.table.session
            assert session is not None
            assert session.to_act is not None
            person = table.table.seats[session.to_act]
            move = Act(session.number, table.table.turn, price, action)
            await table.command(person, f"act-{price}", move)
    return "1"


def _parsed(line: str) -> tuple[str, str, dict[str, str], str | None]:
    command, silent, *words = shlex.split(line)
    assert (command, silent) == ("curl", "-s")
    headers: dict[str, str] = {}
    body: str | None = None
    url = words.pop()
    for option, value in zip(words[::2], words[1::2], strict=True):
        if option == "-H":
            name, _, rest = value.partition(": ")
            headers[name] = rest
        else:
            assert option == "-d"
            body = value
    return ("POST" if body else "GET"), url, headers, body


# --- nothing is left out, nothing is there that is not ---------------------------------


@pytest.mark.parametrize(
    "kind", [*get_args(FromClient), *get_args(FromServer), *get_args(Command)], ids=tag
)
def test_every_message_and_command_has_its_section(kind: type) -> None:
    about = section(tag(kind))
    assert [field.name for field in fields(kind) if f"`{field.name}`" not in about] == []


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        *((kind.__name__, kind) for kind in (TableView, PersonView, SeatView, View, PlayerView)),
        *((kind.__name__, kind) for kind in (HandView, Pot, Legal, Move, Ruleset)),
        *((kind.__name__, kind) for kind in (past.Past, past.PastSession, past.DealSummary)),
        *((kind.__name__, kind) for kind in (chances.OwnOdds, chances.DealOdds)),
        *((kind.__name__, kind) for kind in (chances.MomentOdds, chances.HandOdds)),
        *((kind.__name__, kind) for kind in (advice.DealAdvice, advice.AdvisedMove)),
        *((kind.__name__, kind) for kind in (Advice, Option)),
        *((kind.__name__, kind) for kind in (past.Winner, past.Replay, Seated, Frame)),
        ("Settings", Settings),
        ("Settings", Clock),
    ],
)
def test_every_field_is_explained(heading: str, kind: type) -> None:
    about = section(heading)
    assert [field.name for field in fields(kind) if f"`{field.name}`" not in about] == []


def test_every_reason_of_an_advice_is_explained() -> None:
    assert [reason.value for reason in Reason if f"`{reason.value}`" not in section("Reason")] == []


def test_defaults_of_the_rules_are_as_told() -> None:
    about = section("Ruleset")
    told = dict(re.findall(r"^\| `(\w+)` \|.*\| `?([^|`]+?)`? \|$", about, re.MULTILINE))
    assert {name: json.loads(value) for name, value in told.items()} == plain(Ruleset())


ONLY_INSIDE = {
    "bot",  # a bot's fault is contained by the house
    "deck",  # a deal is made from whole decks
    "events",  # of resuming, which a server does with its own log
    "log",  # of a broken log: becomes a fault
    "stacks",  # of a deal's players, whom a session has checked
    "unknown",  # there is no command without a case
}
CLIENT = {"client.py", "wire.py", "door_keys.py"}


def test_every_refusal_that_the_code_can_give_is_listed() -> None:
    table = section("Refusals")
    rows = re.findall(r"^\| (`[^|]+`) \| ([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)
    listed = [code for row in rows for code in re.findall(r"`(\w+)`", row[0])]
    assert len(listed) == len(set(listed))
    assert set(listed) == _codes() - ONLY_INSIDE


def _codes() -> set[str]:
    """The codes in the calls that make refusals; settings are refused as a whole message."""
    files = [
        *PACKAGE.glob("tables/live/*.py"),
        *(path for path in PACKAGE.glob("web/*.py") if path.name not in CLIENT),
        PACKAGE / "session/session.py",
        PACKAGE / "engine/deal.py",
        PACKAGE / "bots/registry.py",
        PACKAGE / "rules/presets.py",
    ]
    calls = [
        node
        for path in files
        if path.name != "settings.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Name)
        if node.func.id in ("TableError", "SessionError", "RulesError", "Refused", "Problem")
    ]
    first = [call.args[0] for call in calls]
    codes = {str(code.value) for code in first if isinstance(code, ast.Constant)}
    return codes | {refusal.value for refusal in Refusal}


def test_statuses_are_as_told() -> None:
    told = re.search(r"HTTP answers have status 400, or (.*?)\.\n", section("Refusals"), re.DOTALL)
    assert told is not None
    pairs = re.findall(r"(\d+)\s+\(([^)]*)\)", told.group(1))
    statuses = {code: int(s) for s, codes in pairs for code in re.findall(r"`(\w+)`", codes)}
    assert statuses.pop("fault") == 500
    assert statuses == {code: s for code, s in api.STATUS.items() if code in _codes()}


def test_numbers_are_as_told() -> None:
    limits = Limits()
    document = text()
    for told in (
        f"| {messages.LARGEST_MESSAGE:,} bytes |",
        f"at most {api.LARGEST_BODY:,} bytes a request",
        f"plain, 1 to {messages.LONGEST_SAYING} characters",
        f"within {socket.HELLO_WITHIN_S} seconds",
        f"takes nothing for {lines.SEND_WITHIN_S} seconds",
        f"longer than {lines.LARGEST_FRAME:,} bytes",
        f"| {lines.LARGEST_HEAD:,} bytes, in {lines.REQUEST_WITHIN_S} seconds |",
        f"{lines.MOST_IGNORED // 1_000_000} MB more of its body",
        f"at most {lines.REQUEST_WITHIN_S} seconds long",
        f"| connections from an address that are open | {limits.sockets.most} |",
        f"if {limits.slowly.most} of an address",
        f"for whom {socket.MOST_WAITING} messages wait",
        f"longer than {api.LONGEST_PIN} characters",
        f"a name has 1 to {LONGEST_NAME} characters",
        f"| people at a table | {MOST_PEOPLE} |",
        f"at most {LONGEST_TITLE} characters",
        f"`{COOKIE}`",
        *(f"`{emote}`" for emote in EMOTES),
    ):
        assert told in document, told
    rates = re.findall(
        r"(\d+) at once, then (one|\d+) (?:in (\d+) seconds|a (second|minute))", document
    )
    seconds = {"": 1, "second": 1, "minute": 60}
    told_rates = [
        (int(burst), int(every or seconds[unit]) / (1 if count == "one" else int(count)))
        for burst, count, every, unit in rates
    ]
    names = "message refused chat connect request join pin create odds asked"
    kept = [getattr(limits, name) for name in names.split()]
    kept.append(Rate(lines.FRAMES_AT_ONCE, lines.FRAME_EVERY_S))
    assert told_rates == [(rate._burst, rate._every) for rate in kept]


def test_links_inside_the_document_lead_somewhere() -> None:
    titles = re.findall(r"^#+ (.*)$", text(), re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
    assert [link for link in re.findall(r"\]\(#([^)]+)\)", text()) if link not in anchors] == []
