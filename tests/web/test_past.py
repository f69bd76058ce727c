"""Past deals over HTTP: the list, one looked at again, its files; and the worked deals."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import msgspec
import pytest

from cincinnati.cards import Card
from cincinnati.engine import View
from cincinnati.engine.seen import DealEnded, DealOpened, HandShown, PotAwarded, Share
from cincinnati.errors import RulesError
from cincinnati.ranking import Category, name_of
from cincinnati.rules.presets import PRESETS
from cincinnati.web.past import Past, Replay
from cincinnati.web.worked import worked_deal
from known_cards import CARD
from live_client import Company, bearer, company, refusal
from live_evening import Luck, deck_for
from live_server import live_server
from live_settings import quick

pytestmark = pytest.mark.anyio

DECK = deck_for(2, hands="AsAdAcAh2s KsKdKcKh3s", board="2c 5c 9d Jh 7s")


async def get(table: Company, what: str, name: str | None = None, status: int = 200) -> Any:
    """A page of a table, as somebody asks for it."""
    table.http.cookies.clear()
    headers = bearer(table.people[name]) if name else {}
    answer = await table.http.get(f"/api/tables/{table.table}/{what}", headers=headers)
    assert answer.status_code == status, answer.text
    return answer.text if status == 200 else refusal(answer, status)


async def past(table: Company, name: str | None = None) -> Past:
    return msgspec.json.decode(await get(table, "deals", name), type=Past)


async def replay(table: Company, number: int, name: str | None = None) -> Replay:
    return msgspec.json.decode(await get(table, f"deals/{number}", name), type=Replay)


async def test_the_list_of_deals_grows_when_one_ends(database: str) -> None:
    async with (
        live_server(database, chance=Luck(decks=[DECK])) as live,
        company(live.url, "Ann Bob", quick("liz")) as table,
    ):
        assert await past(table) == Past(None, ())
        await table.start()
        await table.play("check, bet 2")
        assert await past(table, "Ann") == Past(table.id("Ann"), ())
        await table.play("fold")
        await table.host.view(lambda view: view.number == 2)
        (session,) = (await past(table, "Bob")).sessions
        (deal,) = session.deals
        assert (session.session, deal.number, deal.in_session, deal.preset) == (1, 1, 1, "liz")
        assert [there.name for there in deal.seats] == ["Ann", "Bob"]
        assert (deal.position, deal.showdown) == (1, False)
        assert (deal.before, deal.after) == ({0: 100, 1: 100}, {0: 99, 1: 101})
        assert [(win.position, win.chips) for win in deal.winners] == [(1, 2)]
        assert (await past(table)).sessions[0].deals[0].position is None


async def test_sessions_are_apart_and_showdowns_are_told(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        await table.check_down()
        await table.start()
        await table.check_down()
        found = await past(table)
        numbers = [[deal.number for deal in session.deals] for session in found.sessions]
        assert numbers == [[1, 2], [3, 4]]
        assert [session.session for session in found.sessions] == [1, 2]
        assert all(deal.showdown for session in found.sessions for deal in session.deals)


async def test_a_deal_is_looked_at_again_as_one_saw_it(database: str) -> None:
    async with (
        live_server(database, chance=Luck(decks=[DECK])) as live,
        company(live.url, "Ann Bob", quick()) as table,
    ):
        await table.start()
        await table.play("check, bet 2, fold")
        await table.host.view(lambda view: view.number == 2)
        for name, position, own in (("Ann", 0, "As"), ("Bob", 1, "Ks"), (None, None, None)):
            seen = await replay(table, 1, name)
            text = await get(table, "deals/1", name)
            assert (seen.number, seen.session, seen.position) == (1, 1, position)
            assert [there.person for there in seen.seats] == [table.id("Ann"), table.id("Bob")]
            assert isinstance(seen.frames[0].event, DealOpened)
            assert isinstance(seen.frames[-1].event, DealEnded)
            assert {card for card in CARD.findall(text) if card[0] in "AK"} == (
                {f"{own[0]}{suit}" for suit in "sdch"} if own else set()
            )


async def test_the_running_deal_cannot_be_looked_at(database: str) -> None:
    async with live_server(database) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        for what in ("deals/1", "records?deal=1", "transcript?deal=1"):
            for name in ("Ann", None):
                assert await get(table, what, name, 404) == "no_past_deal"


@pytest.mark.parametrize("number", ["0", "3", "x", "-1", "1.0", "", "1%20", "9" * 5000, "١"])
async def test_a_number_that_no_deal_has(sqlite: str, number: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann Bob", quick()) as table:
        await table.start()
        await table.check_down()
        pages = [f"records?deal={number}", f"transcript?deal={number}"]
        for page in [*pages, f"deals/{number}"] if number else pages:
            assert await get(table, page, None, 404) == "no_past_deal"


async def test_strangers_see_what_the_table_lets_them(sqlite: str) -> None:
    pages = ("deals", "deals/1", "records?deal=1", "transcript?deal=1")
    async with live_server(sqlite) as live:
        for settings, pin, code in (
            (quick(spectators=False), None, "no_spectators"),
            (quick(), "1234", "pin_needed"),
        ):
            async with company(live.url, "Ann Bob", settings, pin=pin) as table:
                await table.start()
                await table.check_down()
                for page in pages:
                    assert await get(table, page, None, 403) == code
                    assert await get(table, page, "Bob")


async def test_one_hand_to_download(sqlite: str) -> None:
    async with (
        live_server(sqlite, chance=Luck(decks=[DECK])) as live,
        company(live.url, "Ann Bob", quick()) as table,
    ):
        await table.start()
        await table.play("check, bet 2, fold")
        await table.host.view(lambda view: view.number == 2)
        await table.check_down()
        whole = tomllib.loads(await get(table, "records", "Ann"))
        for number in (1, 2):
            one = tomllib.loads(await get(table, f"records?deal={number}", "Ann"))
            assert one == whole[str(number)]
        assert "d dh p2 ??????????" in await get(table, "records?deal=1", "Ann")
        words = await get(table, "transcript?language=it", "Ann")
        first = await get(table, "transcript?language=it&deal=1", "Ann")
        second = await get(table, "transcript?language=it&deal=2", "Ann")
        assert words == f"{first}\n\n{second}"
        assert "A♠" in first
        assert "K♠" not in first


# --- worked deals ------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
async def test_there_is_a_worked_deal_of_every_preset(sqlite: str, preset: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        answer = await table.http.get(f"/api/worked/{preset}")
        deal = msgspec.json.decode(answer.content, type=Replay)
    assert deal == worked_deal(preset)
    assert deal.frames[0].view.rules == PRESETS[preset]
    assert [there.name for there in deal.seats] == ["Ann", "Bruno", "Chiara"]
    assert deal.frames[-1].view.over
    shown = [at for at, frame in enumerate(deal.frames) if isinstance(frame.event, HandShown)]
    assert len(shown) >= 2, "hands are compared"
    for frame in deal.frames[: shown[0]]:
        others = [card for player in frame.view.players[1:] for card in player.cards]
        assert set(others) <= {None}, "the learner sees his own cards"


async def test_there_is_no_worked_deal_of_anything_else(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        for name in ("poker", "liz.phh", "LIZ"):
            assert refusal(await table.http.get(f"/api/worked/{name}"), 400) == "preset"
    with pytest.raises(RulesError):
        worked_deal("poker")


def final(preset: str) -> View:
    return worked_deal(preset).frames[-1].view


def winner(view: View, share: Share, pot: int = 0) -> tuple[int, tuple[Card, ...]]:
    """Who took a share, and the cards that won it."""
    (award,) = (each for each in view.awards if (each.pot, each.share) == (pot, share))
    (win,) = award.winners
    return win.position, win.cards


def made(view: View, position: int) -> Category:
    hand = view.players[position].hand
    assert hand is not None
    return name_of(hand.high).category


def test_the_plain_game_is_turned_by_its_last_card() -> None:
    view = final("cincinnati")
    assert [made(view, at) for at in (0, 2)] == [Category.FULL_HOUSE, Category.FLUSH]
    before = [f.view for f in worked_deal("cincinnati").frames if f.view.board[-1] is None][-1]
    assert made(before, 0) is Category.FLUSH


def test_the_classic_game_has_a_side_pot() -> None:
    view = final("classic")
    assert winner(view, Share.WHOLE)[0] == 1
    assert winner(view, Share.WHOLE, pot=1)[0] == 0
    assert worked_deal("classic").frames[3].view.board == (None,) * 5, "a round before any card"


def test_in_liz_what_is_wild_changes_under_the_leader() -> None:
    wild = [frame.view.wild for frame in worked_deal("liz").frames]
    assert list(dict.fromkeys(wild)) == [(), (9,), (6,), (4,)]
    assert winner(final("liz"), Share.WHOLE)[0] == 0


def test_high_and_low_go_to_two_players_and_the_odd_chip_to_the_high_one() -> None:
    awards = {award.share: award for award in final("hi-lo").awards}
    assert set(awards) == {Share.HIGH, Share.LOW}
    assert awards[Share.HIGH].chips == awards[Share.LOW].chips + 1
    assert winner(final("hi-lo"), Share.LOW)[0] == 0
    assert winner(final("hi-lo"), Share.HIGH)[0] == 1


def test_in_the_cross_the_lines_decide() -> None:
    """The row for one, the column for the other; with all five cards the loser would have won."""
    view = final("crisscross")
    top, right, bottom, left, _ = view.board
    (ann, cards), hand = winner(view, Share.WHOLE), view.players[2].hand
    assert hand is not None
    assert ann == 0
    assert set(cards) & {left, right}
    assert not set(cards) & {top, bottom}
    assert set(hand.high_cards) & {top, bottom}
    assert not set(hand.high_cards) & {left, right}


def test_the_wild_card_that_comes_last_makes_five_of_a_kind() -> None:
    view = final("last-card-wild")
    assert [made(view, at) for at in range(3)] == [
        Category.FIVE_OF_A_KIND,
        Category.STRAIGHT_FLUSH,
        Category.FOUR_OF_A_KIND,
    ]


def test_everybody_has_a_wild_rank_of_his_own() -> None:
    view = final("low-hole")
    hands = [view.players[at].hand for at in (0, 2)]
    assert [hand.wild for hand in hands if hand is not None] == [(4,), (8,)]


def test_the_last_suit_pays_a_hand_that_is_worth_nothing() -> None:
    view = final("last-suit")
    position, cards = winner(view, Share.SUIT)
    assert (position, [str(card) for card in cards]) == (0, ["Kd"])
    assert made(view, 0) is Category.PAIR
    assert winner(view, Share.HIGH)[0] == 1


def test_every_award_of_the_worked_deals_is_told_with_its_cards() -> None:
    for preset in PRESETS:
        for frame in worked_deal(preset).frames:
            if isinstance(frame.event, PotAwarded):
                assert all(win.cards for win in frame.event.winners), preset


async def test_the_description_has_the_parameters(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        paths = (await table.http.get("/api/openapi.json")).json()["paths"]
    for path, operations in paths.items():
        for operation in operations.values():
            given = [p["name"] for p in operation.get("parameters", ()) if p["in"] == "path"]
            assert given == re.findall(r"{(\w+)}", path)
    asked = paths["/api/tables/{table}/transcript"]["get"]["parameters"]
    assert [each["name"] for each in asked] == ["table", "deal", "language"]
