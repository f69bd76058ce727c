"""One person, several devices: personal links, the newest plays, who may take it back."""

from __future__ import annotations

import asyncio

import pytest

from cincinnati.store import TableId
from cincinnati.tables.live import House, PersonId
from cincinnati.tables.live.commands import AddBot
from cincinnati.web.api import Admitted
from cincinnati.web.messages import Elsewhere, Refused
from live_client import Device, act, bearer, company, link, post, refusal
from live_server import live_server
from live_settings import quick

pytestmark = pytest.mark.anyio


# --- personal links and devices --------------------------------------------------------------


async def test_a_personal_link_moves_the_seat_to_another_device_once(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        await table.play("check")
        bob = table.people["Bob"]
        secret = await link(table.http, bob)
        claim = f"/api/tables/{table.table}/claim"
        phone = await post(table.http, claim, {"secret": secret}, Admitted)
        assert phone.person == bob.person
        assert phone.token != bob.token
        desktop = table["Bob"]
        table.people["Bob"] = phone
        moved = await table.connect("Bob")
        await desktop.first(Elsewhere)
        assert (await moved.view()).deal == (await desktop.view()).deal, "the same cards"
        await moved.done(act(await moved.view(), "bet 2"))
        again = await table.http.post(claim, json={"secret": secret})
        assert refusal(again, 403) == "bad_link"
        assert (await desktop.first(Refused)).code == "moved", "what was stolen is of no use"
        assert await desktop.end() == 1008
        thief = await Device.open(live.url, table.table, bob.token)
        assert (await thief.first(Refused)).code == "stranger"
        await thief.end()


async def test_a_link_is_no_token_and_a_token_no_link(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann", quick(), pin="1") as table:
        ann = table.people["Ann"]
        secret = await link(table.http, ann)
        device = await Device.open(live.url, table.table, secret)
        assert (await device.first(Refused)).code == "stranger"
        claim = f"/api/tables/{table.table}/claim"
        newer = await link(table.http, ann)
        for worthless in (ann.token, "1", secret):
            answer = await table.http.post(claim, json={"secret": worthless})
            assert refusal(answer, 403) == "bad_link"
        await post(table.http, claim, {"secret": newer}, Admitted)


async def test_the_host_gives_somebody_who_lost_his_phone_a_new_link(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob Cleo", quick()) as table:
        ann, bob, cleo = (table.people[name] for name in ("Ann", "Bob", "Cleo"))
        asked = await table.http.post(
            f"/api/tables/{table.table}/link", json={"person": bob.person}, headers=bearer(cleo)
        )
        assert refusal(asked, 403) == "not_the_host"
        secret = await link(table.http, ann, bob.person)
        claim = f"/api/tables/{table.table}/claim"
        assert (await post(table.http, claim, {"secret": secret}, Admitted)).person == bob.person
        for person in ("nobody", "#pin"):
            asked = await table.http.post(
                f"/api/tables/{table.table}/link", json={"person": person}, headers=bearer(ann)
            )
            assert refusal(asked, 400) == "nobody"


async def test_nobody_gets_a_link_for_a_bot_and_sees_its_cards(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann", quick()) as table:
        await table.host.done(AddBot("rookie"))
        view = await table.host.view(lambda view: len(view.people) == 2)
        bot = next(person.person for person in view.people if person.bot)
        asked = await table.http.post(
            f"/api/tables/{table.table}/link",
            json={"person": bot},
            headers=bearer(table.people["Ann"]),
        )
        assert refusal(asked, 400) == "nobody"


async def test_the_newest_device_plays_and_an_older_one_may_take_it_back(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        phone = table["Ann"]
        desktop = await table.connect("Ann")
        await phone.first(Elsewhere)
        view = await phone.view()
        assert await phone.refused(act(view, "check")) == "elsewhere"
        await phone.take_back()
        await desktop.first(Elsewhere)
        assert await desktop.refused(act(view, "check")) == "elsewhere"
        await phone.done(act(view, "check"))
        await desktop.version((await phone.view()).version)
        assert (await desktop.view()).deal == (await phone.view()).deal, "it still shows the game"
        await phone.close()


async def test_a_link_that_is_used_ends_all_his_older_connections_at_once(database: str) -> None:
    """Whoever has the old phone sees no card any more, before the new one is connected."""
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        phone = table["Bob"]
        desktop = await table.connect("Bob")
        await phone.first(Elsewhere)
        secret = await link(table.http, table.people["Ann"], table.id("Bob"))
        claim = f"/api/tables/{table.table}/claim"
        await post(table.http, claim, {"secret": secret}, Admitted)
        for device in (phone, desktop):
            assert (await device.first(Refused)).code == "moved"
            assert await device.end() == 1008
        await table["Ann"].ping(1)
        assert table["Ann"].plays
        assert live.site.measures.faults._value.get() == 0


async def test_a_device_that_was_not_told_takes_nothing_back(database: str) -> None:
    """Its secret has become worthless, and it asks before it hears of that."""
    async with live_server(database) as live, company(live.url, "Ann", quick()) as table:
        phone = table["Ann"]
        desktop = await table.connect("Ann")
        await phone.first(Elsewhere)
        await live.store.drop_credentials(table.table, table.id("Ann"))
        await phone.take_back()
        assert (await phone.first(Refused)).code == "moved"
        assert await phone.end() == 1008
        await desktop.ping(1)
        assert desktop.plays, "nothing was taken from it"


async def test_two_devices_that_come_and_take_back_at_once_end_with_one(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        view = await table.start()
        ann = table.people["Ann"]
        devices = [await table.connect("Ann") for _ in range(4)]
        for _ in range(5):
            await asyncio.gather(*(device.take_back() for device in devices))
        await asyncio.gather(*(device.ping(1) for device in devices))
        here = live.site.connections.of(ann.table, ann.person)
        assert [each.plays for each in here].count(True) == 1
        tries = [await device.do(act(view, "check"), f"try{n}") for n, device in enumerate(devices)]
        codes = [each.code for each in tries if isinstance(each, Refused)]
        assert codes == ["elsewhere"] * 3
        for device in devices:
            await device.close()


async def test_a_device_that_came_first_and_hears_of_it_last_does_not_play(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    came, go_on = House.came, asyncio.Event()

    async def slowly(self: House, table: TableId, person: PersonId) -> int:
        number = await came(self, table, person)
        await go_on.wait()
        return number

    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        view = await table.start()
        monkeypatch.setattr(House, "came", slowly)
        slow = await Device.open(live.url, table.table, table.people["Ann"].token)
        await table["Ann"].first(Elsewhere)
        monkeypatch.setattr(House, "came", came)
        newest = await table.connect("Ann")
        go_on.set()
        await slow.first(Elsewhere)
        assert await slow.refused(act(view, "check"), "slow") == "elsewhere"
        await newest.done(act(view, "check"))
        await slow.close()


async def test_a_link_that_is_used_while_an_older_device_comes_ends_that_one_too(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    came, go_on = House.came, asyncio.Event()

    async def later(self: House, table: TableId, person: PersonId) -> int:
        await go_on.wait()
        return await came(self, table, person)

    async with live_server(database) as live, company(live.url, "Ann", quick()) as table:
        secret = await link(table.http, table.people["Ann"])
        monkeypatch.setattr(House, "came", later)
        stolen = await Device.open(live.url, table.table, table.people["Ann"].token)
        await stolen.view()
        claim = f"/api/tables/{table.table}/claim"
        await post(table.http, claim, {"secret": secret}, Admitted)
        go_on.set()
        assert (await stolen.first(Refused)).code == "moved"
        assert await stolen.end() == 1008
