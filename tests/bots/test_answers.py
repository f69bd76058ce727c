"""A player who knows what to do against sizes that are not his own, heads-up."""

from __future__ import annotations

from pathlib import Path

import pytest

from asked_players import EXPERT, does
from cincinnati.bots import menu
from cincinnati.bots.choice import repriced
from cincinnati.bots.policy import Weights
from cincinnati.bots.shelf import Shelf
from cincinnati.bots.story import story_of
from cincinnati.bots.strength import points
from cincinnati.engine import Action, Call, Deal, Fold, Raise
from home_game import deal_of, play
from made_policies import (
    ALL_INS,
    CALLS,
    FOLDS,
    HALVES,
    POTS,
    Rows,
    Tree,
    answers,
    lines,
    shelf,
    situations,
)

NOTHING = "2s4d7h9cJd"

FACING: Tree = {menu.FOLD: None, menu.CALL: None}
POT_CALLED: Tree = {menu.POT: {menu.CALL: {menu.CALL: {menu.HALF: FACING, menu.POT: FACING}}}}
THEIR_POT: Tree = {menu.CALL: {menu.POT: {menu.CALL: {menu.CALL: {menu.CALL: None}}}}}
THIRD = (menu.POT, menu.CALL, menu.CALL, menu.HALF)
SIXTY = "bet 20, call | check"  # 60 chips are in the pot then


def sized(script: str, hand: str = NOTHING) -> Deal:
    """Antes of 10 and a minimum bet of 20, so that a third of the pot can be bet."""
    deal = deal_of(stacks=[1000, 1000], hands=f"{hand} -", ante=10, min_bet=20)
    return play(deal, script)


def with_answers(
    folder: Path, deal: Deal, answer: Weights | Rows, situation: Weights | Rows = HALVES
) -> Shelf:
    """Lines say to call, also after half the pot; a third is answered, and a situation is known."""
    assert deal.to_act is not None
    return shelf(
        folder,
        answers=answers([POT_CALLED, THEIR_POT], lambda _, path: answer if path == THIRD else POTS),
        lines=lines(POT_CALLED, lambda _: CALLS),
        other=situations({story_of(deal.view(deal.to_act)).situation: situation}, seats=2),
    )


@pytest.mark.parametrize(
    ("script", "action"),
    [
        ("bet 20, call |", Call()),  # on the lines
        (f"{SIXTY}, bet 30", Call()),  # still
        (f"{SIXTY}, bet 20", Raise(to=970)),  # a third
        (f"{SIXTY}, bet 150", Raise(to=330)),  # no size of anybody's: half of 360 more
    ],
)
def test_another_is_answered_from_his_first_odd_bet_on(
    tmp_path: Path, script: str, action: Action
) -> None:
    deal = sized(script)
    assert does(EXPERT, deal, with_answers(tmp_path, deal, ALL_INS), 20) == {action: 20}


def test_each_place_has_answers_of_its_own(tmp_path: Path) -> None:
    """To the second player three halves of the pot are a size of the other's, the pot is none."""
    second: Tree = {menu.POT: {menu.CALL: None, menu.FOLD: None}}
    deal = sized("bet 30")
    book = shelf(
        tmp_path,
        answers=answers([POT_CALLED, second], lambda place, _: (CALLS, ALL_INS)[place]),
        lines=lines(POT_CALLED, lambda _: FOLDS),
    )
    assert does(EXPERT, deal, book, 20) == {Raise(to=990): 20}
    assert does(EXPERT, sized("bet 20"), book, 20) == {Fold(): 20}, "the pot is on the lines"


@pytest.mark.parametrize("tree", [POT_CALLED, {menu.POT: {menu.CALL: None}}], ids=["zero", "none"])
def test_without_an_answer_the_situation_decides(tmp_path: Path, tree: Tree) -> None:
    deal = sized(f"{SIXTY}, bet 20")
    (tmp_path / "answers.policy").write_bytes(
        answers([tree, {menu.CALL: None}], lambda *_: (0, 0, 0, 0, 0))
    )
    other = situations({story_of(deal.view(0)).situation: HALVES}, seats=2)
    book = shelf(tmp_path, lines=lines(POT_CALLED, lambda _: CALLS), other=other)
    assert does(EXPERT, deal, book, 20) == {Raise(to=70): 20}  # half of 100 more


def test_the_first_file_with_an_answer_decides(tmp_path: Path) -> None:
    deal, other = sized(f"{SIXTY}, bet 20"), {menu.CALL: None}
    book = shelf(
        tmp_path,
        a=answers([POT_CALLED, other], lambda _, path: (0, 0, 0, 0, 0) if path == THIRD else POTS),
        b=answers([POT_CALLED, other], lambda *_: ALL_INS, sizes=[45, 200]),
        c=answers([POT_CALLED, other], lambda *_: FOLDS),
        d=answers([POT_CALLED, other], lambda *_: ALL_INS),
    )
    assert does(EXPERT, deal, book, 20) == {Fold(): 20}, "27 chips are too far from 20"


@pytest.mark.parametrize(
    ("bet", "size", "path"), [(23, 20, THIRD), (80, 90, (*THIRD[:3], menu.POT))]
)
def test_a_bet_near_a_size_has_its_real_price(
    tmp_path: Path, bet: int, size: int, path: tuple[int, ...]
) -> None:
    """The hand counts as a better or worse one; sometimes it is taken for the size too far off."""
    deal = sized(f"{SIXTY}, bet {bet}")
    story = story_of(deal.view(0))
    bucket = points(story.own, story.board, deal.rules) // 24
    place = repriced(bucket, 50, 60 + bet, 60 + size)
    assert (place > bucket) == (bet < size)
    assert place != bucket

    def row(seen: int) -> Weights:
        return CALLS if seen == place else FOLDS

    book = shelf(
        tmp_path,
        answers=answers([POT_CALLED, THEIR_POT], lambda _, at: row if at == path else ALL_INS),
        other=situations({story.situation: HALVES}, seats=2),
    )
    done = does(EXPERT, deal, book, 200)
    assert set(done) == {Call(), Raise(to=bet + 30 + bet)}
    assert done[Call()] > 150


def test_a_bet_far_from_every_size_is_no_answers_matter(tmp_path: Path) -> None:
    deal = sized(f"{SIXTY}, bet 40")
    book = with_answers(tmp_path, deal, ALL_INS, FOLDS)
    assert does(EXPERT, deal, book, 200) == {Fold(): 200}
