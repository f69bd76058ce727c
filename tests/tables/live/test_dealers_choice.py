"""Dealer's choice: who names the game, and what happens when he does not (R37, R38)."""

from __future__ import annotations

from typing import Any

import pytest

from cincinnati.rules.presets import PRESETS
from cincinnati.tables.live import Clock
from cincinnati.tables.live.commands import (
    AddBot,
    Change,
    Leave,
    NamePreset,
    SitOut,
    Start,
)
from cincinnati.tables.live.table import Reason
from live_evening import Evening, kinds
from live_settings import quick

HOME = Clock()


def due_in(evening: Evening) -> int:
    """In how many ms something happens by itself."""
    assert evening.table.due is not None
    return evening.table.due.at - evening.at


def choice(**rules: Any) -> Evening:
    return Evening("Ann Bob Cleo", quick(dealers_choice=True, deals=4, clock=HOME, **rules))


def begin(evening: Evening) -> None:
    evening.do("Ann", Start())


def test_the_dealer_names_the_game() -> None:
    evening = choice()
    begin(evening)
    assert evening.table.choosing == 2
    assert evening.view("Ann").choosing == 2
    assert due_in(evening) == 30_000
    assert evening.refused("Ann", NamePreset("liz")) == "not_the_dealer"
    assert evening.refused("Cleo", NamePreset("bridge")) == "preset"
    evening.do("Cleo", NamePreset("liz"))
    assert evening.table.choosing is None
    assert due_in(evening) == 0
    evening.next_deal()
    deal = evening.view("Ann").deal
    assert deal is not None
    assert deal.rules.preset == "liz"
    evening.check_down()
    assert evening.table.choosing == 0, "the deal has passed on to the left"


@pytest.mark.rule(38)
def test_who_names_nothing_in_time_gets_the_tables_own_game() -> None:
    evening = choice()
    begin(evening)
    evening.wait(29_999)
    assert not evening.session.playing
    evening.wait(1)
    deal = evening.view("Ann").deal
    assert deal is not None
    assert deal.rules.preset == "cincinnati"


@pytest.mark.rule(38)
def test_a_dealer_who_is_away_keeps_nobody_waiting() -> None:
    evening = choice()
    begin(evening)
    evening.do("Cleo", SitOut())
    assert due_in(evening) == 0
    evening.let_due_happen()
    assert evening.session.playing


def test_the_tables_own_game_can_be_chosen_with_all_its_special_rules() -> None:
    own = PRESETS["crisscross"]
    evening = choice(layout=own.layout, opening_round=True)
    begin(evening)
    assert evening.refused("Ann", NamePreset(None)) == "not_the_dealer"
    assert kinds(evening.do("Cleo", NamePreset(None))) == ["OwnGame"]
    assert evening.do("Cleo", NamePreset(None)) == ()
    assert due_in(evening) == 0, "nobody waits for his clock"
    evening.next_deal()
    deal = evening.view("Ann").deal
    assert deal is not None
    assert deal.rules.layout is own.layout
    evening.check_down()
    assert evening.table.choosing == 0, "the next dealer chooses again"


def test_a_choice_may_be_changed_until_the_deal_begins_but_not_taken_back() -> None:
    evening = choice()
    begin(evening)
    evening.do("Cleo", NamePreset("liz"))
    evening.do("Cleo", NamePreset("hi-lo"))
    assert evening.refused("Cleo", NamePreset(None)) == "named"
    evening.next_deal()
    assert evening.refused("Cleo", NamePreset("liz")) == "deal_running"
    deal = evening.view("Ann").deal
    assert deal is not None
    assert deal.rules.preset == "hi-lo"


def test_where_there_is_no_choice_nobody_chooses() -> None:
    evening = Evening("Ann Bob")
    begin(evening)
    assert evening.table.choosing is None
    assert evening.refused("Bob", NamePreset("liz")) == "no_choice"
    assert evening.refused("Bob", NamePreset(None)) == "no_choice"


def test_a_bot_deals_what_it_likes() -> None:
    evening = Evening("Ann", quick(dealers_choice=True, clock=HOME))
    evening.do("Ann", AddBot("rookie"))
    begin(evening)
    assert evening.table.due is not None
    assert evening.table.due.reason is Reason.BOT_CHOOSES
    evening.let_due_happen()
    assert evening.session.playing


@pytest.mark.rule(37)
def test_the_deal_passes_on_when_the_next_dealer_is_gone() -> None:
    evening = choice()
    begin(evening)
    evening.do("Cleo", Leave())
    assert evening.table.choosing == 0
    evening.do("Ann", NamePreset("hi-lo"))
    evening.next_deal()
    assert evening.session.order == (1, 0)


def test_a_change_of_rules_takes_a_choice_back() -> None:
    evening = choice()
    begin(evening)
    evening.do("Cleo", NamePreset("liz"))
    evening.do("Ann", Change(quick("hi-lo", deals=4)))
    evening.let_due_happen()
    deal = evening.view("Ann").deal
    assert deal is not None
    assert deal.rules.preset == "hi-lo"
