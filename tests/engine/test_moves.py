"""The betting of a deal as everybody may look it up: `View.moves` (R4, R6, R10-R12, R24, R25).

In the tables a move is written as position and "to", and ``|`` stands for the next round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given

from cincinnati.engine import Deal, Move, Position
from cincinnati.engine.seen import (
    Bet,
    BlindsPosted,
    BringInPosted,
    Called,
    CardTurned,
    Checked,
    DealOpened,
    Folded,
    Raised,
    Seen,
)
from home_game import check_down, deal_of, play
from random_play import lines


def as_moves(text: str) -> tuple[Move, ...]:
    """Moves out of ``"0 2, 1 6, 0 fold | 1 0"``."""
    return tuple(
        Move(Position(int(position)), round_, None if to == "fold" else int(to))
        for round_, part in enumerate(text.split("|"))
        for position, to in (move.split() for move in part.split(",") if move.strip())
    )


@pytest.mark.parametrize(
    ("stacks", "changes", "script", "moves"),
    [
        # Whoever was not asked yet has not moved; antes are in no "to".
        ([100] * 3, {}, "", ""),
        ([100] * 3, {"ante": 5}, "check", "0 0"),
        # Every kind of move; "to" is the level that it makes, never the difference (R6, R10).
        ([100] * 3, {}, "check, bet 2, raise 6, fold, call", "0 0, 1 2, 2 6, 0 fold, 1 6"),
        ([100] * 3, {}, "bet 2, raise 6, raise 10, fold, call", "0 2, 1 6, 2 10, 0 fold, 1 10"),
        # Each round counts from 0 again.
        ([100] * 2, {}, "bet 2, call | check, bet 4, call | bet 2", "0 2, 1 2|0 0, 1 4, 0 4|0 2"),
        # A call with all chips is a short one, a raise with all chips moves the level (R11).
        ([100, 11, 100], {}, "bet 50, all-in 10, call", "0 50, 1 10, 2 50"),
        ([100, 56, 100], {}, "bet 50, all-in 55, call, call", "0 50, 1 55, 2 55, 0 55"),
    ],
)  # fmt: skip
@pytest.mark.rule("R6")
@pytest.mark.rule("R10")
@pytest.mark.rule("R11")
def test_every_kind_of_move(
    stacks: list[int], changes: dict[str, Any], script: str, moves: str
) -> None:
    deal = play(deal_of(stacks=stacks, **changes), script)
    assert deal.view(None).moves == as_moves(moves)


@pytest.mark.rule("R4")
def test_with_the_opening_round_there_are_six() -> None:
    deal = deal_of("classic", stacks=[100] * 2)
    deal = play(deal, "check, check | bet 2, call | check, check | check, bet 4, call |")
    assert deal.view(0).moves == as_moves("0 0, 1 0|0 2, 1 2|0 0, 1 0|0 0, 1 4, 0 4")
    ended = check_down(deal)
    assert ended.view(0).moves[-4:] == as_moves("||||0 0, 1 0|0 0, 1 0")
    assert max(move.round for move in ended.view(0).moves) == 5


@pytest.mark.rule("R24")
@pytest.mark.parametrize(
    ("stacks", "preset", "script", "moves"),
    [
        ([100] * 3, "cincinnati", "", ""),
        # "To" counts the blind: calling 1 and checking the option both make it 2.
        ([100] * 3, "cincinnati", "call 2, call 1, check", "2 2, 0 2, 1 2"),
        ([100] * 3, "cincinnati", "raise 6, call 5, fold", "2 6, 0 6, 1 fold"),
        ([100] * 3, "cincinnati", "call, call, check | check", "2 2, 0 2, 1 2|0 0"),
        ([100] * 3, "classic", "call, call, check | bet 2", "2 2, 0 2, 1 2|0 2"),
        # A short big blind: the others owe the whole one (R24).
        ([100, 2, 100], "cincinnati", "call 2, call 1 |", "2 2, 0 2"),
    ],
)
def test_blinds_are_no_moves_but_count(
    stacks: list[int], preset: str, script: str, moves: str
) -> None:
    deal = play(deal_of(preset, stacks=stacks, blinds=(1, 2)), script)
    assert deal.view(None).moves == as_moves(moves)


@pytest.mark.rule("R25")
@pytest.mark.parametrize(
    ("stacks", "script", "moves"),
    [
        ([101] * 3, "bring-in", "0 3"),
        ([101] * 3, "bring-in, call 3, complete 8, fold, call 5", "0 3, 1 3, 2 8, 0 fold, 1 8"),
        ([101] * 3, "bring-in, fold, call 3 | check", "0 3, 1 fold, 2 3|0 0"),
        # A short bring-in is what was posted; a caller pays the whole one …
        ([2, 101, 101], "bring-in, call 3", "0 1, 1 3"),
        # … unless no live opponent could put in more (R9).
        ([2, 101], "bring-in, call 1", "0 1, 1 1"),
        # Opening with a bet instead, or with all chips for anything between.
        ([101] * 3, "bet 8, call", "0 8, 1 8"),
        ([7, 101, 101], "all-in 6, call", "0 6, 1 6"),
    ],
)
def test_the_posted_bring_in_is_a_move(stacks: list[int], script: str, moves: str) -> None:
    deal = play(deal_of(stacks=stacks, bring_in=3, min_bet=8), script)
    assert deal.view(None).moves == as_moves(moves)


@pytest.mark.rule("R9")
@pytest.mark.rule("R14")
def test_what_happens_by_itself_is_no_move() -> None:
    """Cards turned after an all-in, the refund, the showdown: the moves stay as they were."""
    deal = play(deal_of(stacks=[100, 31, 100]), "all-in 99, all-in 30, fold")
    assert deal.over
    assert deal.view(1).moves == as_moves("0 99, 1 30, 2 fold")


@pytest.mark.rule("R8")
def test_the_last_fold_is_a_move_too() -> None:
    deal = play(deal_of(stacks=[100] * 3), "bet 2, fold, fold")
    assert deal.over
    assert deal.view(2).moves == as_moves("0 2, 1 fold, 2 fold")


def test_moves_are_short_on_the_wire() -> None:
    moves = play(deal_of(stacks=[100] * 3), "check, bet 2, fold").view(None).moves
    text = msgspec.json.encode(moves)
    assert text == b"[[0,0,0],[1,0,2],[2,0,null]]"
    assert msgspec.json.decode(text, type=tuple[Move, ...]) == moves


@given(lines())
def test_moves_are_what_everybody_saw_happen(line: list[Deal]) -> None:
    viewers = (None, *range(len(line[0].stacks)))
    for deal in line:
        assert {deal.view(viewer).moves for viewer in viewers} == {
            tuple(_told(deal.seen(None), len(deal.stacks)))
        }


def _told(events: Iterable[Seen], players: int) -> Iterator[Move]:
    """The moves as somebody writes them down who only watches, whatever the engine thinks."""
    round_, put_in = -1, [0] * players
    for event in events:
        match event:
            case DealOpened(rules):
                round_ = 0 if rules.opening_round else -1
            case BlindsPosted(chips):
                put_in = list(chips)
            case CardTurned():
                round_ += 1
                put_in = put_in if round_ == 0 else [0] * players
            case Folded(position):
                yield Move(position, round_, None)
            case Checked(position):
                yield Move(position, round_, put_in[position])
            case Called(position, chips) | BringInPosted(position, chips):
                put_in[position] += chips
                yield Move(position, round_, put_in[position])
            case Bet(position, to) | Raised(position, to):
                put_in[position] = to
                yield Move(position, round_, to)
            case _:
                pass
