"""How many sequences of legal actions there are: nothing is forgotten, nothing invented.

Each whole amount of a bet is an action of its own. The counts do not depend on the cards. Those of
``vectors/perft.jsonl`` were made by another program; they hold for every preset that bets in the
same rounds. Whole trees, to the end of every deal, were counted here once.
"""

from typing import Any

import pytest

from cincinnati.engine import Deal
from cincinnati.rules import Limit, Ruleset
from cincinnati.rules.presets import PRESETS
from home_game import deck_for, moves, rules_of
from vector_files import load

CASES = load("perft.jsonl")


def perft(rules: Ruleset, stacks: list[int], depth: int) -> tuple[list[int], list[int]]:
    """Sequences of each length up to a depth, and how many of them end the deal."""
    deals = [Deal.start(rules, stacks=stacks, deck=deck_for(len(stacks)))]
    sequences, ended = [], []
    for _ in range(depth):
        following = [
            deal.act(move) for deal in deals if deal.legal is not None for move in moves(deal.legal)
        ]
        sequences.append(len(following))
        ended.append(sum(deal.over for deal in following))
        deals = following
    return sequences, ended


def rules_from(fields: dict[str, Any]) -> Ruleset:
    blinds = tuple(amount for amount in (fields["small_blind"], fields["big_blind"]) if amount)
    return Ruleset(
        ante=fields["ante"],
        min_bet=fields["min_bet"],
        limit=Limit(fields["limit"]),
        bets=tuple(fields["bets"]),
        opening_round=fields["opening_round"],
        blinds=blinds,
        bring_in=fields["bring_in"],
        max_raises=fields["max_raises"],
    )


@pytest.mark.parametrize("case", CASES, ids=[f"{case['case']}-{case['stacks']}" for case in CASES])
def test_the_counts_of_another_program(case: dict[str, Any]) -> None:
    depth = len(case["sequences"])
    assert perft(rules_from(case["rules"]), case["stacks"], depth) == (
        case["sequences"],
        case["of_which_end_the_hand"],
    )


STAKES = CASES[0]["rules"]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_bets_like_the_two_that_the_other_program_counted(preset: str) -> None:
    """`PRESETS` differ in their cards only, but for the opening round (R4)."""
    rules = rules_of(preset)
    same = STAKES | {"opening_round": rules.opening_round}
    cases = [case for case in CASES if case["rules"] == same]
    assert cases
    for case in cases:
        assert perft(rules, case["stacks"], len(case["sequences"]))[0] == case["sequences"]


FIVE_ROUNDS = {
    (3, 3): [2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2],
    (4, 3): [3, 6, 5, 6, 5, 6, 5, 6, 5, 6, 2],
    (3, 2, 4): [2, 4, 10, 12, 14, 14, 16, 18, 18, 20, 22, 22, 22, 20, 16, 12, 8],
}
SIX_ROUNDS = {
    (3, 3): [2, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 2],
    (4, 3): [3, 6, 5, 6, 5, 6, 5, 6, 5, 6, 5, 6, 2],
    (3, 2, 4): [2, 4, 10, 12, 14, 14, 16, 18, 18, 20, 22, 22, 24, 26, 24, 22, 20, 16, 12, 8],
}
ENDS = {(3, 3): (21, 25), (4, 3): (31, 37), (3, 2, 4): (131, 169)}
"""Ways in which the whole deal can go, with five and with six rounds.

Two players with one bet each can be counted by hand: a round ends the deal in four ways, by a bet
or a bet behind a check, and a fold or a call; besides, nobody bets at all: 4 × 5 + 1, 4 × 6 + 1.
"""


@pytest.mark.parametrize("stacks", ENDS)
@pytest.mark.parametrize("preset", PRESETS)
def test_whole_trees_of_every_preset(preset: str, stacks: tuple[int, ...]) -> None:
    rules = rules_of(preset)
    expected = (SIX_ROUNDS if rules.opening_round else FIVE_ROUNDS)[stacks]
    sequences, ended = perft(rules, list(stacks), len(expected) + 1)
    assert sequences == [*expected, 0]
    assert sum(ended) == ENDS[stacks][rules.opening_round]
