"""One person, several devices: personal links, the newest plays, who may take it back."""

from __future__ import annotations

import pytest

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
        await desktop.take_back()
        assert (await desktop.first(Refused)).code == "moved", "what was stolen is of no use"
        await desktop.end()
        thief = await Device.open(live.url, table.table, bob.token)
        assert (await thief.first(Refused)).code == "stranger"
        await thief.end()


async def test_a_link_is_no_token_and_a_token_no_link(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick(), pin="1") as table:
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


async def test_the_host_gives_somebody_who_lost_his_phone_a_new_link(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann Bob Cleo", quick()) as table:
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


async def test_nobody_gets_a_link_for_a_bot_and_sees_its_cards(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
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
