"""Whole sessions over real sockets: every preset, on both databases in turn."""

from __future__ import annotations

import asyncio
import hashlib
import json
from random import Random
from typing import Any

import pytest

from cincinnati.rules import Limit
from cincinnati.rules.presets import PRESETS
from cincinnati.store import decode
from cincinnati.tables.live import Phase, TableEvent, TableView
from cincinnati.tables.live.commands import AddBot, NamePreset, Start
from cincinnati.tables.live.table import fold
from live_client import Device, company, passive, station
from live_server import live_server
from live_settings import quick

pytestmark = pytest.mark.anyio

KINDS = ("sqlite", "postgresql")


class Daring:
    """Raises now and then, seldom folds."""

    def __init__(self, name: str) -> None:
        self.rng = Random(name)

    def __call__(self, view: TableView) -> str:
        assert view.deal is not None
        legal = view.deal.legal
        assert legal is not None
        if legal.raise_to and self.rng.random() < 0.3:
            return f"raise {self.rng.randint(*legal.raise_to)}"
        if legal.fold and self.rng.random() < 0.1:
            return "fold"
        return passive(view)


@pytest.mark.parametrize(
    ("preset", "database"),
    [(preset, KINDS[number % 2]) for number, preset in enumerate(PRESETS)],
    indirect=["database"],
)
async def test_three_people_and_a_bot_play_every_preset(database: str, preset: str) -> None:
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob Cleo", quick(preset)) as table,
    ):
        await table.host.done(AddBot("rookie"))
        await table.start()
        devices = table.devices
        await asyncio.gather(*(station(devices[name], Daring(name)) for name in devices))
        view = table.newest()
        assert view.phase is Phase.FINISHED
        assert sum(seat.chips for seat in view.seats) == 400
        assert view.places is not None
        assert min(view.places.values()) == 1
        entries = await live.store.entries(table.table)
        log = [
            (event, entry.at)
            for entry in entries
            for event in decode(entry.events, entry.schema, TableEvent)
        ]
        opened = await live.house.open(table.table)
        assert fold(log) == opened.table, "the log is the table"
        assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))


@pytest.mark.parametrize(
    "rules",
    [
        {"limit": Limit.FIXED, "blinds": (1, 2)},
        {"limit": Limit.POT, "bring_in": 1, "min_bet": 2},
        {"latecomers": True, "stack": 12},
    ],
    ids=["fixed limit with blinds", "pot limit with a bring-in", "small stacks"],
)
async def test_other_ways_of_betting(database: str, rules: dict[str, Any]) -> None:
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob Cleo", quick(**rules)) as table,
    ):
        await table.start()
        devices = table.devices
        await asyncio.gather(*(station(devices[name], Daring(name)) for name in devices))
        assert table.newest().phase is Phase.FINISHED


async def test_dealers_choice_and_a_rematch(database: str) -> None:
    games = {"Ann": "liz", "Bob": None}

    async def deals(name: str, device: Device) -> None:
        view = await device.view(lambda view: view.choosing is not None)
        if table.id(name) == next(p.person for p in view.people if p.seat == view.choosing):
            await device.done(NamePreset(games[name]))

    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob", quick(dealers_choice=True, deals=1)) as table,
    ):
        played = set()
        for session in (1, 2, 3):
            await table.host.done(Start())
            await asyncio.gather(*(deals(*each) for each in table.devices.items()))
            view = await table.host.view(lambda view: view.deal and view.deal.to_act is not None)
            assert view.session == session
            assert view.deal is not None
            played.add(view.deal.rules.preset)
            await table.check_down()
        assert played <= {"liz", "cincinnati"}


async def test_all_see_the_same_table(database: str) -> None:
    async with (
        live_server(database) as live,
        company(live.url, "Ann Bob Cleo", quick()) as table,
    ):
        await table.start()
        looking_on = await table.spectator()
        version = await table.host.ping(1)
        assert version.number == 1
        for move in ("check", "check", "bet 2", "call"):
            view = await table.play(move)
            seen = [await d.version(view.version) for d in (*table.devices.values(), looking_on)]
            assert len({each.version for each in seen}) == 1
            for part in ("people", "seats", "order", "to_act", "turn", "dealer", "acts_until"):
                assert len({repr(getattr(each, part)) for each in seen}) == 1, part
        for device in (*table.devices.values(), looking_on):
            for frame in device.frames:
                message = json.loads(frame)
                if message["type"] == "state":
                    told = message["view"].pop("digest")
                    text = json.dumps(
                        {**message["view"], "digest": ""}, ensure_ascii=False, separators=(",", ":")
                    )
                    assert hashlib.sha256(text.encode()).hexdigest()[:16] == told
        await looking_on.close()
