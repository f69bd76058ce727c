"""The expert's advice on past deals: whose decisions one is told of, and what it depends on."""

from __future__ import annotations

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cincinnati.bots.advice import Reason, advise
from cincinnati.bots.shelf import Shelf
from cincinnati.bots.story import story_of
from cincinnati.cards import Deck
from cincinnati.engine import Call, Fold, Raise
from cincinnati.engine.decisions import Decision
from cincinnati.errors import CincinnatiError, code_of
from cincinnati.rules.presets import PRESETS
from cincinnati.tables.live import PersonId
from cincinnati.tables.live.past import past_decisions
from cincinnati.web.advice import DealAdvice, advisers, deal_advice
from cincinnati.web.answers import Answers
from known_cards import CARD
from live_client import Company, bearer, company, refusal
from live_evening import Evening, Luck, deck_for
from live_server import live_server
from live_settings import quick
from made_policies import shelf, situations

pytestmark = pytest.mark.anyio

ANN, BOB, CLEO = "AsAdAcAh2s", "KsKdKcKh3s", "QsQdQcQh4s"
BOARD = "2c 5c 9d Jh 7s"
THREE = deck_for(3, hands=f"{ANN} {BOB} {CLEO}", board=BOARD)
FOLDED = "check, bet 2, fold, fold"
SHOWN = "check, bet 2, fold, call" + ", check, check" * 4


async def get(table: Company, path: str, name: str | None = None, status: int = 200) -> Any:
    """The advice that somebody is given; the code of a refusal where it must be refused."""
    table.http.cookies.clear()
    headers = bearer(table.people[name]) if name else {}
    if not path.startswith("/"):
        path = f"/api/tables/{table.table}/{path}"
    answer = await table.http.get(path, headers=headers)
    if status != 200:
        return refusal(answer, status)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=DealAdvice)


async def played(table: Company, script: str) -> None:
    await table.start()
    await table.play(script)
    await table.host.view(lambda view: view.number == 2)


def whose(told: DealAdvice) -> list[int]:
    return [move.position for move in told.moves]


# --- whose cards ---------------------------------------------------------------------------


async def test_one_is_told_of_ones_own_decisions(database: str) -> None:
    async with (
        live_server(database, chance=Luck(decks=[THREE])) as live,
        company(live.url, "Ann Bob Cleo", quick()) as table,
    ):
        await played(table, FOLDED)
        told = await get(table, "deals/1/advice", "Ann")
        assert [move.done for move in told.moves] == [Call(), Fold()]
        assert whose(told) == [0, 0]
        first, second = told.moves
        assert "".join(map(str, first.cards)) == ANN
        assert (first.advice.call, second.advice.call, second.advice.pot) == (0, 2, 5)
        assert whose(await get(table, "deals/1/advice", "Bob")) == [1]
        assert whose(await get(table, "deals/1/advice", "Cleo")) == [2]


async def test_no_advice_for_a_hand_that_one_may_not_see(sqlite: str) -> None:
    """A hand that was folded is nobody else's to know, nor what the expert would do with it."""
    async with (
        live_server(sqlite, chance=Luck(decks=[THREE])) as live,
        company(live.url, "Ann Bob Cleo", quick()) as table,
    ):
        await played(table, FOLDED)
        assert await get(table, "deals/1/advice") == DealAdvice(())
        for name, rank in (("Ann", "A"), ("Bob", "K"), ("Cleo", "Q")):
            told = msgspec.json.encode(await get(table, "deals/1/advice", name)).decode()
            assert {card[0] for card in CARD.findall(told)} & set("AKQ") == {rank}


async def test_hands_that_were_shown_are_for_everybody(sqlite: str) -> None:
    async with (
        live_server(sqlite, chance=Luck(decks=[THREE])) as live,
        company(live.url, "Ann Bob Cleo", quick()) as table,
    ):
        await played(table, SHOWN)
        by_all = await get(table, "deals/1/advice")
        assert set(whose(by_all)) == {0, 1}
        assert await get(table, "deals/1/advice", "Bob") == by_all
        assert set(whose(await get(table, "deals/1/advice", "Cleo"))) == {0, 1, 2}
        seen = json.loads((await table.http.get(f"/api/tables/{table.table}/deals/1")).content)
        for move in by_all.moves:
            assert seen["frames"][move.at]["event"]["position"] == move.position
            assert seen["frames"][move.at - 1]["view"]["to_act"] == move.position


async def test_strangers_where_spectators_are_not_wanted(sqlite: str) -> None:
    async with (
        live_server(sqlite) as live,
        company(live.url, "Ann Bob", quick(spectators=False)) as table,
    ):
        await table.start()
        await table.check_down()
        assert await get(table, "deals/1/advice", None, 403) == "no_spectators"


# --- a deal that goes on ---------------------------------------------------------------------


async def test_the_running_deal_has_no_advice(sqlite: str) -> None:
    async with (
        live_server(sqlite, chance=Luck(decks=[THREE])) as live,
        company(live.url, "Ann Bob Cleo", quick(odds=True)) as table,
    ):
        await table.start()
        for script in ("", "check", "bet 2"):
            await table.play(script)
            for name in ("Ann", "Bob", None):
                assert await get(table, "deals/1/advice", name, 404) == "no_past_deal"
        await table.play("fold, fold")
        await table.host.view(lambda view: view.number == 2)
        assert await get(table, "deals/2/advice", "Ann", 404) == "no_past_deal"
        assert await get(table, "advice", "Ann", 404) == "not_found", "nor is there another way"


# --- what it depends on ----------------------------------------------------------------------


def made_in(deck: Deck, script: str, name: str) -> tuple[Decision, ...]:
    evening = Evening("Ann Bob Cleo", quick(), luck=Luck(decks=[deck]))
    evening.start()
    evening.play(script)
    return past_decisions([event for event, _ in evening.log], PersonId(name), 1)


@pytest.mark.parametrize("script", [FOLDED, "check, check, bet 2, fold, call, check, bet 4, fold"])
async def test_hidden_cards_change_nothing(script: str) -> None:
    """Two decks that differ in others' hands and in the cards that were never turned."""
    other = deck_for(3, hands=f"{ANN} 8s8d8c8h6s TsTdTcTh6h", board="2c 5c 3h 4h 6c")
    experts = advisers()
    first = await deal_advice(experts, made_in(THREE, script, "Ann"))
    second = await deal_advice(experts, made_in(other, script, "Ann"))
    experts.close()
    assert first == second
    assert first.moves


async def test_without_a_policy_it_is_a_simple_player_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advise, "__defaults__", (Shelf(tmp_path),))
    for each in made_in(THREE, FOLDED, "Ann"):
        assert Reason.NO_TABLE in advise(each.view).reasons


async def test_with_a_policy_it_is_the_experts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first, _) = made_in(THREE, FOLDED, "Ann")
    row = {story_of(first.view).situation: (0, 5, 0, 10, 0)}
    monkeypatch.setattr(advise, "__defaults__", (shelf(tmp_path, one=situations(row)),))
    told = advise(first.view)
    assert Reason.NO_TABLE not in told.reasons
    assert {option.action: option.chance for option in told.options if option.chance} == {
        Call(): pytest.approx(1 / 3),
        Raise(to=3): pytest.approx(2 / 3),
    }


# --- worked deals ---------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
async def test_the_deals_to_learn_from_have_it_too(sqlite: str, preset: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann", quick()) as table:
        told = await get(table, f"/api/worked/{preset}/advice")
        deal = json.loads((await table.http.get(f"/api/worked/{preset}")).content)
        assert {0} < set(whose(told)), "the learner's, and those who show"
        for move in told.moves:
            assert deal["frames"][move.at]["event"]["position"] == move.position
            assert sum(option.chance for option in move.advice.options) == pytest.approx(1)
            assert move.advice.best in [option.action for option in move.advice.options]
        assert await get(table, "/api/worked/bridge/advice", None, 400) == "preset"


# --- nobody waits for it ----------------------------------------------------------------------


async def test_the_table_goes_on_while_the_expert_thinks(sqlite: str) -> None:
    thinks, asked = threading.Event(), []

    def slow(view: Any) -> Any:
        asked.append(view)
        assert thinks.wait(10)
        return advise(view)

    async with (
        live_server(sqlite, chance=Luck(decks=[THREE])) as live,
        company(live.url, "Ann Bob Cleo", quick()) as table,
    ):
        live.site.experts.close()
        live.site.experts = Answers("advice", slow)
        await played(table, FOLDED)
        waiting = [asyncio.create_task(get(table, "deals/1/advice", "Ann")) for _ in range(3)]
        while not asked:
            await asyncio.sleep(0.01)
        await table.play("check, check, bet 2")
        assert not any(each.done() for each in waiting)
        thinks.set()
        answers = await asyncio.gather(*waiting)
        assert answers[0] == answers[1] == answers[2]
        assert len(asked) == len(answers[0].moves), "one answer for all who ask the same"


async def test_who_asks_too_often_has_to_wait(sqlite: str) -> None:
    async with (
        live_server(sqlite, strict=1000) as live,
        company(live.url, "Ann Bob", quick()) as table,
    ):
        for _ in range(30):
            assert await get(table, "deals/1/advice", "Ann", 404) == "no_past_deal"
        assert await get(table, "deals/1/advice", "Ann", 429) == "too_often"


async def test_a_server_that_stops_advises_no_more() -> None:
    experts = advisers()
    experts.close()
    with pytest.raises(CincinnatiError) as refused:
        await deal_advice(experts, made_in(THREE, FOLDED, "Ann"))
    assert code_of(refused.value) == "closing"
