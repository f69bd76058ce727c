"""What the expert would do, and why."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cincinnati.bots.advice import Advice, Option, Reason, advise
from cincinnati.bots.policy import Weights
from cincinnati.bots.shelf import Shelf
from cincinnati.bots.story import story_of
from cincinnati.bots.strength import share
from cincinnati.engine import BringIn, Call, Deal, Fold, Raise
from cincinnati.rules import Limit
from home_game import deal_of, play
from made_policies import FOLDS, POTS, shelf, situations

ACES_FULL, NOTHING = "AsAdAh9s9d", "2s4d7h9cJd"


def advised(folder: Path, deal: Deal, row: Weights) -> Advice:
    assert deal.to_act is not None
    view = deal.view(deal.to_act)
    return advise(view, shelf(folder, one=situations({story_of(view).situation: row})))


def facing(hand: str = ACES_FULL) -> Deal:
    return play(deal_of(stacks=[100] * 3, hands=f"- - {hand}"), "check, bet 6")


def test_every_action_of_the_menu_has_its_probability(tmp_path: Path) -> None:
    told = advised(tmp_path, facing(), (4, 8, 1, 8, 0))
    assert told.options == (
        Option(Fold(), 4 / 20),
        Option(Call(), 8 / 20),
        Option(Raise(to=14), 0),  # too seldom for the expert
        Option(Raise(to=21), 8 / 20),
        Option(Raise(to=99), 0),
    )
    assert told.best == Call()


def test_the_numbers_that_one_can_check(tmp_path: Path) -> None:
    deal = facing()
    told = advised(tmp_path, deal, POTS)
    story = story_of(deal.view(2))
    one, all_ = (share(story.own, story.board, deal.rules, opponents=count) for count in (1, 2))
    assert (told.share_of_one, told.share_of_all) == (one, all_)
    assert (told.opponents, told.pot, told.call) == (2, 9, 6)
    assert told.pot_odds == 6 / 15
    assert told.best == Raise(to=21)


@pytest.mark.parametrize(
    ("script", "hand", "row", "reasons"),
    [
        ("check, bet 6", ACES_FULL, POTS, {Reason.VALUE, Reason.POT_ODDS_GOOD}),
        ("check, bet 6", NOTHING, POTS, {Reason.BLUFF, Reason.POT_ODDS_BAD}),
        ("check, bet 6", NOTHING, FOLDS, {Reason.POT_ODDS_BAD}),
        ("check, bet 6", ACES_FULL, (0, 15, 2, 0, 0), {Reason.POT_ODDS_GOOD}),
        ("check, check", NOTHING, (0, 15, 0, 0, 0), {Reason.FREE_CARD}),
        ("check, check", NOTHING, (0, 8, 0, 8, 0), {Reason.FREE_CARD, Reason.BLUFF}),
        ("check, check", ACES_FULL, POTS, {Reason.VALUE}),
    ],
)
def test_reasons(
    tmp_path: Path, script: str, hand: str, row: Weights, reasons: set[Reason]
) -> None:
    deal = play(deal_of(stacks=[100] * 3, hands=f"- - {hand}"), script)
    assert set(advised(tmp_path, deal, row).reasons) == reasons


def test_no_card_is_free_when_all_are_turned(tmp_path: Path) -> None:
    deal = play(deal_of(stacks=[100, 100], hands=NOTHING), "check, check |" * 4)
    assert advised(tmp_path, deal, (0, 15, 0, 0, 0)).reasons == ()


@pytest.mark.parametrize(("hand", "best"), [(ACES_FULL, Raise(to=21)), (NOTHING, Fold())])
def test_without_a_table_it_is_a_simple_players(tmp_path: Path, hand: str, best: object) -> None:
    deal = facing(hand)
    told = advise(deal.view(2), Shelf(tmp_path))
    assert told.best == best
    assert sorted(option.chance for option in told.options) == [0, 0, 0, 0, 1]
    assert Reason.NO_TABLE in told.reasons


@pytest.mark.parametrize("row", [(0, 0, 0, 9, 0), (9, 0, 0, 0, 0), (0, 9, 0, 0, 0)])
def test_what_is_not_on_the_menu(tmp_path: Path, row: Weights) -> None:
    deal = play(deal_of(stacks=[100] * 3), "check, bet 50")
    told = advised(tmp_path, deal, row)
    assert told.best == (Fold() if row[0] else Call())
    assert [option.action for option in told.options] == [Fold(), Call(), Raise(to=99)]
    free = deal_of(stacks=[100] * 3)
    assert advised(tmp_path, free, row).best == (Raise(to=3) if row[3] else Call())


def test_limits_and_bring_ins(tmp_path: Path) -> None:
    fixed = deal_of(stacks=[100] * 3, limit=Limit.FIXED)
    assert advised(tmp_path, fixed, POTS).best == Raise(to=2)
    due = deal_of(stacks=[100] * 3, bring_in=1)
    assert advised(tmp_path, due, FOLDS).best == BringIn()
    assert Reason.FREE_CARD not in advised(tmp_path, due, FOLDS).reasons


def test_advice_travels() -> None:
    told = advise(facing().view(2))
    assert msgspec.json.decode(msgspec.json.encode(told), type=Advice) == told


def test_only_who_is_to_act_is_advised() -> None:
    with pytest.raises(ValueError, match="turn"):
        advise(facing().view(0))
