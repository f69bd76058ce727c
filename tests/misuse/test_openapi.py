"""Schemathesis over `/api/openapi.json`: what is described, and what is not, sent to a server.

Every operation is asked what its description allows and what it does not, by the host of a table
with past deals and by a stranger; statuses, types, schemas and headers of the answers have to be
as described, methods that are not described have to be refused.

Of all its checks one is loosened: what the description allows may be refused with status 400, if
the answer says with a code of its own, or with the field of the settings at fault, what JSON Schema
cannot say (a name of spaces, rules that contradict each other).

The long run: ``EXAMPLES=300 pytest tests/misuse/test_openapi.py``, with other examples each time.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator
from threading import Event, Thread
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from schemathesis import GenerationMode
from schemathesis.config import GenerationConfig, ProjectConfig, ProjectsConfig, SchemathesisConfig
from schemathesis.specs.openapi.checks import positive_data_acceptance

from cincinnati.web.about import OURS
from cincinnati.web.openapi import openapi
from live_client import company
from live_database import new_schema, sqlite_in
from live_server import live_server
from live_settings import quick
from web_docs.document import objects

EXAMPLES = os.environ.get("EXAMPLES")

generation = GenerationConfig(max_examples=int(EXAMPLES or 2), deterministic=EXAMPLES is None)
project = ProjectConfig(generation=generation)
schema = schemathesis.openapi.from_dict(
    openapi(), config=SchemathesisConfig(projects=ProjectsConfig(default=project))
)


def test_the_example_of_the_bots_is_what_there_is() -> None:
    (example,) = objects("json http About")
    assert example["bots"] == list(OURS)


class Place:
    """A server, a table on it with a past deal, the token of its host; unexpected errors."""

    url = ""
    table = ""
    token = ""
    faults = -1.0


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Place]:
    """The server has a thread of its own: schemathesis waits for its answers."""
    found, ready, done = Place(), Event(), Event()
    if request.param == "sqlite":
        database = sqlite_in(tmp_path_factory.mktemp("openapi"))
    else:
        database = new_schema(request.getfixturevalue("postgresql_server"))

    async def serve() -> None:
        async with (
            live_server(database) as live,
            company(live.url, "Ann Bob", quick(deals=3)) as table,
        ):
            await table.start()
            await table.play("check, bet 2, fold")
            found.url, found.table = live.url, table.table
            found.token = table.people["Ann"].token
            for device in table.devices.values():
                await device.close()  # pings of WebSockets draw on the chance that Hypothesis seeds
            ready.set()
            await asyncio.to_thread(done.wait)
            found.faults = float(live.site.measures.faults._value.get())

    server = Thread(target=asyncio.run, args=(serve(),))
    server.start()
    try:
        assert ready.wait(20)
        yield found
    finally:
        done.set()
        server.join(20)
    assert found.faults == 0


@schema.parametrize()
def test_the_api_is_as_described(case: schemathesis.Case[Any], place: Place) -> None:
    if re.fullmatch(r"[\w-]{1,32}", str(case.path_parameters.get("table", "")), re.ASCII):
        case.path_parameters["table"] = place.table
    if crc32(repr((case.body, case.query, case.path_parameters)).encode()) % 2:
        case.headers["Authorization"] = f"Bearer {place.token}"
    answer = case.call(base_url=place.url)
    refused = answer.json() if answer.status_code == 400 else None
    if refused is not None and case.meta and case.meta.generation.mode is GenerationMode.POSITIVE:
        meant = refused["code"], refused["field"] or ""
        assert meant[0] != "bad_request" or meant[1].startswith("settings."), refused
        case.validate_response(answer, excluded_checks=[positive_data_acceptance])
    else:
        case.validate_response(answer)
