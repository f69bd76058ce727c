"""A match as data: who sits where, and which chance he has."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from arena_bots import bot, rules_for
from cincinnati.arena.match import LARGEST_SEED, Direction, Match
from cincinnati.errors import RulesError
from cincinnati.rules import Limit

HERO, OTHER, THIRD = bot("calls", "hero"), bot("folds", "other"), bot("bets", "third")


def match(direction: Direction, seats: int, **changes: Any) -> Match:
    rules = rules_for(seats, **changes)
    return Match.between(HERO, OTHER, direction, rules, deals=10, seed=7)


def test_one_against_many_has_every_seat_in_turn() -> None:
    assert match(Direction.ONE, 4).seatings == (
        (0, 1, 1, 1),
        (1, 0, 1, 1),
        (1, 1, 0, 1),
        (1, 1, 1, 0),
    )


def test_many_against_one_leave_it_every_seat_in_turn() -> None:
    assert match(Direction.MANY, 3).seatings == ((0, 0, 1), (1, 0, 0), (0, 1, 0))


def test_heads_up_there_is_one_way_only() -> None:
    assert match(Direction.ONE, 2).seatings == match(Direction.MANY, 2).seatings == ((0, 1), (1, 0))


def test_a_line_up_goes_round_in_its_order() -> None:
    table = Match.table([HERO, OTHER, THIRD, OTHER], rules_for(4), deals=5, seed=1)
    assert table.bots == (HERO, OTHER, THIRD)
    assert table.seatings == ((0, 1, 2, 1), (1, 0, 1, 2), (2, 1, 0, 1), (1, 2, 1, 0))
    assert table.hands == 20


def test_a_bot_and_its_copy_are_told_apart() -> None:
    copies = Match.between(HERO, HERO, Direction.ONE, rules_for(3), deals=2, seed=0)
    assert copies.seatings[1] == (1, 0, 1)


def test_every_place_of_every_deck_has_a_chance_of_its_own() -> None:
    played = match(Direction.ONE, 2)
    seeds = {played.bot_seed(number, position) for number in range(50) for position in range(8)}
    assert len(seeds) == 400
    assert all(0 <= seed <= LARGEST_SEED for seed in seeds)
    other = msgspec.structs.replace(played, seed=8)
    assert other.bot_seed(3, 1) != played.bot_seed(3, 1)


@pytest.mark.parametrize(
    ("changes", "unit"),
    [({}, 2), ({"min_bet": 5}, 5), ({"blinds": (5, 10)}, 10), ({"limit": Limit.FIXED}, 2),
     ({"limit": Limit.FIXED, "bets": (4, 8)}, 4)],
)  # fmt: skip
def test_the_unit_is_the_smallest_bet(changes: dict[str, Any], unit: int) -> None:
    assert match(Direction.ONE, 3, **changes).unit == unit


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"line_up": (0, 1, 1)}, "bots: 2 for 2 seats, not 3"),
        ({"line_up": (0, 0)}, "bots: each has a seat: 2 of them"),
        ({"line_up": (0, 2)}, "bots: each has a seat: 2 of them"),
        ({"deals": 1}, "deals: 2 to 1000000000, not 1"),
        ({"deals": True}, "deals: 2 to 1000000000, not True"),
        ({"seed": -1}, "seed: 0 to 9223372036854775807, not -1"),
        ({"seed": 2**63}, "seed: 0 to"),
        ({"rules": rules_for(2, stack=3, ante=4)}, "stack: at least the ante of 4, not 3"),
    ],
)
def test_what_cannot_be_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=re.escape(message)):
        msgspec.structs.replace(match(Direction.ONE, 2), **changes)


def test_a_match_travels() -> None:
    there = match(Direction.MANY, 5, blinds=(1, 2), limit=Limit.POT)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(there), type=Match) == there
