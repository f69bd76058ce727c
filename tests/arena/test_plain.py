"""Hands between bots: luck is cancelled, and what bots do wrong is their own affair (R33)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from arena_bots import bot, one_against_many, rules_for
from cincinnati.arena.decks import deck_of
from cincinnati.arena.entrants import Entrant
from cincinnati.arena.match import Direction, Match
from cincinnati.arena.plain import NOBODY, TOO_SLOW, PlainEngine
from cincinnati.arena.played import Played
from cincinnati.engine import Deal
from cincinnati.rules import Limit, Ruleset

HERO, OTHER = 0, 1


ENGINE = PlainEngine()


def played(match: Match, engine: PlainEngine = ENGINE) -> Played:
    return engine.play(match, 0, match.deals)


def gains(match: Match) -> list[int]:
    """What the hero won with each deck, in all its seatings together."""
    chips: list[int] = played(match).chips[:, HERO].tolist()
    return chips


@pytest.mark.parametrize("seats", [2, 3, 8])
@pytest.mark.parametrize("kind", ["calls", "bets", "wild"])
def test_against_its_own_copies_a_bot_wins_nothing_at_all(kind: str, seats: int) -> None:
    assert not any(gains(one_against_many(kind, kind, seats=seats, deals=5)))


@pytest.mark.parametrize("direction", Direction)
def test_wild_play_is_no_accident_of_that(direction: Direction) -> None:
    match = Match.between(bot("wild"), bot("calls"), direction, rules_for(3), deals=10, seed=1)
    chips = played(match).chips
    assert chips.any(axis=1).sum() >= 8
    assert not chips.sum(axis=1).any()  # nobody else has them


def test_who_folds_to_every_bet_loses_his_ante_whatever_the_cards() -> None:
    match = one_against_many("bets and folds", "folds", seats=4, deals=6, ante=3, min_bet=5)
    # In each seating three folded; what came before the bet was checked.
    assert gains(match) == [4 * 3 * 3] * 6
    backwards = one_against_many("folds", "bets and folds", seats=2, deals=6, ante=3)
    assert gains(backwards) == [-6] * 6


def test_every_hand_is_one_of_the_engine_with_the_same_cards() -> None:
    match = one_against_many("wild", "bets", seats=3, deals=6, seed=9)
    by_hand = []
    for number in range(6):
        won = [0, 0]
        for seated in ((HERO, OTHER, OTHER), (OTHER, HERO, OTHER), (OTHER, OTHER, HERO)):
            for position, chips in enumerate(one_hand(match, number, seated)):
                won[seated[position]] += chips
        by_hand.append(won)
    assert played(match).chips.tolist() == by_hand
    assert any(won[HERO] for won in by_hand)


def one_hand(match: Match, number: int, seated: Sequence[int]) -> list[int]:
    bots = [
        match.bots[seated[position]].factory()(match.bot_seed(number, position))
        for position in range(len(seated))
    ]
    stacks = [match.rules.stack] * len(seated)
    deal = Deal.start(match.rules, stacks=stacks, deck=deck_of(match.seed, number))
    while (position := deal.to_act) is not None:
        deal = deal.act(bots[position].act(deal.view(position)))
    return [after - before for after, before in zip(deal.stacks, stacks, strict=True)]


def test_luck_is_cancelled() -> None:
    """A bet of 2 and a call on each of five rounds: 11 chips a hand, and none in the end."""
    match = one_against_many("calls", "bets", deals=40, seed=3)
    hands = [one_hand(match, number, (HERO, OTHER))[HERO] for number in range(40)]
    assert set(hands) == {-11, 11}
    assert gains(match) == [0] * 40


def test_any_piece_is_the_same_part_of_the_whole() -> None:
    match = one_against_many("wild", "calls", seats=3, deals=9)
    whole = played(match)
    parts = [PlainEngine().play(match, *part) for part in ((0, 2), (2, 3), (3, 9))]
    assert np.concatenate([part.chips for part in parts]).tolist() == whole.chips.tolist()
    assert sum(part.logs[OTHER].decisions for part in parts) == whole.logs[OTHER].decisions > 100


@pytest.mark.parametrize(
    "rules",
    [rules_for(3, "liz", blinds=(1, 2)), rules_for(4, "hi-lo", limit=Limit.POT),
     rules_for(2, "crisscross", limit=Limit.FIXED), rules_for(5, "last-suit", bring_in=1),
     rules_for(8, "low-hole", stack=7), rules_for(2, "last-card-wild", ante=0, blinds=(50, 80)),
     rules_for(3, "classic", stack=2, ante=2)],
)  # fmt: skip
def test_every_game_can_be_played(rules: Ruleset) -> None:
    match = Match.between(bot("wild"), bot("bets"), Direction.ONE, rules, deals=3, seed=1)
    result = played(match)
    assert not result.chips.sum(axis=1).any()
    assert [log.faults for log in result.logs] == [{}, {}]


# --- what bots do wrong ----------------------------------------------------------------


@pytest.mark.rule("R33")
@pytest.mark.parametrize(
    ("kind", "fault", "example"),
    [
        ("raises an error", "failed", "ValueError: oh dear"),
        ("exits", "failed", "SystemExit: 3"),
        ("talks nonsense", "illegal", "'call'; allowed: check, raise to 2 up to 99"),
        ("bets nothing", "illegal", "Raise(to=0); allowed: check, raise to 2 up to 99"),
    ],
)
def test_a_bot_that_cannot_play_is_away(kind: str, fault: str, example: str) -> None:
    match = one_against_many(kind, "bets", seats=3)
    result = played(match)
    away = played(one_against_many("folds", "bets", seats=3))
    assert result.chips.tolist() == away.chips.tolist()
    log = result.logs[HERO]
    assert log.faults == {fault: log.decisions}
    assert log.decisions == away.logs[HERO].decisions > 0
    assert log.examples == {fault: example}
    assert result.logs[OTHER].faults == {}


def test_a_bot_that_cannot_be_made_is_away_for_this_hand() -> None:
    moody = Entrant("moody.py:moody", bot("calls").source + MOODY)  # type: ignore[operator]
    match = Match.between(moody, bot("bets"), Direction.ONE, rules_for(2), deals=30, seed=1)
    log = played(match).logs[HERO]
    refused = sum(match.bot_seed(number, seat) % 3 == 0 for number in range(30) for seat in (0, 1))
    assert log.faults == {"failed": refused}
    assert 0 < refused < 60
    assert log.examples == {"failed": "RuntimeError: not today"}


MOODY = """
def moody(seed):
    if seed % 3 == 0:
        raise RuntimeError("not today")
    return Bot(seed)
"""


def test_slowness_is_counted_and_changes_nothing() -> None:
    match = one_against_many("is slow", "bets", deals=2)
    result = played(match, PlainEngine(slow=0.001))
    assert (
        result.chips.tolist() == played(one_against_many("calls", "bets", deals=2)).chips.tolist()
    )
    log = result.logs[HERO]
    assert log.faults == {TOO_SLOW: log.decisions}
    assert log.examples[TOO_SLOW].endswith(" s")
    median = log.quantile(0.5)
    assert median is not None
    assert median >= 0.002
    assert played(match, PlainEngine(slow=60)).logs[HERO].faults == {}


def test_ctrl_c_ends_the_match() -> None:
    stop = Entrant("stop.py:stop", "def stop(seed):\n    raise KeyboardInterrupt")
    match = Match.between(stop, bot("calls"), Direction.ONE, rules_for(2), deals=2, seed=1)
    with pytest.raises(KeyboardInterrupt):
        played(match)


def test_who_is_asked_is_marked_before_and_after() -> None:
    marks: list[int] = []
    match = one_against_many("folds", "bets", deals=2)
    result = played(match, PlainEngine(mark=marks.append))
    assert marks[1::2] == [NOBODY] * (len(marks) // 2)
    made_and_asked = [2 * 2 + log.decisions for log in result.logs]
    assert [marks[::2].count(number) for number in (HERO, OTHER)] == made_and_asked
