"""One's own chance at a table in the terminal: told where it is asked for, and nothing else."""

from __future__ import annotations

import asyncio
import io
import re
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from cincinnati.engine import Deal
from cincinnati.odds import Question, Stop, equity
from cincinnati.terminal import Look, Names
from cincinnati.terminal.app import TableApp
from cincinnati.terminal.chance import OwnChance, chance_text
from cincinnati.terminal.plain import PlainTable
from cincinnati.terminal.table import Felt
from cincinnati.words import LANGUAGES, Words
from home_game import deck_for, rules_of
from terminal.driver import YOU, app_for, by_keys, settle, sits, sitting, without

ACES = "AsAdAcAh2s"
SHOWN = re.compile(r"chance: about (\d+)%")


def deal() -> Deal:
    """Three players, before the first card."""
    deck = deck_for(3, hands=f"{ACES} KsKdKcKh3s QsQdQcQh4s", board="2c 5c 9d Jh 7s")
    return Deal.start(rules_of(opening_round=True), stacks=[100] * 3, deck=deck)


def test_it_is_the_share_against_the_players_left() -> None:
    async def shares() -> list[float | None]:
        chance, view = OwnChance(), deal().view(0)
        assert chance.known(view) is None
        first = await chance.of(view)
        assert chance.known(view) == first
        bet = replace(view, level=2)
        assert chance.known(bet) == first, "chips do not change it"
        return [first, await chance.of(deal().view(None))]

    first, nobody = asyncio.run(shares())
    true = equity(Question.of(ACES, players=3), stop=Stop(samples=300_000), seed=5)
    assert first == pytest.approx(true.seats[0].share, abs=0.01)
    assert nobody is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language(language: str) -> None:
    assert re.search(r"\b38\W?%$", chance_text(Words.of(language), 0.3761))


@pytest.mark.parametrize("odds", [False, True])
def test_line_by_line_before_each_turn(odds: bool) -> None:
    sat, session = sitting("cincinnati", deals=1)
    out, answers = io.StringIO(), iter(["c\n"] * 99)
    names = Names(YOU, None, sat.names, sat.bots)
    person = PlainTable(
        names,
        Words.of("en"),
        out=out,
        read=lambda: next(answers),
        encoding="utf-8",
        odds=odds,
    )
    ended = asyncio.run(sits(sat, session, [])(person))
    assert ended.events == without(sat, session, "stay").events, "the game is the same"
    turns = out.getvalue().count("Your cards: ")
    assert (turns > 1, len(SHOWN.findall(out.getvalue()))) == (True, turns if odds else 0)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_on_the_felt_beside_ones_name(size: tuple[int, int]) -> None:
    found: list[str] = []

    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        for _ in range(200):
            found[:] = SHOWN.findall(shown(app))
            if found:
                return
            await pilot.pause(0.02)

    at_the_table(Look(pace=0, encoding="utf-8", odds=True), steps, size)
    assert len(found) == 1
    assert 0 < int(found[0]) < 100


def test_not_unless_it_is_asked_for() -> None:
    async def steps(app: TableApp, pilot: Pilot[Any]) -> None:
        await pilot.pause(0.3)
        assert SHOWN.search(shown(app)) is None

    at_the_table(Look(pace=0, encoding="utf-8"), steps)


def test_a_session_with_odds_is_the_same_session() -> None:
    sat, session = sitting("liz")
    look = Look(pace=0, encoding="utf-8", odds=True)
    script = "stay, least, stay"
    with_odds = by_keys(sat, session, script, look=look)
    assert with_odds.events == without(sat, session, script).events


def shown(app: TableApp) -> str:
    felt = app.screen_stack[0].query_one(Felt)
    return felt._canvas.text()


def at_the_table(look: Look, steps: Any, size: tuple[int, int] = (80, 24)) -> None:
    sat, session = sitting("cincinnati", seed=7)
    app = app_for(sat, session, [], look=look)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await settle(app, pilot)
            await steps(app, pilot)

    asyncio.run(run())
