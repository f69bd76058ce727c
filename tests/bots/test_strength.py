"""The share of the pot that a hand takes, and what run-outs make of it (R17, R18, R26-R32)."""

from __future__ import annotations

import time
from random import Random
from statistics import fmean, median
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cincinnati.bots import make
from cincinnati.bots.regular import BUDGET, run_outs
from cincinnati.bots.strength import cost, final_share, pot_share, share_now
from cincinnati.cards import Deck, Rank, parse_cards
from cincinnati.engine import Deal
from cincinnati.rules import Layout, Ruleset, Split, Wild
from cincinnati.rules.presets import CLASSIC
from home_game import deal_of, play, rules_of
from random_play import decks, tables

FULL_HOUSE_OF_EIGHTS = "8s8h8d2c2h"

SHARES: list[tuple[dict[str, Any], str, str, str, float]] = [
    ({}, "AsAd3c4c6d", "KsKd5h7h9d", "AhKc8c2dQs", 1),
    ({}, "KsKd5h7h9d", "AsAd3c4c6d", "AhKc8c2dQs", 0),
    ({}, "AsKd3c4c6d", "AdKh3d4d6h", "AhKc8c2dQs", 1 / 2),
    ({}, "3c4c6d7h9d", "3d4d6h7s9s 3h4s6s7d9h", "AsKsQsJsTs", 1 / 3),
    ({}, "KsKd5h7h9d", "3h4h6h7s9s AsAd3c4c6d", "AhKc8c2dQs", 0),
    ({"split": Split.LOW8}, "3c4c6d9h9s", "KsKd5h7hQd", "AhKc8c2dQs", 1 / 2),
    ({"split": Split.LOW8}, "3c4c6d9h9s", "KsKd3h4h6h", "AhKc8c2dQs", 1 / 4),
    ({"split": Split.LOW8}, "AsAd3c4c6d", "KsKd5h7h8d", "AhKcQsJs9c", 1),
    ({"split": Split.LAST_SUIT}, "Ad3c4c7h9s", "KsKd5h7c9c", "AhKc8c2dQd", 1 / 2),
    ({"split": Split.LAST_SUIT}, "AsAd3c4c6d", "KsKd5s7s9d", "AhKc8c2dQh", 1),
    ({"wild": Wild.LOWEST_BOARD}, "2s2hAs3d7h", "KsKd5h7c9c", "AhKc8c2dQs", 1),
    ({"layout": Layout.ROW}, "AdKs5h7h9d", FULL_HOUSE_OF_EIGHTS, "AhKcAs2dQs", 1),
    ({"layout": Layout.CROSS}, "AdKs5h7h9d", FULL_HOUSE_OF_EIGHTS, "AhKcAs2dQs", 0),
]


@pytest.mark.parametrize(("changes", "own", "others", "board", "share"), SHARES)
def test_a_hand_takes_its_share(
    changes: dict[str, Any], own: str, others: str, board: str, share: float
) -> None:
    hands = [parse_cards(hand) for hand in others.split()]
    rules = rules_of(**changes)
    assert pot_share(rules, parse_cards(own), hands, parse_cards(board)) == share


@given(rules=tables(), deck=decks, players=st.integers(2, 8))
def test_the_share_is_what_the_engine_pays(rules: Ruleset, deck: Deck, players: int) -> None:
    ante = 10_000
    # Everybody is all-in with the ante, so the deal plays itself and stacks are winnings.
    deal = Deal.start(replace(rules, ante=ante), stacks=[ante] * players, deck=deck)
    hands = [[card for card in cards if card is not None] for cards in deal.state.hands]
    for position, own in enumerate(hands):
        others = hands[:position] + hands[position + 1 :]
        share = pot_share(deal.rules, own, others, deal.board)
        assert deal.stacks[position] == pytest.approx(share * players * ante, abs=3)


def share(deal: Deal, opponents: int, *, now: bool = False, runs: int = 60) -> float:
    estimate = share_now if now else final_share
    return estimate(deal.view(0), opponents=opponents, runs=runs, rng=Random(1))


def test_a_royal_flush_takes_everything() -> None:
    assert share(deal_of(stacks=[100] * 8, hands="AsKsQsJsTs"), 7) == 1


def test_every_opponent_takes_some_of_it() -> None:
    deal = deal_of(stacks=[100] * 8, hands="AsAdKc4c6d")
    shares = [share(deal, opponents, runs=400) for opponents in (1, 2, 4, 7)]
    assert shares == sorted(shares, reverse=True)
    assert len(set(shares)) == 4


def test_a_draw_is_worth_more_at_the_end_than_now() -> None:
    deal = deal_of("classic", stacks=[100, 100], hands="5s6s7s8sTd")
    assert share(deal, 1, now=True, runs=400) < 0.3
    assert share(deal, 1, runs=400) > 0.5


def test_when_all_is_turned_now_is_the_end() -> None:
    deal = play(deal_of(stacks=[100, 100]), "check, check | " * 4)
    assert None not in deal.view(0).board
    assert share(deal, 1, now=True) == share(deal, 1)


@pytest.mark.parametrize(("preset", "players"), [("cincinnati", 2), ("hi-lo", 3), ("liz", 3)])
def test_hands_at_random_have_a_fair_share(preset: str, players: int) -> None:
    rng = Random(3)
    shares = [
        final_share(
            Deal.start(rules_of(preset), stacks=[9] * players, deck=Deck.shuffled(rng)).view(0),
            opponents=players - 1,
            runs=10,
            rng=rng,
        )
        for _ in range(300)
    ]
    assert fmean(shares) == pytest.approx(1 / players, abs=0.04)


def test_a_spectator_has_no_hand() -> None:
    with pytest.raises(ValueError, match="spectator"):
        share_now(deal_of(stacks=[100, 100]).view(None), opponents=1, runs=1, rng=Random(1))


EVERY_VARIANT = [
    replace(
        CLASSIC,
        layout=layout,
        wild=wild,
        split=split,
        wild_ranks=(Rank.TWO, Rank.JACK) if wild is Wild.RANKS else (),
    )
    for layout in Layout
    for wild in Wild
    for split in Split
]


@pytest.mark.parametrize("opponents", range(1, 8))
def test_what_costs_more_is_tried_less_often(opponents: int) -> None:
    for rules in EVERY_VARIANT:
        runs = run_outs(rules, opponents)
        assert 40 <= runs <= 80
        assert runs * cost(rules, opponents) <= BUDGET


def test_the_dearest_decision_takes_less_than_20_ms() -> None:
    rules = replace(
        CLASSIC, layout=Layout.CROSS, wild=Wild.LOWEST_BOARD, split=Split.LOW8, opening_round=False
    )
    bot, spent = make("regular", 1), []
    for seed in range(15):
        deal = Deal.start(rules, stacks=[100] * 8, deck=Deck.shuffled(Random(seed)))
        began = time.process_time()
        bot.act(deal.view(0))
        spent.append(time.process_time() - began)
    assert median(spent) < 0.020
