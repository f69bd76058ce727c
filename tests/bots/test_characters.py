"""Three honest players and how one tells them apart."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from cincinnati.bots import make
from cincinnati.cards import Deck
from cincinnati.engine import Action, Call, Deal, Fold, Raise
from cincinnati.rules.presets import PRESETS
from home_game import deal_of, play, rules_of

NAMES = ("rookie", "casual", "regular")
ACES_FULL, NOTHING = "AsAdAh9s9d", "2s4d7h9cJd"


def answers(name: str, deal: Deal, tries: int = 30) -> Counter[type[Action]]:
    """What a bot does at one moment, with many seeds."""
    assert deal.to_act is not None
    view = deal.view(deal.to_act)
    return Counter(type(make(name, seed).act(view)) for seed in range(tries))


@pytest.mark.parametrize("name", NAMES)
def test_nobody_throws_a_full_house_away(name: str) -> None:
    deal = play(deal_of(stacks=[100] * 3, hands=f"- {ACES_FULL}"), "bet 20")
    assert answers(name, deal)[Fold] == 0


def test_the_regular_raises_with_a_full_house() -> None:
    for script in ("check", "bet 4"):
        deal = play(deal_of(stacks=[100] * 3, hands=f"- {ACES_FULL}"), script)
        assert answers("regular", deal) == {Raise: 30}


def test_the_regular_throws_nothing_away() -> None:
    deal = play(deal_of(stacks=[100] * 3, hands=f"- {NOTHING}", board="AhKhQc"), "bet 20")
    assert answers("regular", deal)[Fold] >= 28


def test_the_rookie_pays_to_see_it() -> None:
    folds = [
        answers(
            name,
            play(
                deal_of(stacks=[100, 100], hands="- 2s4d7h9c9d", board="AhKhQc"),
                "check, check | bet 3",
            ),
        )[Fold]
        for name in NAMES
    ]
    assert folds[0] <= 10
    assert folds == sorted(folds)


def test_the_regular_counts_his_opponents() -> None:
    def last_round(players: int) -> Deal:
        deal = deal_of(stacks=[100] * players, hands="AsAdKc4c2h", board="KhQs9d8c3s")
        return play(deal, ("check, " * players + "|") * 4)

    assert answers("regular", last_round(2))[Raise] >= 15
    assert answers("regular", last_round(8)) == {Call: 30}


def test_the_regular_plays_for_the_cards_to_come() -> None:
    deal = play(deal_of("classic", stacks=[100, 100], hands="- 5s6s7s8sTd"), "bet 2")
    assert answers("regular", deal)[Fold] == 0
    assert answers("casual", deal)[Fold] >= 15


def test_the_regular_believes_a_large_bet_more_than_a_small_one() -> None:
    deal = deal_of(stacks=[100, 100], hands="- AsAdKcTc2h")
    small, large = (answers("regular", play(deal, script))[Fold] for script in ("bet 2", "bet 60"))
    assert small <= 10
    assert large >= 25


def test_the_regular_bluffs_now_and_then_but_only_one_opponent() -> None:
    one, two = (
        answers("regular", play(deal_of(stacks=[100] * n, hands=f"- {NOTHING}"), script), tries=200)
        for n, script in ((2, "check"), (3, "check"))
    )
    assert 4 <= one[Raise] <= 40
    assert two[Raise] == 0


def test_the_rookie_folds_and_raises_least_the_regular_folds_most() -> None:
    rng, did = Random(4), {name: Counter[tuple[bool, type[Action]]]() for name in NAMES}
    for _ in range(80):
        deal = Deal.start(rules_of(), stacks=[100] * 6, deck=Deck.shuffled(rng))
        order = rng.sample(NAMES * 2, 6)
        bots = [make(name, rng.getrandbits(32)) for name in order]
        while (position := deal.to_act) is not None:
            view = deal.view(position)
            assert view.legal is not None
            action = bots[position].act(view)
            did[order[position]][bool(view.legal.call), type(action)] += 1
            deal = deal.act(action)

    def often(name: str, action: type[Action], *, facing_bet: bool) -> float:
        counted = did[name]
        all_told = sum(counted[facing_bet, kind] for kind in (Fold, Call, Raise))
        return counted[facing_bet, action] / all_told

    folds = [often(name, Fold, facing_bet=True) for name in NAMES]
    bets = [often(name, Raise, facing_bet=False) for name in NAMES]
    assert folds == sorted(folds)
    assert folds[0] < 0.25 < 0.5 < folds[2]
    assert bets[0] < 0.12 < min(bets[1:])


def test_the_rookie_leaves_the_game_as_it_is() -> None:
    assert make("rookie", 1).choose(list(PRESETS)) is None


@pytest.mark.parametrize("name", ["casual", "regular"])
def test_the_others_have_favourites(name: str) -> None:
    chosen = {make(name, seed).choose(list(PRESETS)) for seed in range(60)}
    assert chosen == set(PRESETS)
    assert make(name, 1).choose([]) is None
