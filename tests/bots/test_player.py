"""A player made of numbers: tables followed, styles, menus, and what it does without a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from asked_players import EXPERT, does
from cincinnati.bots import heuristics, menu
from cincinnati.bots.choice import repriced
from cincinnati.bots.draws import mixed, unit
from cincinnati.bots.levels import LEVELS, Spec
from cincinnati.bots.player import Chances, Player
from cincinnati.bots.policy import Weights
from cincinnati.bots.shelf import Shelf
from cincinnati.bots.situation import other_price
from cincinnati.bots.story import story_of
from cincinnati.bots.strength import points
from cincinnati.engine import Action, BringIn, Call, Deal, Fold, Raise
from cincinnati.errors import PolicyError
from cincinnati.rules import Limit
from home_game import deal_of, play
from made_policies import (
    ALL_INS,
    CALLS,
    CUTS,
    FOLDS,
    HALVES,
    POTS,
    Rows,
    lines,
    shelf,
    situations,
)

ACES_FULL, NOTHING = "AsAdAh9s9d", "2s4d7h9cJd"


def by_situation(folder: Path, deal: Deal, row: Weights | Rows, **changes: Any) -> Shelf:
    """A shelf with a table that knows what to do at this moment of the deal, and no other."""
    assert deal.to_act is not None
    return shelf(
        folder, one=situations({story_of(deal.view(deal.to_act)).situation: row}, **changes)
    )


def facing_a_bet(stacks: tuple[int, ...] = (100, 100, 100), hand: str = NOTHING) -> Deal:
    return play(deal_of(stacks=stacks, hands=f"- - {hand}"), "check, bet 6")


# --- by a table ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "action"),
    [(FOLDS, Fold()), (CALLS, Call()), (HALVES, Raise(to=14)), (POTS, Raise(to=21)),
     (ALL_INS, Raise(to=99))],
)  # fmt: skip
def test_it_does_what_the_table_says(tmp_path: Path, row: Weights, action: Action) -> None:
    deal = facing_a_bet()
    assert does(EXPERT, deal, by_situation(tmp_path, deal, row), 20) == {action: 20}


def test_the_strength_of_the_hand_chooses_the_weights(tmp_path: Path) -> None:
    def row(bucket: int) -> Weights:
        return POTS if bucket >= bucket_of_aces else FOLDS

    strong, weak = facing_a_bet(hand=ACES_FULL), facing_a_bet(hand=NOTHING)
    story = story_of(strong.view(2))
    bucket_of_aces = points(story.own, story.board, strong.rules) // 24
    book = by_situation(tmp_path, strong, row)
    assert does(EXPERT, strong, book, 20) == {Raise(to=21): 20}
    assert does(EXPERT, weak, book, 20) == {Fold(): 20}


def test_actions_come_as_often_as_the_table_says(tmp_path: Path) -> None:
    deal = facing_a_bet()
    done = does(EXPERT, deal, by_situation(tmp_path, deal, (4, 8, 4, 0, 0)))
    assert set(done) == {Fold(), Call(), Raise(to=14)}
    assert abs(done[Call()] - 200) < 40


def test_only_who_purifies_leaves_out_what_is_seldom(tmp_path: Path) -> None:
    deal = facing_a_bet()
    book = by_situation(tmp_path, deal, (2, 12, 0, 1, 0))
    assert set(does(EXPERT, deal, book)) == {Call()}
    assert set(does(Spec(table=True), deal, book)) == {Fold(), Call(), Raise(to=21)}


@pytest.mark.parametrize(
    ("style", "often"),
    [({}, (1, 1, 1)), ({"folds": 3}, (3, 1, 1)), ({"calls": 3}, (1, 3, 1)),
     ({"raises": 3}, (1, 1, 3)), ({"folds": 3, "calls": 3}, (3, 3, 1))],
)  # fmt: skip
def test_a_style_multiplies(
    tmp_path: Path, style: dict[str, int], often: tuple[int, int, int]
) -> None:
    deal = facing_a_bet()
    done = does(Spec(table=True, **style), deal, by_situation(tmp_path, deal, (4, 4, 2, 2, 0)))
    raised = done[Raise(to=14)] + done[Raise(to=21)]
    for seen, part in zip((done[Fold()], done[Call()], raised), often, strict=True):
        assert abs(seen - 400 * part / sum(often)) < 40


def test_a_blurred_eye_mistakes_neighbours(tmp_path: Path) -> None:
    deal = facing_a_bet()
    story = story_of(deal.view(2))
    bucket = points(story.own, story.board, deal.rules) // 24

    def row(seen: int) -> Weights:
        return (CALLS, FOLDS, HALVES, POTS)[min(abs(seen - bucket), 3)]

    book = by_situation(tmp_path, deal, row)
    assert does(Spec(table=True), deal, book) == {Call(): 400}
    done = does(Spec(table=True, blur=3), deal, book)
    assert all(done[each] > 75 for each in (Fold(), Raise(to=14), Raise(to=21)))
    assert 30 < done[Call()] < 85


def test_a_passive_player_calls_now_and_then(tmp_path: Path) -> None:
    deal = facing_a_bet()
    book = by_situation(tmp_path, deal, POTS)
    done = does(Spec(table=True, passive=25), deal, book)
    assert set(done) == {Call(), Raise(to=21)}
    assert abs(done[Call()] - 100) < 35
    folding = by_situation(tmp_path, deal, FOLDS)
    assert does(Spec(table=True, passive=100), deal, folding, 20) == {Fold(): 20}


def test_a_bet_that_no_table_has_met_is_called_with_better_hands(tmp_path: Path) -> None:
    deal = play(deal_of(stacks=(100, 100, 100), hands=f"- - {NOTHING}"), "check, bet 9")
    story = story_of(deal.view(2))
    assert (story.call, story.pot) == (9, 12), "three pots"
    bucket = points(story.own, story.board, deal.rules) // 24
    place = repriced(bucket, 50, 12, 2 * (12 - 9))
    assert place < bucket

    def row(seen: int) -> Weights:
        return CALLS if seen == place else FOLDS

    book = shelf(tmp_path, one=situations({other_price(story.situation, 0): row}))
    assert does(EXPERT, deal, book, 20) == {Call(): 20}
    (tmp_path / "met").mkdir()
    met = by_situation(tmp_path / "met", deal, row)
    assert does(EXPERT, deal, met, 20) == {Fold(): 20}, "a table that has met it knows better"


# --- what is not on the menu --------------------------------------------------------------------


def test_nobody_folds_for_nothing(tmp_path: Path) -> None:
    deal = deal_of(stacks=[100, 100, 100])
    book = by_situation(tmp_path, deal, (10, 1, 4, 0, 0))
    done = does(Spec(table=True), deal, book)
    assert set(done) == {Call(), Raise(to=2)}
    assert abs(done[Call()] - 400 * 11 / 15) < 40


@pytest.mark.parametrize(
    ("row", "actions"),
    [
        ((0, 0, 15, 15, 0), {Call()}),  # it wished to raise, and no such raise is there
        ((0, 5, 15, 15, 0), {Call()}),
        ((5, 0, 15, 15, 0), {Fold()}),
        ((0, 0, 15, 15, 5), {Raise(to=99)}),
    ],
)
def test_a_size_that_is_not_there_has_no_weight(
    tmp_path: Path, row: Weights, actions: set[Action]
) -> None:
    deal = play(deal_of(stacks=[100, 100, 100]), "check, bet 50")
    assert set(does(EXPERT, deal, by_situation(tmp_path, deal, row), 20)) == actions


@pytest.mark.parametrize("row", [HALVES, POTS, ALL_INS])
def test_with_a_limit_the_nearest_size_stands_for_it(tmp_path: Path, row: Weights) -> None:
    deal = deal_of(stacks=[100] * 3, limit=Limit.FIXED)
    assert does(EXPERT, deal, by_situation(tmp_path, deal, row), 20) == {Raise(to=2): 20}


def test_a_bring_in_that_is_due(tmp_path: Path) -> None:
    deal = deal_of(stacks=[100] * 3, bring_in=1)
    assert does(EXPERT, deal, by_situation(tmp_path, deal, FOLDS), 9) == {BringIn(): 9}
    assert does(EXPERT, deal, by_situation(tmp_path, deal, POTS), 9) == {Raise(to=3): 9}


@pytest.mark.parametrize(("size", "to"), [(33, 12), (75, 18), (150, 29), (300, 51)])
def test_odd_sizes_instead_of_ours(tmp_path: Path, size: int, to: int) -> None:
    deal = facing_a_bet()  # the level is 6, the pot 15 after a call
    odd = replace(EXPERT, size=size)
    for row in (HALVES, POTS):
        assert does(odd, deal, by_situation(tmp_path, deal, row), 9) == {Raise(to=to): 9}
    assert does(odd, deal, by_situation(tmp_path, deal, ALL_INS), 9) == {Raise(to=99): 9}
    assert does(odd, deal, by_situation(tmp_path, deal, CALLS), 9) == {Call(): 9}


def test_sizes_at_random(tmp_path: Path) -> None:
    deal = facing_a_bet()
    book = by_situation(tmp_path, deal, POTS)
    done = does(replace(EXPERT, size=-1), deal, book)
    sizes = [action.to for action in done if isinstance(action, Raise)]
    assert len(sizes) == len(done) > 40
    assert min(sizes) == 12  # a fifth of the pot is no legal raise
    assert 60 < max(sizes) <= 66
    for seed in (1, 2, 3):
        chances = Chances.of(seed, story_of(deal.view(2)), 2)
        percent = 20 + int(unit(mixed(chances.state, 3)) * 380)
        to = max(12, 6 + -(-15 * percent // 100))
        assert Player(replace(EXPERT, size=-1), seed, book).act(deal.view(2)) == Raise(to=to)


# --- lines --------------------------------------------------------------------------------------

TREE = {menu.CALL: {menu.CALL: {menu.CALL: None}, menu.POT: {menu.FOLD: None}}}


def after_a_line(path: tuple[int, ...]) -> Weights:
    return {(): HALVES, (menu.CALL,): POTS, (menu.CALL, menu.POT): ALL_INS}.get(path, CALLS)


@pytest.mark.parametrize(
    ("script", "action"),
    [
        ("check", Raise(to=2)),
        ("check, bet 2", Raise(to=99)),
        ("check, check", Call()),
        ("check, bet 10", Fold()),  # for nothing of ours
        ("bet 2", Fold()),  # not in this tree
    ],
)
def test_heads_up_the_line_decides(tmp_path: Path, script: str, action: Action) -> None:
    deal = play(deal_of(stacks=[100, 100], hands=f"{NOTHING}"), script)
    assert deal.to_act is not None
    story = story_of(deal.view(deal.to_act))
    book = shelf(
        tmp_path, lines=lines(TREE, after_a_line), other=situations({story.situation: FOLDS})
    )
    assert does(EXPERT, deal, book, 20) == {action: 20}


def test_a_foreign_size_stands_for_ours_more_or_less_often(tmp_path: Path) -> None:
    """Antes of 10, so the pot is 20: 23 is the pot; or all-in, which is too far."""
    deal = play(deal_of(stacks=[1000, 1000], hands=NOTHING, ante=10, min_bet=20), "check, bet 23")
    book = shelf(
        tmp_path,
        lines=lines(TREE, after_a_line),
        other=situations({story_of(deal.view(0)).situation: FOLDS}),
    )
    done = does(EXPERT, deal, book)
    assert set(done) == {Raise(to=990), Fold()}
    assert abs(done[Raise(to=990)] - 400 * (49.5 - 1.15) * 2 / (48.5 * 2.15)) < 40


def test_off_its_depth_the_situation_decides(tmp_path: Path) -> None:
    deal = play(deal_of(stacks=[60, 60]), "check, bet 2")
    story = story_of(deal.view(0))
    book = shelf(
        tmp_path, lines=lines(TREE, after_a_line), other=situations({story.situation: FOLDS})
    )
    assert does(EXPERT, deal, book, 20) == {Fold(): 20}


# --- without a table ----------------------------------------------------------------------------

NO_TABLE: list[dict[str, Any]] = [
    {},  # no file at all
    {"rows": {0: ALL_INS}},  # another situation
    {"row": (0, 0, 0, 0, 0)},  # a row that was never played
    {"row": ALL_INS, "cuts": [[], [], *[CUTS] * 4]},  # a round that it was not trained for
]


@pytest.mark.parametrize("table", NO_TABLE, ids=["none", "other", "empty", "round"])
@pytest.mark.parametrize(("hand", "action"), [(ACES_FULL, Raise(to=21)), (NOTHING, Fold())])
def test_without_a_table_it_plays_tight(
    tmp_path: Path, table: dict[str, Any], hand: str, action: Action
) -> None:
    deal, more = facing_a_bet(hand=hand), dict(table)
    book = Shelf(tmp_path)
    if "row" in more:
        book = by_situation(tmp_path, deal, more.pop("row"), **more)
    elif "rows" in more:
        book = shelf(tmp_path, one=situations(more["rows"]))
    for spec in (EXPERT, LEVELS["strong"], replace(EXPERT, folds=3, calls=3)):
        assert does(spec, deal, book, 20) == {action: 20}


def test_the_simple_players_look_into_no_table(tmp_path: Path) -> None:
    deal = facing_a_bet(hand=ACES_FULL)
    book = by_situation(tmp_path, deal, FOLDS)
    for kind in (heuristics.TIGHT, heuristics.MULTIWAY, heuristics.HEURISTIC):
        assert does(Spec(kind=kind), deal, book, 20) == {Raise(to=21): 20}


def test_only_multi_way_counts_its_opponents() -> None:
    deal = deal_of(stacks=[100] * 8, hands="AsAdKcTc2h", board="KhQs9d8c3s")
    deal = play(deal, ("check, " * 8 + "|") * 4)
    nowhere = Shelf(Path("nowhere"))
    assert does(Spec(kind=heuristics.TIGHT), deal, nowhere, 9) == {Raise(to=8): 9}
    assert does(Spec(kind=heuristics.MULTIWAY), deal, nowhere, 9) == {Call(): 9}


def test_a_damaged_table_is_told_of(tmp_path: Path) -> None:
    deal = facing_a_bet()
    data = situations({1: CALLS})
    with pytest.raises(PolicyError, match=r"one\.policy: damaged"):
        does(EXPERT, deal, shelf(tmp_path, one=data[:-9]), 1)
