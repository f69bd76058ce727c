"""Training for two to eight seats on situations: external sampling on the betting itself.

The one idea: as in `lines`, but a decision's row is found by its `bots.situation`, so one table
serves every number of seats and every depth. In each iteration all seats in turn try
all their actions; opponents' actions are sampled, so a walk never branches at theirs.

Where bets of any size are trained, each seat is given two sizes for a deal, and learns how to bet
these on rows of its own. Only the rows of the menu's sizes are kept: what is learned from the
others is how to answer them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cincinnati.arena.kernels import betting
from cincinnati.arena.kernels.betting import LOOK, PLAIN, WIDTH
from cincinnati.arena.kernels.compiled import kernel
from cincinnati.bots import menu
from cincinnati.bots.situation import SITUATIONS
from cincinnati.training.lines import WEIGHT_UNIT, Buckets
from cincinnati.training.regrets import Learned, learn, match, next_action, remember, sample

DEEPEST = 32
"""More decisions of one player than a deal can have."""
SEATS = betting.SEATS

_advanced, _mixed, _below, _unit = PLAIN.advanced, PLAIN.mixed, PLAIN.below, PLAIN.unit


class Stakes(NamedTuple):
    """What is played for: chips, and how often each number of seats comes."""

    ante: int
    min_bet: int
    rounds: int
    turned_first: int
    """Community cards that are turned before the first betting round, 0 or 1."""
    stack: int
    """What everybody has in half of the deals."""
    shortest: int
    deepest: int
    """In the other half each has between these, all alike or each his own."""
    seats: NDArray[np.float64]
    """From what chance on, 0 to 1, there are 2, 3, ... 8 seats: shape (7,), ascending."""
    sizes: NDArray[np.int64]
    """The two bets that a seat may be given, in percent of the pot: shape (n, 2), first those of
    the menu, which half of all seats are given."""


class Hands(NamedTuple):
    """Deals made before: what each of eight hands is worth."""

    buckets: Buckets
    highs: NDArray[np.int32]
    halves: NDArray[np.int32]


@kernel
def iterate(
    stakes: Stakes,
    learned: Learned,
    index: NDArray[np.int32],
    hands: Hands,
    seed: int,
    first: int,
    last: int,
    used: NDArray[np.int64],
) -> int:
    """Iterations ``first`` to ``last`` - 1; returns the nodes that were visited.

    ``index`` has the row of each situation, -1 for those not met yet; ``used[0]`` counts the rows.
    A situation that would need more rows than there are raises `IndexError`.
    """
    visited = 0
    taken = np.zeros(SEATS, dtype=np.int64)
    stacks = np.zeros(SEATS, dtype=np.int64)
    opening = np.zeros(WIDTH, dtype=np.int64)
    deals = np.zeros((DEEPEST, WIDTH), dtype=np.int64)
    looks = np.zeros((DEEPEST, LOOK), dtype=np.int64)
    highs, halves = np.zeros(SEATS, dtype=np.int32), np.zeros(SEATS, dtype=np.int32)
    buckets = np.zeros((SEATS, 6), dtype=np.int64)
    given = np.zeros(SEATS, dtype=np.int64)
    for number in range(first, last):
        state = _mixed(seed, number)
        seats, state = _seat(stakes, stacks, state)
        state = _choose_hands(hands, seats, taken, highs, halves, buckets, state)
        state = _give_sizes(len(stakes.sizes), seats, given, state)
        betting.start(opening, stacks[:seats], stakes.ante, stakes.min_bet, stakes.rounds)
        if opening[betting.OVER] != betting.RUNNING:
            continue
        weight = WEIGHT_UNIT * (number + 1)
        for traverser in range(seats):
            state = _advanced(state)
            visited += _walk(
                stakes,
                learned,
                index,
                used,
                opening,
                buckets,
                highs,
                halves,
                deals,
                looks,
                given,
                traverser,
                weight,
                state,
            )
    return visited


@kernel
def _seat(stakes: Stakes, stacks: NDArray[np.int64], state: int) -> tuple[int, int]:
    """How many sit down, and with what: (seats, the next state)."""
    chance = _unit(state)
    seats = 2
    while seats < SEATS and chance >= stakes.seats[seats - 2]:
        seats += 1
    state = _advanced(state)
    kind = _unit(state)
    ratio = stakes.deepest / stakes.shortest
    state = _advanced(state)
    common = int(stakes.shortest * ratio ** _unit(state))
    for seat in range(seats):
        state = _advanced(state)
        own = int(stakes.shortest * ratio ** _unit(state))
        if kind < 0.5:
            stacks[seat] = stakes.stack
        else:
            stacks[seat] = common if kind < 0.7 else own
    return seats, _advanced(state)


@kernel
def _choose_hands(
    hands: Hands,
    seats: int,
    taken: NDArray[np.int64],
    highs: NDArray[np.int32],
    halves: NDArray[np.int32],
    buckets: NDArray[np.int64],
    state: int,
) -> int:
    """Give each position another of the hands of one deal; returns the next state."""
    count, dealt = hands.highs.shape
    deal = _below(state, count)
    for place in range(dealt):
        taken[place] = place
    for seat in range(seats):
        state = _advanced(state)
        other = seat + _below(state, dealt - seat)
        hand = taken[other]
        taken[other] = taken[seat]
        taken[seat] = hand
        highs[seat], halves[seat] = hands.highs[deal, hand], hands.halves[deal, hand]
        for turned in range(hands.buckets.shape[2]):
            buckets[seat, turned] = hands.buckets[deal, hand, turned]
    return _advanced(state)


@kernel
def _give_sizes(kinds: int, seats: int, given: NDArray[np.int64], state: int) -> int:
    """Choose each position's pair of sizes; returns the next state."""
    if kinds == 1:
        return state
    for seat in range(seats):
        state = _advanced(state)
        given[seat] = max(0, _below(state, 2 * (kinds - 1)) - (kinds - 2))
    return _advanced(state)


@kernel
def resized(look: NDArray[np.int64], level: int, sizes: NDArray[np.int64]) -> None:
    """Put two bets of these percents of the pot on the menu, by the rule of `menu.size_to`."""
    bet, least, top = look[betting.OWN_BET], look[betting.LEAST], look[betting.TOP]
    for place in range(2):
        to = level + (look[betting.AFTER] * sizes[place] + 99) // 100
        fits = 0 < least <= to and 3 * (to - bet) < 2 * (top - bet)
        look[betting.HALF_TO + place] = to if fits else 0


@kernel
def row_of(index: NDArray[np.int32], used: NDArray[np.int64], situation: int, rows: int) -> int:
    """The row of a situation; a new one gets the next."""
    row = index[situation]
    if row < 0:
        row = used[0]
        if row >= rows:
            raise IndexError("more situations than rows")
        index[situation] = row
        used[0] += 1
    return row


@kernel
def offered_in(look: NDArray[np.int64]) -> int:
    """The menu as bits."""
    offered = 1 << menu.CALL
    if look[betting.CALL_CHIPS] > 0:
        offered |= 1 << menu.FOLD
    if look[betting.HALF_TO] > 0:
        offered |= 1 << menu.HALF
    if look[betting.POT_TO] > 0:
        offered |= 1 << menu.POT
    if look[betting.ALL_IN_TO] > 0:
        offered |= 1 << menu.ALL_IN
    return offered


@kernel
def _looked_at(stakes: Stakes, deal: NDArray[np.int64], look: NDArray[np.int64], given: int) -> int:
    """As `betting.look`, with the sizes that the player to act was given; the menu as bits."""
    betting.look(deal, stakes.turned_first, look)
    if given:
        resized(look, deal[betting.LEVEL], stakes.sizes[given])
    return offered_in(look)


@kernel
def _walk(
    stakes: Stakes,
    learned: Learned,
    index: NDArray[np.int32],
    used: NDArray[np.int64],
    opening: NDArray[np.int64],
    buckets: NDArray[np.int64],
    highs: NDArray[np.int32],
    halves: NDArray[np.int32],
    deals: NDArray[np.int64],
    looks: NDArray[np.int64],
    given: NDArray[np.int64],
    traverser: int,
    weight: float,
    state: int,
) -> int:
    """One walk for one seat; the nodes that were visited."""
    values = np.zeros((DEEPEST, menu.ACTIONS))
    chances = np.zeros((DEEPEST, menu.ACTIONS))
    trying = np.zeros(DEEPEST, dtype=np.int64)
    offers = np.zeros(DEEPEST, dtype=np.int64)
    rows = np.zeros(DEEPEST, dtype=np.int64)
    held = np.zeros(DEEPEST, dtype=np.int64)
    won = np.zeros(SEATS, dtype=np.int64)
    deal, look = deals[0], looks[0]
    deal[:] = opening
    depth, visited = 0, 0
    while True:
        if deal[betting.OVER] == betting.RUNNING:
            visited += 1
            seat = deal[betting.TO_ACT]
            offered = _looked_at(stakes, deal, look, given[seat])
            held[depth] = buckets[seat, deal[betting.ROUND] + stakes.turned_first]
            number = look[betting.SITUATION] + given[seat] * SITUATIONS
            rows[depth] = row_of(index, used, number, learned.shape[0])
            row = learned[rows[depth], held[depth]]
            match(row, offered, chances[depth])
            if seat != traverser:
                remember(row, chances[depth], weight)
                state = _advanced(state)
                action = sample(chances[depth], offered, state)
                betting.move(deal, action, look, stakes.min_bet, stakes.rounds)
                continue
            offers[depth] = offered
            trying[depth] = next_action(offered, -1)
            depth += 1
            deal, look = deals[depth], looks[depth]
            deal[:] = deals[depth - 1]
            betting.move(deal, trying[depth - 1], looks[depth - 1], stakes.min_bet, stakes.rounds)
            continue
        betting.settle(deal, highs, halves, won)
        value = float(won[traverser])
        while depth > 0:
            above = depth - 1
            values[above, trying[above]] = value
            action = next_action(offers[above], trying[above])
            if action < menu.ACTIONS:
                trying[above] = action
                deal, look = deals[depth], looks[depth]
                deal[:] = deals[above]
                betting.move(deal, action, looks[above], stakes.min_bet, stakes.rounds)
                break
            row = learned[rows[above], held[above]]
            value = learn(row, offers[above], chances[above], values[above], weight)
            depth = above
        if depth == 0:
            return visited
