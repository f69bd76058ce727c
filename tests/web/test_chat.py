"""Chat: plain text and emotes, apart from the log, each line once."""

from __future__ import annotations

import pytest

from cincinnati.web.messages import EMOTES, Refused
from live_client import company
from live_server import live_server
from live_settings import quick

pytestmark = pytest.mark.anyio


async def test_everybody_at_the_table_hears_what_is_said(database: str) -> None:
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob", quick()) as table,
        company(live.url, "Cleo", quick()) as elsewhere,
    ):
        looking_on = await table.spectator()
        await looking_on.view()
        await table["Ann"].say("  good \n evening ")
        await looking_on.hears("good evening")
        await table["Bob"].emote("nice")
        for device in (table["Ann"], table["Bob"], looking_on):
            await device.hears(":nice:")
            assert [(line.person, line.text) for line in device.said] == [
                (table.id("Ann"), "good evening"),
                (table.id("Bob"), ":nice:"),
            ]
        await elsewhere.host.ping(1)
        assert elsewhere.host.said == []
        await looking_on.close()


async def test_chat_is_not_in_the_log_and_moves_no_version(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann", quick()) as table:
        before = await live.store.entries(table.table)
        await table.host.say("hello")
        await table.host.until(lambda: table.host.said)
        assert await live.store.entries(table.table) == before


@pytest.mark.parametrize(
    ("text", "code"), [("", "bad_text"), ("  \n", "bad_text"), ("x" * 201, "bad_text")]
)
async def test_what_cannot_be_said(sqlite: str, text: str, code: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        await table.host.say(text)
        assert (await table.host.first(Refused)).code == code
        assert table.host.said == []


async def test_emotes_are_those_that_there_are(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        for emote in EMOTES:
            await table.host.emote(emote)
        await table.host.until(lambda: len(table.host.said) == len(EMOTES))
        await table.host.emote("gun")
        assert (await table.host.first(Refused)).code == "bad_emote"


async def test_a_table_without_chat(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick(chat=False)) as table:
        await table.host.say("hello")
        assert (await table.host.first(Refused)).code == "no_chat"


async def test_who_comes_back_hears_each_line_once(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        for number in range(3):
            await table["Ann"].say(f"before {number}")
        await table["Bob"].until(lambda: len(table["Bob"].said) == 3)
        heard = {line.number: line.text for line in table["Bob"].said}
        for number in range(3):
            await table["Bob"].drop()
            await table["Ann"].say(f"meanwhile {number}")
            bob = await table.connect("Bob", since=1)
            await table["Ann"].say(f"after {number}")
            await bob.hears(f"after {number}")
            numbers = [line.number for line in bob.said]
            assert len(numbers) == len(set(numbers)), "each line once on each connection"
            heard |= {line.number: line.text for line in bob.said}
        assert [heard[number] for number in sorted(heard)] == [
            "before 0", "before 1", "before 2",
            "meanwhile 0", "after 0", "meanwhile 1", "after 1", "meanwhile 2", "after 2",
        ]  # fmt: skip


async def test_two_lines_at_once_both_arrive(postgresql: str) -> None:
    async with live_server(postgresql) as live, company(live.url, "Ann Bob", quick()) as table:
        for number in range(10):
            for name, device in table.devices.items():
                await device.say(f"{name} {number}")
        for device in table.devices.values():
            await device.hears("Ann 9")
            await device.hears("Bob 9")
            assert len({line.number for line in device.said}) == len(device.said) == 20
