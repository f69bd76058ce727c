"""An exploiter: trained against a frozen bot, to find what can be won from it.

The one idea: the walks of `situations`, but all other seats are played by the bot as it is, from
its own cards alone. What the exploiter wins on fresh deals is a lower bound of what the bot
gives away; an exploiter that wins nothing may merely be too little trained.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cincinnati.arena.kernels import betting
from cincinnati.arena.kernels.betting import LOOK, PLAIN, SEATS, WIDTH, Row
from cincinnati.arena.kernels.book import TREES, Book
from cincinnati.arena.kernels.choice import (
    BOOK,
    GIVE_UP,
    NODE,
    OFF,
    UNKNOWN,
    chosen_to,
    go_on,
)
from cincinnati.arena.kernels.choice import begin as begin_lines
from cincinnati.arena.kernels.compiled import kernel
from cincinnati.arena.kernels.strength import Cards
from cincinnati.bots import menu
from cincinnati.training.lines import WEIGHT_UNIT, Buckets
from cincinnati.training.pool import Pool
from cincinnati.training.regrets import Learned, learn, match, next_action, remember, sample
from cincinnati.training.situations import DEEPEST, offered_in, row_of

_advanced, _mixed, _below, _percent_to = PLAIN.advanced, PLAIN.mixed, PLAIN.below, PLAIN.percent_to


BETS = betting.FREE
"""Where the exploiter's two bets stand in a look."""


class Victim(NamedTuple):
    """The frozen bot, and the table that both sit at."""

    player: NDArray[np.int64]
    books: tuple[Book, Book]
    cards: Cards
    seats: int
    stack: int
    ante: int
    min_bet: int
    rounds: int
    turned_first: int


class Exploiter(NamedTuple):
    """What is learned, and by what a decision is found."""

    learned: Learned
    rows: NDArray[np.int32]
    """The row of each situation; empty for one that follows the whole line."""
    used: NDArray[np.int64]
    inner: NDArray[np.uint8]
    first: NDArray[np.int32]
    """The tree of lines, as in a `Book`; empty for one that sees situations."""
    roots: NDArray[np.int64]
    """By the exploiter's position, the node before the first move."""
    sizes: NDArray[np.int64]
    """Its two bets in percent of the pot: 50 and 100 are the bot's own."""


@kernel
def iterate(
    victim: Victim,
    exploiter: Exploiter,
    pool: Pool,
    buckets: Buckets,
    seed: int,
    first: int,
    last: int,
) -> int:
    """Iterations ``first`` to ``last`` - 1; returns the nodes that were visited."""
    visited = 0
    deals = np.zeros((DEEPEST, WIDTH), dtype=np.int64)
    looks = np.zeros((DEEPEST, LOOK), dtype=np.int64)
    lines = np.zeros((DEEPEST, SEATS + 1, TREES, 2), dtype=np.int64)
    hands = np.zeros(SEATS, dtype=np.int64)
    seeds = np.zeros(SEATS, dtype=np.int64)
    stacks = np.full(victim.seats, victim.stack, dtype=np.int64)
    known = np.zeros((SEATS, 6, SEATS), dtype=np.int16)
    for number in range(first, last):
        state = _mixed(seed, number)
        deal = _below(state, len(pool.highs))
        state = take_hands(victim.seats, hands, _advanced(state))
        for seat in range(victim.seats):
            state = _advanced(state)
            seeds[seat] = state
            known[seat, :, :] = UNKNOWN
            known[seat, :, 1] = pool.points[deal, hands[seat]]
        for traverser in range(victim.seats):
            betting.start(deals[0], stacks, victim.ante, victim.min_bet, victim.rounds)
            begin(victim, exploiter, traverser, lines[0])
            visited += _walk(
                victim,
                exploiter,
                pool,
                buckets[deal],
                deal,
                hands,
                seeds,
                known,
                deals,
                looks,
                lines,
                traverser,
                WEIGHT_UNIT * (number + 1),
            )
    return visited


@kernel
def take_hands(seats: int, hands: NDArray[np.int64], state: int) -> int:
    """Other hands of a deal for each position; returns the next state."""
    for place in range(SEATS):
        hands[place] = place
    for seat in range(seats):
        state = _advanced(state)
        other = seat + _below(state, SEATS - seat)
        hand = hands[other]
        hands[other] = hands[seat]
        hands[seat] = hand
    return state


@kernel
def look_at(victim: Victim, exploiter: Exploiter, deal: Row, look: Row) -> int:
    """As `betting.look`; the exploiter's own bets behind it. Returns his menu as bits."""
    betting.look(deal, victim.turned_first, look)
    offered = offered_in(look)
    look[BETS], look[BETS + 1] = look[betting.HALF_TO], look[betting.POT_TO]
    if exploiter.sizes[0] == 50 and exploiter.sizes[1] == 100:
        return offered
    level, after = deal[betting.LEVEL], look[betting.AFTER]
    for place in range(2):
        to = _percent_to(
            exploiter.sizes[place], level, after, look[betting.LEAST], look[betting.TOP]
        )
        look[BETS + place] = to
        bit = 1 << menu.HALF + place
        offered = offered | bit if to > 0 else offered & ~bit
    return offered


@kernel
def row_for(exploiter: Exploiter, look: Row, node: int) -> int:
    """The row of the exploiter's decision."""
    if len(exploiter.inner):
        return node
    situation = look[betting.SITUATION]
    return row_of(exploiter.rows, exploiter.used, situation, exploiter.learned.shape[0])


@kernel
def exploit(
    victim: Victim,
    exploiter: Exploiter,
    deal: Row,
    look: Row,
    lines: NDArray[np.int64],
    seeds: NDArray[np.int64],
    action: int,
) -> None:
    """Make the exploiter's move; all who follow the line go on."""
    to = look[betting.OWN_BET] + look[betting.CALL_CHIPS]
    if action == menu.FOLD:
        to = GIVE_UP
    elif action == menu.ALL_IN:
        to = look[betting.ALL_IN_TO]
    elif action != menu.CALL:
        to = look[BETS + action - menu.HALF]
    follow(victim, exploiter, deal, look, lines, seeds, to, BETS)


@kernel
def answer(
    victim: Victim,
    exploiter: Exploiter,
    pool: Pool,
    number: int,
    hands: NDArray[np.int64],
    seeds: NDArray[np.int64],
    known: NDArray[np.int16],
    deal: Row,
    look: Row,
    lines: NDArray[np.int64],
) -> None:
    """Make the bot's move."""
    seat = deal[betting.TO_ACT]
    betting.look(deal, victim.turned_first, look)
    to = chosen_to(
        victim.player,
        victim.books[victim.player[BOOK]],
        seeds[seat],
        deal,
        look,
        lines[seat],
        victim.cards,
        pool.own[number, hands[seat]],
        pool.board[number],
        deal[betting.ROUND] + victim.turned_first,
        known[seat],
    )
    follow(victim, exploiter, deal, look, lines, seeds, to, betting.HALF_TO)


@kernel
def begin(victim: Victim, exploiter: Exploiter, position: int, lines: NDArray[np.int64]) -> None:
    """Where the lines of everybody, the exploiter's last, stand before the first move."""
    for seat in range(victim.seats):
        begin_lines(victim.player, victim.books[victim.player[BOOK]], seat, lines[seat])
    lines[SEATS, 0, NODE] = exploiter.roots[position] if len(exploiter.inner) else OFF


@kernel
def follow(
    victim: Victim,
    exploiter: Exploiter,
    deal: Row,
    look: Row,
    lines: NDArray[np.int64],
    seeds: NDArray[np.int64],
    to: int,
    bets: int,
) -> None:
    """Make a move; everybody's line goes on. ``bets``: where the mover's two stand in the look."""
    book = victim.books[victim.player[BOOK]]
    for seat in range(victim.seats):
        go_on(book, lines[seat], seat, seeds[seat], deal, look, to)
    if lines[SEATS, 0, NODE] >= 0:
        lines[SEATS, 0, NODE] = _child(exploiter, lines[SEATS, 0, NODE], deal, look, to, bets)
    if to == GIVE_UP:
        betting.fold(deal, victim.min_bet, victim.rounds)
    else:
        betting.put_in_to(deal, to, victim.min_bet, victim.rounds)


@kernel
def _child(exploiter: Exploiter, node: int, deal: Row, look: Row, to: int, bets: int) -> int:
    """Where the exploiter's line stands; all bets are on the tree."""
    action = menu.CALL
    if to == GIVE_UP:
        action = menu.FOLD
    elif to > deal[betting.LEVEL]:
        action = menu.ALL_IN
        if to == look[bets]:
            action = menu.HALF
        elif to == look[bets + 1]:
            action = menu.POT
    inner = np.int64(exploiter.inner[node])
    if not inner >> action & 1:
        return OFF
    child = np.int64(exploiter.first[node])
    for other in range(action):
        child += inner >> other & 1
    return child  # type: ignore[return-value]


@kernel
def _walk(
    victim: Victim,
    exploiter: Exploiter,
    pool: Pool,
    buckets: NDArray[np.uint16],
    number: int,
    hands: NDArray[np.int64],
    seeds: NDArray[np.int64],
    known: NDArray[np.int16],
    deals: NDArray[np.int64],
    looks: NDArray[np.int64],
    lines: NDArray[np.int64],
    traverser: int,
    weight: float,
) -> int:
    """One walk with the exploiter in one seat; the nodes that were visited."""
    values = np.zeros((DEEPEST, menu.ACTIONS))
    chances = np.zeros((DEEPEST, menu.ACTIONS))
    trying = np.zeros(DEEPEST, dtype=np.int64)
    offers = np.zeros(DEEPEST, dtype=np.int64)
    rows = np.zeros(DEEPEST, dtype=np.int64)
    held = np.zeros(DEEPEST, dtype=np.int64)
    highs, halves = np.zeros(SEATS, dtype=np.int32), np.zeros(SEATS, dtype=np.int32)
    won = np.zeros(SEATS, dtype=np.int64)
    for seat in range(victim.seats):
        highs[seat] = pool.highs[number, hands[seat]]
        halves[seat] = pool.halves[number, hands[seat]]
    depth, visited = 0, 0
    while True:
        deal, look = deals[depth], looks[depth]
        if deal[betting.OVER] == betting.RUNNING:
            visited += 1
            if deal[betting.TO_ACT] != traverser:
                answer(
                    victim, exploiter, pool, number, hands, seeds, known, deal, look, lines[depth]
                )
                continue
            offered = look_at(victim, exploiter, deal, look)
            row = row_for(exploiter, look, lines[depth, SEATS, 0, NODE])
            bucket = np.int64(buckets[hands[traverser], deal[betting.ROUND] + victim.turned_first])
            match(exploiter.learned[row, bucket], offered, chances[depth])
            remember(exploiter.learned[row, bucket], chances[depth], weight)
            offers[depth], rows[depth], held[depth] = offered, row, bucket
            trying[depth] = next_action(offered, -1)
            depth += 1
            _try(victim, exploiter, deals, looks, lines, seeds, depth, trying[depth - 1])
            continue
        betting.settle(deal, highs, halves, won)
        value = float(won[traverser])
        while depth > 0:
            above = depth - 1
            values[above, trying[above]] = value
            action = next_action(offers[above], trying[above])
            if action < menu.ACTIONS:
                trying[above] = action
                _try(victim, exploiter, deals, looks, lines, seeds, depth, action)
                break
            learned = exploiter.learned[rows[above], held[above]]
            value = learn(learned, offers[above], chances[above], values[above], weight)
            depth = above
        if depth == 0:
            return visited


@kernel
def _try(
    victim: Victim,
    exploiter: Exploiter,
    deals: NDArray[np.int64],
    looks: NDArray[np.int64],
    lines: NDArray[np.int64],
    seeds: NDArray[np.int64],
    depth: int,
    action: int,
) -> None:
    """Take an action of the decision above in the copy below it."""
    deals[depth, :] = deals[depth - 1]
    lines[depth] = lines[depth - 1]
    exploit(victim, exploiter, deals[depth], looks[depth - 1], lines[depth], seeds, action)


@kernel
def measure(
    victim: Victim,
    exploiter: Exploiter,
    pool: Pool,
    buckets: Buckets,
    seed: int,
    gains: NDArray[np.float64],
) -> None:
    """What the exploiter wins a hand on each deal of a pool, in chips, over all positions.

    Four groups of hands a deal at a table of two, one at a larger one, each in every seating.
    """
    deal, look = np.zeros(WIDTH, dtype=np.int64), np.zeros(LOOK, dtype=np.int64)
    lines = np.zeros((SEATS + 1, TREES, 2), dtype=np.int64)
    hands, seeds = np.zeros(SEATS, dtype=np.int64), np.zeros(SEATS, dtype=np.int64)
    stacks = np.full(victim.seats, victim.stack, dtype=np.int64)
    known = np.zeros((SEATS, 6, SEATS), dtype=np.int16)
    highs, halves = np.zeros(SEATS, dtype=np.int32), np.zeros(SEATS, dtype=np.int32)
    won, chances = np.zeros(SEATS, dtype=np.int64), np.zeros(menu.ACTIONS)
    groups = SEATS // victim.seats
    for number in range(len(gains)):
        total = 0.0
        state = _mixed(seed, number)
        for group in range(groups):
            for seat in range(victim.seats):
                hands[seat] = group * victim.seats + seat
                state = _advanced(state)
                seeds[seat] = state
                known[seat, :, :] = UNKNOWN
                known[seat, :, 1] = pool.points[number, hands[seat]]
                highs[seat] = pool.highs[number, hands[seat]]
                halves[seat] = pool.halves[number, hands[seat]]
            for hero in range(victim.seats):
                betting.start(deal, stacks, victim.ante, victim.min_bet, victim.rounds)
                begin(victim, exploiter, hero, lines)
                while deal[betting.OVER] == betting.RUNNING:
                    if deal[betting.TO_ACT] != hero:
                        answer(
                            victim, exploiter, pool, number, hands, seeds, known, deal, look, lines
                        )
                        continue
                    offered = look_at(victim, exploiter, deal, look)
                    row = row_for(exploiter, look, lines[SEATS, 0, NODE])
                    turned = deal[betting.ROUND] + victim.turned_first
                    learned = exploiter.learned[row, np.int64(buckets[number, hands[hero], turned])]
                    settled(learned, offered, chances)
                    state = _advanced(state)
                    action = sample(chances, offered, state)
                    exploit(victim, exploiter, deal, look, lines, seeds, action)
                betting.settle(deal, highs, halves, won)
                total += won[hero]
        gains[number] = total / (groups * victim.seats)


@kernel
def settled(row: NDArray[np.float32], offered: int, chances: NDArray[np.float64]) -> None:
    """The mean of all strategies that were played, on the menu; without one: check or fold."""
    whole = 0.0
    for action in range(menu.ACTIONS):
        chances[action] = row[menu.ACTIONS + action] if offered >> action & 1 else 0.0
        whole += chances[action]
    for action in range(menu.ACTIONS):
        if whole > 0:
            chances[action] /= whole
    if whole == 0:
        chances[menu.FOLD if offered & 1 else menu.CALL] = 1.0
