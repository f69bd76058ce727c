"""The odds at a table and of past deals: who may ask, what the answer depends on, who waits."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from cincinnati.cards import Deck
from cincinnati.engine import View
from cincinnati.errors import CincinnatiError, code_of
from cincinnati.odds import Equity, Question, Stop, equity, seen
from cincinnati.odds.seen import Asked
from cincinnati.rules.presets import PRESETS
from cincinnati.tables.live import Settings
from cincinnati.tables.live.commands import Change
from cincinnati.web import site
from cincinnati.web.chances import Chances, DealOdds, OwnOdds, own_odds
from live_client import Company, bearer, company, refusal
from live_evening import Evening, Luck, deck_for
from live_server import live_server
from live_settings import quick

pytestmark = pytest.mark.anyio

ANN, BOB, CLEO = "AsAdAcAh2s", "KsKdKcKh3s", "QsQdQcQh4s"
BOARD = "2c 5c 9d Jh 7s"
THREE = deck_for(3, hands=f"{ANN} {BOB} {CLEO}", board=BOARD)


async def ask(table: Company, what: str, name: str | None, kind: type, status: int = 200) -> Any:
    """What somebody is told; the code of a refusal where it must be refused."""
    table.http.cookies.clear()
    headers = bearer(table.people[name]) if name else {}
    path = what if what.startswith("/") else f"/api/tables/{table.table}/{what}"
    answer = await table.http.get(path, headers=headers)
    if status != 200:
        return refusal(answer, status)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=kind)


async def own(table: Company, name: str | None, status: int = 200) -> Any:
    return await ask(table, "odds", name, OwnOdds, status)


# --- what it is worth ----------------------------------------------------------------------------


async def test_each_is_told_his_chance_against_unknown_hands(database: str) -> None:
    async with (
        live_server(database, chance=Luck(decks=[THREE])) as live,
        company(live.url, "Ann Bob Cleo", quick(odds=True)) as table,
    ):
        view = await table.start()
        for name, hand in (("Ann", ANN), ("Bob", BOB), ("Cleo", CLEO)):
            told = await own(table, name)
            question = Question.of(hand, players=3, board="2c")
            true = equity(question, stop=Stop(samples=300_000), seed=7).seats[0]
            assert (told.version, told.players, told.exact) == (view.version, 3, False)
            assert 0 < told.error < 0.003
            assert told.share == pytest.approx(true.share, abs=0.01)
            assert told.win == pytest.approx(true.win, abs=0.01)
            assert told == await own(table, name), "the same question has the same answer"
        await table.play("check, bet 2, fold, fold")


async def test_fewer_players_and_more_cards_change_it(sqlite: str) -> None:
    async with (
        live_server(sqlite, chance=Luck(decks=[THREE])) as live,
        company(live.url, "Ann Bob Cleo", quick(odds=True)) as table,
    ):
        await table.start()
        first = await own(table, "Ann")
        await table.play("check, bet 2, fold")
        assert (await own(table, "Ann")).players == 2
        assert (await own(table, "Ann")).share > first.share
        assert await own(table, "Cleo", 400) == "no_deal", "he has folded"
        await table.play("call" + ", check, check" * 4)


async def test_the_last_round_heads_up_is_exact(sqlite: str) -> None:
    deck = deck_for(2, hands=f"{ANN} {BOB}", board=BOARD)
    async with (
        live_server(sqlite, chance=Luck(decks=[deck])) as live,
        company(live.url, "Ann Bob", quick(odds=True)) as table,
    ):
        await table.start()
        await table.play("check, check, " * 4)
        told = await own(table, "Bob")
        true = equity(Question.of(BOB, players=2, board=BOARD), exact_ends=10**6).seats[0]
        assert (told.exact, told.error) == (True, 0)
        assert (told.share, told.win, told.tie) == (true.share, true.win, true.tie)


# --- who may ask -------------------------------------------------------------------------------


async def test_refusals(sqlite: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann Bob", quick()) as table:
        assert not Settings(rules=quick().rules).odds, "off unless the host wants it"
        await table.start()
        assert await own(table, "Ann", 403) == "no_odds"
        await table.host.done(Change(quick(odds=True)))
        assert (await own(table, "Ann")).players == 2
        await table.join("Dan")
        for stranger in ("Dan", None):
            assert await own(table, stranger, 400) == "no_seat"
        await table.check_down()
        assert await own(table, "Ann", 400) == "no_deal"


async def test_before_the_first_deal_there_are_none(sqlite: str) -> None:
    async with (
        live_server(sqlite) as live,
        company(live.url, "Ann Bob", quick(odds=True)) as table,
    ):
        assert await own(table, "Ann", 400) == "no_deal"


async def test_who_asks_too_often_has_to_wait(sqlite: str) -> None:
    async with (
        live_server(sqlite, strict=1000) as live,
        company(live.url, "Ann Bob", quick(odds=True)) as table,
    ):
        for _ in range(30):
            assert await own(table, "Ann", 400) == "no_deal"
        assert await own(table, "Ann", 429) == "too_often"


# --- nothing leaks -----------------------------------------------------------------------------


async def told_in(deck: Deck, name: str, script: str) -> list[OwnOdds | str]:
    """Everything that somebody is told in a deal, move by move; the code where he is refused."""
    evening, chances = Evening("Ann Bob Cleo", quick(odds=True), luck=Luck(decks=[deck])), Chances()
    evening.start()
    told: list[OwnOdds | str] = []
    for move in ("", *script.split(",")):
        evening.play(move)
        try:
            told.append(await own_odds(chances, evening.view(name)))
        except CincinnatiError as error:
            told.append(code_of(error))
    chances.close()
    return told


@pytest.mark.parametrize("script", ["check, check, bet 2, fold, call, check", "bet 2, fold, call"])
async def test_the_answer_depends_on_the_view_alone(script: str) -> None:
    """Two decks that differ only in what Ann cannot see: others' hands, cards to be turned."""
    other = deck_for(3, hands=f"{ANN} 8s8d8c8h6s TsTdTcTh6h", board="2c 5c 3h 4h 6c")
    first, second = [await told_in(deck, "Ann", script) for deck in (THREE, other)]
    assert first == second
    assert isinstance(first[0], OwnOdds)
    assert await told_in(THREE, "Bob", script) != await told_in(other, "Bob", script)


# --- nobody waits for it ----------------------------------------------------------------------


async def test_the_table_goes_on_while_it_is_worked_out(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow answer: others' moves are carried out meanwhile, and he who asked gets his."""
    asked: list[Question] = []
    come: list[View] = []
    held, true = held_back(monkeypatch, asked), Chances.asked

    async def noted(self: Chances, views: list[View]) -> list[Asked | None]:
        come.extend(views)
        return await true(self, views)

    monkeypatch.setattr(Chances, "asked", noted)
    async with (
        live_server(sqlite) as live,
        company(live.url, "Ann Bob", quick(odds=True)) as table,
    ):
        await table.start()
        waiting = [asyncio.create_task(own(table, "Ann")) for _ in range(3)]
        while not (asked and len(come) == 3):  # all three about the same moment
            await asyncio.sleep(0.01)
        await table.play("check, check, bet 2")
        assert not any(each.done() for each in waiting)
        held.set()
        answers = await asyncio.gather(*waiting)
        assert answers[0] == answers[1] == answers[2]
        assert len(asked) == 1, "one computation for all who ask the same"


async def test_one_that_goes_away_does_not_take_it_from_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Question] = []
    held, chances = held_back(monkeypatch, asked), Chances()
    question = Question.of(ANN, players=2)
    impatient, patient = (asyncio.create_task(chances.equity(question)) for _ in range(2))
    await asyncio.sleep(0.05)
    impatient.cancel()
    held.set()
    assert (await patient).seats[0].share > 0.5
    assert (await chances.equity(question), len(asked)) == (await patient, 1)
    chances.close()


async def test_too_many_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    held, chances = held_back(monkeypatch, []), Chances()
    monkeypatch.setattr("cincinnati.web.answers.MOST_WAITING", 1)
    first = asyncio.create_task(chances.equity(Question.of(ANN, players=2)))
    await asyncio.sleep(0.05)
    with pytest.raises(CincinnatiError) as refused:
        await chances.equity(Question.of(BOB, players=2))
    assert code_of(refused.value) == "busy"
    held.set()
    await first
    assert (await chances.equity(Question.of(BOB, players=2))).seats
    chances.close()


async def test_a_server_that_stops_answers_no_more() -> None:
    chances = Chances()
    chances.close()
    with pytest.raises(CincinnatiError) as refused:
        await chances.equity(Question.of(ANN, players=2))
    assert code_of(refused.value) == "closing"


def held_back(monkeypatch: pytest.MonkeyPatch, asked: list[Question]) -> threading.Event:
    """Answers that come only when the event is set."""
    held = threading.Event()
    true: Callable[[Question], Equity] = seen.quick_equity

    def slow(question: Question) -> Equity:
        asked.append(question)
        assert held.wait(10)
        return true(question)

    monkeypatch.setattr(seen, "quick_equity", slow)
    return held


def test_a_server_that_nobody_asks_loads_no_numpy() -> None:
    code = f"""
import sys
import {site.__name__}, cincinnati.web.app, cincinnati.web.serve
print([name for name in ("numpy", "numba", "cincinnati.odds") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert done.stdout.strip() == "[]"


# --- past deals ----------------------------------------------------------------------------------


async def test_the_chances_in_a_deal_that_was_shown(sqlite: str) -> None:
    deck = deck_for(2, hands=f"{ANN} {BOB}", board=BOARD)
    async with (
        live_server(sqlite, chance=Luck(decks=[deck])) as live,
        company(live.url, "Ann Bob", quick()) as table,
    ):
        await table.start()
        await table.play("check, check, " * 5)
        await table.host.view(lambda view: view.number == 2)
        for name in ("Ann", None):
            told = await ask(table, "deals/1/odds", name, DealOdds)
            assert [moment.cards for moment in told.moments] == [0, 1, 2, 3, 4, 5]
            for moment in told.moments:
                assert moment.exact
                assert [hand.position for hand in moment.hands] == [0, 1]
                assert sum(hand.share for hand in moment.hands) == pytest.approx(1)
            ann, bob = told.moments[-1].hands
            assert (ann.share, ann.win, bob.share, ann.error) == (1, 1, 0, 0)
            assert 0 < told.moments[0].hands[1].share < 0.5


async def test_hands_that_the_asker_never_sees_are_unknown(sqlite: str) -> None:
    async with (
        live_server(sqlite, chance=Luck(decks=[THREE])) as live,
        company(live.url, "Ann Bob Cleo", quick()) as table,
    ):
        await table.start()
        await table.play("check, check, bet 2, fold, fold")
        await table.host.view(lambda view: view.number == 2)
        told = await ask(table, "deals/1/odds", "Ann", DealOdds)
        hands = [
            (moment.cards, [hand.position for hand in moment.hands]) for moment in told.moments
        ]
        assert hands == [(0, [0]), (1, [0])]
        alone = equity(Question.of(ANN, players=3), stop=Stop(samples=300_000)).seats[0].share
        assert told.moments[0].hands[0].share == pytest.approx(alone, abs=0.01)
        assert await ask(table, "deals/1/odds", None, DealOdds) == DealOdds(())
        assert await ask(table, "deals/2/odds", "Ann", DealOdds, 404) == "no_past_deal"


@pytest.mark.parametrize("preset", PRESETS)
async def test_the_deals_to_learn_from_have_them_too(sqlite: str, preset: str) -> None:
    async with live_server(sqlite) as live, company(live.url, "Ann Bob", quick()) as table:
        told = await ask(table, f"/api/worked/{preset}/odds", None, DealOdds)
        deal = json.loads((await table.http.get(f"/api/worked/{preset}")).content)
        for moment in told.moments:
            view = deal["frames"][moment.at]["view"]
            assert sum(card is not None for card in view["board"]) == moment.cards
            assert all(view["players"][hand.position]["live"] for hand in moment.hands)
        assert told.moments[0].cards == 0
        assert await ask(table, "/api/worked/bridge/odds", None, DealOdds, 400) == "preset"
