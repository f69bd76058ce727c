"""Whole deals: eight players who check and call to the showdown, in three engines.

The same game everywhere: five private cards, five streets of one community card, an ante of
1, stacks of 100, no limit, the best five of ten. A deal is 40 actions.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from clubs import Dealer
from pokerkit import Automation, BettingStructure, Opening, StandardHighHand, State, Street
from pokerkit import Deck as Pack

from bench.rounds import Contestant, Section, at_least, interleaved, rate, times_as_fast
from cincinnati import Call, Deal, Deck, presets

ROUNDS = 7
PLAYERS = 8
STACK = 100
ACTIONS_A_DEAL = 40
CALL = Call()
AUTOMATIONS = tuple(
    automation
    for automation in Automation
    if automation is not Automation.RUNOUT_COUNT_SELECTION  # of no use in its tournament mode
)


def measure() -> Section:
    """Actions a second of all three."""
    rng = Random(40)
    random.seed(40)  # the peers shuffle with the module's own generator
    dealer = _clubs_dealer()
    series = interleaved(
        [
            Contestant("cincinnati", partial(_with_decks, rng, 500)),
            Contestant("cincinnati, shuffling included", partial(_shuffling, rng, 500)),
            Contestant("clubs", partial(rate, partial(_deals, partial(_clubs_deal, dealer), 50))),
            Contestant("PokerKit", partial(rate, partial(_deals, _pokerkit_deal, 10))),
        ],
        rounds=ROUNDS,
    )
    ours, _, clubs, pokerkit = (each.median for each in series)
    return Section(
        title="Engine",
        unit="actions/s",
        comparison="cincinnati is × as fast",
        compare=times_as_fast,
        series=series,
        targets=(
            at_least("actions/s", ours, goal=100_000),
            at_least("times PokerKit", ours / pokerkit, goal=300),
            at_least("times clubs", ours / clubs, goal=6),
        ),
        notes=(
            "Deals of eight players who check and call to the end, showdown included: "
            "`Deal.start`, then `deal.act(Call())` 40 times. "
            "Our decks are shuffled before the clock starts; clubs and PokerKit shuffle inside "
            "their own start of a deal, so the second row does the same. "
            "PokerKit runs on `pokerkit.State` with all its automations, clubs on `clubs.Dealer`; "
            "both play just this game, clubs' evaluator too takes all ten cards."
        ),
    )


def _deals(play: Callable[[], int], count: int) -> int:
    """Play deals; the number of actions."""
    actions = sum(play() for _ in range(count))
    assert actions == count * ACTIONS_A_DEAL
    return actions


def _with_decks(rng: Random, count: int) -> float:
    decks = iter([Deck.shuffled(rng) for _ in range(count)])
    return rate(partial(_deals, lambda: _our_deal(next(decks)), count))


def _shuffling(rng: Random, count: int) -> float:
    return rate(partial(_deals, lambda: _our_deal(Deck.shuffled(rng)), count))


def _our_deal(deck: Deck) -> int:
    deal = Deal.start(presets.CINCINNATI, stacks=[STACK] * PLAYERS, deck=deck)
    actions = 0
    while not deal.over:
        deal = deal.act(CALL)
        actions += 1
    return actions


# PokerKit knows the last street by identity: each has to be an object of its own.
STREETS = tuple(
    Street(
        card_burning_status=False,
        hole_dealing_statuses=() if number else (False,) * 5,
        board_dealing_count=1,
        draw_status=False,
        opening=Opening.POSITION,
        min_completion_betting_or_raising_amount=2,
        max_completion_betting_or_raising_count=None,
    )
    for number in range(5)
)


def _pokerkit_deal() -> int:
    state = State(
        automations=AUTOMATIONS,
        deck=Pack.STANDARD,
        hand_types=(StandardHighHand,),
        streets=STREETS,
        betting_structure=BettingStructure.NO_LIMIT,
        ante_trimming_status=True,
        raw_antes=1,
        raw_blinds_or_straddles=0,
        bring_in=0,
        raw_starting_stacks=STACK,
        player_count=PLAYERS,
    )
    actions = 0
    while state.status:
        state.check_or_call()
        actions += 1
    return actions


def _clubs_dealer() -> Any:
    return Dealer(
        num_players=PLAYERS,
        num_streets=5,
        blinds=0,
        antes=1,
        raise_sizes="inf",
        num_raises="inf",
        num_suits=4,
        num_ranks=13,
        num_hole_cards=5,
        num_community_cards=1,
        num_cards_for_hand=5,
        mandatory_num_hole_cards=0,
        start_stack=STACK,
    )


def _clubs_deal(dealer: Any) -> int:
    seen = dealer.reset(reset_button=True, reset_stacks=True)
    done = [False]
    actions = 0
    while not all(done):
        seen, _, done = dealer.step(seen["call"])
        actions += 1
    return actions
