"""The numbers of a decision, read off a view (R5, R9-R15, R22-R25)."""

from __future__ import annotations

from typing import Any

import pytest

from cincinnati.bots.menu import ALL_IN, CALL, FOLD, HALF, POT
from cincinnati.bots.situation import ME, NOBODY, OTHER
from cincinnati.bots.story import Story, line_of, story_of
from cincinnati.cards import card_set, parse_cards
from cincinnati.engine import Deal
from cincinnati.rules import Limit, ShortAnte
from home_game import deal_of, play


def seen(deal: Deal) -> Story:
    assert deal.to_act is not None
    return story_of(deal.view(deal.to_act))


def after(script: str, *stacks: int, **changes: Any) -> Story:
    return seen(play(deal_of(stacks=stacks or (100, 100, 100), **changes), script))


# --- the cards ----------------------------------------------------------------------------------


def test_the_cards_that_a_player_sees() -> None:
    deal = deal_of(stacks=[100, 100], hands="AsAdKcTc2h", board="Ah7c8d")
    story = seen(play(deal, "check, check | check, check |"))
    assert story.own == card_set(parse_cards("AsAdKcTc2h"))
    assert story.board == tuple(card.bit for card in parse_cards("Ah7c8d"))
    assert story.turned == 3
    assert after("", preset="classic").turned == 0


# --- the chips ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "stacks", "opponents", "pot", "call"),
    [
        ("", (100, 100, 100), 2, 3, 0),
        ("check, bet 6", (100, 100, 100), 2, 9, 6),
        ("bet 6, fold", (100, 100, 100), 1, 9, 6),
        ("bet 6, raise 20, call", (100, 100, 100), 2, 49, 14),
        ("bet 6, call, call | bet 10", (100, 100, 100), 2, 31, 10),
        ("check, bet 50, call", (5, 100, 100), 2, 11, 4),
        ("bet 50, call", (100, 100, 21), 2, 43, 20),
    ],
)
def test_what_there_is_to_win_and_what_it_costs(
    script: str, stacks: tuple[int, ...], opponents: int, pot: int, call: int
) -> None:
    story = after(script, *stacks)
    assert (story.opponents, story.pot, story.call) == (opponents, pot, call)
    assert story.after == pot + call
    assert story.odds == (call / (pot + call) if call else 0)
    assert story.dealt_in == 3


@pytest.mark.parametrize(
    ("script", "stacks", "sizes"),
    [
        ("", (100, 100, 100), (2, 3, 99)),
        ("", (100, 100), (0, 2, 99)),
        ("check, bet 6", (100, 100, 100), (14, 21, 99)),
        ("check, bet 50", (100, 100, 100), (0, 0, 99)),  # no more than a minimum raise is left
        ("bet 20, call, call |", (100, 100, 100), (32, 0, 79)),  # 63 is most of 79
        ("", (100, 31, 11), (2, 3, 30)),  # nobody can be won more from
        ("", (100, 11, 11), (2, 3, 10)),
        ("", (6, 100, 100), (2, 3, 5)),
        ("check, bet 6", (100, 12, 100), (14, 21, 99)),
        ("bet 6, fold", (40, 100, 100), (14, 21, 39)),
        ("bet 6, raise 12, raise 18, ", (100, 100, 100), (0, 0, 0)),  # three raises: no more
        ("bet 6, all-in 99", (100, 100, 100), (0, 0, 0)),
        ("bet 40, all-in 49, call", (100, 50, 100), (0, 0, 0)),  # he may not raise again (R12)
    ],
)
def test_sizes_on_the_menu(
    script: str, stacks: tuple[int, ...], sizes: tuple[int, int, int]
) -> None:
    story = after(script, *stacks)
    assert (story.half, story.pot_size, story.all_in) == sizes
    assert [story.size(action) for action in (HALF, POT, ALL_IN)] == list(sizes)
    assert (story.least > 0) == (story.all_in > 0)


@pytest.mark.parametrize(
    ("changes", "script", "level", "call", "sizes"),
    [
        ({"limit": Limit.FIXED}, "", 0, 0, (0, 0, 2)),
        ({"limit": Limit.FIXED}, "check, bet 2", 2, 2, (0, 0, 4)),
        ({"limit": Limit.POT}, "", 0, 0, (0, 0, 3)),
        ({"limit": Limit.POT}, "bet 3, call, call |", 0, 0, (6, 0, 12)),
        ({"limit": Limit.NO, "max_raises": 0}, "bet 2", 2, 2, (0, 0, 0)),
        ({"blinds": (1, 2)}, "", 2, 2, (6, 10, 99)),
        ({"blinds": (1, 2)}, "call, call", 2, 0, (7, 11, 99)),
        ({"bring_in": 1}, "", 0, 0, (2, 3, 99)),
        ({"bring_in": 1}, "bring-in", 1, 1, (4, 6, 99)),
    ],
    ids=str,
)
def test_other_ways_of_betting(
    changes: dict[str, Any], script: str, level: int, call: int, sizes: tuple[int, int, int]
) -> None:
    story = after(script, **changes)
    assert (story.level, story.call) == (level, call)
    assert (story.half, story.pot_size, story.all_in) == sizes


@pytest.mark.parametrize(
    ("script", "stacks", "left"),
    [
        ("", (100, 100, 100), 99),
        ("check, bet 6", (100, 100, 100), 93),
        ("check, bet 6", (100, 100, 30), 23),
        ("check, bet 6", (20, 30, 100), 23),
        ("bet 6, fold", (20, 100, 100), 13),
        ("check, all-in 99", (100, 100, 50), 0),
    ],
)
def test_what_can_still_be_bet(script: str, stacks: tuple[int, ...], left: int) -> None:
    assert after(script, *stacks).left == left


# --- the place ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "stacks", "last", "behind"),
    [
        ("", (100, 100, 100), 0, 2),
        ("check", (100, 100, 100), 0, 1),
        ("check, check", (100, 100, 100), 1, 0),
        ("check, bet 2", (100, 100, 100), 1, 1),
        ("check, bet 2, fold", (100, 100, 100), 0, 0),
        ("bet 2, call", (100, 100, 100), 1, 0),
        ("bet 2, fold", (100, 100, 100), 1, 0),
        ("bet 2, fold, raise 6", (100, 100, 100), 0, 0),
        ("check, bet 2, all-in 4", (100, 100, 5), 0, 1),
        ("check, all-in 4", (100, 5, 100), 1, 1),
    ],
)
def test_who_sits_and_acts_behind(
    script: str, stacks: tuple[int, ...], last: int, behind: int
) -> None:
    story = after(script, *stacks)
    assert (story.last, story.behind) == (last, behind)


# --- the betting so far -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "raises", "raised", "initiative", "mine", "theirs", "against"),
    [
        ("", 0, 0, NOBODY, 0, 0, 0),
        ("check, check", 0, 0, NOBODY, 0, 0, 0),
        ("check, bet 2", 1, 0, OTHER, 0, 0, 0),
        ("bet 2, raise 6, fold", 2, 1, OTHER, 0, 0, 0),
        ("bet 2, raise 6, raise 12", 3, 1, OTHER, 0, 0, 0),
        ("bet 2, call, call |", 0, 0, ME, 1, 0, 0),
        ("bet 2, call, call | check", 0, 0, OTHER, 0, 1, 1),
        ("bet 2, raise 6, call, call |", 0, 0, OTHER, 1, 1, 1),
        ("bet 2, raise 6, call, call | check", 0, 0, ME, 1, 1, 0),
        ("bet 2, call, call | check, check, check |", 0, 0, ME, 1, 0, 0),
        ("bet 2, call, call | check, bet 4, call, call |", 0, 0, OTHER, 1, 1, 1),
        ("bet 2, call, call | bet 4, call, call | check, bet 6, call", 1, 0, OTHER, 2, 0, 0),
        ("bet 2, raise 6, fold, call |", 0, 0, OTHER, 1, 1, 1),
        ("bet 4, raise 8, fold, call | check, check | check", 0, 0, ME, 1, 1, 0),
    ],
)
def test_who_has_bet_and_raised(
    script: str, raises: int, raised: int, initiative: int, mine: int, theirs: int, against: int
) -> None:
    story = after(script)
    assert (story.raises, story.raised) == (raises, raised)
    assert (story.initiative, story.mine, story.theirs) == (initiative, mine, theirs)
    assert story.against == against


@pytest.mark.parametrize(
    ("changes", "script", "raises"),
    [
        ({"blinds": (1, 2)}, "", 0),
        ({"blinds": (1, 2)}, "call, call", 0),
        ({"blinds": (1, 2)}, "raise 4", 1),
        ({"blinds": (1, 2)}, "call, call, check | bet 2", 1),
        ({"bring_in": 1}, "bring-in", 0),
        ({"bring_in": 1}, "bring-in, call", 0),
        ({"bring_in": 1}, "bring-in, complete 2", 1),
        ({"bring_in": 1}, "bring-in, complete 2, call, call | bet 2", 1),
        ({"bring_in": 1}, "bet 2", 1),
        ({"limit": Limit.FIXED, "bets": (20, 40)}, "bet 20, all-in 25", 2),
    ],
    ids=str,
)
def test_forced_bets_raise_nothing(changes: dict[str, Any], script: str, raises: int) -> None:
    assert after(script, 100, 26, 100, **changes).raises == raises


def test_the_same_decision_has_the_same_situation_at_other_stakes() -> None:
    one = after("bet 6, call, call | check, bet 10", 100, 100, 100)
    ten = after("bet 60, call, call | check, bet 100", 1000, 1000, 1000, ante=10, min_bet=20)
    assert one.situation == ten.situation
    assert one.situation != after("bet 6, call, call | check, bet 20").situation


def test_it_must_be_the_viewers_turn() -> None:
    deal = deal_of(stacks=[100, 100])
    for viewer in (None, 1):
        with pytest.raises(ValueError, match="turn"):
            story_of(deal.view(viewer))


# --- the betting line ---------------------------------------------------------------------------


def line(script: str, *stacks: int, seed: int = 1, **changes: Any) -> list[int]:
    deal = play(deal_of(stacks=stacks or (100, 100), **changes), script)
    return [step.action for step in line_of(deal.view(0), seed)]


@pytest.mark.parametrize(
    ("script", "actions"),
    [
        ("", []),
        ("check, bet 2, call | check", [CALL, POT, CALL, CALL]),
        ("bet 2, call | bet 3, raise 15", [POT, CALL, HALF, POT]),
        ("check, all-in 99, call", [CALL, ALL_IN, CALL]),
        ("check, all-in 99, fold", [CALL, ALL_IN, FOLD]),
        ("check, bet 4", [CALL, -1]),  # two pots
        ("check, check | check, check | bet 2, raise 8", [CALL] * 4 + [POT, POT]),
        ("bet 2, raise 8, raise 17, raise 60", [POT, POT, HALF, -1]),  # no fourth raise
    ],
)
def test_moves_as_our_actions(script: str, actions: list[int]) -> None:
    assert line(script) == actions


def test_more_than_the_other_has_is_all_in() -> None:
    assert line("all-in 199", 200, 100) == [ALL_IN]
    assert line("check, all-in 199", 100, 200) == [CALL, ALL_IN]
    assert line("bet 2, all-in 199", 100, 200) == [POT, ALL_IN]


def test_a_short_ante_and_a_short_call() -> None:
    assert line("bet 2, all-in 1", 100, 2, short_ante=ShortAnte.ALL_IN) == [ALL_IN, CALL]


def test_the_seed_decides_between_two_sizes() -> None:
    script = "bet 2, call | bet 6, call | check, bet 10"  # half of the pot is 9, the pot is 18
    drawn = [line(script, seed=seed)[-1] for seed in range(300)]
    assert set(drawn) == {HALF, -1}, "whoever takes it for the pot finds it too far from that"
    x, half, pot = 10 / 18, 9 / 18, 18 / 18
    expected = (pot - x) * (1 + half) / ((pot - half) * (1 + x))
    assert abs(drawn.count(HALF) / 300 - expected) < 0.08
    assert [line(script, seed=seed)[-1] for seed in range(300)] == drawn


def test_what_a_bet_lacks_of_the_size_that_it_is_taken_for() -> None:
    def missing(script: str, *stacks: int, seed: int = 1) -> int:
        deal = play(deal_of(stacks=stacks or (100, 100)), script)
        *_, last = line_of(deal.view(0), seed)
        return last.missing

    assert missing("bet 2, raise 8") == 0
    script = "bet 2, call | bet 6, call | check"  # half of the pot is 9, the pot is 18
    assert missing(f"{script}, bet 10", seed=3) == -1
    assert missing(f"{script}, bet 8") == 1
    assert missing(f"{script}, bet 17", seed=1) == 1
    assert missing(f"{script}, bet 17, call") == 0
    assert missing("all-in 199", 200, 100) == 0


# --- where the other bets sizes of his own ------------------------------------------------------


def answering(
    script: str, sizes: tuple[int, int], viewer: int = 0, seed: int = 1
) -> list[tuple[int, int]]:
    """Actions and what the bets lack; antes of 10 each, a minimum bet of 20."""
    deal = play(deal_of(stacks=[1000, 1000], ante=10, min_bet=20), script)
    return [(step.action, step.missing) for step in line_of(deal.view(viewer), seed, sizes)]


SIXTY = "bet 20, call | "  # the pot has 60 chips then


@pytest.mark.parametrize(
    ("script", "viewer", "moves"),
    [
        (f"{SIXTY}check, bet 20", 0, [(CALL, 0), (HALF, 0)]),  # a third
        (f"{SIXTY}check, bet 20", 1, [(CALL, 0), (-1, 0)]),  # his own are those of the menu
        (f"{SIXTY}check, bet 90", 0, [(CALL, 0), (POT, 0)]),  # three halves
        (f"{SIXTY}check, bet 30", 0, [(CALL, 0), (-1, 0)]),  # half of it is half too much
        (f"{SIXTY}bet 30", 0, [(HALF, 0)]),
        (f"{SIXTY}bet 30", 1, [(-1, 0)]),
        (f"{SIXTY}bet 20", 1, [(HALF, 0)]),
        (f"{SIXTY}bet 60, raise 120", 0, [(POT, 0), (HALF, 0)]),  # 60 of 180
        (f"{SIXTY}check, bet 23", 0, [(CALL, 0), (HALF, -3)]),
        (f"{SIXTY}check, bet 80", 0, [(CALL, 0), (POT, 10)]),
        (f"{SIXTY}check, all-in 970", 0, [(CALL, 0), (ALL_IN, 0)]),
    ],
)
def test_anothers_sizes(script: str, viewer: int, moves: list[tuple[int, int]]) -> None:
    first = POT if viewer == 0 else -1  # to him who sees a bet of the pot it is no size
    assert answering(script, (33, 150), viewer)[1:] == [(CALL, 0), *moves]
    assert answering(script, (33, 150), viewer)[0][0] == first


@pytest.mark.parametrize(
    ("script", "viewer", "action"),
    [
        ("bet 60, raise 120", 0, HALF),
        ("bet 90, raise 180", 0, -1),  # a third of 240 is no full raise after a bet of 90
        ("bet 90, raise 450", 0, POT),
        ("check, bet 20, raise 60, raise 120", 1, -1),  # his own are those of the menu
        ("check, bet 20, raise 60, raise 120", 0, HALF),
        ("bet 60, raise 120, raise 220", 1, HALF),
        ("bet 60, raise 120, raise 220, raise 386", 0, -1),  # no fourth raise
    ],
)
def test_what_is_no_full_raise_is_no_size(script: str, viewer: int, action: int) -> None:
    """Before the least raise 170 would have been a third, and near enough to 180."""
    assert answering(f"{SIXTY}{script}", (33, 150), viewer)[-1][0] == action
